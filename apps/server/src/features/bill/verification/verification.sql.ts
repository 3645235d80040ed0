import type { StageLine } from '@ronghui/domain/bill';
import type { FormerLine } from '@ronghui/domain/fee-rule';
import type { Fen, Rate } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type VersionRow, versionOf } from '../fee-rule/fee-rule-terms.ts';
import { digestsOfLine } from '../record/issue-seal.sql.ts';

/** An issued bill to reckon again. */
export interface StoredBill {
  readonly tenant_id: string;
  readonly bill_id: string;
  readonly bill_no: string;
  readonly stage_id: string;
  readonly project_id: string;
  readonly product_id: string;
  readonly org_id: string;
  readonly direction: string;
  readonly tax_millionths: Rate;
  readonly line_count: number;
  readonly basis: number;
  readonly lines_fen: Fen;
  readonly minimum_fen: Fen;
  readonly cap_fen: Fen;
  readonly adjusted_fen: Fen;
  readonly amount_fen: Fen;
  readonly tax_fen: Fen;
  readonly paid_fen: Fen;
  readonly written_off_fen: Fen;
  readonly status: string;
  readonly approval: string;
  readonly issued_at: Date;
  readonly confirm_by: Date;
  readonly pay_days: number;
  readonly confirmed_at: Date | null;
  readonly auto_confirmed: boolean;
  readonly settled_at: Date | null;
  readonly lines_sha256: string;
}

/** Where a list of bills goes on. */
export type BillKeyAfter = Pick<StoredBill, 'tenant_id' | 'bill_id'> | null;

/** Some issued bills after a key, or those of some numbers; by the primary key, or the key of numbers. */
export const listStoredBills = async (
  db: Db,
  billNos: readonly string[],
  { after, limit }: { readonly after: BillKeyAfter; readonly limit: number },
): Promise<readonly StoredBill[]> => {
  const { rows } = await sql<StoredBill>`
    select tenant_id, bill_id, bill_no, stage_id, project_id, product_id, org_id, direction, tax_millionths, line_count, basis, lines_fen, minimum_fen,
        cap_fen, adjusted_fen, amount_fen, tax_fen, paid_fen, written_off_fen, status, approval, issued_at, confirm_by, pay_days, confirmed_at, auto_confirmed, settled_at,
        lines_sha256
      from bill where status <> 'draft' ${billNos.length === 0 ? sql`` : sql`and bill_no = any(${[...billNos]}::text[])`}
        ${after === null ? sql`` : sql`and (tenant_id, bill_id) > (${after.tenant_id}, ${after.bill_id})`}
      order by tenant_id, bill_id limit ${limit}`.execute(db);
  return rows;
};

/** A line of a bill as it was charged. */
export interface StoredLine {
  readonly line: StageLine;
  readonly place: number;
  readonly before: number;
  readonly ruleId: string;
  readonly version: number;
  readonly fee: Fen;
  /** What stood of the line that it corrects, where its fee was reckoned by that one. */
  readonly stood: number | null;
  /** The digests of its parts as it is stored, one after the other. */
  readonly digests: Buffer;
}

/** Some lines of a bill after a place, in their order. By line_fee_of_bill and the key of lines. */
export const listStoredLines = async (
  db: Db,
  { tenant_id: tenantId, bill_id: billId, stage_id: stageId }: StoredBill,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly StoredLine[]> => {
  const rows = await db
    .selectFrom('line_fee as f')
    .innerJoin('bill_line as l', (join) =>
      join
        .onRef('l.tenant_id', '=', 'f.tenant_id')
        .onRef('l.stage_id', '=', 'f.stage_id')
        .onRef('l.line_id', '=', 'f.line_id'),
    )
    .select([
      'l.line_id',
      'l.loan_no',
      'l.project_id',
      'l.product_id',
      'l.org_id',
      'l.loan_fen',
      'l.quantity',
      'l.unit',
    ])
    .select([
      'l.rate_millionths',
      'l.occurred_on',
      'f.place',
      'f.before',
      'f.rule_id',
      'f.rule_version',
      'f.fee_fen',
      'f.stood',
    ])
    .select(digestsOfLine.as('digests'))
    .where('f.tenant_id', '=', tenantId)
    .where('f.bill_id', '=', billId)
    .where('f.stage_id', '=', stageId)
    .where('f.place', '>', after)
    .orderBy('f.place')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    line: {
      lineId: row.line_id,
      loanNo: row.loan_no,
      tenantId,
      stageId,
      projectId: row.project_id,
      productId: row.product_id,
      orgId: row.org_id,
      occurredOn: row.occurred_on,
      basis: row.loan_fen ?? row.quantity ?? 0,
      unit: row.quantity === null ? null : row.unit,
      rate: row.rate_millionths as Rate | null,
    },
    place: row.place,
    before: row.before,
    ruleId: row.rule_id,
    version: row.rule_version,
    fee: row.fee_fen,
    stood: row.stood,
    digests: row.digests,
  }));
};

/** What a correction was reckoned by: the former line as it was charged, and what the lines and bills say that stood of it. */
interface StoredCorrection {
  readonly former: FormerLine;
  readonly formerId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly stood: number;
}

/**
 * What the corrections of a bill were reckoned by, by line: each by what was billed before it, in bills that were issued before this one or in this
 * one. By line_fee_of_bill, the keys of lines and bill_line_corrections.
 */
export const listStoredCorrections = async (
  db: Db,
  { tenant_id: tenantId, bill_id: billId, stage_id: stageId }: StoredBill,
): Promise<ReadonlyMap<string, StoredCorrection>> => {
  const { rows } = await sql<{
    readonly line_id: string;
    readonly former_id: string;
    readonly rate: Rate | null;
    readonly before: number;
    readonly total: number;
    readonly rule_id: string;
    readonly rule_version: number;
    readonly stood: number;
  }>`
    select f.line_id, l.corrects_line_id as former_id, o.rate_millionths as rate, of.before, coalesce(m.tier_basis, ob.basis) as total, of.rule_id, of.rule_version,
        coalesce(o.loan_fen, o.quantity) + (
          select coalesce(sum(coalesce(c.loan_fen, c.quantity)), 0)::bigint from bill_line c
            join line_fee cf on cf.tenant_id = c.tenant_id and cf.stage_id = c.stage_id and cf.line_id = c.line_id
            join bill cb on cb.tenant_id = cf.tenant_id and cb.bill_id = cf.bill_id
          where c.tenant_id = l.tenant_id and c.corrects_line_id = l.corrects_line_id and cb.status <> 'draft'
            and (cb.issued_at < b.issued_at or (cb.bill_id = b.bill_id and cf.place < f.place))) as stood
      from line_fee f
        join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id
        join bill_line l on l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id
        join bill_line o on o.tenant_id = l.tenant_id and o.line_id = l.corrects_line_id
        join line_fee of on of.tenant_id = o.tenant_id and of.stage_id = o.stage_id and of.line_id = o.line_id
        join bill ob on ob.tenant_id = of.tenant_id and ob.bill_id = of.bill_id and ob.status <> 'draft'
        left join bill_rule m on m.tenant_id = of.tenant_id and m.bill_id = of.bill_id and m.rule_id = of.rule_id and m.rule_version = of.rule_version
      where f.tenant_id = ${tenantId} and f.bill_id = ${billId} and f.stage_id = ${stageId} and f.stood is not null`.execute(
    db,
  );
  return new Map(
    rows.map(({ line_id, former_id, rate, before, total, rule_id, rule_version, stood }) => [
      line_id,
      {
        former: { rate, position: { total, before } },
        formerId: former_id,
        ruleId: rule_id,
        version: rule_version,
        stood,
      },
    ]),
  );
};

/** What a version made of a bill; limits of lines are null where the bill was drawn up before they were noted. */
interface ShareRow {
  readonly share_lines: number;
  readonly share_basis: number;
  readonly share_tier_basis: number | null;
  readonly share_fen: Fen;
  readonly share_minimum: Fen | null;
  readonly share_cap: Fen | null;
}

/** The versions that made a bill, with what each came to. By the primary keys. */
export const listStoredShares = async (db: Db, { tenant_id: tenantId, bill_id: billId }: StoredBill) => {
  const { rows } = await sql<VersionRow & ShareRow>`
    select v.*, r.product_id, r.org_id, b.line_count as share_lines, b.basis as share_basis, b.tier_basis as share_tier_basis, b.fee_fen as share_fen,
        b.line_minimum_fen as share_minimum, b.line_cap_fen as share_cap
      from bill_rule b join fee_rule_version v on v.rule_id = b.rule_id and v.version = b.rule_version
        join fee_rule r on r.rule_id = b.rule_id
      where b.tenant_id = ${tenantId} and b.bill_id = ${billId}`.execute(db);
  return rows.map((row) => ({
    ...versionOf(row),
    share: {
      lines: row.share_lines,
      basis: row.share_basis,
      tierBasis: row.share_tier_basis,
      fee: row.share_fen,
      minimum: row.share_minimum,
      cap: row.share_cap,
    },
  }));
};

/** What a step changed of a line, and of the bill (0 where it is no adjustment). */
export interface StoredLineChange {
  readonly step_no: number;
  readonly line_id: string;
  readonly from_fen: Fen;
  readonly to_fen: Fen;
  readonly step_change: Fen;
  /** What was issued of the line; null where the bill has no such line. */
  readonly fee_fen: Fen | null;
}

/** What answers to feedback changed of the lines of a bill, in the order of the steps. By the primary keys. */
export const listStoredLineChanges = async (
  db: Db,
  { tenant_id: tenantId, bill_id: billId, stage_id: stageId }: StoredBill,
): Promise<readonly StoredLineChange[]> => {
  const { rows } = await sql<StoredLineChange>`
    select a.step_no, a.line_id, a.from_fen, a.to_fen, coalesce(s.amount_fen - s.from_fen, 0) as step_change, f.fee_fen
      from bill_line_adjustment a
        join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.step_no = a.step_no
        left join line_fee f on f.tenant_id = a.tenant_id and f.stage_id = ${stageId} and f.line_id = a.line_id and f.bill_id = a.bill_id
      where a.tenant_id = ${tenantId} and a.bill_id = ${billId} order by a.step_no, a.line_id`.execute(db);
  return rows;
};
