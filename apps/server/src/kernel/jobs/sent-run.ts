import { setTimeout as wait } from 'node:timers/promises';
import { Check } from 'typebox/value';
import type { Database } from '#kernel/database/db';
import { storeResult } from '#kernel/jobs/result-file';
import { keepLease, type LeaseTimes, type RunLease } from '#kernel/jobs/run-lease';
import {
  JobFailed,
  JobStopped,
  type SentJob,
  type SentJobContext,
  type SentJobResult,
  type StopReason,
} from '#kernel/jobs/sent-job';
import { finishRun, holdRun, leaveRun, type StoredFile, type TakenJob } from '#kernel/jobs/sent-job-run.sql';
import type { Metrics } from '#kernel/observe/metrics';
import type { Ports } from '#kernel/ports';

/** Dependencies of runs. */
export interface RunDeps {
  readonly database: Database;
  readonly ports: Ports;
  readonly metrics: Metrics;
  readonly times: LeaseTimes & {
    /** How long a run that should end may take before it is abandoned. @unit ms */
    readonly graceMs: number;
    /** The pause before the first retry; it doubles each time. @unit seconds */
    readonly retrySec: number;
  };
}

/** One run of a job in this process. */
export interface Run {
  readonly jobId: string;
  /** Resolves once the outcome is stored in the job's row, or cannot be stored; never rejects. */
  readonly ended: Promise<void>;
  stop(reason: StopReason): void;
}

const standardMinutes = 30;

/** The message for the user; the log has the details. */
const sentences = {
  error: '处理没有完成，请稍后重试。',
  overtime: '处理时间过长，已停止，请稍后重试。',
} as const;

/** Waits for work; once its signal has aborted, no longer than `graceMs`. Later writes are refused by the run's fence. */
const untilStopped = async <T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> => {
  const done = new AbortController();
  work.catch(() => undefined);
  const givenUp = new Promise<never>((_resolve, reject) => {
    const giveUp = () =>
      void wait(graceMs, undefined, { signal: done.signal, ref: false }).then(
        () => reject(signal.reason),
        () => undefined,
      );
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    done.abort();
  }
};

type Contexts = Pick<RunDeps, 'database' | 'ports'> & { readonly signal: AbortSignal; readonly lease: RunLease };

const contextOf = (
  { database, ports, signal, lease }: Contexts,
  taken: TakenJob,
): SentJobContext<TakenJob['payload']> => ({
  jobId: taken.job_id,
  tenantId: taken.tenant_id,
  userId: taken.user_id,
  payload: taken.payload,
  ports,
  log: ports.log,
  signal,
  reading: (scope) => database.reading(scope),
  transact: (scope, work) =>
    database.transact(scope, async (tx) => {
      signal.throwIfAborted();
      const value = await work(tx);
      if (!(await holdRun(tx, taken))) throw new JobStopped('lost');
      return value;
    }),
  async progress(done, total, words = '') {
    signal.throwIfAborted();
    await lease.progress({ done, total, text: words });
    signal.throwIfAborted();
  },
});

/** Starts a taken job; its writes and its end are committed only while no other run has the job. */
export const startRun = (deps: RunDeps, job: SentJob, taken: TakenJob): Run => {
  const { database, ports, metrics, times } = deps;
  const { log } = ports;
  const facts = { job: job.name, jobId: taken.job_id, attempt: taken.tries };
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (reason: StopReason): void => {
    if (!signal.aborted) controller.abort(new JobStopped(reason));
  };
  const overtime = setTimeout(() => stop('overtime'), (job.maxMinutes ?? standardMinutes) * 60_000);
  overtime.unref();
  const lease = keepLease({ database, log, times }, taken, stop);

  const work = async (): Promise<{ readonly result: SentJobResult; readonly file: StoredFile | null }> => {
    if (!Check(job.payload, taken.payload)) throw new JobFailed(sentences.error);
    const result = await job.run(contextOf({ database, ports, signal, lease }, taken));
    const key = `${taken.tenant_id ?? 'provider'}/${ports.ids.id()}`;
    const file = result.file === undefined ? null : await storeResult(ports, result.file, { key, signal });
    return { result, file };
  };

  const finish = async ({ result, file }: Awaited<ReturnType<typeof work>>): Promise<void> => {
    try {
      await database.transact('service', async (tx) => {
        if (!(await finishRun(tx, taken, { file, keptDays: ports.limits.jobResultDays }))) throw new JobStopped('lost');
        await result.store?.(tx);
      });
    } catch (error) {
      // A transaction whose connection was lost may have been committed; a refused one was not.
      if (file !== null && error instanceof JobStopped) await ports.files.remove(file.key);
      throw error;
    }
  };

  const leave = async (error: unknown): Promise<string> => {
    const reason = signal.reason instanceof JobStopped ? signal.reason.reason : undefined;
    if (reason === 'lost') return 'lost';
    const isExpected = error instanceof JobStopped || error instanceof JobFailed;
    if (reason === undefined && !isExpected) log.error({ event: 'jobFailed', ...facts, error });
    const isFinal = error instanceof JobFailed || reason === 'overtime' || taken.tries >= ports.limits.jobTries;
    const isHandedBack = reason === 'shutdown';
    const failure =
      error instanceof JobFailed ? error.message : reason === 'overtime' ? sentences.overtime : sentences.error;
    const afterSec = isHandedBack ? 0 : times.retrySec * 2 ** (taken.tries - 1);
    const now = await database.transact('service', (tx) =>
      leaveRun(tx, taken, { isFinal: isFinal && !isHandedBack, failure, afterSec, isHandedBack }),
    );
    return now ?? 'lost';
  };

  const run = async (): Promise<void> => {
    const startedMs = performance.now();
    let outcome = 'done';
    try {
      await finish(await untilStopped(work(), signal, times.graceMs));
    } catch (error) {
      // If that fails, the lease expires.
      outcome = await leave(error).catch((cause: unknown) => {
        log.warn({ event: 'jobLeft', ...facts, error: cause });
        return 'lost';
      });
    } finally {
      clearTimeout(overtime);
      lease.end();
    }
    const ms = Math.round(performance.now() - startedMs);
    metrics.countJob(job.name, outcome, ms);
    log.info({ event: 'jobEnded', ...facts, status: outcome, ms });
  };

  return { jobId: taken.job_id, ended: run(), stop };
};
