import { commonLengths } from './align-entries.ts';

/** A line of a text that changed: it stayed, went or came; or how many lines that stayed are left out. */
export type ChangedLine =
  | { readonly kind: 'same' | 'gone' | 'fresh'; readonly text: string }
  | { readonly kind: 'skipped'; readonly count: number };

type Line = Exclude<ChangedLine, { kind: 'skipped' }>;

/** How many lines around a change are shown. */
const context = 2;
/** Beyond this many pairs of lines what lies between the first and the last change is shown whole, as gone and come. */
const mostCompared = 4_000_000;

const linesAs = (kind: Line['kind'], lines: readonly string[]): Line[] => lines.map((text) => ({ kind, text }));

/** Which lines stayed, went and came between two texts that begin and end differently. */
const alignedLines = (before: readonly string[], after: readonly string[]): Line[] => {
  if (before.length * after.length > mostCompared) return [...linesAs('gone', before), ...linesAs('fresh', after)];
  const lengths = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    const [was, is] = [before[i] ?? '', after[j] ?? ''];
    if (was === is) {
      lines.push({ kind: 'same', text: is });
      i += 1;
      j += 1;
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
      lines.push({ kind: 'gone', text: was });
      i += 1;
    } else {
      lines.push({ kind: 'fresh', text: is });
      j += 1;
    }
  }
  return [...lines, ...linesAs('gone', before.slice(i)), ...linesAs('fresh', after.slice(j))];
};

const sameEnds = (before: readonly string[], after: readonly string[]): readonly [head: number, tail: number] => {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [head, tail];
};

/** The lines that differ between two texts, each with some lines around it; what stayed beyond them is counted. @source R11.3 */
export const changedLines = (before: string, after: string): readonly ChangedLine[] => {
  const [former, latter] = [before.split('\n'), after.split('\n')];
  const [head, tail] = sameEnds(former, latter);
  const lines = [
    ...linesAs('same', latter.slice(0, head)),
    ...alignedLines(former.slice(head, former.length - tail), latter.slice(head, latter.length - tail)),
    ...linesAs('same', latter.slice(latter.length - tail)),
  ];
  const isNear = (place: number): boolean =>
    lines.slice(Math.max(0, place - context), place + context + 1).some(({ kind }) => kind !== 'same');
  const shown: ChangedLine[] = [];
  for (const [place, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(place)) shown.push(line);
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', count: last.count + 1 };
    else shown.push({ kind: 'skipped', count: 1 });
  }
  return shown;
};
