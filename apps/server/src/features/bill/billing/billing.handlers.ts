import type { billingOperations, Output } from '@ronghui/contract';
import { type BillDirection, leftOutNames } from '@ronghui/domain/bill';
import { deadlineIn, missingYearsText } from '@ronghui/domain/calendar';
import { noFen } from '@ronghui/domain/money';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { send } from '#kernel/jobs/send';
import { findLastJobOf, type LastJob } from '#kernel/jobs/sent-job.sql';
import { listingOf, pageFrame } from '#kernel/listing';
import { sumDrafts } from '../issue/issue.sql.ts';
import { isAsSeen } from '../issue/issue.ts';
import { billFilterOf } from '../statement/bill-filter.ts';
import {
  findConfirmDays,
  findImportSince,
  isStage,
  listLeftOut,
  listOpsBills,
  opsBillOf,
  type StageSum,
  sumStage,
} from './billing.sql.ts';
import { comparedOf, compareStages, findComparedStages } from './billing-check.sql.ts';
import { generateBills, issueBills } from './billing-runs.ts';
import { settleBills } from './settlement.ts';

type Generation = Output<'ops.bill.generation'>;
type LeftOutReason = Generation['leftOut'][number]['reason'];

const reasonTexts: Readonly<Record<LeftOutReason, string>> = {
  ...leftOutNames,
  issued: '同一账单已出账，明细未计入',
};

const jobState = (job: LastJob | undefined): Generation['generation'] =>
  job === undefined
    ? null
    : {
        jobId: job.job_id,
        status: job.status,
        done: job.done_count,
        total: job.total_count,
        words: job.progress_text,
        ...(job.failure !== null && { failure: job.failure }),
        ...(job.ended_at !== null && { endedAt: job.ended_at.toISOString() }),
      };

const sumsOf = (sums: readonly StageSum[], isDraft: boolean): Generation['drafts'] => {
  const of = (direction: BillDirection) => {
    const found = sums.find((sum) => sum.direction === direction && sum.is_draft === isDraft);
    return { bills: found?.bills ?? 0, lines: found?.lines ?? 0, amount: found?.amount ?? noFen };
  };
  return { payable: of('payable'), receivable: of('receivable') };
};

/** How many rows of a comparison are shown. @source contract 5 */
const rowsAtMost = 200;

/** Generation, issue, the desk's list, and settlement (R4.9, R11.6). */
export const billingHandlers: HandlersFor<typeof billingOperations> = {
  'ops.bill.generate': async ({ stageId, ...rest }, { transact, audit, fail }) => {
    allTaken(rest);
    return transact(async (tx) => {
      if (!(await isStage(tx, stageId))) return fail('notFound');
      audit({ object: stageId });
      const { jobId } = await send(tx, generateBills, { stageId }, { tenantId: null, key: stageId });
      return { jobId };
    });
  },

  'ops.bill.generation': async ({ stageId }, { db, ports, fail }) => {
    const confirmDays = await findConfirmDays(db, stageId);
    if (confirmDays === undefined) return fail('notFound');
    const { on, yearsWithoutData } = deadlineIn(ports.calendar, ports.clock.now(), confirmDays);
    const [generation, issue, sums, leftOut, importedSince] = await Promise.all([
      findLastJobOf(db, generateBills.name, { stageId }),
      findLastJobOf(db, issueBills.name, { stageId }),
      sumStage(db, stageId),
      listLeftOut(db, stageId),
      findImportSince(db, stageId),
    ]);
    return {
      confirmation: { on, note: missingYearsText(yearsWithoutData) },
      generation: jobState(generation),
      issue: jobState(issue),
      drafts: sumsOf(sums, true),
      ...(importedSince !== null && { importedSince: importedSince.toISOString() }),
      issued: sumsOf(sums, false),
      leftOut: leftOut.map(({ reason: stored, lines, examples }) => {
        // A check constraint allows these words only.
        const reason = stored as LeftOutReason;
        return { reason, text: reasonTexts[reason], lines, examples };
      }),
    };
  },

  'ops.bill.check': async ({ stageId, tenantId, orgId, projectId, productId }, { db, fail }) => {
    const part = { stageId, tenantId, orgId, projectId, productId };
    const stages = await findComparedStages(db, stageId);
    if (stages === undefined) return fail('notFound');
    const [drafts, rows] = await Promise.all([sumDrafts(db, part), compareStages(db, part, stages.former)]);
    const { length: rowCount } = rows;
    return { former: stages.former, drafts, rows: rows.slice(0, rowsAtMost).map(comparedOf), rowCount };
  },

  'ops.bill.issue': async ({ stageId, tenantId, orgId, projectId, productId, ...input }, context) => {
    const { count, payableAmount, receivableAmount, ...rest } = input;
    allTaken(rest);
    const { transact, staffId, audit, fail } = context;
    const part = {
      stageId,
      ...(tenantId !== undefined && { tenantId }),
      ...(orgId !== undefined && { orgId }),
      ...(projectId !== undefined && { projectId }),
      ...(productId !== undefined && { productId }),
    };
    const seen = {
      count,
      ...(payableAmount !== undefined && { payableAmount }),
      ...(receivableAmount !== undefined && { receivableAmount }),
    };
    return transact(async (tx) => {
      if (!(await isStage(tx, stageId))) return fail('notFound');
      if (!(await isAsSeen(tx, part, seen))) return fail('changed');
      audit({ object: stageId, after: { ...part, ...seen } });
      // Parts of one stage are jobs of their own, which follow one another by the lock of the stage.
      const key = JSON.stringify([stageId, tenantId, orgId, projectId, productId]);
      const { jobId } = await send(tx, issueBills, { ...part, ...seen, staffId }, { tenantId: null, key });
      return { jobId };
    });
  },

  'ops.bill.page': async (input, { db, ports, fail }) => {
    const { page, pageSize, withTotal, cursor, ...sent } = input;
    const read = billFilterOf(sent);
    if (!read.ok) return fail('invalid', read.wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const part = await listOpsBills(db, { filter: read.filter, listing });
    const items = part.rows.slice(0, listing.pageSize).map(opsBillOf);
    return { items, ...pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.bill_id })) };
  },

  'ops.bill.settle': async ({ payments, ...rest }, { transact, ports, staffId, author }) => {
    allTaken(rest);
    return transact(async (tx) => {
      const results = await settleBills(tx, payments, { author, staffId, clock: ports.clock });
      return { results: [...results] };
    });
  },
};
