import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Tx } from '#kernel/database/db';
import type { SentJob } from '#kernel/jobs/sent-job';
import { findLiveJob, insertSentJob } from '#kernel/jobs/sent-job.sql';

/** The owner and the key of a job. */
export interface SendOptions {
  /** The tenant whose turn it takes and whose rows it may read; null for the provider's own jobs. */
  readonly tenantId?: string | null;
  /** The user who gets the result. */
  readonly userId?: string | null;
  /** Of one name, tenant and key at most one job waits and one runs; jobs without a key are never equal. */
  readonly key?: string;
}

/** The job for the request: sent now, or already waiting or running. */
export interface Sent {
  readonly jobId: string;
  readonly isNew: boolean;
}

/** A job of the key may end between the two statements, but not so many times. */
const rounds = 5;

/**
 * Sends a job in the transaction that causes it: it runs only after the commit. A second job of a key that waits or
 * runs is not sent; the first one's id is returned. A job that is being cancelled does not count: the second job is sent,
 * and starts when the first one has ended. @source R4.12, R14.6, house 5
 */
export const send = async <S extends TSchema>(
  tx: Tx,
  job: SentJob<S>,
  payload: Static<S>,
  { tenantId = null, userId = null, key }: SendOptions = {},
): Promise<Sent> => {
  if (!Check(job.payload, payload)) throw new Error(`the payload of ${job.name} is not as declared`);
  const wanted = { name: job.name, tenantId, userId, key: key ?? null, payload };
  for (let round = 0; round < rounds; round += 1) {
    const jobId = await insertSentJob(tx, wanted);
    if (jobId !== undefined) return { jobId, isNew: true };
    const known = await findLiveJob(tx, wanted);
    if (known !== undefined) return { jobId: known, isNew: false };
  }
  throw new Error(`${job.name} was neither sent nor found`);
};
