import type { Output } from '@ronghui/contract';
import type { BillDirection } from '@ronghui/domain/bill';
import type { BillLines } from '@ronghui/domain/feedback';
import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { hasReference } from './bill.sql.ts';
import { groupIssued, groupUnpaid, type IssuedGroup } from './bill-figures.sql.ts';
import { type ExplainedLine, explainedColumns } from './explained-lines.sql.ts';
import {
  countExportedBillLines,
  type ExportedBillLine,
  exportedBillLines,
  hasIssuedBill,
  isBillOfLoans,
} from './exported-bill-lines.sql.ts';
import { countExportedBills, type ExportedBill, exportedBills } from './exported-bills.sql.ts';
import { type LineExplanation, readLineExplanation } from './line-explanation.ts';
import { findBills } from './record/bill-record.sql.ts';
import type { BillRecord } from './record/bill-record.ts';
import { dueOn, hasStatus, presentBillStatus } from './record/bill-status.sql.ts';
import { listOpenOf, listOpenOfTenants, type OpenBill } from './settlement/open-bills.sql.ts';
import { findBill } from './statement/bill-detail.sql.ts';
import { rulesOf } from './statement/bill-detail.ts';
import type { BillFilter } from './statement/bill-filter.sql.ts';
import { findBillOfLines, listChosenLines } from './statement/bill-line.sql.ts';
import { basisOfLine, billLineOf, feeWithBasis, termsOfBill } from './statement/bill-line.ts';
import { billOf, listBills } from './statement/bill-list.sql.ts';

export {
  type BillGroup,
  type BillTask,
  groupBills,
  listWaitingBills,
  type SummaryBounds,
  type WaitingBill,
} from './bill-summary.sql.ts';
/** What exports read of bills and of the lines of one, and the condition that a bill `b` has a status now, by the clock. */
export {
  type BillFilter,
  type BillRecord,
  countExportedBillLines,
  countExportedBills,
  type ExplainedLine,
  type ExportedBill,
  type ExportedBillLine,
  explainedColumns,
  exportedBillLines,
  exportedBills,
  findBills,
  groupIssued,
  groupUnpaid,
  hasIssuedBill,
  hasReference,
  hasStatus,
  type IssuedGroup,
  isBillOfLoans,
  type LineExplanation,
  listOpenOf,
  listOpenOfTenants,
  type OpenBill,
  presentBillStatus,
  readLineExplanation,
};

/** The versions that made an issued bill, in words with its numbers; none where there is no such bill. */
export const listBillRules = async (
  db: Db,
  tenantId: string,
  billNo: string,
): Promise<Output<'bill.detail'>['rules']> => {
  const row = await findBill(db, tenantId, billNo);
  return row === undefined ? [] : rulesOf(row);
};

/** Something that lines and bills are grouped by. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

const namesAtMost = 500; // of a list on a page

/** The projects of a tenant. By the key of (tenant, name). */
export const listProjects = (db: Db, tenantId: string): Promise<Named[]> =>
  db
    .selectFrom('project')
    .select(['project_id as id', 'name'])
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .limit(namesAtMost)
    .execute();

/**
 * The products that a tenant has lines or orders of; a product that is no longer published has the name of its last order, or its id. Jumps
 * from product to product in bill_line_by_product and order_by_product, instead of reading every line.
 */
export const listProducts = async (db: Db, tenantId: string): Promise<Named[]> => {
  const { rows } = await sql<Named>`
    with recursive of_line as (
      (select min(product_id) as id from bill_line where tenant_id = ${tenantId})
      union all
      select (select min(product_id) from bill_line where tenant_id = ${tenantId} and product_id > l.id) from of_line l where l.id is not null
    ), of_order as (
      (select min(pid) as id from "order" where tenant_id = ${tenantId})
      union all
      select (select min(pid) from "order" where tenant_id = ${tenantId} and pid > o.id) from of_order o where o.id is not null
    )
    select u.id, coalesce(p.name,
        (select o.product_name from "order" o where o.tenant_id = ${tenantId} and o.pid = u.id order by o.created_at desc limit 1), u.id) as name
      from (select id from of_line union select id from of_order) u left join product p on p.pid = u.id
      where u.id is not null order by 2, 1 limit ${namesAtMost}`.execute(db);
  return rows;
};

/**
 * Whether all the lines of a tenant are loans, or those of one product: of products that say at what rate they lend (R10.13). By
 * line_total_by_product.
 */
export const isOfLoans = async (db: Db, tenantId: string, productId?: string): Promise<boolean> => {
  const ofProduct = productId === undefined ? sql`` : sql` and t.product_id = ${productId}`;
  const { rows } = await sql<{ all: boolean | null }>`
    select bool_and(p.annual_rate is not null) as all from (
      select distinct t.product_id from line_total t where t.tenant_id = ${tenantId} and t.line_count > 0${ofProduct}) each_one
      left join product p on p.pid = each_one.product_id`.execute(db);
  return rows[0]?.all ?? false;
};

/** All organisations. */
export const listOrgs = (db: Db): Promise<Named[]> =>
  db.selectFrom('org').select(['org_id as id', 'name']).orderBy('name').limit(namesAtMost).execute();

/** All stages, the latest first. By stage_newest. */
export const listStages = (db: Db): Promise<Named[]> =>
  db
    .selectFrom('stage')
    .select(['stage_id as id', 'name'])
    .orderBy('opens_on', 'desc')
    .orderBy('stage_id', 'desc')
    .limit(namesAtMost)
    .execute();

/** An issued bill as it is stored; of a tenant, or of any for ops. By the key of numbers. */
export const findBillRecord = async (
  db: Db,
  tenantId: string | null,
  billNo: string,
): Promise<BillRecord | undefined> => (await findBills(db, { tenantId, billNos: [billNo] })).get(billNo);

/** A line of a bill with what it costs. */
export interface ChargedLine {
  readonly lineId: string;
  readonly loanNo: string;
  /** Its fee. */
  readonly amount: Fen;
  /** What answers to former feedback changed of it. */
  readonly adjusted: Fen;
}

/** Those of the given lines that a bill consists of, in the bill's order; a line of another bill is not among them. By the primary keys. */
export const listChargedLines = async (
  db: Db,
  tenantId: string,
  { stageId, billId, lineIds }: Pick<BillRecord, 'stageId' | 'billId'> & { readonly lineIds: readonly string[] },
): Promise<readonly ChargedLine[]> => {
  const { rows } = await sql<ChargedLine>`
    select f.line_id as "lineId", l.loan_no as "loanNo", f.fee_fen as amount,
        (select coalesce(sum(a.to_fen - a.from_fen), 0)::bigint from bill_line_adjustment a
          where a.tenant_id = f.tenant_id and a.bill_id = f.bill_id and a.line_id = f.line_id) as adjusted
      from line_fee f join bill_line l using (tenant_id, stage_id, line_id)
      where f.tenant_id = ${tenantId} and f.stage_id = ${stageId} and f.line_id = any(${[...lineIds]}::text[]) and f.bill_id = ${billId}
      order by f.place`.execute(db);
  return rows;
};

/** What the lines of a bill come to as answers have changed them, with its minimum and cap: those of its last line's version. By the primary keys. */
export const findBillLines = async (
  db: Db,
  tenantId: string,
  { billId, stageId }: Pick<BillRecord, 'billId' | 'stageId'>,
): Promise<BillLines | undefined> => {
  const { rows } = await sql<BillLines>`
    select b.lines_fen + (select coalesce(sum(a.to_fen - a.from_fen), 0)::bigint from bill_line_adjustment a
          where a.tenant_id = b.tenant_id and a.bill_id = b.bill_id) as sum, v.bill_minimum_fen as "billMinimum", v.bill_cap_fen as "billCap"
      from bill b cross join lateral (
          select f.rule_id, f.rule_version from line_fee f
            where f.tenant_id = b.tenant_id and f.stage_id = ${stageId} and f.bill_id = b.bill_id order by f.place desc limit 1) l
        join fee_rule_version v on v.rule_id = l.rule_id and v.version = l.rule_version
      where b.tenant_id = ${tenantId} and b.bill_id = ${billId}`.execute(db);
  return rows[0];
};

/**
 * How much answers have moved single lines of a bill, in either direction. By the primary key.
 *
 * @unit fen
 */
export const sumMovedLines = async (
  db: Db,
  tenantId: string,
  { billId }: Pick<BillRecord, 'billId'>,
): Promise<number> => {
  const { rows } = await sql<{ moved: number }>`
    select coalesce(sum(abs(to_fen - from_fen)), 0)::float8 as moved from bill_line_adjustment
      where tenant_id = ${tenantId} and bill_id = ${billId}`.execute(db);
  return rows[0]?.moved ?? 0;
};

/** The same lines as their merchant reads them, each with the computation of its fee in words. */
export const explainLines = async (
  db: Db,
  tenantId: string,
  { billNo, lineIds }: Pick<BillRecord, 'billNo'> & { readonly lineIds: readonly string[] },
): Promise<readonly ReturnType<typeof billLineOf>[]> => {
  const bill = lineIds.length === 0 ? undefined : await findBillOfLines(db, tenantId, billNo);
  if (bill === undefined) return [];
  const rows = await listChosenLines(db, tenantId, { billId: bill.bill_id, stageId: bill.stage_id, lineIds });
  const terms = termsOfBill(bill);
  return rows.map((row) => billLineOf(row, terms));
};

/** What some lines of a bill would cost by their rules if their bases were others, all of them together. By the key of numbers, and listChosenLines. */
export const listFeesWithBases = async (
  db: Db,
  tenantId: string,
  { billNo, bases }: { readonly billNo: string; readonly bases: ReadonlyMap<string, number> },
): Promise<ReadonlyMap<string, Fen>> => {
  const bill = await findBillOfLines(db, tenantId, billNo);
  if (bill === undefined) return new Map();
  const lineIds = [...bases.keys()];
  const rows = await listChosenLines(db, tenantId, { billId: bill.bill_id, stageId: bill.stage_id, lineIds });
  const terms = termsOfBill(bill);
  const movedBy = (row: (typeof rows)[number]): number => (bases.get(row.line_id) ?? 0) - basisOfLine(row);
  // Tiers go by the lines of one unit.
  const unitOf = (row: (typeof rows)[number]): string | null => (row.loan_fen === null ? row.unit : null);
  const moved = new Map<string | null, number>();
  const more = new Map<string | null, number>();
  for (const row of rows) more.set(unitOf(row), (more.get(unitOf(row)) ?? 0) + movedBy(row));
  return new Map(
    rows.map((row) => {
      const unit = unitOf(row);
      const before = row.before + (moved.get(unit) ?? 0);
      const fee = feeWithBasis(row, terms, { more: more.get(unit) ?? 0, before, basis: bases.get(row.line_id) ?? 0 });
      moved.set(unit, (moved.get(unit) ?? 0) + movedBy(row));
      return [row.line_id, fee];
    }),
  );
};

/** How many bills of the tenants that a user owns are not settled. By bill_newest alone. */
export const countUnsettledBills = async (db: Db, userId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member m join bill b on b.tenant_id = m.tenant_id
    where m.user_id = ${userId} and m.role = 'owner' and b.status <> 'draft'
      and ${presentBillStatus} <> 'settled'`.execute(db);
  return rows[0]?.count ?? 0;
};

/** A tenant's newest issued bills, in the contract's shape. By bill_newest. */
export const listRecentBills = async (
  db: Db,
  tenantId: string,
  limit: number,
): Promise<Output<'bill.page'>['items']> => {
  const listing = { page: 1, pageSize: limit, offset: 0, after: null, wantsTotal: false };
  const { rows } = await listBills(db, tenantId, { filter: {}, listing });
  return rows.slice(0, limit).map(billOf);
};

/** Among how many of a tenant's open bills the first ones are looked for. */
const openReach = 1000;

/** A tenant's issued bills that are not settled, the first due first, of the newest thousand at most. By bill_by_status. */
export const listDueBills = async (
  db: Db,
  tenantId: string,
  limit: number,
): Promise<NonNullable<Output<'ops.chat.customer'>['bills']>> => {
  const { rows } = await sql<{
    bill_no: string;
    direction: BillDirection;
    stage_name: string;
    product_name: string;
    amount_fen: Fen;
    status: Output<'bill.page'>['items'][number]['status'];
    due_on: string;
  }>`
    select b.bill_no, b.direction, b.stage_name, b.product_name, b.amount_fen, ${presentBillStatus} as status, ${dueOn}::text as due_on
    from (select * from bill where tenant_id = ${tenantId} and status in ('pending', 'disputed', 'confirmed') limit ${openReach}) b
    where ${presentBillStatus} <> 'settled' order by ${dueOn}, b.bill_no limit ${limit}`.execute(db);
  return rows.map((row) => ({
    billNo: row.bill_no,
    direction: row.direction,
    stageName: row.stage_name,
    productName: row.product_name,
    amount: row.amount_fen,
    status: row.status,
    dueOn: row.due_on,
  }));
};
