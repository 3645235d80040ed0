import { reminderDue } from '@ronghui/domain/order';
import type { Db } from '#kernel/database/db';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import { systemAuthor } from '#kernel/observe/audit';
import { takeReviewStep } from './order.review.ts';
import { type EndingOrder, listEnded, listEnding, listLapsed, updateReminded } from './order-jobs.sql.ts';
import { noticeOfReminder, notifyMerchant } from './order-notice.ts';

const atOnce = 200;

/** Takes one step of every order in a list; an order that has changed meanwhile is skipped. */
const takeAll = async (
  { database, ports, log }: JobContext,
  list: (db: Db, limit: number) => Promise<string[]>,
  action: 'lapse' | 'expire',
): Promise<void> => {
  for (let more = true; more; ) {
    const numbers = await list(database.reading('service'), atOnce);
    let changed = 0;
    for (const orderNo of numbers) {
      // A failing order must not block the orders after it.
      try {
        const result = await database.transact('service', (tx) =>
          takeReviewStep(tx, ports, systemAuthor, { orderNo, action }),
        );
        if (result.ok && result.changed) changed += 1;
      } catch (error) {
        log.error({ event: 'orderStepFailed', job: `order.${action}`, orderNo, error });
      }
    }
    if (changed > 0) log.info({ event: 'ordersStepped', job: `order.${action}`, count: changed });
    more = numbers.length === atOnce && changed > 0;
  }
};

const remind = async ({ database, ports }: JobContext, order: EndingOrder): Promise<void> => {
  const days = reminderDue(
    { activeFrom: order.active_from, expiresAt: order.expires_at, remindedDays: order.reminded_days },
    ports.clock.now(),
  );
  if (days === null) return;
  await database.transact('service', async (tx) => {
    if (!(await updateReminded(tx, order, days))) return;
    const notice = noticeOfReminder(days, {
      productName: order.product_name,
      expiresAt: order.expires_at,
      renewal: order.renewal,
    });
    notifyMerchant(tx, { tenantId: order.tenant_id, orderNo: order.order_no, ...notice });
  });
};

/** Scheduled work on orders: payment deadlines, reminders, ends of terms. @source R4.8 */
export const orderJobs: readonly Job[] = [
  job({ name: 'order.lapse', every: { minutes: 5 }, run: (context) => takeAll(context, listLapsed, 'lapse') }),
  job({ name: 'order.expire', every: { minutes: 5 }, run: (context) => takeAll(context, listEnded, 'expire') }),
  job({
    name: 'order.remind',
    every: { hourlyAt: 7 },
    async run(context) {
      let after: EndingOrder | null = null;
      for (;;) {
        const ending: EndingOrder[] = await listEnding(context.database.reading('service'), after, atOnce);
        for (const order of ending) await remind(context, order);
        after = ending.at(-1) ?? null;
        if (ending.length < atOnce) return;
      }
    },
  }),
];
