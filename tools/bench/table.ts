import type { Figure } from './figures.ts';

const mark = ({ goal, isMet }: Figure): string => (goal === undefined ? '' : isMet === true ? 'met' : '**missed**');

/** The figures as one Markdown table. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => [figure.part, figure.what, figure.value, figure.goal ?? '', mark(figure)]);
  const lines = [['Part', 'What', 'Figure', 'Goal', ''], ['---', '---', '---', '---', '---'], ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
};

/** How many goals are missed, in words. */
export const sumOf = (figures: readonly Figure[]): string => {
  const missed = figures.filter(({ isMet }) => isMet === false).length;
  return missed === 0 ? 'Every goal is met.' : `Goals missed: ${missed}, marked in the last column.`;
};
