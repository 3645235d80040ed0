import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { SentJobStatus } from '#kernel/jobs/sent-job';

/** An export of the trail, as who asked for it sees it; a result past its time counts as expired before it is deleted. */
export interface TrailExportRow {
  readonly job_id: string;
  readonly status: SentJobStatus;
  readonly done_count: number;
  readonly failure: string | null;
  readonly result_key: string | null;
  readonly result_name: string | null;
  readonly result_mime: string | null;
  readonly result_bytes: number | null;
  readonly expires_at: Date | null;
}

/** The last export of a member of staff, or the one of an id. By sent_job_owner; there are some dozens. */
export const findTrailExport = async (
  db: Db,
  {
    name,
    staffId,
    exportId = null,
  }: { readonly name: string; readonly staffId: string; readonly exportId?: string | null },
): Promise<TrailExportRow | undefined> => {
  const { rows } = await sql<TrailExportRow>`
    select job_id, case when status = 'done' and expires_at <= app_now() then 'expired' else status end as status, done_count, failure,
        result_key, result_name, result_mime, result_bytes, expires_at
      from sent_job where tenant_id is null and user_id is null and name = ${name} and payload ->> 'staffId' = ${staffId}
        and (${exportId}::text is null or job_id = ${exportId}) order by created_at desc, job_id limit 1`.execute(db);
  return rows[0];
};

/**
 * How many exports of the trail have not ended of one member of staff, and how many were asked for by all in the last day, with the time until the
 * first of these is a day old. By sent_job_owner; requests are counted one after another.
 */
export const countTrailExports = async (
  tx: Tx,
  { name, staffId }: { readonly name: string; readonly staffId: string },
): Promise<{ readonly open: number; readonly today: number; readonly first_sec: number }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit export', 0))`.execute(tx);
  const { rows } = await sql<{ open: number; today: number; first_sec: number }>`
    select (count(*) filter (where status in ('queued', 'running') and payload ->> 'staffId' = ${staffId}))::int as open, count(*)::int as today,
        coalesce(ceil(extract(epoch from min(created_at) + interval '1 day' - app_now())), 0)::int as first_sec
      from sent_job where tenant_id is null and user_id is null and name = ${name} and created_at > app_now() - interval '1 day'`.execute(
    tx,
  );
  return rows[0] ?? { open: 0, today: 0, first_sec: 0 };
};
