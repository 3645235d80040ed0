import type { LedgerField } from './ledger-columns.ts';

/** What is wrong with a cell of a row. */
export interface LedgerFault {
  readonly field: LedgerField;
  /** What the cell says. */
  readonly text: string;
  readonly reason: string;
}
