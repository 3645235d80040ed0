import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteSpentCounters } from '#kernel/jobs/sms-budget.sql';
import { deleteQuietGuards } from './login-guard.sql.ts';
import { deleteOldDevices, deleteOldLogins } from './login-history.sql.ts';
import { deleteSpentCodes } from './sms-code.sql.ts';

/** What accounts clear away by themselves: codes and counters that count nothing any more, and history past its time. */
export const accountJobs: readonly Job[] = [
  sweep(
    'account.sweepCodes',
    '*/10 * * * *',
    async (tx, limit) => (await deleteSpentCodes(tx, limit)) + (await deleteSpentCounters(tx, limit)),
  ),
  sweep('account.sweepGuards', '*/10 * * * *', deleteQuietGuards),
  sweep('account.sweepLogins', '23 * * * *', deleteOldLogins),
  sweep('account.sweepDevices', '41 3 * * *', deleteOldDevices),
];
