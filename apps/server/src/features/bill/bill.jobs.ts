import { confirmReminderDue } from '@ronghui/domain/bill';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import type { SentJob } from '#kernel/jobs/sent-job';
import {
  type ClockKey,
  type EndingGroup,
  listClockDue,
  listEndingBills,
  listEndingGroups,
  updateReminded,
} from './bill-jobs.sql.ts';
import { generateBills, issueBills } from './billing/billing-runs.ts';
import { importLines } from './line-import/import-run.ts';
import { tidyImports } from './line-import/import-tidy.ts';
import { takeBackLines } from './line-take-back/take-back-run.ts';
import { notifyEnding } from './record/bill-notice.ts';
import { lockBills, storeBillSteps } from './record/bill-record.sql.ts';
import { announceClockSteps, clockStepsOf } from './record/clock-step.ts';

const atOnce = 200;

/** Stores what the clock did to some bills, in one transaction; what another writer has stored meanwhile is not due any more. */
const storeClockSteps = ({ database, ports }: JobContext, billNos: readonly string[]): Promise<number> =>
  database.transact('service', async (tx) => {
    const locked = await lockBills(tx, { tenantId: null, billNos });
    const steps = clockStepsOf(locked.values(), ports.clock.now());
    await storeBillSteps(tx, steps);
    announceClockSteps(tx, steps);
    return steps.length;
  });

/** The same, bill by bill where the whole batch fails: one that fails must not hold the others up. */
const storeBatch = async (context: JobContext, billNos: readonly string[]): Promise<number> => {
  try {
    return await storeClockSteps(context, billNos);
  } catch (error) {
    context.log.warn({ event: 'billClockBatchFailed', count: billNos.length, error });
  }
  let stored = 0;
  for (const billNo of billNos) {
    try {
      stored += await storeClockSteps(context, [billNo]);
    } catch (error) {
      context.log.error({ event: 'billClockFailed', billNo, error });
    }
  }
  return stored;
};

const runClock = async (context: JobContext): Promise<void> => {
  let [after, stored]: [ClockKey | null, number] = [null, 0];
  for (;;) {
    const due: ClockKey[] = await listClockDue(context.database.reading('service'), after, atOnce);
    stored += await storeBatch(
      context,
      due.map(({ bill_no }) => bill_no),
    );
    after = due.at(-1) ?? null;
    if (due.length < atOnce) break;
  }
  if (stored > 0) context.log.info({ event: 'billClockStored', count: stored });
};

/** Announces the end of the time of one tenant's bills: those that are still due once they are locked. */
const remindGroup = ({ database, ports }: JobContext, group: EndingGroup): Promise<void> =>
  database.transact('service', async (tx) => {
    const candidates = await listEndingBills(tx, group);
    const locked = await lockBills(tx, { tenantId: group.tenant_id, billNos: candidates.map((each) => each.bill_no) });
    const now = ports.clock.now();
    // Read again under the lock: another run, or a step, may have been faster.
    const facts = new Map((await listEndingBills(tx, group)).map((each) => [each.bill_no, each]));
    const due = [...locked.values()].flatMap((bill) => {
      const known = facts.get(bill.billNo);
      if (known === undefined) return [];
      const days = confirmReminderDue({ ...bill.state, since: known.since, remindedDays: known.reminded_days }, now);
      return days === null ? [] : [{ bill, days }];
    });
    for (const [days, those] of Map.groupBy(due, (each) => each.days)) {
      const bills = those.map(({ bill }) => bill);
      await updateReminded(
        tx,
        bills.map(({ billNo }) => billNo),
        days,
      );
      notifyEnding(tx, { tenantId: group.tenant_id, days, confirmBy: group.confirm_by, bills });
    }
  });

const runReminders = async (context: JobContext): Promise<void> => {
  for (const group of await listEndingGroups(context.database.reading('service'))) {
    try {
      await remindGroup(context, group);
    } catch (error) {
      context.log.error({ event: 'billReminderFailed', tenantId: group.tenant_id, error });
    }
  }
};

/** Scheduled work on bills: what the clock decides, and the reminders before it. @source R4.9, billing.md, bills */
export const billJobs: readonly Job[] = [
  job({ name: 'bill.clock', every: { minutes: 5 }, run: runClock }),
  job({ name: 'bill.remind', every: { hourlyAt: 17 }, run: runReminders }),
  tidyImports,
];

/** The jobs that the desk's calls send. */
export const billSentJobs: readonly SentJob[] = [generateBills, issueBills, importLines, takeBackLines];
