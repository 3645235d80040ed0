import { setTimeout as wait } from 'node:timers/promises';
import { Check } from 'typebox/value';
import type { Database, Tx } from '#kernel/database/db';
import { isDatabaseGone } from '#kernel/faults';
import { JobFailed, JobStopped, type SentJob, type StopReason } from '#kernel/jobs/sent-job';
import { type Leaving, leaveRun, type TakenJob } from '#kernel/jobs/sent-job-run.sql';
import type { Ports } from '#kernel/ports';

/** The messages for the user; the log has the details. */
export const errorText = '处理没有完成，请稍后重试。';
const overtimeText = '处理时间过长，已停止，请稍后重试。';
export const lostText = '处理多次中断，已停止，请重新发起。';

/** How often a run that has lost the database tries to say so. @unit ms */
const sayAgainMs = 500;

/** The next state of a job whose run ended without a result. */
const leavingOf = (
  error: unknown,
  reason: StopReason | undefined,
  { tries, maxTries, retrySec }: { readonly tries: number; readonly maxTries: number; readonly retrySec: number },
): Leaving => {
  const isHandedBack = reason === 'shutdown';
  const isLost = reason === undefined && isDatabaseGone(error);
  if (isLost) return { isFinal: false, failure: lostText, afterSec: 0, isHandedBack, isLost };
  const isFinal = error instanceof JobFailed || reason === 'overtime' || tries >= maxTries;
  const sentence = reason === 'overtime' ? overtimeText : errorText;
  return {
    isFinal: isFinal && !isHandedBack,
    failure: error instanceof JobFailed ? error.message : sentence,
    afterSec: isHandedBack ? 0 : retrySec * 2 ** (tries - 1),
    isHandedBack,
    isLost,
  };
};

/** Lets a job write that it has failed for good; one whose payload it does not know has nothing to write. */
export const reportFailed = async (
  tx: Tx,
  job: SentJob,
  {
    tenant_id,
    user_id,
    payload,
    failure,
  }: Pick<TakenJob, 'tenant_id' | 'user_id' | 'payload'> & { readonly failure: string },
): Promise<void> => {
  if (!Check(job.payload, payload)) return;
  await job.failed?.(tx, { tenantId: tenant_id, userId: user_id, payload, failure });
};

/** A run whose work has ended without a result. */
interface EndingRun {
  readonly job: SentJob;
  readonly taken: TakenJob;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** What a run says of itself when it has ended without a result: it becomes the new state of its job. */
export const leaverOf = (
  {
    database,
    ports,
    times,
  }: { readonly database: Database; readonly ports: Ports; readonly times: { readonly retrySec: number } },
  { job, taken, facts, signal }: EndingRun,
): ((error: unknown) => Promise<string>) => {
  const { log } = ports;
  const leave = async (error: unknown): Promise<string> => {
    const reason = signal.reason instanceof JobStopped ? signal.reason.reason : undefined;
    if (reason === 'lost') return 'lost';
    const isExpected = error instanceof JobStopped || error instanceof JobFailed;
    if (reason === undefined && !isExpected && !isDatabaseGone(error))
      log.error({ event: 'jobFailed', ...facts, error });
    const maxTries = ports.limits.jobTries;
    const leaving = leavingOf(error, reason, { tries: taken.tries, maxTries, retrySec: times.retrySec });
    const now = await database.transact('service', async (tx) => {
      const status = await leaveRun(tx, taken, leaving);
      if (status === 'failed') await reportFailed(tx, job, { ...taken, failure: leaving.failure });
      return status;
    });
    return now ?? 'lost';
  };

  /** Waits for a database that is gone: the job is taken again as soon as it is back. Ends when another run may have the job, or the process stops. */
  return async (error) => {
    for (;;) {
      try {
        return await leave(error);
      } catch (cause) {
        log.warn({ event: 'jobLeft', ...facts, error: cause });
        const isOver = signal.reason instanceof JobStopped && ['lost', 'shutdown'].includes(signal.reason.reason);
        if (isOver || !isDatabaseGone(cause)) return 'lost';
        await wait(sayAgainMs, undefined, { ref: false });
      }
    }
  };
};
