import type { Figure } from '../figures.ts';

/** How the time of matching is written, so that it can be drawn. */
export const matchingOf = (size: string): string => `${size}: COPY, matching by all rules, items with their indexes`;

const measured = /^([\d,]+) × [\d,]+ rows: COPY, matching/u;

/** The time of matching over the number of rows, as a diagram of Markdown; a straight line means that it grows with the rows. */
export const plotOf = (figures: readonly Figure[]): string => {
  const points = figures.flatMap(({ what, value }) => {
    const rows = measured.exec(what)?.[1];
    return rows === undefined
      ? []
      : [{ rows: Number(rows.replaceAll(',', '')) / 1_000_000, seconds: parseFloat(value) }];
  });
  const [last] = points.toSorted((a, b) => b.rows - a.rows);
  if (last === undefined) return '';
  // Equal steps on the first axis, so that the line is straight where the time is.
  const steps = Array.from({ length: 13 }, (_, at) => (last.rows * at) / 12);
  const known = [{ rows: 0, seconds: 0 }, ...points.toSorted((a, b) => a.rows - b.rows)];
  const secondsAt = (rows: number): number => {
    const next = known.findIndex((point) => point.rows >= rows);
    const [from, to] = [known[Math.max(next - 1, 0)], known[next]];
    if (from === undefined || to === undefined || to.rows === from.rows) return to?.seconds ?? 0;
    return from.seconds + ((to.seconds - from.seconds) * (rows - from.rows)) / (to.rows - from.rows);
  };
  return [
    '```mermaid',
    'xychart-beta',
    '  title "Matching: seconds by million rows of each side (between measured sizes, a straight line)"',
    `  x-axis "million rows" [${steps.map((rows) => rows.toFixed(2)).join(', ')}]`,
    '  y-axis "seconds"',
    `  line [${steps.map((rows) => secondsAt(rows).toFixed(1)).join(', ')}]`,
    '```',
    '',
  ].join('\n');
};
