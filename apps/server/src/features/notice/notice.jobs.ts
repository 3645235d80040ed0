import type { Tx } from '#kernel/database/db';
import { type Job, type JobContext, job, sweep } from '#kernel/jobs/jobs';
import { takeSmsQuota, takeSpareSmsBudget } from '#kernel/jobs/sms-budget.sql';
import { deleteOldNotices, takeWaitingNotices, type WaitingNotice } from './notice.sql.ts';

const atOnce = 200;

/** Whether the limits of the person (counted separately from codes) and of the installation allow one more message; otherwise only the in-site notice remains. */
const hasBudget = async (tx: Tx, { ports: { limits, digests }, log }: JobContext, userId: string): Promise<boolean> => {
  const { smsPerMobilePerDay: perDay } = limits;
  const share = { perMinute: perDay, perHour: perDay, perDay };
  if (!(await takeSmsQuota(tx, digests.of('noticeSms', userId), share))) return false;
  const has = await takeSpareSmsBudget(tx, { perMinute: limits.smsPerMinute, perDay: limits.smsPerDay });
  if (!has) log.warn({ event: 'noticeSmsBudgetSpent' });
  return has;
};

const sendOn = async (tx: Tx, context: JobContext, notice: WaitingNotice): Promise<void> => {
  const { outbox, vault } = context.ports;
  if (notice.sms && (await hasBudget(tx, context, notice.user_id))) {
    const mobile = vault.open(notice.mobile_sealed);
    await outbox.enqueue(tx, {
      kind: 'sms',
      mobile,
      scene: `notice.${notice.kind}`,
      code: '',
      expiresAt: dayAhead(context),
    });
  }
  if (notice.mail && notice.email_sealed !== null) {
    const to = vault.open(notice.email_sealed);
    await outbox.enqueue(tx, { kind: 'mail', to, subject: notice.title, text: notice.text });
  }
};

const dayAhead = ({ ports: { clock } }: JobContext): Date => new Date(clock.now().getTime() + 86_400_000);

const sendSome = (context: JobContext): Promise<number> =>
  context.database.transact('service', async (tx) => {
    const waiting = await takeWaitingNotices(tx, atOnce);
    for (const notice of waiting) await sendOn(tx, context, notice);
    return waiting.length;
  });

/** Scheduled work on notices: sends them by SMS and mail where readers want that, and deletes old ones. @source R10.11 */
export const noticeJobs: readonly Job[] = [
  job({
    name: 'notice.send',
    every: { minutes: 1 },
    async run(context) {
      for (let count = atOnce; count === atOnce; ) count = await sendSome(context);
    },
  }),
  sweep('notice.sweep', { dailyAt: '03:37' }, deleteOldNotices),
];
