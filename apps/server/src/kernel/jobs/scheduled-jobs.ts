import { setTimeout as wait } from 'node:timers/promises';
import type { Job, JobContext } from '#kernel/jobs/jobs';
import { createLooks } from '#kernel/jobs/looks';
import { momentsOf } from '#kernel/jobs/schedule';
import {
  correctScheduledJobs,
  readNextMoments,
  registerScheduledJobs,
  type TakenScheduledJob,
  takeScheduledJobs,
} from '#kernel/jobs/scheduled-job.sql';
import { type RunningJob, type ScheduledTimes, startScheduledRun } from '#kernel/jobs/scheduled-run';

/** Runs scheduled jobs: all nodes share the table, and each job has one run at a time. */
export interface ScheduledJobs {
  /** Runs what is due until nothing is. */
  drain(): Promise<void>;
  /** Starts polling: at once, and every 5 s. */
  start(): void;
  /** Takes no more jobs, lets running ones end for a moment, and hands the rest back. */
  stop(): Promise<void>;
}

/** Dependencies of a worker. */
export interface ScheduledJobsDeps extends JobContext {
  readonly jobs: readonly Job[];
  readonly times?: Partial<ScheduledTimes>;
}

/** Of one process, so that calls find free connections when many jobs are due, as after a night in which the server was down. */
const atOnce = 5;
/** A job that has left the code for a week is removed, also where no server starts for months. @unit ms */
const registerEveryMs = 86_400_000;
/** How long runs may finish when the process stops, and then how long handing them back may take. @unit ms */
const [finishMs, handBackMs] = [2000, 1000];
const standardTimes: ScheduledTimes = { leaseSec: 30, beatMs: 5000, maxMs: 600_000, retrySec: 15, maxTries: 3 };

/** Work that goes on in this process. */
interface WorkUnderWay {
  readonly since: Date;
  /** The first moment that was not looked at yet. */
  nextAt: Date;
}

/** Builds the worker of this process. @source R14.1, R14.5, R14.6 */
export const createScheduledJobs = ({ jobs, times: changed, ...context }: ScheduledJobsDeps): ScheduledJobs => {
  const { database, log } = context;
  const times = { ...standardTimes, ...changed };
  const known = new Map(jobs.map((job) => [job.name, job]));
  const declared = jobs.map(({ name, every, beginsAtOnce = false }) => ({ name, ...momentsOf(every), beginsAtOnce }));
  const runs = new Set<RunningJob>();
  const losses = new Map<string, number>();
  /** Jobs whose work goes on in this process, also after it took too long: none of them is run a second time here. */
  const atWork = new Map<string, WorkUnderWay>();
  let registeredAtMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  const launch = ({ name, fence, has_died, is_due, started_at, next_at }: TakenScheduledJob): void => {
    if (has_died) log.warn({ event: 'jobDied', job: name });
    const job = known.get(name);
    if (!is_due || job === undefined) return;
    const run = startScheduledRun({ context, times, losses }, job, { name, fence });
    runs.add(run);
    atWork.set(name, { since: started_at, nextAt: next_at });
    void run.ended.then(() => {
      runs.delete(run);
      looks.wake();
    });
    void run.workEnded.then(() => atWork.delete(name));
  };

  /** Says what has come to a moment that this process passes over, because the run before goes on. */
  const sayWhatStillRuns = async (): Promise<void> => {
    const busy = declared.filter(({ name }) => atWork.has(name));
    if (busy.length === 0) return;
    for (const { name, next_at } of await database.transact('service', (tx) => readNextMoments(tx, busy))) {
      const work = atWork.get(name);
      if (work === undefined) continue;
      if (next_at > work.nextAt) log.warn({ event: 'jobStillRuns', job: name, since: work.since.toISOString() });
      work.nextAt = next_at;
    }
  };

  const look = async (): Promise<void> => {
    if (performance.now() - registeredAtMs > registerEveryMs) {
      await database.transact('service', (tx) => registerScheduledJobs(tx, declared));
      registeredAtMs = performance.now();
    }
    await sayWhatStillRuns();
    const limit = atOnce - runs.size;
    if (isStopped || limit <= 0) return;
    const free = declared.filter(({ name }) => !atWork.has(name));
    const { leaseSec, maxTries } = times;
    const taken = await database.transact('service', async (tx) => {
      correctScheduledJobs(tx, free, leaseSec);
      return takeScheduledJobs(tx, free, { limit, leaseSec, maxTries });
    });
    for (const one of taken) launch(one);
  };

  const looks = createLooks(look, (error) => log.warn({ event: 'scheduledJobsWait', error }));
  const endings = () => Array.from(runs, ({ ended }) => ended);

  return {
    start: looks.start,
    async drain() {
      do {
        await looks.now();
        if (runs.size === 0) return;
        await Promise.race(endings());
      } while (!isStopped);
    },
    async stop() {
      isStopped = true;
      const settled = looks.stop().then(() => Promise.all(endings()));
      await Promise.race([settled, wait(finishMs)]);
      for (const run of runs) run.stop('shutdown');
      await Promise.race([settled, wait(handBackMs)]);
    },
  };
};
