import { type Job, type JobContext, JobWaits } from '#kernel/jobs/jobs';
import { keepLease, type LeaseTimes } from '#kernel/jobs/run-lease';
import {
  endScheduledRun,
  renewScheduledLease,
  type ScheduledEnd,
  type ScheduledRun,
} from '#kernel/jobs/scheduled-job.sql';
import { JobStopped, type StopReason } from '#kernel/jobs/sent-job';
import { endingSentence } from '#kernel/setup/ending-sentence';

/** Bounds of a run; tests use shorter ones. */
export interface ScheduledTimes extends LeaseTimes {
  /** A run that takes longer has failed, although its work may go on. @unit ms */
  readonly maxMs: number;
  /** The pause before a failed run is tried again, unless its next moment comes before. @unit seconds */
  readonly retrySec: number;
  /** How often a job is tried before it waits for its next moment. */
  readonly maxTries: number;
}

/** One run of a scheduled job in this process. */
export interface RunningJob {
  /** Resolves once the row says how it ended, or cannot; never rejects. */
  readonly ended: Promise<void>;
  /** Resolves once the work is over too; never rejects. */
  readonly workEnded: Promise<void>;
  stop(reason: StopReason): void;
}

const ignore = (): void => undefined;

/** Why a run failed, in words; the log has the rest. */
const whyOf = (error: unknown): string => {
  if (error instanceof JobStopped) return '用时过长，没有等到它结束';
  return endingSentence(error) ?? '程序出错，详情见服务日志中的 jobFailed';
};

/** Starts a job that was taken, and ends its row when the work has ended, takes too long, or the process stops. */
export const startScheduledRun = (
  { context, times }: { readonly context: JobContext; readonly times: ScheduledTimes },
  job: Job,
  taken: ScheduledRun,
): RunningJob => {
  const { database, log } = context;
  const stopped = Promise.withResolvers<never>();
  const aborting = new AbortController();
  const stop = (reason: StopReason): void => {
    const stopping = new JobStopped(reason);
    stopped.reject(stopping);
    aborting.abort(stopping);
  };
  const { maxMs, retrySec } = { ...times, ...job.bounds };
  const overtime = setTimeout(() => stop('overtime'), maxMs);
  overtime.unref();
  const lease = keepLease(
    { database, log, times },
    { facts: { job: job.name }, renew: (tx) => renewScheduledLease(tx, taken, times.leaseSec) },
    stop,
  );

  const work = (async () => job.run({ ...context, signal: aborting.signal }))();
  const endOf = (error: unknown): ScheduledEnd | null => {
    const reason = error instanceof JobStopped ? error.reason : undefined;
    if (reason === 'lost') return null;
    if (reason === 'shutdown') return { kind: 'handedBack' };
    if (error instanceof JobWaits) {
      log.info({ event: 'jobWaits', job: job.name, reason: error.message });
      return { kind: 'waits', retrySec, why: error.message };
    }
    log.error({ event: 'jobFailed', job: job.name, error });
    return { kind: 'failed', maxTries: times.maxTries, retrySec, why: whyOf(error) };
  };

  const run = async (): Promise<void> => {
    const end = await Promise.race([work, stopped.promise]).then(() => ({ kind: 'done' }) as const, endOf);
    clearTimeout(overtime);
    lease.end();
    if (end === null) return;
    try {
      await database.transact('service', (tx) => endScheduledRun(tx, taken, end));
    } catch (error) {
      // The lease expires, and the job is run again.
      log.warn({ event: 'jobLeft', job: job.name, error });
    }
  };
  const ended = run();
  return { ended, workEnded: Promise.all([ended, work.catch(ignore)]).then(ignore), stop };
};
