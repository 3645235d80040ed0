import type { Fault, Measured } from './fault.ts';
import { type Answer, type Probe, probeNames, probes } from './probe.ts';

/** Times of a row: bounds that a run on two cores keeps; null where there is nothing to measure. @unit seconds */
export type Bounds = Readonly<Record<(typeof columns)[number], number | null>>;
const columns = ['longest', 'seen', 'served'] as const;

const steps = [1, 2, 5, 10, 20, 30, 60, 120, 300];
/** A run beside other things takes longer than one alone. */
const room = 1.5;
const stepOf = (ms: number): number => {
  const step = steps.find((each) => each * 1000 >= ms * room);
  if (step === undefined) throw new RangeError(`${ms} ms is more than the table has a bound for`);
  return step;
};

/** The bounds of what was measured; what is no figure is refused. */
export const boundsOf = (
  { name, shown, counts, answers }: Pick<Fault, 'name' | 'shown' | 'counts' | 'answers'>,
  { longestMs, seenMs, servedMs }: Measured,
): Bounds => {
  if (!(longestMs > 0)) throw new RangeError(`${name}: nobody was answered`);
  const isSeen = shown !== undefined || counts !== undefined || Object.keys(answers).length > 0;
  if (isSeen && seenMs === null) throw new RangeError(`${name}: nobody saw it`);
  return { longest: stepOf(longestMs), seen: seenMs === null ? null : stepOf(seenMs), served: stepOf(servedMs) };
};

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

const withTable = (text: string, table: string): string => {
  const begin = text.indexOf(marks[0]) + marks[0].length;
  return `${text.slice(0, begin)}\n${table}\n${text.slice(text.indexOf(marks[1]))}`;
};

/** The bounds that a table states for a fault. */
export const boundsIn = (table: string, name: string): Bounds | undefined => {
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`));
  const cells = row?.split(' | ').slice(3, 6) ?? [];
  if (cells.length < 3 || cells.some((cell) => !/^(?:\d{1,3} s|–)$/.test(cell)) || cells[0] === '–') return undefined;
  const [longest = null, seen = null, served = null] = cells.map((cell) =>
    cell === '–' ? null : Number.parseInt(cell, 10),
  );
  return { longest, seen, served };
};

/** The text with the rows of what was measured; the other rows keep their times. */
export const withMeasured = (text: string, faults: readonly Fault[], measured: ReadonlyMap<string, Bounds>): string => {
  const table = tableIn(text);
  return withTable(
    text,
    faultTable(faults, (name) => measured.get(name) ?? boundsIn(table, name)),
  );
};
