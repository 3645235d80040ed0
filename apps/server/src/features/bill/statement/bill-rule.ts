import type { Output } from '@ronghui/contract';
import { feeRuleText, feeShareText } from '@ronghui/domain/fee-rule';
import { providerName } from '../issue/issue.ts';
import { feeTermsOf } from '../record/rule-terms.sql.ts';
import type { BillRuleRow } from './bill-rule.sql.ts';

type Rule = Output<'bill.rule'>;

const versionOf = (row: BillRuleRow): Rule['versions'][number] => {
  const { version, holds_from: holdsFrom, created_at: madeAt, line_count: lineCount, basis, share_fen: amount } = row;
  const terms = feeTermsOf(row);
  const shown = {
    version,
    holdsFrom,
    text: feeRuleText({ version, holdsFrom, terms }),
    by: providerName,
    at: madeAt.toISOString(),
  };
  if (lineCount === null || basis === null || amount === null) return shown;
  const text = feeShareText(terms, { lineCount, basis, amount, totalBasis: row.total_basis });
  return { ...shown, inBill: { text, lineCount, amount } };
};

/** A rule with its versions beside a bill, in the contract's shape; undefined without a version. @source figures.md */
export const ruleOfBill = (rows: readonly BillRuleRow[]): Rule | undefined => {
  const [latest] = rows;
  if (latest === undefined) return undefined;
  const { rule_id: ruleId, product_name: productName, org_name: orgName, is_own: isOwn } = latest;
  return { ruleId, productName, orgName, isOwn, versions: rows.map(versionOf) };
};
