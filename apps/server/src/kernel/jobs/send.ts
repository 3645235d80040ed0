import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Tx } from '#kernel/database/db';
import type { SentJob } from '#kernel/jobs/sent-job';
import { findLiveJob, insertSentJob } from '#kernel/jobs/sent-job.sql';

/** For whom a job is sent. */
export interface SendOptions {
  /** Whose turn it takes and whose rows it may show; null for the provider's own. */
  readonly tenantId?: string | null;
  /** For whom the result is. */
  readonly userId?: string | null;
  /** Of one name, tenant and key one job at most waits, and one runs; without a key a job has no like. */
  readonly key?: string;
}

/** The job that does what was asked for: sent now, or one that was under way. */
export interface Sent {
  readonly jobId: string;
  readonly isNew: boolean;
}

/** A job of the key may end between the two statements, never so often. */
const rounds = 5;

/**
 * Sends a job in the transaction that causes it: it runs once that is committed, and never if it is not. A second job of a key that waits or
 * runs is not sent; the first one's id is answered. One that is being cancelled answers no new request: the second job is sent, and starts
 * when the first one has ended. @source R4.12, R14.6, house 5
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
