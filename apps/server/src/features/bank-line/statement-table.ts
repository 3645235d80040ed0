import type { BankFault, BankMapping, BankRow, bankHeadFault } from '@ronghui/domain/bank-line';
import type { LedgerSkip } from '@ronghui/domain/recon';
import { type RowChoices, type SkipReason, skipNames } from '@ronghui/domain/table';
import type { CopyPiece, PreviewPiece } from '#kernel/files/reading/table-reading';
import type { WireMapping } from './mapping-of.ts';

/** By what the rows of a statement are read. */
export interface StatementTerms {
  readonly mapping: BankMapping;
  readonly choices: RowChoices;
}

/** What is asked of a statement before it counts: by a given mapping, or by what can be made of its head. */
export interface AskedStatement {
  readonly given: BankMapping | undefined;
  /** The last files of the account, of which the first counts whose columns the file has. */
  readonly earlier: readonly { readonly name: string; readonly mapping: WireMapping }[];
  readonly choices: RowChoices;
}

/** How a statement is to be read. */
export interface StatementPlan {
  readonly mapping: BankMapping;
  readonly choices: RowChoices;
  /** The file that is followed. */
  readonly recalledFrom?: string;
  readonly fault: ReturnType<typeof bankHeadFault>;
}

/** Why rows are skipped, in words. */
export const statementSkipNames: Readonly<Record<SkipReason | LedgerSkip, string>> = {
  ...skipNames,
  neutral: '没有金额的行',
  failed: '没有成功的交易',
};

/** A row of a file as its thread hands it on: a line, or what is wrong with it. */
export type HandedRow =
  | { readonly no: number; readonly line: BankRow }
  | { readonly no: number; readonly faults: readonly BankFault[] };

/** Rows as lines of JSON. */
export type StatementPiece = CopyPiece<LedgerSkip>;

/** A statement as it is looked through. @unit fen */
export type StatementPreviewPiece = PreviewPiece<
  StatementPlan,
  LedgerSkip,
  BankFault,
  { readonly income: number; readonly expense: number }
>;

/** Of one file; a longer one is imported month by month. */
export const mostLines = 20_000;
