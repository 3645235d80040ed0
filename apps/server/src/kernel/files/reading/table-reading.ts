import type { LeftOutCount, LeftOutRow, SkipReason, StatedSum, SurveyedTable } from '@ronghui/domain/table';
import { copyRows, type Tx } from '#kernel/database/db';
import { inThread } from './in-thread.ts';
import type { Heading } from './table-body.ts';
import { TableFault } from './table-fault.ts';
import type { TableSource } from './table-rows.ts';
import type { TableRow, WorkbookFacts } from './xlsx-rows.ts';

/** What a reading thread is asked for: a preview of what its noun asks, or all rows by the terms of its noun. */
export type TableTask<Asked extends object, Terms extends object> =
  | ({ readonly mode: 'preview'; readonly source: TableSource } & Asked)
  | ({ readonly mode: 'read'; readonly source: TableSource } & Terms);

/** Rows in the format of COPY, and how many were skipped; a noun has reasons of its own. */
export interface CopyPiece<Own extends string = never> {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly skipped: Readonly<Partial<Record<SkipReason | Own, number>>>;
  /** The first of the rows that were left out, and the sums that the file states. */
  readonly leftOut: readonly LeftOutRow<SkipReason | Own>[];
  readonly sums: readonly StatedSum[];
  /** The rows that were left out until here by their reasons, with what can be read of their amounts. */
  readonly amounts: readonly LeftOutCount<SkipReason | Own>[];
  /** How much of the file has been read, from 0 to 1. */
  readonly share: number;
}

/** The first rows of a file. */
export interface SeenTable extends Heading {
  readonly rows: readonly TableRow[];
  /** By column what stands in it anywhere, where that is of few kinds; not known before all rows are gone through. */
  readonly kinds?: readonly (readonly string[])[];
  /** The numbers of those rows that are none of the table: sums, its head again, notes; not known before the plan is made. */
  readonly beside?: readonly number[];
}

/** What a preview gives: the first rows, how they are to be read, and where they can be, what should be known of all of them. */
export interface PreviewPiece<Plan, Own extends string, Fault, Surveyed extends object> {
  readonly seen: SeenTable;
  readonly plan: Plan;
  readonly survey?: SurveyedTable<Own, Fault> & Surveyed;
  readonly workbook?: WorkbookFacts;
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

/** Looks through a file in the thread of a noun; through the beginning of one that is very long. */
export const previewTable = async <Piece>(thread: URL, task: { readonly source: TableSource }): Promise<Piece> => {
  const limits = { ...bounds[task.source.kind], timeoutMs: lookTimeoutMs };
  for await (const piece of inThread<Piece>(thread, { ...task, mode: 'preview' }, limits)) return piece;
  throw new TableFault('文件里没有表头和数据行，请检查文件是否选对。');
};

/** A row that was left out, as the result lists it. @unit fen for the amount */
export interface ListedRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly amount?: number;
}

/** What was counted of the rows that were copied; the reasons are in words. */
export interface CountedRows {
  readonly rows: number;
  readonly skipped: {
    readonly reason: string;
    readonly rows: number;
    readonly listed: readonly ListedRow[];
    /** What can be read of their amounts. @unit fen */
    readonly amount?: number;
  }[];
  readonly sums: readonly StatedSum[];
}

/** Of each reason. */
const mostListed = 20;

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
  const listed = new Map<SkipReason | Own, ListedRow[]>();
  const sums: StatedSum[] = [];
  let rows = 0;
  let amounts: Piece['amounts'] = [];
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      rows += piece.rows;
      // The type of Object.entries loses the literal keys.
      for (const [reason, count] of Object.entries(piece.skipped) as [SkipReason | Own, number][]) {
        skipped.set(reason, (skipped.get(reason) ?? 0) + count);
      }
      for (const { row, reason, cells, amount } of piece.leftOut) {
        const known = listed.get(reason) ?? [];
        listed.set(reason, known);
        if (known.length < mostListed) known.push({ row, cells, ...(amount !== null && { amount }) });
      }
      sums.push(...piece.sums);
      ({ amounts } = piece);
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
  return {
    rows,
    skipped: Array.from(skipped, ([reason, count]) => {
      const amount = amounts.find((each) => each.reason === reason)?.amount;
      return {
        reason: skipNames[reason],
        rows: count,
        listed: listed.get(reason) ?? [],
        ...(amount != null && { amount }),
      };
    }),
    sums,
  };
};
