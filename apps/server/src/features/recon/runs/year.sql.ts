import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** The last result of a stage for one direction and side, or the last run where there is none; of a stage without any the run is null. */
export interface YearRow {
  readonly stage_id: string;
  readonly stage_name: string;
  readonly is_issued: boolean;
  readonly run_id: string | null;
  readonly side: 'fee' | 'basis';
  readonly direction: 'payable' | 'receivable';
  readonly is_matched: boolean;
  readonly is_under_way: boolean;
  readonly differences: number;
  readonly sent: number;
  readonly ended_at: Date | null;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
}

/** The most stages of a year. */
const mostStages = 60;

/** The stages of a year with their last runs. By stage_newest, bill_once and recon_run_of_stage. */
export const listYear = async (db: Db, tenantId: string, year: number): Promise<readonly YearRow[]> => {
  const { rows } = await sql<YearRow>`
    select s.stage_id, s.name as stage_name,
      exists (select from bill b where b.tenant_id = ${tenantId} and b.stage_id = s.stage_id and b.status <> 'draft') as is_issued,
      r.run_id, r.side, r.direction, r.matched_at is not null as is_matched, coalesce(j.status in ('queued', 'running'), false) as is_under_way,
      coalesce(t.differences, 0)::bigint as differences, coalesce(t.sent, 0)::bigint as sent, coalesce(r.ended_at, j.ended_at) as ended_at,
      r.closed_at, r.closed_by
    from (select stage_id, name, opens_on from stage where opens_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)
        order by opens_on desc, stage_id desc limit ${mostStages}) s
      left join lateral (select distinct on (r.side, r.direction) r.* from recon_run r
        where r.tenant_id = ${tenantId} and r.stage_id = s.stage_id and not r.is_dry
        order by r.side, r.direction, (r.matched_at is not null) desc, r.created_at desc, r.run_id desc) r on true
      left join sent_job j on j.job_id = r.job_id
      left join lateral (select sum(t.items - t.accepted - t.sent) filter (where t.kind in (2, 3, 4, 5)) as differences, sum(t.sent) as sent
        from recon_total t where t.tenant_id = ${tenantId} and t.run_id = r.run_id) t on true
    order by s.opens_on desc, s.stage_id desc, r.direction, r.side`.execute(db);
  return rows;
};
