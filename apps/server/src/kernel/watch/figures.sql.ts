import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { failedForGood } from '#kernel/jobs/sent-job.sql';

/** What the tables and the database server say of the state of the installation. */
export interface Figures {
  readonly now_sec: number;
  readonly is_read_only: boolean;
  readonly connections: number;
  readonly connections_max: number;
  readonly transaction_age: number;
  readonly outbox_waiting: number;
  readonly outbox_oldest_sec: number;
  readonly outbox_stopped: number;
  readonly jobs_waiting: number;
  readonly jobs_oldest_sec: number;
  readonly jobs_failed: number;
  readonly scheduled_failing: number;
  readonly scheduled_overdue_sec: number;
  readonly seal_age_sec: number | null;
  readonly unsealed: number;
  readonly unsealed_oldest_sec: number;
}

/** Of what may be many, the first of an index are counted. */
const mostCounted = sql.lit(2000);
const mostUnsealed = sql.lit(1000);

const ageOf = (moment: string) =>
  sql`greatest(0, coalesce(extract(epoch from app_now() - ${sql.raw(moment)}), 0))::float8`;

/**
 * Reads all of them in one statement, whose cost does not grow with the tables: by outbox_due, outbox_stopped, sent_job_waiting, sent_job_ended,
 * audit_event_transaction and the primary key of audit_seal; of scheduled_job there is a row for each job of the code, and one that has left it counts no more (`jobNames` are those of this
 * process). `jobTries` is at which try a job has failed for good. The numbers of backends are those that every role may read.
 *
 * @source running 6.1
 */
export const findFigures = async (
  db: Db,
  { jobTries, jobNames }: { readonly jobTries: number; readonly jobNames: readonly string[] },
): Promise<Figures | undefined> => {
  const { rows } = await sql<Figures>`
    with waiting as (
      select created_at, stopped_at from outbox where dead_at is null order by due_at limit ${mostCounted}
    ), message as (
      select count(*)::int as count, ${ageOf('min(created_at)')} as oldest from waiting where stopped_at is null
    ), job as (
      select count(*)::int as count, ${ageOf('min(due_at)')} as oldest
      from (select due_at from sent_job where status = 'queued' order by due_at limit ${mostCounted}) queued
    ), ended as (
      select status, tries, losses from sent_job where ended_at > app_now() - interval '1 hour' order by ended_at desc limit ${mostCounted}
    ), round as (
      select count(*) filter (where failed_at > coalesce(ended_at, '-infinity') and tries = 0 and lease_ends_at is null)::int as failing,
        ${ageOf('min(next_at) filter (where lease_ends_at is null)')} as overdue
      from scheduled_job where name = any(${jobNames}::text[])
    ), unsealed as (
      select e.tx_id, e.event_id, e.at from audit_chain c cross join lateral (
        (select tx_id, event_id, at from audit_event where tx_id >= c.sealed_to order by tx_id, event_id limit ${mostUnsealed})
        union all
        (select late.* from unnest(c.running) r (tx) cross join lateral (
          select tx_id, event_id, at from audit_event where (tx_id, event_id) >= (r.tx, 0) and tx_id <= r.tx and tx_id < c.sealed_to
          order by tx_id, event_id limit ${mostUnsealed}) late limit ${mostUnsealed})
      ) e
    )
    select extract(epoch from app_now())::float8 as now_sec,
      pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only,
      (select sum(numbackends)::int from pg_stat_database) as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections_max,
      (select age(datfrozenxid)::int from pg_database where datname = current_database()) as transaction_age,
      message.count as outbox_waiting, message.oldest as outbox_oldest_sec,
      (select count(*)::int from (select from outbox where stopped_at is not null limit 1000) stopped) as outbox_stopped,
      job.count as jobs_waiting, job.oldest as jobs_oldest_sec,
      (select count(*)::int from ended where ${failedForGood(jobTries)}) as jobs_failed,
      round.failing as scheduled_failing, round.overdue as scheduled_overdue_sec,
      (select ${ageOf('sealed_at')} from audit_seal order by seal_no desc limit 1) as seal_age_sec,
      (select count(*)::int from unsealed) as unsealed,
      (select ${ageOf('min(at)')} from unsealed) as unsealed_oldest_sec
    from message, job, round`.execute(db);
  return rows[0];
};
