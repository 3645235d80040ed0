import type { Fault, Measured } from './fault.ts';
import { type Answer, type Probe, probeNames, probes } from './probe.ts';

/** Times of a row: bounds that a run on two cores keeps; null where there is nothing to measure. @unit seconds */
export type Bounds = Readonly<Record<(typeof columns)[number], number | null>>;
const columns = ['longest', 'seen', 'served'] as const;

const steps = [1, 2, 5, 10, 20, 30, 60, 120, 300];
/** A run beside other things takes longer than one alone. */
const room = 1.5;
const stepOf = (ms: number | null): number | null =>
  ms === null ? null : (steps.find((step) => step * 1000 >= ms * room) ?? Number.POSITIVE_INFINITY);

/** The bounds of what was measured. */
export const boundsOf = ({ longestMs, seenMs, servedMs }: Measured): Bounds => ({
  longest: stepOf(longestMs),
  seen: stepOf(seenMs),
  served: stepOf(servedMs),
});

const answerText = (answer: Answer): string => answer.replace(/ (\w+)$/, ' `$1`');

const answersText = (answers: Fault['answers']): string => {
  const refused = probes.filter((probe) => answers[probe] !== undefined);
  if (refused.length === 0) return 'what they want';
  const byAnswer = Map.groupBy(refused, (probe: Probe) => answers[probe] ?? '');
  const groups = Array.from(
    byAnswer,
    ([answer, those]) => `${those.map((probe) => probeNames[probe]).join(', ')}: ${answerText(answer)}`,
  );
  return groups.join('; ');
};

const secondsText = (bound: number | null | undefined): string =>
  bound === undefined ? '?' : bound === null ? '–' : `${bound} s`;

/** A row of the table. */
const rowOf = (fault: Fault, bounds: Bounds | undefined): string => {
  const { name, made, answers, alert } = fault;
  const raised = alert === null ? 'none' : `\`${alert}\``;
  const times = columns.map((column) => secondsText(bounds?.[column]));
  return `| ${[name, made, answersText(answers), ...times, 'nothing', raised].join(' | ')} |`;
};

const head = [
  '| Fault | How the run makes it | Callers get | An answer takes at most | Seen within | Served again within | Lost of what was acknowledged | Alert |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
];

/** The table of a list. */
export const faultTable = (faults: readonly Fault[], boundsFor: (name: string) => Bounds | undefined): string =>
  [...head, ...faults.map((fault) => rowOf(fault, boundsFor(fault.name)))].join('\n');

const marks = ['<!-- faults: made by npm run test:long -- faults -->', '<!-- end of faults -->'] as const;

/** The table between the marks of docs/operations.md. */
export const tableIn = (text: string): string => {
  const [begin, end] = [text.indexOf(marks[0]), text.indexOf(marks[1])];
  if (begin < 0 || end < begin) throw new Error('docs/operations.md has no place for the faults');
  return text.slice(begin + marks[0].length, end).trim();
};

/** The text with another table between the marks. */
export const withTable = (text: string, table: string): string => {
  const begin = text.indexOf(marks[0]) + marks[0].length;
  return `${text.slice(0, begin)}\n${table}\n${text.slice(text.indexOf(marks[1]))}`;
};

/** The bounds that a table states for a fault. */
export const boundsIn = (table: string, name: string): Bounds | undefined => {
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`));
  const cells = row?.split(' | ').slice(3, 6) ?? [];
  if (cells.length < 3 || cells[0] === '?' || cells[0] === '–') return undefined;
  const [longest = null, seen = null, served = null] = cells.map((cell) =>
    cell === '–' ? null : Number.parseInt(cell, 10),
  );
  return { longest, seen, served };
};
