import { setTimeout as wait } from 'node:timers/promises';
import { createLooks } from '#kernel/jobs/looks';
import { type NodeMark, newNodeMark } from '#kernel/jobs/node-mark';
import { lostText, reportFailed } from '#kernel/jobs/run-ending';
import type { SentJob } from '#kernel/jobs/sent-job';
import { lockQueue, reclaimJobs, type TakeBounds, type TakenJob, takeJob } from '#kernel/jobs/sent-job-run.sql';
import { type Run, type RunDeps, startRun } from '#kernel/jobs/sent-run';
import type { Log } from '#kernel/ports';

/** Dependencies and timeouts of a worker; tests use shorter ones. */
export type SentJobsDeps = Omit<RunDeps, 'times'> & {
  readonly jobs: readonly SentJob[];
  readonly times?: Partial<RunDeps['times']>;
  /** Which process this is; default is one that shares its node with no other. */
  readonly node?: NodeMark;
};

/** Runs sent jobs: all nodes share the table, and each job has one run at a time. */
export interface SentJobs {
  /** Runs waiting jobs until none may be taken and nothing runs in this process. */
  drain(): Promise<void>;
  /** Starts polling: at once, and every 5 s. */
  start(): void;
  /** Polls now, if it was started, because a job was sent. */
  wake(): void;
  /** Handles the cancellation of a running job; a missed one is noticed at the next renewal of the lease. */
  cancelled(jobId: string): void;
  /** Takes no more jobs, lets running ones end for a moment, and returns the rest. */
  stop(): Promise<void>;
  /** How many jobs work in this process, including given-up runs that still work. */
  readonly running: number;
}

/** How long runs may finish when the process stops, and then how long returning them may take: more than `graceMs`. @unit ms */
const stopMs = 2000;
const standardTimes = { leaseSec: 30, beatMs: 5000, graceMs: 1500, retrySec: 10 };

/** Takes the next job, after it has freed the jobs of runs that were lost. */
const takerOf =
  (
    {
      database,
      ports,
      known,
      node,
    }: Pick<RunDeps, 'database' | 'ports'> & { readonly known: ReadonlyMap<string, SentJob>; readonly node: NodeMark },
    leaseSec: number,
  ) =>
  async (uncounted: TakeBounds['uncounted']): Promise<TakenJob | undefined> => {
    const { limits, log } = ports;
    const bounds = {
      names: [...known.keys()],
      shortNames: Array.from(known.values()).flatMap(({ name, isShort }) => (isShort === true ? [name] : [])),
      leaseSec,
      uncounted,
      atOnce: limits.jobsAtOnce,
      perTenant: limits.jobsPerTenantAtOnce,
      node,
    };
    const { dead, taken } = await database.transact('service', async (tx) => {
      await lockQueue(tx);
      const reclaimed = await reclaimJobs(tx, { node, failure: lostText });
      for (const one of reclaimed) {
        const job = one.status === 'failed' ? known.get(one.name) : undefined;
        if (job !== undefined) await reportFailed(tx, job, { ...one, failure: lostText });
      }
      return { dead: reclaimed, taken: await takeJob(tx, bounds) };
    });
    for (const { job_id, name, status } of dead) log.warn({ event: 'jobDied', job: name, jobId: job_id, status });
    return taken;
  };

/** The runs of this process whose work is not over: a run that ignores its signal keeps its place after its row has ended. */
const createPlaces = (log: Log, freed: () => void) => {
  const atWork = new Set<Run>();
  return {
    take(run: Run, job: string): void {
      atWork.add(run);
      void run.ended.then(() => {
        if (run.isWorking) log.warn({ event: 'jobStillRuns', job, jobId: run.jobId });
        else atWork.delete(run);
      });
      void run.workEnded.then(() => {
        atWork.delete(run);
        freed();
      });
    },
    get taken() {
      return atWork.size;
    },
    /** The tenants of the runs that no row counts. */
    uncounted: () => [...atWork].flatMap(({ isCounted, tenantId }) => (isCounted ? [] : [tenantId])),
  };
};

/** Builds the worker of this process. The job of a run that lost its process or its connection is taken again when the lease has expired. @source R13.4, R14.6 */
export const createSentJobs = ({ jobs, node = newNodeMark(), ...deps }: SentJobsDeps): SentJobs => {
  const { database, ports } = deps;
  const { limits, log } = ports;
  const times = { ...standardTimes, ...deps.times };
  const known = new Map(jobs.map((job) => [job.name, job]));
  const takeNext = takerOf({ database, ports, known, node }, times.leaseSec);
  const runs = new Map<string, Run>();
  const places = createPlaces(log, () => looks.wake());
  let stopped = false;

  const launch = (taken: TakenJob): void => {
    const job = known.get(taken.name);
    if (job === undefined) throw new Error(`${taken.name} was taken and is not known`);
    const run = startRun({ ...deps, times }, job, taken);
    runs.set(run.jobId, run);
    places.take(run, job.name);
    void run.ended.then(() => {
      if (runs.get(run.jobId) === run) runs.delete(run.jobId);
      looks.wake();
    });
  };

  const fill = async (): Promise<void> => {
    while (!stopped && places.taken < limits.jobsAtOnce) {
      const taken = await takeNext(places.uncounted());
      if (taken === undefined) break;
      launch(taken);
    }
  };
  const looks = createLooks(fill, (error) => log.warn({ event: 'jobsWait', error }));
  const allEnded = () => Promise.all(Array.from(runs.values(), ({ ended }) => ended));

  return {
    wake: looks.wake,
    start: looks.start,
    async drain() {
      do {
        await looks.now();
        if (runs.size === 0) return;
        await Promise.race(Array.from(runs.values(), ({ ended }) => ended));
      } while (!stopped);
    },
    cancelled: (jobId) => runs.get(jobId)?.stop('cancelled'),
    async stop() {
      stopped = true;
      const settled = looks.stop().then(allEnded);
      await Promise.race([settled, wait(stopMs)]);
      for (const run of runs.values()) run.stop('shutdown');
      await Promise.race([settled, wait(stopMs)]);
    },
    get running() {
      return places.taken;
    },
  };
};
