import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { isExplained } from '../difference-rule.sql.ts';
import type { MatchedRun } from './matched-run.ts';
import { kindNo, ruleNo } from './places.sql.ts';

/**
 * `explained` of the domain: pairs of one reference whose difference the tenant's rules explain are within tolerance, by the first rule that does.
 * It pairs nothing, so that what the other rules find is as without. By one look at the items; none without rules.
 *
 * @source R13.2
 */
export const explainDifferences = async (
  tx: Tx,
  { rules, settings }: Pick<MatchedRun, 'rules' | 'settings'>,
): Promise<void> => {
  if (rules.length === 0) return;
  await sql`
    with rule as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) r ("ruleNo" bigint, counterparty text collate "C", kind text, value bigint))
    update recon_item t set kind = ${kindNo('matchedWithinTolerance')}, rule = ${ruleNo('differenceRule')}, difference_rule_no = e.rule_no
      from (
        select i.item_no, min(r."ruleNo") as rule_no from recon_item i join rule r on r.counterparty = i.counterparty join side_line s on s.line_id = i.line_id
          where i.kind = ${kindNo('amountMismatch')} and i.rule = ${ruleNo('reference')}
            and abs(i.line_on - i.ledger_on) <= ${settings.dayTolerance}::int and ${isExplained(sql`r.kind`, sql`r.value`, sql`s.basis_fen`)}
          group by i.item_no) e
      where t.item_no = e.item_no`.execute(tx);
};
