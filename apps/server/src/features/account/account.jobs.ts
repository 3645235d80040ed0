import { type Job, sweep } from '#kernel/jobs/jobs';
import { correctSmsQuotas, deleteExpiredCounters } from '#kernel/jobs/sms-budget.sql';
import type { ClockCorrection } from '#kernel/setup/clock-correction';
import { correctGuards, deleteIdleGuards } from './login-guard.sql.ts';
import { deleteOldDevices, deleteOldLogins } from './login-history.sql.ts';
import { deleteOldMobileChanges } from './mobile-change/mobile-change.sql.ts';
import { correctCodes, deleteExpiredCodes } from './sms-code.sql.ts';

/** Deletes expired codes, counters that no longer count, and history beyond its retention. */
export const accountJobs: readonly Job[] = [
  sweep(
    'account.sweepCodes',
    { minutes: 10 },
    async (tx, limit) =>
      (await deleteExpiredCodes(tx, limit)) +
      (await deleteExpiredCounters(tx, limit)) +
      (await deleteOldMobileChanges(tx, limit)),
  ),
  sweep('account.sweepGuards', { minutes: 10 }, deleteIdleGuards),
  sweep('account.sweepLogins', { hourlyAt: 23 }, deleteOldLogins),
  sweep('account.sweepDevices', { dailyAt: '03:41' }, deleteOldDevices),
];

/** Locks, codes and the pauses between codes. */
export const accountClock: ClockCorrection = async (tx, limits) => {
  await correctGuards(tx, limits.lockMinutes);
  await correctCodes(tx, limits.smsCodeMinutes);
  await correctSmsQuotas(tx);
};
