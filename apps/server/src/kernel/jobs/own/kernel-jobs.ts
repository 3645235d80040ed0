import { deleteOldClaims } from '#kernel/calls/idempotency/idempotency.sql';
import { correctSessions, deleteExpiredSessions } from '#kernel/calls/sessions/session.sql';
import { correctValues } from '#kernel/fast-state/value.sql';
import { type Job, type JobContext, job, sweep } from '#kernel/jobs/jobs';
import { deleteExpiredMessages } from '#kernel/jobs/outbox.sql';
import { deleteOldJobs, listExpiredFiles, updateExpired, updateFileGone } from '#kernel/jobs/sent-job.sql';
import type { Limits } from '#kernel/ports';
import { deleteOldDeliveries } from '#kernel/sending/delivery.sql';
import { correctRests } from '#kernel/sending/rest.sql';
import type { ClockCorrection } from '#kernel/setup/clock-correction';

const atOnce = 500;

/** Removes expired results: first it marks them, then deletes the files, then clears the rows; an interrupted run is completed by the next one. */
const expireResults = async ({ database, ports, log }: JobContext): Promise<void> => {
  while ((await database.transact('service', (tx) => updateExpired(tx, atOnce))) === atOnce);
  // With a wrong or unmounted store the rows would be cleared although their files still exist.
  if (!(await ports.isStoreOurs())) {
    log.warn({ event: 'sweepHeld', job: 'sentJob.expire' });
    return;
  }
  let count = 0;
  for (;;) {
    const files = await listExpiredFiles(database.reading('service'), atOnce);
    for (const { jobId, fileKey } of files) {
      await ports.files.remove(fileKey);
      await database.transact('service', (tx) => updateFileGone(tx, jobId));
    }
    count += files.length;
    if (files.length < atOnce) break;
  }
  if (count > 0) log.info({ event: 'swept', job: 'sentJob.expire', count });
};

/** Sessions, rests of providers and values of the shared state, when the clock was set back. */
export const kernelClock: ClockCorrection = async (tx, limits) => {
  await correctSessions(tx, { merchant: limits.sessionHours, ops: limits.opsSessionHours });
  await correctRests(tx);
  await correctValues(tx);
};

/** The kernel's scheduled jobs. */
export const kernelJobs = (limits: Limits): Job[] => [
  sweep('session.sweep', { minutes: 10 }, (tx, limit) =>
    deleteExpiredSessions(tx, { merchant: limits.sessionIdleMinutes, ops: limits.opsSessionIdleMinutes }, limit),
  ),
  sweep('idempotency.sweep', { hourlyAt: 17 }, (tx, limit) => deleteOldClaims(tx, limits.idempotencyHours, limit)),
  sweep('outbox.sweep', { minutes: 10 }, deleteExpiredMessages),
  sweep('smsDelivery.sweep', { dailyAt: '03:17' }, deleteOldDeliveries),
  job({ name: 'sentJob.expire', every: { minutes: 10 }, run: expireResults }),
  sweep('sentJob.sweep', { dailyAt: '19:47' }, (tx, limit) => deleteOldJobs(tx, limits.jobRecordDays, limit)),
];
