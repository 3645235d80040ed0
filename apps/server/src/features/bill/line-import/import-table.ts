import type { ColumnMapping, LineFault, lineHeadFault } from '@ronghui/domain/line-import';
import type { RowChoices } from '@ronghui/domain/table';
import type { CopyPiece, PreviewPiece } from '#kernel/files/reading/table-reading';
import type { WireMapping } from './mapping-of.ts';

/** By what the rows of a file are read. */
export interface ImportTerms {
  readonly mapping: ColumnMapping;
  readonly choices: RowChoices;
  readonly maxRows: number;
  /** The days of the stage that lines are imported into, without the last. */
  readonly period: { readonly from: string; readonly until: string };
}

/** What is asked of a file before it counts: by a given mapping, or by what can be made of its head. */
export interface AskedLines extends Pick<ImportTerms, 'choices' | 'maxRows' | 'period'> {
  readonly given: ColumnMapping | undefined;
  /** The mappings of the last imports, of which the first counts whose columns the file has. */
  readonly earlier: readonly { readonly name: string; readonly mapping: WireMapping }[];
}

/** How a file is to be read. */
export interface LinePlan {
  readonly mapping: ColumnMapping;
  readonly choices: RowChoices;
  /** The file whose import is followed. */
  readonly recalledFrom?: string;
  readonly fault: ReturnType<typeof lineHeadFault>;
}

/** Those whom a line names: tenant, project, product and organisation, as the file calls them. */
export type Party = readonly [tenant: string, project: string, product: string, org: string];

/** Rows to copy, with the parties that they are the first to name. */
export interface StagedPiece extends CopyPiece {
  readonly parties: readonly Party[];
}

/** Rows that share something that should be looked at, the first of them by their numbers in the file. */
export interface DoubtfulRows {
  readonly rows: number;
  readonly first: readonly number[];
}

/** What should be known of a file of lines. @unit fen for the amounts */
export interface SurveyedLines {
  readonly income: number;
  readonly expense: number;
  /** The row where the amounts came to more than sums hold; those after it are not in them. */
  readonly tooMuchAt: number | null;
  /** Lines of days that are not in the stage. */
  readonly outside: DoubtfulRows;
  /** Numbers that stand on more than one day. */
  readonly repeated: DoubtfulRows;
}

/** A file of lines as it is looked through. */
export type LinePreviewPiece = PreviewPiece<LinePlan, never, LineFault, SurveyedLines>;

/** What is known of a file whose amounts come to more than sums hold. */
export const tooMuch = (no: number): string => `到第 ${no} 行，金额的合计过大，请检查“金额”所在的列。`;
