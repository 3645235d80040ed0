import { setTimeout as wait } from 'node:timers/promises';
import { endingSentence } from '#kernel/ending-sentence';
import { isDatabaseGone } from '#kernel/faults';
import { type Job, type JobContext, JobWaits } from '#kernel/jobs/jobs';
import { keepLease, type LeaseTimes } from '#kernel/jobs/run-lease';
import {
  endScheduledRun,
  renewScheduledLease,
  type ScheduledEnd,
  type ScheduledRun,
} from '#kernel/jobs/scheduled-job.sql';
import { JobStopped, type StopReason } from '#kernel/jobs/sent-job';
import { mostLosses } from '#kernel/jobs/sent-job.sql';

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

/** How often a run that has lost the database tries to say how it ended. @unit ms */
const sayAgainMs = 500;

/** What the runs of a process share. */
interface RunDeps {
  readonly context: JobContext;
  readonly times: ScheduledTimes;
  /** How often in a row each job has lost the database. */
  readonly losses: Map<string, number>;
}

/** Why a run failed, in words; the log has the rest. */
const whyOf = (error: unknown): string => {
  if (error instanceof JobStopped) return '用时过长，没有等到它结束';
  return endingSentence(error) ?? '程序出错，详情见服务日志中的 jobFailed';
};

/** Starts a job that was taken, and ends its row when the work has ended, takes too long, or the process stops. */
export const startScheduledRun = ({ context, times, losses }: RunDeps, job: Job, taken: ScheduledRun): RunningJob => {
  const { database, log } = context;
  const stopped = Promise.withResolvers<never>();
  const aborting = new AbortController();
  let isOver = false;
  const stop = (reason: StopReason): void => {
    isOver ||= reason !== 'overtime';
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
    if (isDatabaseGone(error)) {
      const count = (losses.get(job.name) ?? 0) + 1;
      losses.set(job.name, count);
      log.warn({ event: 'jobLost', job: job.name, error });
      return { kind: 'waits', retrySec, why: whyOf(error), isFailing: count >= mostLosses };
    }
    losses.delete(job.name);
    log.error({ event: 'jobFailed', job: job.name, error });
    return { kind: 'failed', maxTries: times.maxTries, retrySec, why: whyOf(error) };
  };

  /** Waits for a database that is gone. Ends when another run may have the job, or the process stops: then the lease expires, and the job is run again. */
  const say = async (end: ScheduledEnd): Promise<void> => {
    for (;;) {
      try {
        await database.transact('service', (tx) => endScheduledRun(tx, taken, end));
        return;
      } catch (error) {
        log.warn({ event: 'jobLeft', job: job.name, error });
        if (isOver || !isDatabaseGone(error)) return;
        await wait(sayAgainMs, undefined, { ref: false });
      }
    }
  };

  const run = async (): Promise<void> => {
    const end = await Promise.race([work, stopped.promise]).then(() => ({ kind: 'done' }) as const, endOf);
    clearTimeout(overtime);
    if (end?.kind === 'done') losses.delete(job.name);
    if (end !== null) await say(end);
    lease.end();
  };
  const ended = run();
  return { ended, workEnded: Promise.all([ended, work.catch(ignore)]).then(ignore), stop };
};
