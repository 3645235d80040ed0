import type { Figure } from './figures.ts';

const mark = ({ goal, isMet, isMissing }: Figure): string => {
  if (isMissing === true) return '**not measured**';
  return goal === undefined ? '' : isMet === true ? 'met' : '**missed**';
};

/** The figures as one Markdown table. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => [figure.part, figure.what, figure.value, figure.goal ?? '', mark(figure)]);
  const lines = [['Part', 'What', 'Figure', 'Goal', ''], ['---', '---', '---', '---', '---'], ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
};

/** A sentence on missed goals and missing measurements. */
export const sumOf = (figures: readonly Figure[]): string => {
  const missed = figures.filter(({ isMet }) => isMet === false).length;
  const missing = figures.filter(({ isMissing }) => isMissing === true);
  const met = missing.length === 0 ? 'Every goal is met.' : 'No goal is missed of those that were measured.';
  return [
    missed === 0 ? met : `Goals missed: ${missed}, marked in the last column.`,
    ...(missing.length === 0 ? [] : [`Not measured: ${missing.map(({ what }) => what).join(', ')}.`]),
  ].join(' ');
};
