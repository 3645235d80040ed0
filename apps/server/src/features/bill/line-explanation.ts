import { type FeeTerms, ruleVersionName } from '@ronghui/domain/fee-rule';
import type { Db } from '#kernel/database/db';
import { type ExplainedLine, listTierTotals, listVersionsOfLines } from './explained-lines.sql.ts';
import { feeTermsOf } from './record/rule-terms.sql.ts';
import { computationOf } from './statement/bill-line.ts';

/** What files say of a line beside its fee. */
export interface LineExplanation {
  /** Its rule and version by their names. */
  readonly rule: (line: ExplainedLine) => string;
  /** The computation as it was done. */
  readonly computation: (line: ExplainedLine) => string;
}

interface NamedTerms {
  readonly terms: FeeTerms;
  readonly name: string;
}

type VersionKey = Pick<ExplainedLine, 'rule_id' | 'rule_version'>;
const keyOf = ({ rule_id, rule_version }: VersionKey): string => `${rule_id} ${rule_version}`;

/** Reads what the lines of a tenant's issued bills, or of one, are explained by: once for a file. @source R10.5, R10.3 */
export const readLineExplanation = async (db: Db, tenantId: string, billNo?: string): Promise<LineExplanation> => {
  const versions = await listVersionsOfLines(db, tenantId, billNo);
  const totals = await listTierTotals(db, tenantId, billNo);
  const terms = new Map<string, NamedTerms>(
    versions.map((row) => {
      const name = ruleVersionName(
        { isOwn: row.is_own, isOfOrg: row.is_of_org },
        { version: row.rule_version, holdsFrom: row.holds_from },
      );
      return [keyOf(row), { terms: feeTermsOf(row), name }];
    }),
  );
  const totalOf = new Map(totals.map((row) => [`${row.bill_no} ${keyOf(row)}`, row.total]));
  const versionOf = (line: ExplainedLine): NamedTerms => {
    const own = terms.get(keyOf(line));
    if (own === undefined) throw new Error(`a line of a version that did not make its bill: ${keyOf(line)}`);
    return own;
  };
  return {
    rule: (line) => versionOf(line).name,
    // Without tiers nothing goes by the total of the bill.
    computation: (line) =>
      computationOf(line, versionOf(line).terms, totalOf.get(`${line.bill_no} ${keyOf(line)}`) ?? 0),
  };
};
