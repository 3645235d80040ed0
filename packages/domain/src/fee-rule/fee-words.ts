import { exactRmbText, type Fen, fen, percentText, type Rate, rmbText } from '../money.ts';
import { type Correction, feeOfCorrection } from './correction-fee.ts';
import type { FeeRuleVersion } from './fee-rule-version.ts';
import type { FeeLimits, FeeLine, FeeScheme, FeeTerms } from './fee-terms.ts';
import { type LineFee, type TierPosition, tierOfTotal } from './line-fee.ts';

/** A basis in words: `¥1,000.00`, or `3 张`. */
export const basisText = (basis: number, unit: string | null): string =>
  unit === null ? rmbText(fen(basis)) : `${basis.toLocaleString('en-US')} ${unit}`;

/** A rate in words: `1.20%` of an amount, `¥2.00` a unit. */
const rateText = (rate: Rate, unit: string | null): string =>
  unit === null ? percentText(rate, 2) : exactRmbText(BigInt(rate));

/** A rate and what it is of: `1.20%`, `每张 ¥2.00`. */
export const chargeText = (rate: Rate, unit: string | null): string =>
  unit === null ? percentText(rate, 2) : `每${unit} ${rateText(rate, unit)}`;

const basisName = (unit: string | null): string => (unit === null ? '计费金额' : '数量');

const tierTexts = (scheme: Extract<FeeScheme, { kind: 'tiered' }>, unit: string | null): string => {
  const parts = scheme.tiers.map(({ from, rate }, at) => {
    const next = scheme.tiers[at + 1];
    const charge = chargeText(rate, unit);
    if (scheme.method === 'whole') {
      return at === 0 && next !== undefined
        ? `不满 ${basisText(next.from, unit)} 按 ${charge}`
        : `满 ${basisText(from, unit)} 按 ${charge}`;
    }
    return next === undefined
      ? `超过 ${basisText(from, unit)} 的部分按 ${charge}`
      : `${basisText(from, unit)} 至 ${basisText(next.from, unit)} 的部分按 ${charge}`;
  });
  return parts.join('，');
};

const schemeText = (scheme: FeeScheme, unit: string | null): string => {
  switch (scheme.kind) {
    case 'rate':
      return unit === null ? `按计费金额的 ${percentText(scheme.rate, 2)} 收取` : `${chargeText(scheme.rate, unit)}`;
    case 'fixed':
      return `每${scheme.per === 'unit' && unit !== null ? unit : '笔'} ${rmbText(scheme.fee)}`;
    case 'tiered': {
      const how = scheme.method === 'whole' ? '全部按所达到的一档收取' : '各档的部分分别收取';
      return `按本账单的${basisName(unit)}合计分档，${how}：${tierTexts(scheme, unit)}`;
    }
  }
};

const limitsText = ({ lineMinimum, lineCap, billMinimum, billCap }: FeeLimits): string => {
  const limits: readonly [string, Fen | null][] = [
    ['每笔最低', lineMinimum],
    ['每笔最高', lineCap],
    ['每张账单最低', billMinimum],
    ['每张账单最高', billCap],
  ];
  return limits.map(([name, amount]) => (amount === null ? '' : `，${name} ${rmbText(amount)}`)).join('');
};

/**
 * A version of a rule as a sentence with its numbers: `规则第 3 版，自 2026-10-01 起：按计费金额的 1.20% 收取，每笔最高 ¥500.00；金额含税，税率 6%。`
 *
 * @source R10.3, billing.md, rules
 */
export const feeRuleText = ({
  version,
  holdsFrom,
  terms,
}: Pick<FeeRuleVersion, 'version' | 'holdsFrom' | 'terms'>): string =>
  `规则第 ${version} 版，自 ${holdsFrom} 起：${schemeText(terms.scheme, terms.unit)}${limitsText(terms)}；` +
  `金额含税，税率 ${percentText(terms.taxRate)}。`;

/** Whom a rule is for. */
interface RuleScope {
  /** Agreed with one merchant. */
  readonly isOwn: boolean;
  /** For the lines of one organisation. */
  readonly isOfOrg: boolean;
}

/**
 * A version of a rule by its name: `单独约定的规则第 3 版（2026-10-01 起）`. Its terms stand in `feeRuleText`.
 *
 * @source R10.5
 */
export const ruleVersionName = (
  { isOwn, isOfOrg }: RuleScope,
  { version, holdsFrom }: Pick<FeeRuleVersion, 'version' | 'holdsFrom'>,
): string => `${isOwn ? '单独约定的规则' : isOfOrg ? '机构的规则' : '通用规则'}第 ${version} 版（${holdsFrom} 起）`;

/** What a version of a rule has to do with a bill. */
interface FeeShare {
  /** The bill's lines on whose day the version holds, their basis and the sum of their fees. */
  readonly lineCount: number;
  readonly basis: number;
  readonly amount: Fen;
  /** The basis of all lines of the bill. */
  readonly totalBasis: number;
}

const reachedText = ({ scheme, unit }: FeeTerms, total: number): string => {
  if (scheme.kind !== 'tiered') return '';
  const tier = tierOfTotal(scheme.tiers, total);
  if (tier === undefined) return '';
  const reached = scheme.method === 'whole' ? '全部按' : '最高一档为';
  return `本账单${basisName(unit)}合计 ${basisText(total, unit)}，${reached} ${chargeText(tier.rate, unit)}；`;
};

/**
 * What a version of a rule made of this bill, with the bill's numbers; it follows `feeRuleText`.
 *
 * @source R10.3, billing.md, rules
 */
export const feeShareText = (terms: FeeTerms, { lineCount, basis, amount, totalBasis }: FeeShare): string =>
  `${reachedText(terms, totalBasis)}适用 ${lineCount.toLocaleString('en-US')} 笔，` +
  `${basisName(terms.unit)} ${basisText(basis, terms.unit)}，费用 ${rmbText(amount)}。`;

const whyText = (terms: FeeTerms, line: FeeLine, { total, before }: TierPosition): string => {
  const { scheme, unit } = terms;
  if (line.rate !== null) return unit === null ? '本笔约定费率：' : '本笔约定单价：';
  if (scheme.kind !== 'tiered') return '';
  return scheme.method === 'whole'
    ? `本账单${basisName(unit)}合计 ${basisText(total, unit)}：`
    : `此前已累计 ${basisText(before, unit)}：`;
};

const productText = (terms: FeeTerms, line: FeeLine, { slices, rounded }: LineFee): string => {
  const { scheme, unit } = terms;
  if (line.rate === null && scheme.kind === 'fixed') {
    return scheme.per === 'unit'
      ? `${basisText(line.basis, unit)} × ${rmbText(scheme.fee)}`
      : `${rounded < 0 ? '冲回一笔' : '一笔'}`;
  }
  const products = slices.map((slice) => `${basisText(slice.basis, unit)} × ${rateText(slice.rate, unit)}`);
  return products.length === 0 ? basisText(0, unit) : products.join(' + ');
};

const limitText = ({ limit, fee }: LineFee): string => {
  if (limit === null) return '';
  return `，${limit === 'minimum' ? '不足每笔最低收费' : '超过每笔最高收费'}，按 ${rmbText(fee)}`;
};

/**
 * The computation of a line's fee as it was done: `¥1,234.57 × 1.20% = ¥14.81484，四舍五入为 ¥14.81`.
 *
 * @source R10.3, billing.md, rules
 */
export const lineFeeText = (terms: FeeTerms, line: FeeLine, position: TierPosition, fee: LineFee): string => {
  const exact = exactRmbText(fee.exact);
  const rounded = rmbText(fee.rounded);
  const rounding = exact === rounded ? '' : `，四舍五入为 ${rounded}`;
  return `${whyText(terms, line, position)}${productText(terms, line, fee)} = ${exact}${rounding}${limitText(fee)}`;
};

/** The same of a line that corrects another one, by the former line's rule. @source R10.3, billing.md, lines */
export const correctionFeeText = (terms: FeeTerms, correction: Correction): string => {
  const { from, to, fee } = feeOfCorrection(terms, correction);
  const { stood, basis } = correction;
  const bases = `由 ${basisText(stood, terms.unit)} 改为 ${basisText(stood + basis, terms.unit)}`;
  return `更正：原明细的${basisName(terms.unit)}${bases}，费用由 ${rmbText(from)} 改为 ${rmbText(to)}，相差 ${rmbText(fee)}`;
};
