import type { BillDirection } from '@ronghui/domain/bill';
import type { FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { RuleScope } from './fee-rule.sql.ts';

/** A stage with its name. */
interface NamedStage {
  readonly stageId: string;
  readonly name: string;
}

/** The stage that is asked for; without one the last that has bills of the product, or the last of all. By stage_newest and bill_of_stage. */
export const findTrialStage = async (
  db: Db,
  { stageId, productId }: { readonly stageId: string | undefined; readonly productId: string },
): Promise<NamedStage | undefined> => {
  const { rows } = await sql<NamedStage>`
    select s.stage_id as "stageId", s.name from stage s
      where ${stageId === undefined ? sql`true` : sql`s.stage_id = ${stageId}`}
      order by exists (select from bill b where b.stage_id = s.stage_id and b.product_id = ${productId}) desc, s.opens_on desc, s.stage_id desc
      limit 1`.execute(db);
  return rows[0];
};

/** Which lines of a stage a trial takes: those that the rule is for, whose bills are whole among them. */
export interface TrialLines extends RuleScope {
  readonly stageId: string;
  readonly linesOfTenantId: string | undefined;
  /** How many lines are reckoned at most: twice, within seconds. */
  readonly linesAtMost: number;
}

/** The tables that a generation reads and writes. */
const shadowed = ['bill_line', 'line_fee', 'bill', 'bill_rule', 'bill_left_out', 'fee_rule', 'fee_rule_version'];

/**
 * Puts temporary tables of the same names in front of those that a generation reads and writes, until the transaction ends: its own
 * statements then run on a copy of some lines and of the product's rules, and store nothing. The number of lines; above `linesAtMost` the
 * rest was not copied. Reads one partition of lines.
 *
 * @throws Error where a name still leads to a stored table
 */
export const shadowGeneration = async (
  tx: Tx,
  { stageId, productId, orgId, tenantId, linesOfTenantId, linesAtMost }: TrialLines,
): Promise<number> => {
  const wanted = [
    sql`stage_id = ${stageId} and product_id = ${productId}`,
    ...(orgId === null ? [] : [sql`org_id = ${orgId}`]),
    ...(tenantId === null ? [] : [sql`tenant_id = ${tenantId}`]),
    ...(linesOfTenantId === undefined ? [] : [sql`tenant_id = ${linesOfTenantId}`]),
  ];
  // Prepared statements are parsed again under another search path: without it they would go on to the tables that they were prepared for.
  await sql`select set_config('search_path', 'pg_temp, public', true)`.execute(tx);
  await sql`
    create temp table ${sql.raw('bill_line')} on commit drop as
      select * from public.bill_line where ${sql.join(wanted, sql` and `)} limit ${sql.lit(linesAtMost + 1)}`.execute(
    tx,
  );
  for (const name of ['fee_rule', 'fee_rule_version', 'line_fee', 'bill', 'bill_rule', 'bill_left_out']) {
    await sql`create temp table ${sql.raw(name)} (like public.${sql.raw(name)} including all) on commit drop`.execute(
      tx,
    );
  }
  await sql`insert into fee_rule select * from public.fee_rule where product_id = ${productId}`.execute(tx);
  await sql`
    insert into fee_rule_version select v.* from public.fee_rule_version v join fee_rule r using (rule_id)`.execute(tx);
  await sql`analyze bill_line, fee_rule, fee_rule_version`.execute(tx);
  const { rows } = await sql<{ lines: number; stored: number }>`
    select (select count(*) from bill_line) as lines,
      (select count(*) from unnest(${shadowed}::text[]) n (name) join pg_class c on c.oid = to_regclass(n.name)
        where c.relpersistence <> 't') as stored`.execute(tx);
  const [found] = rows;
  if (found?.stored !== 0) throw new Error('a trial must not reach stored tables');
  return found.lines;
};

/** Adds a rule of a trial, without versions. */
export const addTrialRule = async (
  tx: Tx,
  { productId, orgId, tenantId }: RuleScope,
  ruleId: string,
): Promise<void> => {
  await tx
    .insertInto('fee_rule')
    .values({ rule_id: ruleId, product_id: productId, org_id: orgId, tenant_id: tenantId })
    .execute();
};

/** Whether there is a rule of this scope. By fee_rule_scope. */
export const hasRuleOf = async (db: Db, { productId, orgId, tenantId }: RuleScope): Promise<boolean> => {
  const { rows } = await sql`
    select from fee_rule where product_id = ${productId} and org_id is not distinct from ${orgId}
      and tenant_id is not distinct from ${tenantId}`.execute(db);
  return rows.length > 0;
};

/** What the bills of a tenant and an organisation come to. */
export interface TrialPart {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly direction: BillDirection;
  readonly bills: number;
  readonly amount: FenSum;
}

/** The drafts of a trial by tenant, organisation and direction. */
export const sumTrial = async (tx: Tx): Promise<readonly TrialPart[]> => {
  const { rows } = await sql<TrialPart>`
    select b.tenant_id, coalesce(max(t.name), '') as tenant_name, b.org_id, max(b.org_name) as org_name, b.direction, count(*) as bills,
        sum(b.amount_fen) as amount
      from bill b left join tenant t using (tenant_id) group by b.tenant_id, b.org_id, b.direction`.execute(tx);
  return rows;
};

/** How many lines the last generation of a trial left out. */
export const countTrialLeftOut = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ lines: number }>`
    select coalesce(sum(line_count), 0)::bigint as lines from bill_left_out`.execute(tx);
  return rows[0]?.lines ?? 0;
};

/** Empties what a generation of a trial has stored, for the next one. */
export const clearTrial = async (tx: Tx): Promise<void> => {
  await sql`truncate line_fee, bill, bill_rule, bill_left_out`.execute(tx);
};
