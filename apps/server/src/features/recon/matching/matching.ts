import type { Tx } from '#kernel/database/db';
import { JobFailed } from '#kernel/jobs/sent-job';
import { finishTables, makeTables } from '../recon.sql.ts';
import { carryMarks } from './carried-marks.sql.ts';
import { compareRuns } from './changes.sql.ts';
import { createTables, drawMany, dropTables, storeSingles } from './first-pass.sql.ts';
import { matchGroups } from './groups.sql.ts';
import { storeMet, storeTotals } from './items.sql.ts';
import { storeLeft } from './left.sql.ts';
import type { Matched, MatchedRun } from './matched-run.ts';
import { dropPools, placeRest, setDuplicatesAside } from './pools.sql.ts';
import { matchAmounts, matchReferences } from './rules.sql.ts';
import { areSumsSafe, drawLines, prepareMatching, readBills } from './side-lines.sql.ts';

export type { Matched, MatchedRun } from './matched-run.ts';

/** The columns of the ledger's rows as they are copied in. */
export const ledgerColumns = 'row_no, reference, counterparty, fen, occurred_on, faults';

/** Makes the table `ledger_row` of one run; it is this transaction's, and goes with it. */
export const createLedgerTable = createTables;

/** Matches what has no single reference on both sides: the long way, rule by rule. */
const matchRest = async (tx: Tx, run: MatchedRun): Promise<void> => {
  const left = await placeRest(tx);
  await setDuplicatesAside(tx, run, left);
  if (left.sharesReferences) await matchReferences(tx, run.settings, left);
  await matchAmounts(tx, run.settings, left);
  await matchGroups(tx, run.settings, left);
  await storeMet(tx, run);
  await storeLeft(tx, run);
  await dropPools(tx);
};

/**
 * Matches the rows of `ledger_row` with the lines of the stage and stores the items and totals of the run, as `matchLedger` of the domain: by
 * set operations. The tables of the run are part of the whole at the end.
 *
 * @source R13.2, R13.5, billing.md, reconciliation
 */
export const matchRun = async (tx: Tx, run: MatchedRun): Promise<Matched> => {
  await prepareMatching(tx);
  // Before the lines: an answer in between makes the run outdated, and is never taken for one that it met.
  const madeOf = await readBills(tx, run);
  await drawLines(tx, run);
  if (!(await areSumsSafe(tx))) throw new JobFailed('金额合计过大，不能对账。');
  await makeTables(tx, run.runNo);
  await drawMany(tx);
  if (await storeSingles(tx, run)) await matchRest(tx, run);
  const nextItemNo = await storeTotals(tx, run);
  const changes = run.comparedRunNo === null ? null : await compareRuns(tx, run, run.comparedRunNo);
  await finishTables(tx, run.runNo);
  if (run.comparedRunNo !== null) await carryMarks(tx, run, run.comparedRunNo);
  await dropTables(tx);
  return { nextItemNo, madeOf, changes };
};
