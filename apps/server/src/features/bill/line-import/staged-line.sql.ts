import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { ListedFault } from '#kernel/files/reading/fault-report';
import type { Party } from './import-table.ts';

/** Makes the tables of one import; they are this transaction's, and go with it at the latest. */
export const createStaging = async (tx: Tx): Promise<void> => {
  await sql`
    create temp table staged_line (row_no int not null, party int, loan_no text collate "C", borrower_masked text, loan_fen bigint, quantity bigint,
      unit text, rate_millionths bigint, occurred_on date, corrects_line_id text collate "C", faults jsonb) on commit drop`.execute(
    tx,
  );
  await sql`
    create temp table staged_party (party int primary key, tenant text not null, project text not null, product text not null, org text not null,
      tenant_id text, project_id text, product_id text, org_id text, tenant_found int not null default 0, product_found int not null default 0,
      org_found int not null default 0) on commit drop`.execute(tx);
  await sql`
    create temp table staged_fault (row_no int not null, place int not null, field text not null, value text not null, reason text not null)
      on commit drop`.execute(tx);
};

/** Removes them once the lines are stored: a transaction may store several imports. */
export const dropStaging = async (tx: Tx): Promise<void> => {
  await sql`drop table staged_line, staged_party, staged_fault`.execute(tx);
};

/** Adds the parties that the staged rows name, numbered from `first`. */
export const insertParties = async (tx: Tx, first: number, parties: readonly Party[]): Promise<void> => {
  const all = (at: 0 | 1 | 2 | 3) => parties.map((party) => party[at]);
  await sql`
    insert into staged_party (party, tenant, project, product, org)
    select ${first}::int + p.place - 1, p.tenant, p.project, p.product, p.org
      from unnest(${all(0)}::text[], ${all(1)}::text[], ${all(2)}::text[], ${all(3)}::text[]) with ordinality p (tenant, project, product, org, place)`.execute(
    tx,
  );
};

/** Resolves what the file calls one kind of party: by what goes before, an id before a name. Two of one rank are ambiguous. */
const resolve = async (tx: Tx, name: 'tenant' | 'product' | 'org', keys: RawBuilder<unknown>): Promise<void> => {
  const [own, id, found] = [sql.ref(`p.${name}`), sql.ref(`${name}_id`), sql.ref(`${name}_found`)];
  await sql`
    update staged_party p set ${id} = case when o.found = 1 then o.id end, ${found} = o.found
      from (select key, min(id) as id, count(distinct id)::int as found from (
          select k.key, k.id, rank() over (partition by k.key order by k.rank) as place from (${keys}) k
            where k.key in (select ${sql.ref(name)} from staged_party)) ranked
        where place = 1 group by key) o
      where o.key = ${own}`.execute(tx);
};

/** Resolves all parties; what is not found has no id. Reads tenants, products and organisations once each. */
export const resolveParties = async (tx: Tx): Promise<void> => {
  await resolve(
    tx,
    'tenant',
    sql`select tenant_id as key, tenant_id as id, 1 as rank from tenant union all select uscc, tenant_id, 2 from tenant where uscc is not null
      union all select name, tenant_id, 3 from tenant where name <> ''`,
  );
  // A rule may be there before its product is published.
  await resolve(
    tx,
    'product',
    sql`select pid as key, pid as id, 1 as rank from product union all select product_id, product_id, 1 from fee_rule
      union all select name, pid, 2 from product`,
  );
  await resolve(
    tx,
    'org',
    sql`select org_id as key, org_id as id, 1 as rank from org union all select name, org_id, 2 from org`,
  );
  await sql`
    update staged_party p set project_id = coalesce(
        (select j.project_id from project j where j.tenant_id = p.tenant_id and j.project_id = p.project),
        (select j.project_id from project j where j.tenant_id = p.tenant_id and j.name = p.project))
      where p.tenant_id is not null`.execute(tx);
};

/** Notes the faults that single rows have, and those of the parties that they name. */
export const noteFaults = async (tx: Tx): Promise<void> => {
  await sql`
    insert into staged_fault (row_no, place, field, value, reason)
    select s.row_no, 0, f.fault ->> 0, f.fault ->> 1, f.fault ->> 2 from staged_line s, jsonb_array_elements(s.faults) f (fault)
      where s.faults is not null`.execute(tx);
  await sql`
    insert into staged_fault (row_no, place, field, value, reason)
    select s.row_no, f.place, f.field, f.value, f.reason
      from (select p.party, f.* from staged_party p, lateral (values
          (1, 'tenant', p.tenant, case when p.tenant_found = 0 then '没有这个商户' when p.tenant_found > 1 then '有同名的商户，请改填统一社会信用代码' end),
          (2, 'project', p.project, case when p.tenant_id is not null and p.project_id is null then '这个商户没有这个项目' end),
          (3, 'product', p.product, case when p.product_found = 0 then '没有这个产品' when p.product_found > 1 then '有同名的产品，请改填产品编号' end),
          (4, 'org', p.org, case when p.org_found = 0 then '没有这个机构' when p.org_found > 1 then '有同名的机构，请改填机构编号' end)
        ) f (place, field, value, reason) where f.reason is not null) f
      join staged_line s on s.party = f.party`.execute(tx);
};

/**
 * Notes rows that are there twice, with the first one: in the file, or in the stage. Only where nothing can be stored anyway: it sorts the whole
 * file.
 */
export const noteDuplicates = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`
    insert into staged_fault (row_no, place, field, value, reason)
    select row_no, 6, 'loanNo', loan_no, '与第 ' || first_no || ' 行重复' from (
      select s.row_no, s.loan_no, first_value(s.row_no) over (
          partition by p.tenant_id, s.loan_no, s.occurred_on, p.product_id, p.org_id order by s.row_no) as first_no
        from staged_line s join staged_party p using (party) where p.tenant_id is not null and p.product_id is not null and p.org_id is not null) k
      where k.row_no <> k.first_no`.execute(tx);
  await sql`
    insert into staged_fault (row_no, place, field, value, reason)
    select s.row_no, 7, 'loanNo', s.loan_no, '本账期已有这条明细：' || l.line_id
      from staged_line s join staged_party p using (party)
        join bill_line l on l.tenant_id = p.tenant_id and l.stage_id = ${stageId} and l.loan_no = s.loan_no and l.occurred_on = s.occurred_on
          and l.product_id = p.product_id and l.org_id = p.org_id`.execute(tx);
};

/** How many rows are bad. */
export const countBadRows = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(distinct row_no) as count from staged_fault`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** All faults in the order of their rows. */
export const stagedFaults = (): RawBuilder<ListedFault> =>
  sql<ListedFault>`select row_no, field, value, reason from staged_fault order by row_no, place, field`;

/**
 * Stores the staged lines in a stage that is open, marked with their import, under the policies of the table; the keys of lines refuse a second
 * one. Returns their number.
 */
export const insertStagedLines = async (
  tx: Tx,
  { stageId, importNo }: { readonly stageId: string; readonly importNo: number },
): Promise<number> => {
  const added = await sql`
    insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, borrower_masked, loan_fen, quantity, unit, rate_millionths,
        occurred_on, corrects_line_id, import_no, created_at)
    select p.tenant_id, ${stageId}, s.loan_no, p.project_id, p.product_id, p.org_id, s.borrower_masked, s.loan_fen, s.quantity, s.unit,
        s.rate_millionths, s.occurred_on, s.corrects_line_id, ${importNo}::int, (select app_now())
      from staged_line s join staged_party p using (party)`.execute(tx);
  await sql`select analyze_lines(${stageId})`.execute(tx);
  return Number(added.numAffectedRows ?? 0);
};

/** Lets the imports of a stage follow one another, until the transaction ends. */
export const lockStageImports = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('line_import ' || ${stageId}, 0))`.execute(tx);
};
