import { type Fen, fen } from '../money.ts';
import type { FeeLimits, FeeScheme, FeeTerms, FeeTier } from './fee-terms.ts';

/** A field of a rule's terms that is wrong, and why. */
export interface FeeTermsFault {
  readonly path: string;
  readonly message: string;
}

/** The largest fee and limit that a rule may set: one billion yuan. */
export const largestFee: Fen = fen(100_000_000_000);

const hundredPercent = 1_000_000;
/** The dearest unit: ten million yuan, so that its rate is a safe integer. @unit millionths of a fen */
const dearestUnit = 1_000_000_000_000_000;

const integerFault = (value: number, most: number, name: string): string | null => {
  if (!Number.isSafeInteger(value)) return `${name}有误`;
  if (value < 0) return `${name}不能为负数`;
  return value > most ? `${name}过大` : null;
};

const rateFault = (rate: number, unit: string | null): string | null =>
  unit === null ? integerFault(rate, hundredPercent, '费率') : integerFault(rate, dearestUnit, '单价');

const tierFault = (tier: FeeTier, before: FeeTier | undefined, unit: string | null): [string, string] | null => {
  const start = integerFault(tier.from, Number.MAX_SAFE_INTEGER, '起点');
  if (start !== null) return ['from', start];
  if (before === undefined && tier.from !== 0) return ['from', '第一档应从 0 起'];
  if (before !== undefined && tier.from <= before.from) return ['from', '起点应大于上一档'];
  const rate = rateFault(tier.rate, unit);
  return rate === null ? null : ['rate', rate];
};

type Found = readonly (readonly [path: string, message: string | null])[];

const schemeFaults = (scheme: FeeScheme, unit: string | null): Found => {
  switch (scheme.kind) {
    case 'rate':
      return [['scheme.rate', rateFault(scheme.rate, unit)]];
    case 'fixed':
      return [
        ['scheme.fee', integerFault(scheme.fee, largestFee, '费用')],
        ['scheme.per', scheme.per === 'unit' && unit === null ? '按金额计费的规则不能按单位收费' : null],
      ];
    case 'tiered':
      if (scheme.tiers.length === 0) return [['scheme.tiers', '请至少填写一档']];
      return scheme.tiers.map((tier, at) => {
        const fault = tierFault(tier, scheme.tiers[at - 1], unit);
        return fault === null ? ['scheme.tiers', null] : [`scheme.tiers.${at}.${fault[0]}`, fault[1]];
      });
  }
};

const limitFault = (limit: Fen | null): string | null =>
  limit === null ? null : integerFault(limit, largestFee, '金额');

const pairFault = (minimum: Fen | null, cap: Fen | null): string | null =>
  limitFault(cap) ?? (minimum !== null && cap !== null && minimum > cap ? '最高收费不能低于最低收费' : null);

const limitFaults = ({ lineMinimum, lineCap, billMinimum, billCap }: FeeLimits): Found => [
  ['lineMinimum', limitFault(lineMinimum)],
  ['lineCap', pairFault(lineMinimum, lineCap)],
  ['billMinimum', limitFault(billMinimum)],
  ['billCap', pairFault(billMinimum, billCap)],
];

const unitFault = (unit: string | null): string | null => {
  if (unit === null) return null;
  if (unit.trim() === '') return '请填写单位';
  return [...unit].length > 20 ? '单位不能超过 20 个字' : null;
};

/**
 * Everything that is wrong with the terms of a rule: rates and fees that are negative, not integers or too large, tiers that do not begin
 * at 0 or do not ascend, a cap below its minimum.
 *
 * @source billing.md, rules; R5.5
 */
export const feeTermsFaults = (terms: FeeTerms): readonly FeeTermsFault[] => {
  const found: Found = [
    ['unit', unitFault(terms.unit)],
    ...schemeFaults(terms.scheme, terms.unit),
    ...limitFaults(terms),
    ['taxRate', integerFault(terms.taxRate, hundredPercent, '税率')],
  ];
  return found.flatMap(([path, message]) => (message === null ? [] : [{ path, message }]));
};
