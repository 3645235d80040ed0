import { sql } from 'kysely';
import { insertBareCertifications } from '#features/certification/certification.steps';
import { insertBareTenants } from '#features/tenant/tenant.steps';
import type { Tx } from '#kernel/database/db';

/** How many there are of what bills are grouped by; a tenant has at most one bill of each of their combinations in a stage. */
export const combinations = { projects: 5, products: 5, orgs: 4 } as const;

/** Adds tenants that are certified with their projects, and the organisations; those that are there stay. */
export const insertParties = async (tx: Tx, tenantIds: readonly string[]): Promise<void> => {
  const ids = [...tenantIds];
  await insertBareTenants(
    tx,
    ids.map((tenantId) => ({ tenantId, name: `规模商户 ${tenantId}` })),
  );
  await insertBareCertifications(tx, ids);
  await sql`
    insert into project (tenant_id, project_id, name)
    select id, 'scale-j' || n, '规模项目 ' || n from unnest(${ids}::text[]) id, generate_series(0, ${combinations.projects - 1}) n
      on conflict do nothing`.execute(tx);
  await sql`
    insert into org (org_id, name) select 'scale-o' || n, '规模机构 ' || n from generate_series(0, ${combinations.orgs - 1}) n
      on conflict do nothing`.execute(tx);
};

/** Lines of one stage: for each tenant so many, of so many bills. */
export interface ScaleLines {
  readonly stageId: string;
  readonly tenantIds: readonly string[];
  readonly lines: number;
  readonly bills: number;
}

/** Adds lines in one statement: line n belongs to the combination n modulo the bills, so that all bills are of one size. */
export const insertScaleLines = async (tx: Tx, { stageId, tenantIds, lines, bills }: ScaleLines): Promise<void> => {
  const { projects, products, orgs } = combinations;
  await sql`
    insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, borrower_masked, loan_fen, unit, occurred_on)
    select t.id, ${stageId}, 'SC' || lpad(n::text, 10, '0'), 'scale-j' || c.bill % ${projects}::int,
        'scale-p' || c.bill / ${projects}::int % ${products}::int, 'scale-o' || c.bill / (${projects}::int * ${products}::int) % ${orgs}::int,
        '张*', 100000 + n::bigint * 7919 % 5000000, '元', s.opens_on + (n % 28)::int
      from unnest(${[...tenantIds]}::text[]) t (id), generate_series(1, ${lines}::int) n, lateral (select n % ${bills}::int as bill) c,
        stage s where s.stage_id = ${stageId}`.execute(tx);
};

/** Whether a rule for a product alone is there. By fee_rule_scope. */
export const hasRule = async (tx: Tx, productId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('fee_rule')
    .select('rule_id')
    .where('product_id', '=', productId)
    .where('org_id', 'is', null)
    .where('tenant_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
};
