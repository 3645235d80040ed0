import type { LedgerMapping } from '@ronghui/domain/recon';
import type { SkipReason } from '@ronghui/domain/table';
import type { TableSource } from '#kernel/files/reading/table-rows';
import type { TableRow } from '#kernel/files/reading/xlsx-rows';

/** What the reading thread is asked for: a look at the first rows, or all of them by a mapping. */
export type LedgerTask =
  | { readonly mode: 'look'; readonly source: TableSource }
  | { readonly mode: 'read'; readonly source: TableSource; readonly mapping: LedgerMapping; readonly maxRows: number };

/** Why a row is skipped: by its place in the table, or because it moves no money of the merchant's. */
export type LedgerSkip = SkipReason | 'neutral';

/** Rows in the format of COPY. */
export interface LedgerPiece {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly badRows: number;
  readonly skipped: Readonly<Partial<Record<LedgerSkip, number>>>;
  readonly share: number;
}

/** The first rows of a file. */
export interface LedgerBeginning {
  readonly head: TableRow;
  readonly rows: readonly TableRow[];
  readonly skipped: readonly { readonly row: number; readonly reason: LedgerSkip }[];
}
