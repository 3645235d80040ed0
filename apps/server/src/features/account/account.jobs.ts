import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteSpentCounters } from '#kernel/jobs/sms-budget.sql';
import { deleteQuietGuards } from './login-guard.sql.ts';
import { deleteOldDevices, deleteOldLogins } from './login-history.sql.ts';
import { deleteSpentCodes } from './sms-code.sql.ts';

/** Deletes expired codes, counters that no longer count, and history beyond its retention. */
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
