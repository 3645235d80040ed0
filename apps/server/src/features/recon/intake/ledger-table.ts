import type { LedgerFault, LedgerMapping, LedgerSkip, ledgerHeadFault } from '@ronghui/domain/recon';
import { type RowChoices, type SkipReason, skipNames } from '@ronghui/domain/table';
import type { CopyPiece, PreviewPiece } from '#kernel/files/reading/table-reading';
import type { WireMapping } from './mapping-of.ts';

/** By what the rows of a ledger are read. */
export interface LedgerTerms {
  readonly mapping: LedgerMapping;
  readonly choices: RowChoices;
  readonly maxRows: number;
}

/** What is asked of a ledger before it counts: by a given mapping, or by what can be made of its head. */
export interface AskedLedger {
  readonly given: LedgerMapping | undefined;
  /** The tenant's saved sources, of which the first counts whose columns the file has. */
  readonly sources: readonly { readonly name: string; readonly mapping: WireMapping }[];
  readonly choices: RowChoices;
  readonly maxRows: number;
}

/** How a ledger is to be read. */
export interface LedgerPlan {
  readonly mapping: LedgerMapping;
  readonly choices: RowChoices;
  /** The saved source that is followed. */
  readonly source?: string;
  readonly fault: ReturnType<typeof ledgerHeadFault>;
}

/** Why rows are skipped, in words. */
export const ledgerSkipNames: Readonly<Record<SkipReason | LedgerSkip, string>> = {
  ...skipNames,
  neutral: '不计收支的行',
  failed: '没有成功的交易',
};

/** Rows to copy, and how many of them cannot be read. */
export interface LedgerPiece extends CopyPiece<LedgerSkip> {
  readonly badRows: number;
}

/** What should be known of a ledger: what comes in and goes out, and which values of its column of sides nobody has named. @unit fen */
export interface SurveyedLedger {
  readonly income: number;
  readonly expense: number;
  readonly unknownSides: readonly string[];
}

/** A ledger as it is looked through. */
export type LedgerPreviewPiece = PreviewPiece<LedgerPlan, LedgerSkip, LedgerFault, SurveyedLedger>;
