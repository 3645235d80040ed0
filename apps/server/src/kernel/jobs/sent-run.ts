import { setTimeout as wait } from 'node:timers/promises';
import { Check } from 'typebox/value';
import type { Database } from '#kernel/database/db';
import type { Reads, Replica } from '#kernel/database/replica/replica';
import { workFromReplica } from '#kernel/database/replica/replica-reads';
import { storeResult } from '#kernel/jobs/result/result-file';
import { noRoomFor, type ResultRoom } from '#kernel/jobs/result/result-room';
import { errorText, leaverOf } from '#kernel/jobs/run-ending';
import { keepLease, type LeasedRun, type LeaseTimes, type RunLease } from '#kernel/jobs/run-lease';
import {
  JobFailed,
  JobStopped,
  type SentJob,
  type SentJobContext,
  type SentJobResult,
  type StopReason,
} from '#kernel/jobs/sent-job';
import { finishRun, holdRun, renewLease, type StoredFile, type TakenJob } from '#kernel/jobs/sent-job-run.sql';
import type { Metrics } from '#kernel/observe/metrics';
import type { Ports } from '#kernel/ports';

/** Dependencies of runs. */
export interface RunDeps {
  readonly database: Database;
  /** Where jobs read that may; default is the database. */
  readonly replica?: Replica | null;
  readonly ports: Ports;
  readonly metrics: Metrics;
  readonly resultRoom: ResultRoom;
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
  readonly tenantId: string | null;
  /** Whether the job's row counts this run: not after its end, nor when its lease was lost. */
  readonly isCounted: boolean;
  /** Resolves once the outcome is stored in the job's row, or cannot be stored; never rejects. */
  readonly ended: Promise<void>;
  /** Whether the job's work goes on in this process. */
  readonly isWorking: boolean;
  /** Resolves once the work is over too: a run that ignores its signal works on after its end. Never rejects. */
  readonly workEnded: Promise<void>;
  stop(reason: StopReason): void;
}

const standardMinutes = 30;
const shortMinutes = 5;

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

type Contexts = Pick<RunDeps, 'database' | 'ports'> & {
  readonly reads: Reads;
  readonly signal: AbortSignal;
  readonly lease: RunLease;
};

const contextOf = (
  { database, reads, ports, signal, lease }: Contexts,
  taken: TakenJob,
): SentJobContext<TakenJob['payload']> => ({
  jobId: taken.job_id,
  tenantId: taken.tenant_id,
  userId: taken.user_id,
  payload: taken.payload,
  ports,
  log: ports.log,
  signal,
  reading: (scope) => reads.reading(scope),
  snapshot: (scope) => reads.snapshot(scope),
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

type Work = { readonly result: SentJobResult; readonly file: StoredFile | null };

/** Stores the file of a result, as far as its tenant has room for it. */
const storeFile = async (
  { database, ports, resultRoom }: Pick<RunDeps, 'database' | 'ports' | 'resultRoom'>,
  { tenant_id: tenantId }: TakenJob,
  { file, signal }: { readonly file: SentJobResult['file']; readonly signal: AbortSignal },
): Promise<StoredFile | null> => {
  if (file === undefined) return null;
  const tooLarge = noRoomFor(ports.limits.jobResultDays);
  const room = tenantId === null ? Infinity : await resultRoom.left(database.reading('service'), tenantId);
  const key = `${tenantId ?? 'provider'}/${ports.ids.id()}`;
  return storeResult(ports, file, { key, signal, room, tooLarge });
};

/** Removes a file that was stored after the run was given up. */
const dropLateFile = async (ports: Ports, working: Promise<Work>): Promise<void> => {
  const { file } = await working;
  if (file !== null) await ports.files.remove(file.key);
};

/** Whether the work is over, with or without an error. */
const settlingOf = (working: Promise<unknown>) => {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  return { settled: working.then(settle, settle), isSettled: () => isSettled };
};

/** Marks a job as done, together with its last writes; a run that has lost the job marks nothing. */
const finish = async (
  { database, ports, resultRoom }: Pick<RunDeps, 'database' | 'ports' | 'resultRoom'>,
  taken: TakenJob,
  { result, file }: Work,
): Promise<void> => {
  try {
    await database.transact('service', async (tx) => {
      // Again, because other files may have come in while this one was written.
      if (file !== null && taken.tenant_id !== null && (await resultRoom.lockLeft(tx, taken.tenant_id)) < file.size)
        throw noRoomFor(ports.limits.jobResultDays);
      if (!(await finishRun(tx, taken, { file, keptDays: ports.limits.jobResultDays }))) throw new JobStopped('lost');
      await result.store?.(tx);
    });
  } catch (error) {
    // A transaction whose connection was lost may have been committed; a refused one was not.
    if (file !== null && (error instanceof JobStopped || error instanceof JobFailed))
      await ports.files.remove(file.key);
    throw error;
  }
};

const minutesOf = ({ maxMinutes, isShort }: SentJob): number =>
  maxMinutes ?? (isShort === true ? shortMinutes : standardMinutes);

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
  const overtime = setTimeout(() => stop('overtime'), minutesOf(job) * 60_000);
  overtime.unref();
  const renew: LeasedRun['renew'] = (tx, progress) => renewLease(tx, taken, { leaseSec: times.leaseSec, progress });
  const lease = keepLease({ database, log, times }, { facts, renew }, stop);

  const work = async (): Promise<Work> => {
    if (!Check(job.payload, taken.payload)) throw new JobFailed(errorText);
    // What failed once on the replica may fail there again.
    const replica = job.fromReplica === true && taken.tries === 1 ? (deps.replica ?? null) : null;
    return workFromReplica({ primary: database, replica }, signal, async (reads) => {
      // Neither the wait for the replica, nor what was done there in vain, is taken from its time.
      overtime.refresh();
      const result = await job.run(contextOf({ database, reads, ports, signal, lease }, taken));
      // What a file is made of is read while it is stored.
      return { result, file: await storeFile(deps, taken, { file: result.file, signal }) };
    });
  };

  const working = work();
  const effort = settlingOf(working);
  let isEnded = false;
  let late: Promise<void> = Promise.resolve();

  const leaveWhenBack = leaverOf(deps, { job, taken, facts, signal });

  const run = async (): Promise<void> => {
    const startedMs = performance.now();
    let outcome = 'done';
    try {
      const made = await untilStopped(working, signal, times.graceMs).catch((error: unknown) => {
        late = dropLateFile(ports, working).catch((cause: unknown) =>
          log.debug({ event: 'jobEndedLate', ...facts, error: cause }),
        );
        throw error;
      });
      await finish(deps, taken, made);
    } catch (error) {
      // If that fails, the lease expires.
      outcome = await leaveWhenBack(error);
    } finally {
      clearTimeout(overtime);
      lease.end();
      isEnded = true;
    }
    const ms = Math.round(performance.now() - startedMs);
    metrics.countJob(job.name, outcome, ms);
    log.info({ event: 'jobEnded', ...facts, status: outcome, ms });
  };

  const ended = run();
  const workEnded = Promise.all([ended, effort.settled]).then(() => late);
  return {
    jobId: taken.job_id,
    tenantId: taken.tenant_id,
    ended,
    workEnded,
    stop,
    get isWorking() {
      return !effort.isSettled();
    },
    get isCounted() {
      return !isEnded && !(signal.reason instanceof JobStopped && signal.reason.reason === 'lost');
    },
  };
};
