import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { digestOfBills } from '../recon.sql.ts';
import { isDisputed } from './run.sql.ts';

/** The last result of a stage for one direction and side, or the last run where there is none, unless it was cancelled; of a stage without any the run is null. */
export interface YearRow {
  readonly stage_id: string;
  readonly stage_name: string;
  /** Of which directions bills were issued. */
  readonly directions: readonly ('payable' | 'receivable')[];
  readonly run_id: string | null;
  readonly side: 'fee' | 'basis';
  readonly direction: 'payable' | 'receivable';
  readonly is_matched: boolean;
  readonly is_under_way: boolean;
  readonly differences: number;
  readonly is_disputed: boolean;
  /** The bills are others than the run met. */
  readonly is_outdated: boolean;
  /** A later run without a result. */
  readonly later_id: string | null;
  readonly later_is_under_way: boolean | null;
  readonly ended_at: Date | null;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
}

/** The most stages of a year. */
const mostStages = 60;

/** The stages of a year with their last runs. By stage_newest, bill_once, recon_run_of_stage and recon_claim_of_run. */
export const listYear = async (db: Db, tenantId: string, year: number): Promise<readonly YearRow[]> => {
  const { rows } = await sql<YearRow>`
    select s.stage_id, s.name as stage_name,
      (select coalesce(json_agg(distinct b.direction), '[]') from bill b
        where b.tenant_id = ${tenantId} and b.stage_id = s.stage_id and b.status <> 'draft') as directions,
      r.run_id, r.side, r.direction, r.matched_at is not null as is_matched, coalesce(j.status in ('queued', 'running'), false) as is_under_way,
      coalesce(t.differences, 0)::bigint as differences, ${isDisputed} as is_disputed,
      coalesce(r.made_of ->> 'digest' <> b.digest, false) as is_outdated, later.run_id as later_id, later.is_under_way as later_is_under_way,
      coalesce(r.ended_at, j.ended_at) as ended_at,
      r.closed_at, r.closed_by
    from (select stage_id, name, opens_on from stage where opens_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)
        order by opens_on desc, stage_id desc limit ${mostStages}) s
      left join lateral (select distinct on (r.side, r.direction) r.* from recon_run r left join sent_job o on o.job_id = r.job_id
        where r.tenant_id = ${tenantId} and r.stage_id = s.stage_id and not r.is_dry
          and not exists (select from recon_ledger l where l.tenant_id = r.tenant_id and l.ledger_id = r.ledger_id and l.removed_at is not null)
          and not (r.matched_at is null and o.status is not distinct from 'cancelled')
        order by r.side, r.direction, (r.matched_at is not null) desc, r.created_at desc, r.run_id desc) r on true
      left join sent_job j on j.job_id = r.job_id
      left join lateral (select sum(t.items - t.accepted - t.sent) filter (where t.kind in (2, 3, 4, 5, 7)) as differences
        from recon_total t where t.tenant_id = ${tenantId} and t.run_id = r.run_id) t on true
      left join lateral (select ${digestOfBills} as digest from bill b
        where b.tenant_id = r.tenant_id and b.stage_id = r.stage_id and b.direction = r.direction and b.status <> 'draft') b on true
      left join lateral (select n.run_id, coalesce(m.status in ('queued', 'running'), false) as is_under_way
        from recon_run n left join sent_job m on m.job_id = n.job_id
        where n.tenant_id = ${tenantId} and n.stage_id = r.stage_id and n.side = r.side and n.direction = r.direction and not n.is_dry
          and not exists (select from recon_ledger l where l.tenant_id = n.tenant_id and l.ledger_id = n.ledger_id and l.removed_at is not null)
          and n.matched_at is null and (n.created_at, n.run_id) > (r.created_at, r.run_id) and m.status is distinct from 'cancelled'
        order by n.created_at desc, n.run_id desc limit 1) later on r.matched_at is not null
    order by s.opens_on desc, s.stage_id desc, r.direction, r.side`.execute(db);
  return rows;
};
