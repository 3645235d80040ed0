import { workerData } from 'node:worker_threads';
import type { HeadNames, SkipReason } from '@ronghui/domain/table';
import { CopyBytes } from './copy-text.ts';
import { bodyPieces } from './table-body.ts';
import { TableFault } from './table-fault.ts';
import type { CopyPiece, SeenTable, TableTask } from './table-reading.ts';
import type { TableSource } from './table-rows.ts';
import { type Posted, runThread } from './thread-side.ts';
import type { TableRow } from './xlsx-rows.ts';

const pieceBytes = 256 * 1024;
const shownRows = 20;
const mostSkipped = 60;

/** Takes in the rows of one file: what a noun makes of them. */
export interface RowIntake<Own extends string, Found extends object> {
  /** The line of a row in the format of COPY, or why the row is skipped. */
  readonly read: (row: TableRow) => string | { readonly skipped: SkipReason | Own };
  /** What else was found of the rows since the last piece. */
  readonly found: () => Found;
  readonly maxRows: number;
  /** The sentence of a file with more rows, after its number of rows. */
  readonly tooMany: string;
}

/** The rows of a file's table as pieces to copy. */
const rowPieces = async function* <Own extends string, Found extends object>(
  source: TableSource,
  heads: HeadNames<string>,
  { read, found, maxRows, tooMany }: RowIntake<Own, Found>,
): AsyncGenerator<Posted<CopyPiece<Own> & Found>> {
  type Skip = SkipReason | Own;
  const made = new CopyBytes();
  let [text, all, lastShare] = ['', 0, 0];
  let pending = { rows: 0, skipped: {} as Partial<Record<Skip, number>> };
  const skip = (reason: Skip, rows: number): void => {
    if (rows > 0) pending.skipped[reason] = (pending.skipped[reason] ?? 0) + rows;
  };
  const take = (share: number): Posted<CopyPiece<Own> & Found> => {
    const bytes = made.take();
    const piece = { bytes, share, ...pending, ...found() };
    pending = { rows: 0, skipped: {} };
    return { piece, transfer: [bytes.buffer] };
  };
  for await (const { beginning, rows, share } of bodyPieces(source, heads)) {
    skip('preamble', beginning?.preamble.length ?? 0);
    lastShare = share;
    for (const row of rows) {
      const line = read(row);
      if (typeof line !== 'string') {
        skip(line.skipped, 1);
        continue;
      }
      all += 1;
      if (all > maxRows) throw new TableFault(`文件超过 ${maxRows.toLocaleString('en-US')} 行，${tooMany}`);
      pending.rows += 1;
      text += line;
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

/** Tells which rows below the head are skipped, asked for one row after the other. */
type SkipsOf = (cells: readonly string[]) => SkipReason | null;

/** The first rows of a file's table. */
const firstRows = async function* (
  source: TableSource,
  heads: HeadNames<string>,
  skipOf: SkipsOf,
): AsyncGenerator<Posted<SeenTable>> {
  for await (const { beginning, rows } of bodyPieces(source, heads)) {
    if (beginning === undefined) continue;
    const skipped: SeenTable['skipped'][number][] = beginning.preamble.map(({ no }) => ({
      row: no,
      reason: 'preamble',
    }));
    const shown: TableRow[] = [];
    for (const row of rows) {
      const reason = skipOf(row.cells);
      if (reason !== null) skipped.push({ row: row.no, reason });
      else if (shown.length < shownRows) shown.push(row);
      else break;
    }
    yield { piece: { head: beginning.head, rows: shown, skipped: skipped.slice(0, mostSkipped) } };
    return;
  }
};

/** How a noun reads the tables that people bring. */
export interface TableReader<Terms extends object, Own extends string, Found extends object> {
  readonly heads: HeadNames<string>;
  /** Of one file: what is skipped may depend on the rows before. */
  readonly skips: () => SkipsOf;
  readonly intake: (terms: Terms, skipOf: SkipsOf) => RowIntake<Own, Found>;
}

/** The reading thread of a noun: it looks at the first rows of a file, or takes in all of them. @source R11.6, R13.1 */
export const runTableThread = <Terms extends object, Own extends string, Found extends object>({
  heads,
  skips,
  intake,
}: TableReader<Terms, Own, Found>): Promise<void> => {
  // The one place that starts such a thread sends a task.
  const task = workerData as TableTask<Terms>;
  return runThread<SeenTable | (CopyPiece<Own> & Found)>(() =>
    task.mode === 'look'
      ? firstRows(task.source, heads, skips())
      : rowPieces(task.source, heads, intake(task, skips())),
  );
};
