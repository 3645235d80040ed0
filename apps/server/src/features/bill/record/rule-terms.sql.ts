import type { BillDirection, FeeScheme, FeeTerms } from '@ronghui/domain/fee-rule';
import type { Rate } from '@ronghui/domain/money';
import type { Selectable } from 'kysely';
import type { Tables } from '#tables';

/** The columns of a version that say what it holds. */
export const termColumns = [
  'unit',
  'direction',
  'kind',
  'rate_millionths',
  'fee_fen',
  'per',
  'method',
  'tier_from',
  'tier_rate',
  'line_minimum_fen',
  'line_cap_fen',
  'bill_minimum_fen',
  'bill_cap_fen',
  'tax_millionths',
] as const;

/** The columns of a version's terms. */
export type TermRow = Pick<Selectable<Tables['fee_rule_version']>, (typeof termColumns)[number]>;

const schemeOf = (row: TermRow): FeeScheme => {
  const { kind, rate_millionths, fee_fen, per, method, tier_from, tier_rate } = row;
  // The check constraint of the kinds allows these columns only.
  if (kind === 'rate' && rate_millionths !== null) return { kind, rate: rate_millionths as Rate };
  if (kind === 'fixed' && fee_fen !== null) return { kind, fee: fee_fen, per: per === 'unit' ? 'unit' : 'line' };
  if (kind === 'tiered' && tier_from !== null && tier_rate !== null) {
    const tiers = tier_from.map((from, at) => ({ from, rate: (tier_rate[at] ?? 0) as Rate }));
    return { kind, method: method === 'whole' ? 'whole' : 'marginal', tiers };
  }
  throw new Error(`a version of no known kind: ${kind}`);
};

/** The terms of a version of a rule. */
export const feeTermsOf = (row: TermRow): FeeTerms => ({
  unit: row.unit,
  direction: row.direction as BillDirection,
  scheme: schemeOf(row),
  lineMinimum: row.line_minimum_fen,
  lineCap: row.line_cap_fen,
  billMinimum: row.bill_minimum_fen,
  billCap: row.bill_cap_fen,
  taxRate: row.tax_millionths as Rate,
});
