import type { ReconPhase } from '@ronghui/domain/recon';
import type { Tx } from '#kernel/database/db';
import { JobFailed } from '#kernel/jobs/sent-job';
import { readCarried } from '../carrying/carried.sql.ts';
import { carryItems } from '../carrying/carried-items.sql.ts';
import { carryMarks } from '../carrying/carried-marks.sql.ts';
import { drawDecided } from '../carrying/decided.sql.ts';
import { finishTables, makeTables } from '../recon.sql.ts';
import { compareRuns } from './changes.sql.ts';
import { explainDifferences } from './difference-rules.sql.ts';
import { createTables, drawMany, dropTables, storeSingles } from './first-pass.sql.ts';
import { matchGroups } from './groups.sql.ts';
import { storeMet, storeTotals } from './items.sql.ts';
import { splitDated, storeLeft } from './left.sql.ts';
import type { DrawnRun, Matched, MatchedRun } from './matched-run.ts';
import { dropPools, placeRest, setDuplicatesAside } from './pools.sql.ts';
import { matchAmounts, matchReferences } from './rules.sql.ts';
import {
  areSumsSafe,
  drawLines,
  dropLines,
  planLargeJoins,
  planSmallJoins,
  readBills,
  sampleLedger,
} from './side-lines.sql.ts';

export type { Matched, MatchedRun } from './matched-run.ts';

/** The columns of the ledger's rows as they are copied in. */
export const ledgerColumns = 'row_no, reference, counterparty, fen, occurred_on, faults';

/** Makes the table `ledger_row` of one run; it is this transaction's, and goes with it. */
export const createLedgerTable = createTables;

/** Called when a phase begins; it may end the run. */
type OnPhase = (phase: ReconPhase) => Promise<void>;

/** Matches what has no single reference on both sides: the long way, rule by rule. */
const matchRest = async (tx: Tx, run: MatchedRun, onPhase: OnPhase): Promise<void> => {
  const left = await placeRest(tx);
  await setDuplicatesAside(tx, run, left);
  if (left.sharesReferences) await matchReferences(tx, run.settings, left);
  await onPhase('amount');
  await matchAmounts(tx, run.settings, left);
  await onPhase('group');
  await matchGroups(tx, run.settings, left);
  await storeMet(tx, run);
  await storeLeft(tx, run);
  await dropPools(tx);
};

/** Draws side B of a run, and notes of which bills it is: after an answer in between, both are read again. */
export const drawSide = async (tx: Tx, run: MatchedRun): Promise<DrawnRun> => {
  await planLargeJoins(tx);
  let madeOf = await readBills(tx, run);
  for (;;) {
    await drawLines(tx, run);
    const now = await readBills(tx, run);
    if (now.digest === madeOf.digest) break;
    await dropLines(tx);
    madeOf = now;
  }
  await planSmallJoins(tx);
  return { ...run, madeOf };
};

/**
 * Matches the rows of `ledger_row` with the drawn lines of the stage and stores the items and totals of the run, as `matchLedger` of the domain: by
 * set operations. The tables of the run are part of the whole at the end.
 *
 * @source R13.2, R13.5, billing.md, reconciliation
 */
export const matchRun = async (tx: Tx, run: DrawnRun, onPhase: OnPhase = async () => undefined): Promise<Matched> => {
  await planLargeJoins(tx);
  await sampleLedger(tx);
  if (!(await areSumsSafe(tx))) throw new JobFailed('金额合计过大，不能对账。');
  await makeTables(tx, run.runNo);
  await onPhase('reference');
  await drawMany(tx);
  if (await storeSingles(tx, run)) await matchRest(tx, run, onPhase);
  await splitDated(tx, run);
  await onPhase('total');
  await explainDifferences(tx, run);
  const { comparedRunNo } = run;
  const decided = comparedRunNo === null ? null : await drawDecided(tx, run, comparedRunNo);
  const isCarried = decided !== null && decided.isSameFile && decided.items > 0;
  if (isCarried) await carryItems(tx, run);
  const nextItemNo = await storeTotals(tx, run);
  const changes = comparedRunNo === null ? null : await compareRuns(tx, run, comparedRunNo);
  await finishTables(tx, run.runNo);
  if (isCarried) await carryMarks(tx, run);
  const carried = decided === null ? null : await readCarried(tx, run, decided);
  await dropTables(tx);
  return { nextItemNo, madeOf: run.madeOf, changes, carried };
};
