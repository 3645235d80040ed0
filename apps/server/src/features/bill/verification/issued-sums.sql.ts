import type { FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** Some stages after a key, or those of some bills; by the primary key, or the key of numbers. */
export const listVerifiedStages = async (
  db: Db,
  billNos: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> => {
  const ofBills = sql`and exists (select from bill b where b.stage_id = s.stage_id and b.bill_no = any(${[...billNos]}::text[]))`;
  const { rows } = await sql<{ readonly stage_id: string }>`
    select s.stage_id from stage s where s.stage_id > ${after} ${billNos.length === 0 ? sql`` : ofBills}
      order by s.stage_id limit ${limit}`.execute(db);
  return rows.map(({ stage_id }) => stage_id);
};

/** The bills of one direction of a tenant in a stage: those that are stored, and those of which the trail tells. */
export interface IssuedSums {
  readonly tenant_id: string;
  readonly direction: string;
  readonly bills: number;
  readonly amount: FenSum;
  readonly sealed: number;
  readonly trailed_bills: number;
  readonly trailed_amount: FenSum;
  readonly trailed_sealed: number;
}

/**
 * The tenants of a stage whose issued bills are others than those of which the trail tells: their number, what they came to, and how many were sealed one by
 * one. By bill_of_stage, the key of steps and audit_event_object.
 */
export const listOtherSums = async (
  db: Db,
  stageId: string,
  { sealEvent, limit }: { readonly sealEvent: string; readonly limit: number },
): Promise<readonly IssuedSums[]> => {
  const { rows } = await sql<IssuedSums>`
    with trailed as (
      select e.tenant_id, x.direction, sum(x.bills) as bills, sum(x.amount) as amount,
          coalesce(sum(x.bills) filter (where x."isSealed"), 0) as sealed
        from audit_event e cross join lateral jsonb_to_recordset(case when jsonb_typeof(e.after) = 'array' then e.after else '[]' end)
          x (direction text, bills int, amount bigint, "isSealed" boolean)
        where e.object = ${stageId} and e.event = 'ops.bill.issued' and e.result = 'ok' group by 1, 2
    ), stored as (
      select b.tenant_id, b.direction, count(*) as bills, coalesce(sum(s.amount_fen), 0) as amount, count(*) filter (
          where exists (select from audit_event e where e.object = b.bill_no and e.event = ${sealEvent} and e.result = 'ok')) as sealed
        from bill b left join bill_step s on s.tenant_id = b.tenant_id and s.bill_id = b.bill_id and s.step_no = 1
        where b.stage_id = ${stageId} and b.status <> 'draft' group by 1, 2
    )
    select coalesce(s.tenant_id, t.tenant_id) as tenant_id, coalesce(s.direction, t.direction) as direction, coalesce(s.bills, 0)::int as bills,
        coalesce(s.amount, 0) as amount, coalesce(s.sealed, 0)::int as sealed, coalesce(t.bills, 0)::int as trailed_bills,
        coalesce(t.amount, 0) as trailed_amount, coalesce(t.sealed, 0)::int as trailed_sealed
      from stored s full join trailed t on t.tenant_id = s.tenant_id and t.direction = s.direction
      where (s.bills, s.amount, s.sealed) is distinct from (t.bills, t.amount, t.sealed)
      order by 1, 2 limit ${limit}`.execute(db);
  return rows;
};
