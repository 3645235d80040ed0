import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';
import type { Moments } from '#kernel/jobs/schedule';

/** A job and its moments, as this process declares them. */
export interface DeclaredJob extends Moments {
  readonly name: string;
  /** Whether the first run does not wait for a moment. */
  readonly beginsAtOnce: boolean;
}

/** The next moment of each job, by the database's clock. */
const momentsOf = (jobs: readonly DeclaredJob[]) => sql`
  select name, moment_after(app_now(), step_sec, offset_sec) as next_at
  from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ stepSec }) => stepSec)}::int[],
    ${jobs.map(({ offsetSec }) => offsetSec)}::int[]) as declared (name, step_sec, offset_sec)`;

const secondsFromNow = (seconds: number) => sql`app_now() + ${seconds}::float8 * interval '1 second'`;

/** A moment of a job. */
export interface JobMoment {
  readonly name: string;
  readonly next_at: Date;
}

/** The next moment of each job, whether it is taken or not. */
export const readNextMoments = async (tx: Tx, jobs: readonly DeclaredJob[]): Promise<readonly JobMoment[]> =>
  (await sql<JobMoment>`${momentsOf(jobs)}`.execute(tx)).rows;

/** Adds jobs that have no row yet, and removes rows whose job no node has run for a week: it has left the code. */
export const registerScheduledJobs = async (tx: Tx, jobs: readonly DeclaredJob[]): Promise<void> => {
  const atOnce = jobs.filter(({ beginsAtOnce }) => beginsAtOnce).map(({ name }) => name);
  await sql`
    insert into scheduled_job (name, next_at)
    select name, case when name = any(${atOnce}::text[]) then app_now() else next_at end from (${momentsOf(jobs)}) moment order by name
    on conflict do nothing`.execute(tx);
  await sql`
    delete from scheduled_job
    where name <> all(${jobs.map(({ name }) => name)}::text[]) and next_at < app_now() - interval '7 days'`.execute(tx);
};

/**
 * Brings back what was stored while the clock was ahead: no job is due later than its next moment, and no lease is longer than a lease. Also for a
 * job whose schedule has become another one. Nodes that start at once skip each other's rows.
 */
export const correctScheduledJobs = (tx: Tx, jobs: readonly DeclaredJob[], leaseSec: number): void => {
  const leaseEnd = secondsFromNow(leaseSec);
  send(
    tx,
    sql`
    with found as (
      select job.name, moment.next_at as moment_at
      from scheduled_job job join (${momentsOf(jobs)}) moment using (name)
      where job.next_at > moment.next_at or job.lease_ends_at > ${leaseEnd}
      order by job.name for update of job skip locked
    )
    update scheduled_job job set next_at = least(next_at, moment_at),
      lease_ends_at = case when lease_ends_at is not null then least(lease_ends_at, ${leaseEnd}) end
    from found where job.name = found.name`,
  );
};

/** A job as it is shown. */
export interface ScheduledJobRow {
  readonly name: string;
  readonly next_at: Date;
  readonly ended_at: Date | null;
  readonly failed_at: Date | null;
  readonly failure: string | null;
  readonly has_failed: boolean;
  readonly runs: boolean;
}

/** Every job, those that have failed since they ended well first; some forty rows. */
export const listScheduledJobs = async (db: Db): Promise<readonly ScheduledJobRow[]> => {
  const { rows } = await sql<ScheduledJobRow>`
    select name, next_at, ended_at, failed_at, failure, coalesce(lease_ends_at > app_now(), false) as runs,
      coalesce(failed_at > coalesce(ended_at, '-infinity'), false) as has_failed
    from scheduled_job order by has_failed desc, name limit 200`.execute(db);
  return rows;
};

/** When the last run of a job ended that was right; null where none was. Primary key. */
export const findLastEnd = async (db: Db, name: string): Promise<Date | null> => {
  const { rows } = await sql<{
    ended_at: Date | null;
  }>`select ended_at from scheduled_job where name = ${name}`.execute(db);
  return rows[0]?.ended_at ?? null;
};

/** Makes a job due now, with all its tries, unless it runs. @returns when it is due; null where it runs, undefined where there is none */
export const makeJobDue = async (tx: Tx, name: string): Promise<Date | null | undefined> => {
  const { rows } = await sql<{ due_at: Date | null }>`
    with found as (
      select name, coalesce(lease_ends_at > app_now(), false) as runs from scheduled_job where name = ${name} for update
    ), made as (
      update scheduled_job job set next_at = app_now(), tries = 0 from found where job.name = found.name and not found.runs
      returning job.next_at
    )
    select (select next_at from made) as due_at from found`.execute(tx);
  return rows[0]?.due_at;
};

/** Identifies a run of a scheduled job. */
export interface ScheduledRun {
  readonly name: string;
  /** The fencing number. */
  readonly fence: number;
}

/** A row that a node has taken. */
export interface TakenScheduledJob extends ScheduledRun {
  /** The run before did not end: its process died, or lost the database. */
  readonly has_died: boolean;
  /** False after the last try of a job whose process died: it waits for its next moment. */
  readonly is_due: boolean;
  /** When the run began; of a job that is not due, when its last one did. */
  readonly started_at: Date;
  /** The next moment. */
  readonly next_at: Date;
}

/** The bounds of taking. */
export interface TakeBounds {
  readonly limit: number;
  readonly leaseSec: number;
  readonly maxTries: number;
}

/**
 * Takes the jobs that are due and do not run, the longest due first; their next time moves on, so that a moment that was missed many times is run
 * once. A job whose process died is due at once. Nodes skip each other's rows.
 */
export const takeScheduledJobs = async (
  tx: Tx,
  jobs: readonly DeclaredJob[],
  { limit, leaseSec, maxTries }: TakeBounds,
): Promise<TakenScheduledJob[]> => {
  const { rows } = await sql<TakenScheduledJob>`
    with found as (
      select job.name, moment.next_at as moment_at, job.lease_ends_at is not null as has_died,
        job.next_at <= app_now() or job.tries < ${maxTries} as is_due
      from scheduled_job job join (${momentsOf(jobs)}) moment using (name)
      where job.lease_ends_at <= app_now() or (job.lease_ends_at is null and job.next_at <= app_now())
      order by job.next_at limit ${limit} for update of job skip locked
    )
    update scheduled_job job set fence = fence + 1,
      next_at = case when is_due then moment_at else next_at end,
      tries = case when not is_due then 0 when tries >= ${maxTries} then 1 else tries + 1 end,
      lease_ends_at = case when is_due then ${secondsFromNow(leaseSec)} end,
      started_at = case when is_due then app_now() else started_at end,
      failed_at = case when has_died then app_now() else failed_at end,
      failure = case when has_died then '执行它的进程中断了' else failure end
    from found where job.name = found.name
    returning job.name, job.fence, has_died, is_due, job.started_at, job.next_at`.execute(tx);
  return rows;
};

/** Renews the lease of a run. */
export const renewScheduledLease = async (
  tx: Tx,
  { name, fence }: ScheduledRun,
  leaseSec: number,
): Promise<'renewed' | 'lost'> => {
  const { numAffectedRows } = await sql`
    update scheduled_job set lease_ends_at = ${secondsFromNow(leaseSec)}
    where name = ${name} and fence = ${fence} and lease_ends_at is not null`.execute(tx);
  return numAffectedRows === 1n ? 'renewed' : 'lost';
};

/** How a run ended: a failed one is tried again soon, up to `maxTries` times, one that waits is no try, and one of a process that stops is taken at once. */
export type ScheduledEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly maxTries: number; readonly retrySec: number; readonly why: string }
  | {
      readonly kind: 'waits';
      readonly retrySec: number;
      readonly why: string;
      /** Whether it has waited so often that somebody should look. */
      readonly isFailing?: boolean;
    }
  | { readonly kind: 'handedBack' };

const changesOf = (end: ScheduledEnd) => {
  if (end.kind === 'done') return sql`tries = 0, ended_at = app_now()`;
  if (end.kind === 'handedBack') return sql`tries = greatest(tries - 1, 0), next_at = app_now()`;
  if (end.kind === 'waits')
    return sql`failure = ${end.why.slice(0, 500)}, tries = greatest(tries - 1, 0), next_at = least(next_at, ${secondsFromNow(end.retrySec)}),
      failed_at = case when ${end.isFailing === true}::boolean then app_now() else failed_at end`;
  const { maxTries, retrySec, why } = end;
  return sql`failed_at = app_now(), failure = ${why.slice(0, 500)}, tries = case when tries < ${maxTries} then tries else 0 end,
    next_at = case when tries < ${maxTries} then least(next_at, ${secondsFromNow(retrySec)}) else next_at end`;
};

/** Ends a run; false when it has lost the job. */
export const endScheduledRun = async (tx: Tx, { name, fence }: ScheduledRun, end: ScheduledEnd): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update scheduled_job set lease_ends_at = null, ${changesOf(end)}
    where name = ${name} and fence = ${fence} and lease_ends_at is not null`.execute(tx);
  return numAffectedRows === 1n;
};
