import type { ColumnMapping } from '@ronghui/domain/line-import';
import type { CopyPiece } from '#kernel/files/reading/table-reading';

/** By what the rows of a file are read. */
export interface ImportTerms {
  readonly mapping: ColumnMapping;
  readonly maxRows: number;
}

/** Those whom a line names: tenant, project, product and organisation, as the file calls them. */
export type Party = readonly [tenant: string, project: string, product: string, org: string];

/** Rows to copy, with the parties that they are the first to name. */
export interface StagedPiece extends CopyPiece {
  readonly parties: readonly Party[];
}
