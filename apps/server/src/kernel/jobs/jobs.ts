import { PgBoss } from 'pg-boss';
import type { TSchema } from 'typebox';
import type { Database, Tx } from '#kernel/database/db';
import type { SentJob } from '#kernel/jobs/sent-job';
import type { Log, Ports } from '#kernel/ports';

/** The context of a scheduled job. */
export interface JobContext {
  readonly database: Database;
  readonly ports: Ports;
  readonly log: Log;
}

/** Work that runs on a schedule. */
export interface Job {
  /** `noun.verb`. */
  readonly name: string;
  /** A cron line in UTC. */
  readonly every: string;
  readonly run: (context: JobContext) => Promise<void>;
}

/** Declares a job: a scheduled one (`every`), or one that is sent (`payload`). */
export function job(declared: Job): Job;
export function job<S extends TSchema>(declared: SentJob<S>): SentJob<S>;
export function job(declared: Job | SentJob): Job | SentJob {
  return declared;
}

const batch = 1000;
const maxBatches = 100;

/** A job that deletes expired rows, in small batches, so that it does not slow other statements. */
export const sweep = (name: string, every: string, deleteSome: (tx: Tx, limit: number) => Promise<number>): Job => ({
  name,
  every,
  async run({ database, log }) {
    let count = 0;
    for (let round = 0; round < maxBatches; round += 1) {
      const gone = await database.transact('service', (tx) => deleteSome(tx, batch));
      count += gone;
      if (gone < batch) break;
    }
    if (count > 0) log.info({ event: 'swept', job: name, count });
  },
});

/** The queue of one process; the jobs are shared by all nodes. */
export interface Jobs {
  start(): void;
  stop(): Promise<void>;
}

const retryMs = 10_000;

/**
 * Runs jobs on pg-boss, in the same database (stack). Starting creates its tables and takes a moment, so it runs in the background; without the
 * database it retries.
 */
export const createJobs = (url: string, jobs: readonly Job[], context: JobContext): Jobs => {
  const { log } = context;
  let boss: PgBoss | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const runOne = async (one: Job): Promise<void> => {
    try {
      await one.run(context);
    } catch (error) {
      log.error({ event: 'jobFailed', job: one.name, error });
      throw error;
    }
  };

  const open = async (): Promise<void> => {
    // Its options are those of the pool that it makes.
    const pool = { connectionString: url, max: 2, application_name: 'ronghui_jobs', Client: context.database.Client };
    const fresh = new PgBoss(pool);
    fresh.on('error', (error) => log.warn({ event: 'queueError', error }));
    boss = fresh;
    await fresh.start();
    for (const one of jobs) {
      await fresh.createQueue(one.name, { policy: 'singleton', retryLimit: 2, expireInSeconds: 600 });
      await fresh.schedule(one.name, one.every);
      await fresh.work(one.name, { pollingIntervalSeconds: 20 }, () => runOne(one));
    }
  };

  const start = (): void => {
    open().catch((error: unknown) => {
      void boss?.stop({ graceful: false }).catch(() => undefined);
      // A stop in the middle of the opening ends it, and nothing waits then.
      if (stopped) return;
      log.warn({ event: 'queueWaits', error });
      timer = setTimeout(start, retryMs);
      timer.unref();
    });
  };

  return {
    start,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await boss?.stop({ graceful: true, timeout: 3000 }).catch(() => undefined);
    },
  };
};
