import type { Tx } from '#kernel/database/db';
import { lockStage } from '../dimension/dimension.sql.ts';
import { drawCorrections } from './draft-corrections.sql.ts';
import { dropDrawn, refuseBills, renewStatistics, storeDrafts, storeFees, storeLeftOut } from './draft-fees.sql.ts';
import { deleteDrafts, drawBills, drawLines, drawRules, prepareLargeWrite } from './draft-lines.sql.ts';
import { drawTiers } from './draft-tiers.sql.ts';

type Step = readonly [words: string, run: (tx: Tx, stageId: string) => Promise<void>];
/** In this order: each makes what the next ones read. */
const steps: readonly Step[] = [
  ['清除原有草稿', deleteDrafts],
  ['核对更正的明细', drawCorrections],
  ['查找适用的计费规则', drawRules],
  ['读取账期明细', drawLines],
  ['汇总账单', drawBills],
  ['计算明细费用', storeFees],
  ['核对账单金额', refuseBills],
  ['汇总各档费用', drawTiers],
  ['写入账单草稿', storeDrafts],
  ['记录未计入的明细', storeLeftOut],
  ['更新明细统计信息', renewStatistics],
];

/** Reports a step of a generation, and throws where the run should end. */
export type ReportStep = (done: number, total: number, words: string) => Promise<void>;

/**
 * Draws up the drafts of a stage, in place of those that it has: as `draftBills` of the domain, by set operations. The stage is locked until
 * the transaction ends, so that its generations and issues follow one another. False where there is no such stage.
 *
 * @source R4.9, billing.md, bills
 */
export const drawUpDrafts = async (tx: Tx, stageId: string, report: ReportStep): Promise<boolean> => {
  await prepareLargeWrite(tx);
  if ((await lockStage(tx, stageId)) === undefined) return false;
  for (const [done, [words, run]] of steps.entries()) {
    await report(done, steps.length, words);
    await run(tx, stageId);
  }
  await dropDrawn(tx);
  await report(steps.length, steps.length, '');
  return true;
};

/** The steps that reckon and store, without what removes former drafts and counts lines anew. */
const trialSteps = [
  drawCorrections,
  drawRules,
  drawLines,
  drawBills,
  storeFees,
  refuseBills,
  drawTiers,
  storeDrafts,
  storeLeftOut,
];

/** Draws up a stage in the tables that stand in front of the stored ones: see `shadowGeneration`. @source R11.6 */
export const drawUpTrial = async (tx: Tx, stageId: string): Promise<void> => {
  for (const run of trialSteps) await run(tx, stageId);
  await dropDrawn(tx);
};
