import type { TSchema } from 'typebox';
import type { Database, Tx } from '#kernel/database/db';
import type { Schedule } from '#kernel/jobs/schedule';
import type { SentJob } from '#kernel/jobs/sent-job';
import type { Log, Ports } from '#kernel/ports';

/** The context of a scheduled job. */
export interface JobContext {
  readonly database: Database;
  readonly ports: Ports;
  readonly log: Log;
  /** Aborts when the run is over although its work goes on; for work that can be ended. */
  readonly signal?: AbortSignal;
}

/** Bounds of a job that is not as short as the others. */
export interface JobBounds {
  /** A run that takes longer has failed. @unit ms */
  readonly maxMs: number;
  /** The pause before a failed run is tried again. @unit seconds */
  readonly retrySec: number;
}

/** What a job throws that found nothing wrong and cannot work now: it has not failed, and is tried again after its pause. The message is for staff. */
export class JobWaits extends Error {
  override readonly name = 'JobWaits';
}

/** Work that runs on a schedule. It may run twice at once after ten minutes, or when its process stops or has lost the database, so it must do no harm then. */
export interface Job {
  /** `noun.verb`. */
  readonly name: string;
  readonly every: Schedule;
  /** Whether the first run does not wait for a moment. */
  readonly beginsAtOnce?: boolean;
  readonly bounds?: JobBounds;
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
export const sweep = (name: string, every: Schedule, deleteSome: (tx: Tx, limit: number) => Promise<number>): Job => ({
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
