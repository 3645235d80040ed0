import type { LedgerMapping } from '@ronghui/domain/recon';
import { type SkipReason, skipNames } from '@ronghui/domain/table';
import type { CopyPiece } from '#kernel/files/reading/table-reading';

/** By what the rows of a ledger are read. */
export interface LedgerTerms {
  readonly mapping: LedgerMapping;
  readonly maxRows: number;
}

/** A row of a ledger is also skipped because it moves no money of the merchant's. */
export type LedgerSkip = 'neutral';

/** Why rows are skipped, in words. */
export const ledgerSkipNames: Readonly<Record<SkipReason | LedgerSkip, string>> = {
  ...skipNames,
  neutral: '不计收支的行',
};

/** Rows to copy, and how many of them cannot be read. */
export interface LedgerPiece extends CopyPiece<LedgerSkip> {
  readonly badRows: number;
}
