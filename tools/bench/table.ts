import type { Figure } from './figures.ts';

const mark = ({ goal, isMet }: Figure): string => (goal === undefined ? '' : isMet === true ? 'met' : '**missed**');

/** The figures as one Markdown table. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => [figure.part, figure.what, figure.value, figure.goal ?? '', mark(figure)]);
  const lines = [['Part', 'What', 'Figure', 'Goal', ''], ['---', '---', '---', '---', '---'], ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
};

const intro = `# Figures

Written by \`npm run bench\`: one run, one table; nothing here is written by hand. \`npm run bench -- reads logins start bytes lighthouse chat\` prints
single parts. Compare ratios, not absolutes: both sides of a ratio were measured in turn, in the same run.

- The server is the product's own process on its own data folder, over loopback, logs at \`info\`. The limits that count by address are lifted
  (\`LIMITS\`), because the load comes from one; everything else is as it is served.
- The load comes from processes of its own over kept connections (32 for reads), each call with a nonce and a sign of its own. Calls are signed
  before the clock starts. A reply with any other status than the expected one ends the run without a table.
- reads: seven rounds of each contestant in turn after one for the compilers; medians. The processor's time beside each figure is that of the
  answering process alone, without the database's.
- logins: real accounts, right passwords, every write of a login included; a client sends its next login as soon as the last reply is there, also
  after a refusal. The visitor asks for the 12 products 50 times a second. Three rounds of four seconds; medians.
- bytes: body bytes over the wire in Chromium, everything that a route pulls in until it has been idle for five seconds.
- lighthouse: as a phone, median of five, against a page of the same words without style, script or picture, in turn.
`;

/** The whole page. */
export const pageOf = (
  figures: readonly Figure[],
  { commit, machine }: { readonly commit: string; readonly machine: string },
): string => {
  const date = new Date().toISOString().slice(0, 10);
  const missed = figures.filter(({ isMet }) => isMet === false).length;
  const sum = missed === 0 ? 'Every goal is met.' : `${missed} goals are missed, marked in the last column.`;
  return `${intro}\n${date}, commit ${commit}. ${machine}. ${sum}\n\n${tableOf(figures)}`;
};
