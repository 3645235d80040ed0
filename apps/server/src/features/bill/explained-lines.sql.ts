import type { Fen, Rate } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type TermRow, termColumns } from './record/rule-terms.sql.ts';
import { type CorrectionRow, correction } from './statement/bill-line.sql.ts';

/** What a line `l` with its fee `f` is explained by, beside its own facts; nothing of a correction that was billed as a line of its own. */
export const explainedColumns = sql`f.before, f.rule_id, f.rule_version, ${correction} as correction`;

/** A line of an issued bill with what it is explained by. */
export interface ExplainedLine {
  readonly bill_no: string;
  readonly loan_no: string;
  readonly occurred_on: string;
  readonly loan_fen: Fen | null;
  readonly quantity: number | null;
  readonly unit: string;
  readonly rate_millionths: Rate | null;
  readonly before: number;
  readonly rule_id: string;
  readonly rule_version: number;
  readonly correction: CorrectionRow | null;
}

/** A version that made bills of a tenant, and whom its rule is for. */
export interface VersionOfLines extends TermRow {
  readonly rule_id: string;
  readonly rule_version: number;
  readonly holds_from: string;
  readonly is_own: boolean;
  readonly is_of_org: boolean;
}

const columns = sql.join(termColumns.map((column) => sql.ref(`v.${column}`)));
const ofBill = (billNo: string | undefined) => (billNo === undefined ? sql`` : sql` and b.bill_no = ${billNo}`);

/** The versions that made the issued bills of a tenant, or one of them. By the keys of bill_rule, fee_rule and fee_rule_version. */
export const listVersionsOfLines = async (
  db: Db,
  tenantId: string,
  billNo: string | undefined,
): Promise<readonly VersionOfLines[]> => {
  const { rows } = await sql<VersionOfLines>`
    select m.rule_id, m.rule_version, v.holds_from, u.tenant_id is not null as is_own, u.org_id is not null as is_of_org, ${columns}
      from (select distinct r.rule_id, r.rule_version from bill_rule r join bill b on b.tenant_id = r.tenant_id and b.bill_id = r.bill_id
          where r.tenant_id = ${tenantId} and b.status <> 'draft'${ofBill(billNo)}) m
        join fee_rule u on u.rule_id = m.rule_id
        join fee_rule_version v on v.rule_id = m.rule_id and v.version = m.rule_version`.execute(db);
  return rows;
};

/** What the tiers of a version went by in a bill. */
interface TierTotal {
  readonly bill_no: string;
  readonly rule_id: string;
  readonly rule_version: number;
  readonly total: number;
}

/** The total bases of all issued bills of a tenant that a version with tiers has made, or of one. By the same keys. */
export const listTierTotals = async (
  db: Db,
  tenantId: string,
  billNo: string | undefined,
): Promise<readonly TierTotal[]> => {
  const { rows } = await sql<TierTotal>`
    select b.bill_no, r.rule_id, r.rule_version, coalesce(r.tier_basis, b.basis) as total
      from bill_rule r join bill b on b.tenant_id = r.tenant_id and b.bill_id = r.bill_id
        join fee_rule_version v on v.rule_id = r.rule_id and v.version = r.rule_version
      where r.tenant_id = ${tenantId} and b.status <> 'draft' and v.kind = 'tiered'${ofBill(billNo)}`.execute(db);
  return rows;
};
