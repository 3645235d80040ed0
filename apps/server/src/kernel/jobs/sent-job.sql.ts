import { sql } from 'kysely';
import { announce, type Db, type Tx } from '#kernel/database/db';
import type { SentJobStatus } from '#kernel/jobs/sent-job';

/** A job as it is sent. */
export interface NewSentJob {
  readonly name: string;
  readonly tenantId: string | null;
  readonly userId: string | null;
  /** Null: it is never equal to another job. */
  readonly key: string | null;
  readonly payload: unknown;
}

/** Adds a job and notifies the workers; undefined when one of its name, tenant and key waits or runs and is not being cancelled. By sent_job_live. */
export const insertSentJob = async (tx: Tx, job: NewSentJob): Promise<string | undefined> => {
  const row = await tx
    .insertInto('sent_job')
    .values({
      name: job.name,
      tenant_id: job.tenantId,
      user_id: job.userId,
      key: job.key ?? sql<string>`gen_random_uuid()::text`,
      payload: JSON.stringify(job.payload),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('job_id')
    .executeTakeFirst();
  if (row !== undefined) announce(tx, 'job_sent');
  return row?.job_id;
};

/** The waiting or running job of a key that is not being cancelled; by sent_job_live. */
export const findLiveJob = async (
  db: Db,
  { name, tenantId, key }: Pick<NewSentJob, 'name' | 'tenantId' | 'key'>,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('sent_job')
    .select('job_id')
    .where('name', '=', name)
    .where('tenant_id', tenantId === null ? 'is' : '=', tenantId)
    .where('key', '=', key)
    .where('status', 'in', ['queued', 'running'])
    .where('cancel_asked_at', 'is', null)
    .executeTakeFirst();
  return row?.job_id;
};

/** How often a job may lose its process or its database before it has failed: one that ends its process each time would do so for ever. */
export const mostLosses = 10;

/** Whether a job has failed for good by a fault of ours, at its last try or after too many losses, and not because it cannot be done. */
export const failedForGood = (jobTries: number) =>
  sql<boolean>`(status = 'failed' and (tries >= ${jobTries} or losses >= ${sql.lit(mostLosses)}))`;

/** A job that has failed for good. */
export interface FailedJobRow {
  readonly job_id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly ended_at: Date;
  readonly failure: string | null;
}

/** Those of seven days, of the last 2,000 that ended, unless the same was asked for again since. By sent_job_ended and sent_job_live. */
const failedJobs = (jobTries: number) => sql`
  with ended as (
    select * from sent_job where ended_at > app_now() - interval '7 days' order by ended_at desc limit 2000
  ), later as (
    select name, tenant_id, key, created_at from ended
    union all select name, tenant_id, key, created_at from sent_job where status in ('queued', 'running')
  ), failed as (
    select job_id, name, created_at, ended_at, failure from ended e
    where ${failedForGood(jobTries)} and not exists (select from later l
      where l.name = e.name and l.key = e.key and l.tenant_id is not distinct from e.tenant_id and l.created_at > e.created_at)
  )`;

/** The jobs that have failed for good, the last first. */
export const listFailedJobs = async (
  db: Db,
  { jobTries, limit }: { readonly jobTries: number; readonly limit: number },
): Promise<readonly FailedJobRow[]> => {
  const { rows } = await sql<FailedJobRow>`
    ${failedJobs(jobTries)} select * from failed order by ended_at desc, job_id limit ${limit}`.execute(db);
  return rows;
};

/** A failure that was seen. */
interface SeenFailure {
  readonly jobId: string;
  /** When the job had failed; null where the caller does not say. */
  readonly endedAt: Date | null;
}

/**
 * Lets one of them run again with all its tries, and notifies the workers. Of several at once one does: the others wait for the row and find it
 * `changed`, as does who saw an earlier failure. `notFound` is what is none of them. By the primary key.
 *
 * @source running 6.4, R4.12
 */
export const retryFailedJob = async (
  tx: Tx,
  jobTries: number,
  { jobId, endedAt }: SeenFailure,
): Promise<'retried' | 'changed' | 'notFound'> => {
  const asSeen = endedAt === null ? sql`true` : sql`j.ended_at = ${endedAt}`;
  const { numAffectedRows } = await sql`
    ${failedJobs(jobTries)}
    update sent_job j set status = 'queued', tries = 0, losses = 0, fence = fence + 1, due_at = app_now(), ended_at = null, failure = null
    where job_id = ${jobId} and status = 'failed' and ${asSeen} and exists (select from failed where failed.job_id = j.job_id)`.execute(
    tx,
  );
  if (numAffectedRows === 1n) {
    announce(tx, 'job_sent');
    return 'retried';
  }
  const { rows } = await sql<{ is_as_seen: boolean }>`
    select status = 'failed' and ${asSeen} as is_as_seen from sent_job j where job_id = ${jobId}`.execute(tx);
  return rows[0]?.is_as_seen === false ? 'changed' : 'notFound';
};

/** The owner and the name of a job. */
export interface SentJobOwner {
  readonly name: string;
  readonly tenantId: string;
  readonly userId: string;
}

/** A job as its user sees it; a result past its time counts as expired before it is deleted. */
const state = (db: Db, { name, tenantId, userId }: SentJobOwner) =>
  db
    .selectFrom('sent_job')
    .select(['job_id', 'done_count', 'total_count', 'progress_text', 'failure', 'cancel_asked_at'])
    .select(['result_key', 'result_name', 'result_mime', 'result_bytes', 'created_at', 'expires_at'])
    .select(
      sql<SentJobStatus>`case when status = 'done' and expires_at <= app_now() then 'expired' else status end`.as(
        'status',
      ),
    )
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('name', '=', name);

/** One job of a person in a tenant; by the primary key. */
export const findSentJob = (db: Db, owner: SentJobOwner, jobId: string) =>
  state(db, owner).where('job_id', '=', jobId).executeTakeFirst();

/** A job of the provider's own, as the desk sees it. */
export interface LastJob {
  readonly job_id: string;
  readonly status: SentJobStatus;
  readonly done_count: number;
  readonly total_count: number;
  readonly progress_text: string;
  readonly failure: string | null;
  readonly ended_at: Date | null;
}

/** The last job of the provider's own with a name and these facts in its payload; by sent_job_owner. */
export const findLastJobOf = async (
  db: Db,
  name: string,
  facts: Readonly<Record<string, string>>,
): Promise<LastJob | undefined> => {
  const { rows } = await sql<LastJob>`
    select job_id, status, done_count, total_count, progress_text, failure, ended_at from sent_job
      where tenant_id is null and user_id is null and name = ${name} and payload @> ${JSON.stringify(facts)}::jsonb
      order by created_at desc, job_id limit 1`.execute(db);
  return rows[0];
};

/** The last job of a name that a person sent in a tenant; by sent_job_owner. */
export const findLastSentJob = (db: Db, owner: SentJobOwner) =>
  state(db, owner).orderBy('created_at', 'desc').orderBy('job_id').limit(1).executeTakeFirst();

export type SentJobState = NonNullable<Awaited<ReturnType<typeof findSentJob>>>;

/** A waiting job is cancelled at once; a running one is asked to end. */
const cancelled = {
  status: sql<string>`case when status = 'queued' then 'cancelled' else status end`,
  ended_at: sql<Date | null>`case when status = 'queued' then app_now() end`,
  cancel_asked_at: sql<Date>`coalesce(cancel_asked_at, app_now())`,
};

/**
 * Cancels a waiting job at once, and requests a running one to end; false when it has ended already, or belongs to another owner. By the primary
 * key; a worker that takes the job at the same moment waits for this statement, or this one for it.
 */
export const cancelSentJob = async (tx: Tx, owner: SentJobOwner, jobId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('sent_job')
    .set(cancelled)
    .where('job_id', '=', jobId)
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('name', '=', owner.name)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  announce(tx, 'job_cancelled', jobId);
  return numUpdatedRows > 0n;
};

/** Cancels a job of the provider's own, as `cancelSentJob` does a tenant's; false when it has ended already. By the primary key. */
export const cancelProviderJob = async (tx: Tx, name: string, jobId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('sent_job')
    .set(cancelled)
    .where('job_id', '=', jobId)
    .where('tenant_id', 'is', null)
    .where('name', '=', name)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  announce(tx, 'job_cancelled', jobId);
  return numUpdatedRows > 0n;
};

/** Expires the results of a closed account's jobs, and cancels its waiting and running ones. It scans the table, which is rare. */
export const endJobsOfUser = async (tx: Tx, userId: string): Promise<void> => {
  await tx
    .updateTable('sent_job')
    .set({ expires_at: sql<Date>`least(expires_at, app_now())` })
    .where('user_id', '=', userId)
    .where('status', '=', 'done')
    .execute();
  await tx
    .updateTable('sent_job')
    .set(cancelled)
    .where('user_id', '=', userId)
    .where('status', 'in', ['queued', 'running'])
    .execute();
};

/** Which of some keys of files are results of jobs; by the unique key. */
export const listKnownResultKeys = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('sent_job')
    .select('result_key')
    .where('result_key', 'in', [...keys, ''])
    .execute();
  return rows.flatMap(({ result_key }) => (result_key === null ? [] : [result_key]));
};

/** Marks expired results; by sent_job_kept. @returns how many */
export const updateExpired = async (tx: Tx, limit: number): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('sent_job')
    .set({ status: 'expired' })
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('sent_job')
        .select('job_id')
        .where('status', '=', 'done')
        .where('expires_at', '<=', sql<Date>`app_now()`)
        .limit(limit),
    )
    .where('status', '=', 'done')
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Files of results that are expired and still in the store; by sent_job_expired. */
export const listExpiredFiles = async (db: Db, limit: number): Promise<{ jobId: string; fileKey: string }[]> => {
  const rows = await db
    .selectFrom('sent_job')
    .select(['job_id', 'result_key'])
    .where('status', '=', 'expired')
    .where('result_key', 'is not', null)
    .limit(limit)
    .execute();
  return rows.map(({ job_id, result_key }) => ({ jobId: job_id, fileKey: result_key ?? '' }));
};

/** Records that a result's file is deleted. */
export const updateFileGone = async (tx: Tx, jobId: string): Promise<void> => {
  await tx.updateTable('sent_job').set({ result_key: null }).where('job_id', '=', jobId).execute();
};

/** Deletes jobs that ended long ago, at most `limit` rows; jobs whose file is still in the store stay. By sent_job_ended. */
export const deleteOldJobs = async (tx: Tx, days: number, limit: number): Promise<number> => {
  const gone = await sql`
    delete from sent_job where job_id in (
      select job_id from sent_job
      where ended_at < app_now() - ${days}::float8 * interval '1 day' and result_key is null and status <> 'done'
      limit ${limit} for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};
