import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type TermRow, termColumns } from '../record/rule-terms.sql.ts';

/** A version of a rule beside a bill, with its share of it; null where the bill has no line of it. */
export interface BillRuleRow extends TermRow {
  readonly rule_id: string;
  readonly org_name: string | null;
  readonly is_own: boolean;
  readonly product_name: string;
  readonly version: number;
  readonly holds_from: string;
  readonly created_at: Date;
  readonly total_basis: number;
  readonly line_count: number | null;
  readonly basis: number | null;
  readonly share_fen: Fen | null;
}

/** How many versions are shown at most. */
const versionsAtMost = 200;

const columns = sql.join(termColumns.map((column) => sql.ref(`v.${column}`)));

/**
 * A rule that made a part of an issued bill, with those versions that hold by a day and those that the bill has lines of, the latest first; none
 * where the bill is not this tenant's or the rule made nothing of it. By the number, and the keys of bill_rule and fee_rule_version.
 */
export const listRuleVersions = async (
  db: Db,
  tenantId: string,
  { billNo, ruleId, today }: { readonly billNo: string; readonly ruleId: string; readonly today: string },
): Promise<readonly BillRuleRow[]> => {
  const { rows } = await sql<BillRuleRow>`
    select r.rule_id, (select o.name from org o where o.org_id = r.org_id) as org_name, r.tenant_id is not null as is_own, b.product_name,
        v.version, v.holds_from, v.created_at, coalesce(m.tier_basis, b.basis) as total_basis, m.line_count, m.basis, m.fee_fen as share_fen, ${columns}
      from bill b
        join fee_rule r on r.rule_id = ${ruleId}
        join fee_rule_version v on v.rule_id = r.rule_id
        left join bill_rule m on m.tenant_id = b.tenant_id and m.bill_id = b.bill_id and m.rule_id = v.rule_id and m.rule_version = v.version
      where b.tenant_id = ${tenantId} and b.bill_no = ${billNo} and b.status <> 'draft' and (v.holds_from <= ${today}::date or m.bill_id is not null)
        and exists (select from bill_rule x where x.tenant_id = b.tenant_id and x.bill_id = b.bill_id and x.rule_id = r.rule_id)
      order by v.version desc limit ${versionsAtMost}`.execute(db);
  return rows;
};
