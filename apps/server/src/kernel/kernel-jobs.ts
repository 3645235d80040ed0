import { deleteOldClaims } from '#kernel/idempotency.sql';
import { type Job, sweep } from '#kernel/jobs';
import { deleteExpiredMessages } from '#kernel/outbox.sql';
import type { Limits } from '#kernel/ports';
import { deleteExpiredSessions } from '#kernel/session.sql';

/** What the kernel clears away by itself. */
export const kernelJobs = (limits: Limits): Job[] => [
  sweep('session.sweep', '*/10 * * * *', (tx, limit) =>
    deleteExpiredSessions(tx, { merchant: limits.sessionIdleMinutes, ops: limits.opsSessionIdleMinutes }, limit),
  ),
  sweep('idempotency.sweep', '17 * * * *', (tx, limit) => deleteOldClaims(tx, limits.idempotencyHours, limit)),
  sweep('outbox.sweep', '*/10 * * * *', deleteExpiredMessages),
];
