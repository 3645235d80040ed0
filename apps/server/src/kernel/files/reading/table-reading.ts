import type { SkipReason } from '@ronghui/domain/table';
import { copyRows, type Tx } from '#kernel/database/db';
import { inThread } from './in-thread.ts';
import { TableFault } from './table-fault.ts';
import type { TableSource } from './table-rows.ts';
import type { TableRow } from './xlsx-rows.ts';

/** What a reading thread is asked for: a look at the first rows, or all of them by the terms of its noun. */
export type TableTask<Terms extends object> =
  | { readonly mode: 'look'; readonly source: TableSource }
  | ({ readonly mode: 'read'; readonly source: TableSource } & Terms);

/** Rows in the format of COPY, and how many were skipped; a noun has reasons of its own. */
export interface CopyPiece<Own extends string = never> {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly skipped: Readonly<Partial<Record<SkipReason | Own, number>>>;
  /** How much of the file has been read, from 0 to 1. */
  readonly share: number;
}

/** The first rows of a file. */
export interface SeenTable {
  readonly head: TableRow;
  readonly rows: readonly TableRow[];
  readonly skipped: readonly { readonly row: number; readonly reason: SkipReason }[];
}

/** What a reading thread may take. @source security 4.8 */
const bounds = {
  csv: { heapMb: 128, timeoutMs: 600_000 },
  xlsx: { heapMb: 512, timeoutMs: 120_000 },
} as const;
const lookTimeoutMs = 20_000;

/** Reads a whole file in the thread of a noun, piece by piece. */
export const readTable = <Piece>(
  thread: URL,
  task: { readonly source: TableSource },
  signal: AbortSignal,
): AsyncGenerator<Piece> => inThread<Piece>(thread, { ...task, mode: 'read' }, { ...bounds[task.source.kind], signal });

/** Looks at the first rows of a file in the thread of a noun. */
export const lookIntoTable = async (thread: URL, source: TableSource): Promise<SeenTable> => {
  const task = { source, mode: 'look' };
  const limits = { ...bounds[source.kind], timeoutMs: lookTimeoutMs };
  for await (const seen of inThread<SeenTable>(thread, task, limits)) return seen;
  throw new TableFault('文件里没有表头和数据行，请检查文件是否选对。');
};

/** What was counted of the rows that were copied; the reasons are in words. */
export interface CountedRows {
  readonly rows: number;
  readonly skipped: { readonly reason: string; readonly rows: number }[];
}

interface Copying<Own extends string, Piece> {
  readonly skipNames: Readonly<Record<SkipReason | Own, string>>;
  /** Called for each piece before it is copied. */
  readonly onPiece: (piece: Piece) => void;
  /** Reports how much of the file has been read, from 0 to 1. */
  readonly report: (share: number, words: string) => Promise<void>;
}

/** Copies the pieces of a file into a table; how many rows they are is counted while they go by. */
export const copyPieces = async <Own extends string, Piece extends CopyPiece<Own>>(
  tx: Tx,
  into: string,
  pieces: AsyncGenerator<Piece>,
  { skipNames, onPiece, report }: Copying<Own, Piece>,
): Promise<CountedRows> => {
  const skipped = new Map<SkipReason | Own, number>();
  let rows = 0;
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      rows += piece.rows;
      // The type of Object.entries loses the literal keys.
      for (const [reason, count] of Object.entries(piece.skipped) as [SkipReason | Own, number][]) {
        skipped.set(reason, (skipped.get(reason) ?? 0) + count);
      }
      onPiece(piece);
      yield piece.bytes;
      await report(piece.share, `正在读取，已 ${rows.toLocaleString('en-US')} 行`);
    }
  };
  try {
    await copyRows(tx, `copy ${into} from stdin`, bytes());
  } finally {
    // Also when the connection was lost and nobody reads on.
    await pieces.return(undefined);
  }
  return { rows, skipped: Array.from(skipped, ([reason, count]) => ({ reason: skipNames[reason], rows: count })) };
};
