import type { Output } from '@ronghui/contract';
import type { ReconSettings } from '@ronghui/domain/recon';
import type { Tx } from '#kernel/database/db';

/** What a run compares. */
export interface MatchedRun {
  readonly tenantId: string;
  readonly runId: string;
  readonly runNo: number;
  readonly stageId: string;
  readonly side: 'fee' | 'basis';
  readonly direction: 'payable' | 'receivable';
  readonly settings: ReconSettings;
  /** The number of the run that it is compared with. */
  readonly comparedRunNo: number | null;
}

/** What came of the matching. */
export interface Matched {
  /** The number of the next item. */
  readonly nextItemNo: number;
  readonly madeOf: NonNullable<Output<'recon.get'>['madeOf']>;
  /** Against the run that it is compared with; null without one. */
  readonly changes: Output<'recon.changes'>['changes'] | null;
}

/** The columns of the ledger's rows as they are copied in. */
export const ledgerColumns = 'row_no, reference, counterparty, fen, occurred_on, faults';

/** Makes the table `ledger_row` of one run; it is this transaction's, and goes with it. */
export const createLedgerTable = async (_tx: Tx): Promise<void> => Promise.reject(new Error('not there yet'));

/** Matches the rows of `ledger_row` with the lines of the stage and stores the items and totals of the run. */
export const matchRun = async (_tx: Tx, _run: MatchedRun): Promise<Matched> =>
  Promise.reject(new Error('not there yet'));
