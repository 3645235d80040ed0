import type { Output } from '@ronghui/contract';
import { type FeeRuleVersion, type FeeScheme, type FeeTerms, feeRuleText } from '@ronghui/domain/fee-rule';
import { type Rate, rateOf } from '@ronghui/domain/money';
import { feeTermsOf, type TermRow } from '../record/rule-terms.sql.ts';

/** A version in the contract's shape. */
export type WireVersion = Output<'ops.feeRule.page'>['items'][number]['latest'];
/** The terms of a version as the contract has them. */
export type WireTerms = WireVersion['terms'];

/** The columns of a version. */
export interface VersionRow extends TermRow {
  readonly rule_id: string;
  readonly product_id: string;
  readonly org_id: string | null;
  readonly tenant_id: string | null;
  readonly version: number;
  readonly holds_from: string;
  readonly made_by: string;
  readonly created_at: Date;
}

const millionths = (count: number): Rate => rateOf(count, 'millionths');

const noScheme = {
  rate_millionths: null,
  fee_fen: null,
  per: null,
  method: null,
  tier_from: null,
  tier_rate: null,
} as const;

const schemeColumns = (scheme: FeeScheme) => {
  switch (scheme.kind) {
    case 'rate':
      return { ...noScheme, kind: scheme.kind, rate_millionths: scheme.rate };
    case 'fixed':
      return { ...noScheme, kind: scheme.kind, fee_fen: scheme.fee, per: scheme.per };
    case 'tiered':
      return {
        ...noScheme,
        kind: scheme.kind,
        method: scheme.method,
        tier_from: scheme.tiers.map(({ from }) => from),
        tier_rate: scheme.tiers.map(({ rate }) => rate),
      };
  }
};

/** The columns to store terms in. */
export const columnsOfTerms = (terms: FeeTerms): TermRow => ({
  ...schemeColumns(terms.scheme),
  direction: terms.direction,
  unit: terms.unit,
  line_minimum_fen: terms.lineMinimum,
  line_cap_fen: terms.lineCap,
  bill_minimum_fen: terms.billMinimum,
  bill_cap_fen: terms.billCap,
  tax_millionths: terms.taxRate,
});

const schemeOfWire = (scheme: WireTerms['scheme']): FeeScheme => {
  switch (scheme.kind) {
    case 'rate':
      return { kind: scheme.kind, rate: millionths(scheme.rate) };
    case 'fixed':
      return { kind: scheme.kind, fee: scheme.fee, per: scheme.per };
    case 'tiered':
      return {
        kind: scheme.kind,
        method: scheme.method,
        tiers: scheme.tiers.map(({ from, rate }) => ({ from, rate: millionths(rate) })),
      };
  }
};

/** Terms as a call gives them. */
export const termsOfWire = (terms: WireTerms): FeeTerms => ({
  unit: terms.unit,
  direction: terms.direction,
  scheme: schemeOfWire(terms.scheme),
  lineMinimum: terms.lineMinimumAmount,
  lineCap: terms.lineCapAmount,
  billMinimum: terms.billMinimumAmount,
  billCap: terms.billCapAmount,
  taxRate: millionths(terms.taxRate),
});

const wireNames: Readonly<Record<string, string>> = {
  lineMinimum: 'lineMinimumAmount',
  lineCap: 'lineCapAmount',
  billMinimum: 'billMinimumAmount',
  billCap: 'billCapAmount',
};

/** The path in a call of a fault of the domain's. */
export const wirePathOf = (path: string): string => `terms.${wireNames[path] ?? path}`;

/** Terms in the contract's shape. */
const wireTermsOf = (terms: FeeTerms): WireTerms => ({
  unit: terms.unit,
  direction: terms.direction,
  scheme:
    terms.scheme.kind === 'tiered'
      ? { ...terms.scheme, tiers: terms.scheme.tiers.map((tier) => ({ ...tier })) }
      : terms.scheme,
  lineMinimumAmount: terms.lineMinimum,
  lineCapAmount: terms.lineCap,
  billMinimumAmount: terms.billMinimum,
  billCapAmount: terms.billCap,
  taxRate: terms.taxRate,
});

/** A stored version as the domain looks rules up. */
export const versionOf = (row: Omit<VersionRow, 'made_by' | 'created_at'>): FeeRuleVersion => ({
  ruleId: row.rule_id,
  productId: row.product_id,
  orgId: row.org_id,
  tenantId: row.tenant_id,
  version: row.version,
  holdsFrom: row.holds_from,
  terms: feeTermsOf(row),
});

/** The event of the trail that tells of a version. */
export const versionSaved = 'ops.feeRule.save';

/** A version with its scope, as the trail has it. */
export type TrailedVersion = Pick<FeeRuleVersion, 'productId' | 'orgId' | 'tenantId'> &
  Pick<WireVersion, 'version' | 'holdsFrom' | 'terms'>;

/** A stored version as the trail has it. */
export const trailedVersionOf = ({ terms, ...version }: Omit<FeeRuleVersion, 'ruleId'>): TrailedVersion => ({
  productId: version.productId,
  orgId: version.orgId,
  tenantId: version.tenantId,
  version: version.version,
  holdsFrom: version.holdsFrom,
  terms: wireTermsOf(terms),
});

/** A version in the contract's shape. */
export const wireVersionOf = (row: VersionRow): WireVersion => {
  const version = versionOf(row);
  return {
    version: version.version,
    holdsFrom: version.holdsFrom,
    terms: wireTermsOf(version.terms),
    text: feeRuleText(version),
    by: row.made_by,
    at: row.created_at.toISOString(),
  };
};
