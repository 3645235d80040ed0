import type { Output } from '@ronghui/contract';
import type { BillDirection } from '@ronghui/domain/bill';
import { differenceOfSums, type FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { StagePart } from '../issue/issue.sql.ts';

interface ComparedStages {
  /** The stage before; null for the first. */
  readonly former: { readonly stageId: string; readonly name: string } | null;
}

/** The stage before a stage; undefined where there is no such stage. By stage_newest. */
export const findComparedStages = async (db: Db, stageId: string): Promise<ComparedStages | undefined> => {
  const { rows } = await sql<{ former_id: string | null; former_name: string | null }>`
    select f.stage_id as former_id, f.name as former_name
      from stage s left join lateral (
        select b.stage_id, b.name from stage b where (b.opens_on, b.stage_id) < (s.opens_on, s.stage_id)
          order by b.opens_on desc, b.stage_id desc limit 1) f on true
      where s.stage_id = ${stageId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { former_id: id, former_name: name } = row;
  return { former: id === null || name === null ? null : { stageId: id, name } };
};

/** What the bills of a tenant and a product come to in two stages. */
interface ComparedRow {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly product_id: string;
  readonly product_name: string;
  readonly direction: BillDirection;
  readonly drafts: number;
  readonly former: FenSum;
  readonly amount: FenSum;
}

/** A row in the contract's shape. */
export const comparedOf = (row: ComparedRow): Output<'ops.bill.check'>['rows'][number] => ({
  tenantId: row.tenant_id,
  tenantName: row.tenant_name,
  productId: row.product_id,
  productName: row.product_name,
  direction: row.direction,
  drafts: row.drafts,
  formerAmount: row.former,
  amount: row.amount,
  differenceAmount: differenceOfSums(row.amount, row.former),
});

/** The bills of a part of a stage and of the same part of the stage before, drafts included, the largest differences first. By bill_of_stage. */
export const compareStages = async (
  db: Db,
  { stageId, tenantId, orgId, projectId, productId }: StagePart,
  former: ComparedStages['former'],
): Promise<readonly ComparedRow[]> => {
  const wanted = [
    sql`b.stage_id in (${stageId}, ${former?.stageId ?? stageId})`,
    ...(tenantId === undefined ? [] : [sql`b.tenant_id = ${tenantId}`]),
    ...(orgId === undefined ? [] : [sql`b.org_id = ${orgId}`]),
    ...(projectId === undefined ? [] : [sql`b.project_id = ${projectId}`]),
    ...(productId === undefined ? [] : [sql`b.product_id = ${productId}`]),
  ];
  const { rows } = await sql<ComparedRow>`
    select c.*, coalesce(t.name, '') as tenant_name from (
        select b.tenant_id, b.product_id, b.direction,
            (array_agg(b.product_name order by b.created_at desc))[1] as product_name,
            count(*) filter (where b.stage_id = ${stageId} and b.status = 'draft') as drafts,
            coalesce(sum(b.amount_fen) filter (where b.stage_id <> ${stageId}), 0) as former,
            coalesce(sum(b.amount_fen) filter (where b.stage_id = ${stageId}), 0) as amount
          from bill b where ${sql.join(wanted, sql` and `)} group by b.tenant_id, b.product_id, b.direction) c
      left join tenant t using (tenant_id)
      order by abs(c.amount - c.former) desc, c.amount desc, c.tenant_id, c.product_id, c.direction`.execute(db);
  return rows;
};
