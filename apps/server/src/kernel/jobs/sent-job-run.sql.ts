import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { NodeMark } from '#kernel/jobs/node-mark';
import { mostLosses } from '#kernel/jobs/sent-job.sql';

/** A job that a worker has taken, with the fencing number of this run. */
export interface TakenJob {
  readonly job_id: string;
  readonly name: string;
  readonly tenant_id: string | null;
  readonly user_id: string | null;
  readonly payload: unknown;
  readonly tries: number;
  readonly fence: number;
}

/** Locks the queue until the transaction ends, so that workers take jobs one after another and the limits are counted right. */
export const lockQueue = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('sent_job', 0))`.execute(tx);
};

/** The new state of a job whose run ended without a result. A job with a requested cancellation is cancelled, for any reason. */
const leaving = (
  isFinal: ReturnType<typeof sql<boolean>>,
  { failure, afterSec }: { readonly failure: string; readonly afterSec: number },
) => {
  const isCancelled = sql<boolean>`cancel_asked_at is not null`;
  return {
    status: sql<string>`case when ${isCancelled} then 'cancelled' when ${isFinal} then 'failed' else 'queued' end`,
    ended_at: sql<Date | null>`case when ${isCancelled} or ${isFinal} then app_now() end`,
    failure: sql<string | null>`case when not ${isCancelled} and ${isFinal} then ${failure} end`,
    due_at: sql<Date>`app_now() + ${afterSec}::float8 * interval '1 second'`,
    fence: sql<number>`fence + 1`,
    lease_ends_at: null,
  };
};

const isLastLoss = sql<boolean>`losses + 1 >= ${sql.lit(mostLosses)}`;
/** A run that was lost is no try. */
const lost = { tries: sql<number>`greatest(tries - 1, 0)`, losses: sql<number>`losses + 1` };

/**
 * Takes jobs from runs whose lease has expired, and from those of a process that has died on this node: they wait again, or have failed after too many
 * losses. By sent_job_running.
 */
export const reclaimJobs = (tx: Tx, { node, failure }: { readonly node: NodeMark; readonly failure: string }) =>
  tx
    .updateTable('sent_job')
    .set({ ...leaving(isLastLoss, { failure, afterSec: 0 }), ...lost })
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('sent_job')
        .select('job_id')
        .where('status', '=', 'running')
        .where(
          sql<boolean>`(lease_ends_at <= app_now() or (run_node = ${node.id} and run_boot is distinct from ${node.boot}))`,
        )
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['job_id', 'name', 'status', 'tenant_id', 'user_id', 'payload'])
    .execute();

/** The limits of parallel runs, and the length of a lease. */
export interface TakeBounds {
  /** The names of the jobs that this worker knows. */
  readonly names: readonly string[];
  /** Those of them that are over within minutes. */
  readonly shortNames: readonly string[];
  readonly atOnce: number;
  readonly perTenant: number;
  /** Who takes it. */
  readonly node: NodeMark;
  /** @unit seconds */
  readonly leaseSec: number;
  /** The tenant of each run of this process that its row no longer counts and that still works. */
  readonly uncounted: readonly (string | null)[];
}

/** No job of the same name, tenant and key runs: one that is being cancelled may. By sent_job_run. */
const keyIsFree = sql<boolean>`not exists (
  select from sent_job r where r.status = 'running' and r.name = j.name and r.key = j.key
    and r.tenant_id is not distinct from j.tenant_id)`;

/** From how many places on one of them is kept for the provider and one for short jobs. */
const fewestToKeep = 4;

/**
 * Whether a place is free that the job `j` may take, by the runs in `taken`: long jobs leave one for short ones, merchants one for the provider, and
 * long jobs of merchants both.
 */
const hasPlace = ({ shortNames, atOnce }: Pick<TakeBounds, 'shortNames' | 'atOnce'>) => {
  const kept = atOnce < fewestToKeep ? 0 : 1;
  return sql<boolean>`(select t.runs < ${atOnce} and (j.tenant_id is null or t.of_merchants < ${atOnce - kept})
      and (j.name = any(${[...shortNames]}::text[]) or (t.long < ${atOnce - kept}
        and (j.tenant_id is null or t.long_of_merchants < ${atOnce - 2 * kept}))) from taken t)`;
};

/**
 * Takes the next job that may run: the oldest one of the tenant with the fewest running jobs and, among equals, the longest time since its last turn. The
 * provider's own jobs count as one tenant. By sent_job_waiting and sent_job_turn, under `lockQueue`.
 *
 * @source security 4.14
 */
export const takeJob = async (
  tx: Tx,
  { names, perTenant, leaseSec, uncounted, node, ...bounds }: TakeBounds,
): Promise<TakenJob | undefined> => {
  const mayRun = sql<boolean>`j.status = 'queued' and j.due_at <= app_now() and j.name = any(${[...names]}::text[])
    and ${keyIsFree} and ${hasPlace(bounds)}`;
  const { rows } = await sql<TakenJob>`
    with run as (
      select coalesce(tenant_id, '') as tenant, name <> all(${[...bounds.shortNames]}::text[]) as is_long from sent_job where status = 'running'
      union all select tenant, true from unnest(${uncounted.map((tenantId) => tenantId ?? '')}::text[]) u (tenant)
    ), taken as (
      select count(*) as runs, count(*) filter (where tenant <> '') as of_merchants, count(*) filter (where is_long) as long,
        count(*) filter (where is_long and tenant <> '') as long_of_merchants from run
    ), busy as (
      select tenant, count(*) as runs from run group by 1
    ), waiting as (
      select coalesce(j.tenant_id, '') as tenant, min(j.due_at) as due from sent_job j where ${mayRun} group by 1
    ), next as (
      select w.tenant from waiting w left join busy b using (tenant)
      where coalesce(b.runs, 0) < ${perTenant}
      order by coalesce(b.runs, 0),
        (select max(t.started_at) from sent_job t where coalesce(t.tenant_id, '') = w.tenant) nulls first, w.due
      limit 1
    )
    update sent_job set status = 'running', tries = tries + 1, fence = fence + 1, started_at = app_now(),
      run_node = ${node.id}, run_boot = ${node.boot}, lease_ends_at = app_now() + ${leaseSec}::float8 * interval '1 second', done_count = 0, total_count = 0, progress_text = ''
    where job_id = (
      select j.job_id from sent_job j join next on coalesce(j.tenant_id, '') = next.tenant
      where ${mayRun} order by j.due_at, j.created_at, j.job_id limit 1 for update of j)
    returning job_id, name, tenant_id, user_id, payload, tries, fence`.execute(tx);
  return rows[0];
};

/** Identifies a run. */
export type RunId = Pick<TakenJob, 'job_id' | 'fence'>;

/** The progress of a run. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
  readonly text: string;
}

/** Renews a run's lease and stores its progress. It skips a row that a transaction of the run itself has locked. */
export const renewLease = async (
  tx: Tx,
  { job_id, fence }: RunId,
  { leaseSec, progress }: { readonly leaseSec: number; readonly progress: RunProgress },
): Promise<'renewed' | 'cancelled' | 'lost'> => {
  await tx
    .updateTable('sent_job')
    .set({
      lease_ends_at: sql<Date>`app_now() + ${leaseSec}::float8 * interval '1 second'`,
      done_count: progress.done,
      total_count: progress.total,
      progress_text: progress.text,
    })
    .where('job_id', '=', (eb) =>
      eb
        .selectFrom('sent_job')
        .select('job_id')
        .where('job_id', '=', job_id)
        .where('fence', '=', fence)
        .where('status', '=', 'running')
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  const row = await tx
    .selectFrom('sent_job')
    .select(['status', 'fence', 'cancel_asked_at'])
    .where('job_id', '=', job_id)
    .executeTakeFirst();
  if (row === undefined || row.status !== 'running' || row.fence !== fence) return 'lost';
  return row.cancel_asked_at === null ? 'renewed' : 'cancelled';
};

/** Whether the run may still write; this holds until the transaction ends, because the row is locked. By the primary key. */
export const holdRun = async (tx: Tx, { job_id, fence }: RunId): Promise<boolean> => {
  const row = await tx
    .selectFrom('sent_job')
    .select('job_id')
    .where('job_id', '=', job_id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')
    .where('cancel_asked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
};

/** A result as it is stored. */
export interface StoredFile {
  readonly key: string;
  readonly name: string;
  readonly mime: string;
  /** @unit bytes */
  readonly size: number;
}

/** Marks a job as done; false when the run has lost it or its cancellation was requested. */
export const finishRun = async (
  tx: Tx,
  { job_id, fence }: RunId,
  { file, keptDays }: { readonly file: StoredFile | null; readonly keptDays: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('sent_job')
    .set({
      status: 'done',
      ended_at: sql<Date>`app_now()`,
      expires_at: sql<Date>`app_now() + ${keptDays}::float8 * interval '1 day'`,
      lease_ends_at: null,
      done_count: sql<number>`greatest(done_count, total_count)`,
      progress_text: '',
      ...(file !== null && {
        result_key: file.key,
        result_name: file.name,
        result_mime: file.mime,
        result_bytes: file.size,
      }),
    })
    .where('job_id', '=', job_id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')
    .where('cancel_asked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The end of a run without a result. */
export interface Leaving {
  /** It is not retried. */
  readonly isFinal: boolean;
  /** The message for its user. */
  readonly failure: string;
  /** The pause before the retry. @unit seconds */
  readonly afterSec: number;
  /** Returned by a process that stops: the try does not count. */
  readonly isHandedBack: boolean;
  /** It has lost the database, which is no try either. */
  readonly isLost: boolean;
}

/** Ends a run without a result. @returns the new state of the job; undefined when the run has lost it */
export const leaveRun = async (tx: Tx, { job_id, fence }: RunId, leave: Leaving): Promise<string | undefined> => {
  const row = await tx
    .updateTable('sent_job')
    .set(leaving(leave.isLost ? isLastLoss : sql<boolean>`${leave.isFinal}::boolean`, leave))
    .set(leave.isLost ? lost : { tries: sql<number>`tries - ${leave.isHandedBack ? 1 : 0}::int` })
    .where('job_id', '=', job_id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')
    .returning('status')
    .executeTakeFirst();
  return row?.status;
};
