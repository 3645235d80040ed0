import { deleteOldClaims } from '#kernel/calls/idempotency/idempotency.sql';
import { deleteExpiredSessions } from '#kernel/calls/sessions/session.sql';
import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteExpiredMessages } from '#kernel/jobs/outbox.sql';
import type { Limits } from '#kernel/ports';

/** What the kernel clears away by itself. */
export const kernelJobs = (limits: Limits): Job[] => [
  sweep('session.sweep', '*/10 * * * *', (tx, limit) =>
    deleteExpiredSessions(tx, { merchant: limits.sessionIdleMinutes, ops: limits.opsSessionIdleMinutes }, limit),
  ),
  sweep('idempotency.sweep', '17 * * * *', (tx, limit) => deleteOldClaims(tx, limits.idempotencyHours, limit)),
  sweep('outbox.sweep', '*/10 * * * *', deleteExpiredMessages),
];
