import { workerData } from 'node:worker_threads';
import {
  ColumnKinds,
  type HeadNames,
  type LeftOutRow,
  RowSorter,
  type RowSorting,
  type SkipReason,
  type StatedSum,
  surveyedRows,
  TableSurvey,
} from '@ronghui/domain/table';
import { CopyBytes } from './copy-text.ts';
import { bodyPieces, type Heading } from './table-body.ts';
import { TableFault } from './table-fault.ts';
import type { CopyPiece, PreviewPiece, SeenTable, TableTask } from './table-reading.ts';
import type { TableSource } from './table-rows.ts';
import { type Posted, runThread } from './thread-side.ts';
import type { WorkbookFacts } from './xlsx-rows.ts';

const pieceBytes = 256 * 1024;
/** Of the beginning of a table; what it is read as is seen from them. */
const seenRows = 60;

/** Takes in the rows of one file: what a noun makes of them. */
export interface RowIntake<Row, Fault, Found extends object> {
  /** The line of a row in the format of COPY. */
  readonly line: (no: number, row: Row) => string;
  /** … of one that cannot be read. */
  readonly faultyLine: (no: number, faults: readonly Fault[]) => string;
  /** What else was found of the rows since the last piece. */
  readonly found: () => Found;
  readonly maxRows: number;
  /** The sentence of a file with more rows, after its number of rows. */
  readonly tooMany: string;
}

/** Looks through the rows of one file for what a person should know of them. */
export interface RowSurvey<Row, Fault, Surveyed extends object> {
  readonly onRow: (row: Row, no: number) => void;
  readonly onFaulty?: (faults: readonly Fault[]) => void;
  readonly surveyed: () => Surveyed;
}

/** How a noun reads the tables that people bring. */
export interface TableReader<
  Asked,
  Plan,
  Terms,
  Row,
  Own extends string,
  Fault,
  Found extends object,
  Surveyed extends object,
> {
  readonly heads: HeadNames<string>;
  /** How a file is to be read, and by which terms; null where it cannot be read so. */
  readonly plan: (asked: Asked, seen: SeenTable) => { readonly plan: Plan; readonly terms: Terms | null };
  readonly sorting: (terms: Terms, seen: Heading) => RowSorting<Row, Own, Fault>;
  readonly intake: (terms: Terms) => RowIntake<Row, Fault, Found>;
  readonly survey: (terms: Terms) => RowSurvey<Row, Fault, Surveyed>;
}

/** What a sorter has listed since it was asked last. */
const newlyListed = <Own extends string>(sorter: Pick<RowSorter<unknown, Own, unknown>, 'leftOut' | 'sums'>) => {
  let [leftOut, sums] = [0, 0];
  return (): { readonly leftOut: readonly LeftOutRow<SkipReason | Own>[]; readonly sums: readonly StatedSum[] } => {
    const { noted } = sorter.leftOut;
    const pending = { leftOut: noted.slice(leftOut), sums: sorter.sums.slice(sums) };
    [leftOut, sums] = [noted.length, sorter.sums.length];
    return pending;
  };
};

/** Counts what was skipped since it was asked last. */
const skipCounter = <Reason extends string>() => {
  let counts: Partial<Record<Reason, number>> = {};
  return {
    add(reason: Reason, rows: number): void {
      if (rows > 0) counts[reason] = (counts[reason] ?? 0) + rows;
    },
    take(): Readonly<Partial<Record<Reason, number>>> {
      const taken = counts;
      counts = {};
      return taken;
    },
  };
};

/** The rows of a file's table as pieces to copy. */
export const rowPieces = async function* <Terms, Row, Own extends string, Fault, Found extends object>(
  source: TableSource,
  terms: Terms,
  {
    heads,
    sorting,
    intake,
  }: Pick<TableReader<never, unknown, Terms, Row, Own, Fault, Found, object>, 'heads' | 'sorting' | 'intake'>,
): AsyncGenerator<Posted<CopyPiece<Own> & Found>> {
  const { line, faultyLine, found, maxRows, tooMany } = intake(terms);
  const made = new CopyBytes();
  const skips = skipCounter<SkipReason | Own>();
  let sorter: RowSorter<Row, Own, Fault> | undefined;
  let listed: ReturnType<typeof newlyListed<Own>> | undefined;
  let [text, all, rows, lastShare] = ['', 0, 0, 0];
  const take = (share: number): Posted<CopyPiece<Own> & Found> => {
    const bytes = made.take();
    const counted = { rows, skipped: skips.take(), amounts: sorter?.leftOut.counts ?? [] };
    const piece = { bytes, share, ...counted, leftOut: [], sums: [], ...listed?.(), ...found() };
    rows = 0;
    return { piece, transfer: [bytes.buffer] };
  };
  for await (const { beginning, above, rows: arrived, share } of bodyPieces(source, heads)) {
    if (beginning !== undefined) {
      sorter = new RowSorter(sorting(terms, beginning));
      listed = newlyListed(sorter);
      skips.add('preamble', beginning.preamble.length);
    }
    if (sorter === undefined) continue;
    lastShare = share;
    if (above !== undefined) sorter.begin();
    for (const { no, cells } of above ?? []) skips.add(sorter.takeAbove(no, cells).reason, 1);
    for (const { no, cells } of arrived) {
      const sorted = sorter.take(no, cells);
      if (sorted.kind === 'skipped') {
        skips.add(sorted.reason, 1);
        continue;
      }
      all += 1;
      if (all > maxRows) throw new TableFault(`文件超过 ${maxRows.toLocaleString('en-US')} 行，${tooMany}`);
      rows += 1;
      text += sorted.kind === 'row' ? line(no, sorted.row) : faultyLine(no, sorted.faults);
      if (text.length < pieceBytes) continue;
      made.add(text);
      text = '';
      yield take(share);
    }
    // A text that is joined of others keeps them, and the piece of the file that their cells were cut from: as bytes it keeps nothing.
    made.add(text);
    text = '';
    if (made.length >= pieceBytes) yield take(share);
  }
  yield take(lastShare);
};

/** The first rows of a file's table, how they are to be read, and what a person should know of all of it. */
export const tablePreview = async function* <
  Asked,
  Plan,
  Terms,
  Row,
  Own extends string,
  Fault,
  Surveyed extends object,
>(
  source: TableSource,
  asked: Asked,
  reader: Omit<TableReader<Asked, Plan, Terms, Row, Own, Fault, object, Surveyed>, 'intake'>,
): AsyncGenerator<Posted<PreviewPiece<Plan, Own, Fault, Surveyed>>> {
  let begun: Omit<PreviewPiece<Plan, Own, Fault, Surveyed>, 'survey'> | undefined;
  let through: TableSurvey<Row, Own, Fault> | undefined;
  let noun: RowSurvey<Row, Fault, Surveyed> | undefined;
  let kinds: ColumnKinds | undefined;
  const beside: number[] = [];
  let all = 0;
  let isComplete = true;
  let workbook: WorkbookFacts | undefined;
  for await (const { beginning, above, rows, facts } of bodyPieces(source, reader.heads)) {
    workbook = facts;
    if (beginning !== undefined) {
      const { first, ...heading } = beginning;
      const seen = { ...heading, rows: first.slice(0, seenRows) };
      const { plan, terms } = reader.plan(asked, seen);
      begun = { seen, plan };
      if (terms === null) break;
      noun = reader.survey(terms);
      kinds = new ColumnKinds(seen.head.cells.length);
      through = new TableSurvey(new RowSorter(reader.sorting(terms, seen)), noun);
    }
    if (above !== undefined) through?.beginSheet(above);
    for (const { no, cells } of rows) {
      if (through?.take(no, cells) === true) kinds?.take(cells);
      else if (beside.length < seenRows) beside.push(no);
    }
    all += rows.length;
    isComplete = all < surveyedRows;
    if (!isComplete) break;
  }
  if (begun === undefined) return;
  const survey = through && noun && { ...through.result(isComplete), ...noun.surveyed() };
  const seen = kinds === undefined ? begun.seen : { ...begun.seen, kinds: kinds.found, beside };
  yield {
    piece: { ...begun, seen, ...(survey !== undefined && { survey }), ...(workbook !== undefined && { workbook }) },
  };
};

/** The reading thread of a noun: it looks through a file before anything counts, or takes its rows in. @source R11.6, R13.1 */
export const runTableThread = <
  Asked extends object,
  Plan,
  Terms extends object,
  Row,
  Own extends string,
  Fault,
  Found extends object,
  Surveyed extends object,
>(
  reader: TableReader<Asked, Plan, Terms, Row, Own, Fault, Found, Surveyed>,
): Promise<void> => {
  // The one place that starts such a thread sends a task.
  const task = workerData as TableTask<Asked, Terms>;
  return runThread<PreviewPiece<Plan, Own, Fault, Surveyed> | (CopyPiece<Own> & Found)>(() =>
    task.mode === 'preview' ? tablePreview(task.source, task, reader) : rowPieces(task.source, task, reader),
  );
};
