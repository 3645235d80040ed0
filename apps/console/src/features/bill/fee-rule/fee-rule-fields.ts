import { isDay } from '@ronghui/domain/calendar';
import { type FeeScheme, type FeeTerms, feeTermsFaults } from '@ronghui/domain/fee-rule';
import {
  exactRmbText,
  type Fen,
  fenOfYuan,
  percentText,
  type Rate,
  rateOf,
  rateOfPercent,
  rateOfUnitPrice,
  yuanText,
} from '@ronghui/domain/money';
import type { FeeRule, TrialInput } from './fee-rule-queries.ts';

/** The texts of the form; tiers are lines of `from rate`, so that a draft has them. */
export const fieldNames = [
  'productId',
  'orgId',
  'tenantId',
  'holdsFrom',
  'direction',
  'basis',
  'unit',
  'kind',
  'rate',
  'fee',
  'per',
  'method',
  'tiers',
  'lineMinimum',
  'lineCap',
  'billMinimum',
  'billCap',
  'taxRate',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type RuleFields = Readonly<Record<FieldName, string>>;

/** A tier as it is typed. */
export interface TypedTier {
  readonly from: string;
  readonly rate: string;
}

/** The tiers of the form; a draft that cannot be read has one. */
export const tiersOf = (text: string): readonly TypedTier[] => {
  try {
    const kept: unknown = JSON.parse(text);
    // Only this form writes it.
    return Array.isArray(kept) ? (kept as TypedTier[]) : [];
  } catch {
    return [{ from: '0', rate: '' }];
  }
};

const plain = (text: string): string => text.replaceAll(/[¥,%]/g, '');
const yuanOrNone = (amount: Fen | null): string => (amount === null ? '' : yuanText(amount, { grouping: false }));
const millionths = (rate: number): Rate => rateOf(rate, 'millionths');
/** A rate as it is typed: per cent of an amount, yuan a unit. */
const rateText = (rate: number, unit: string | null): string =>
  plain(unit === null ? percentText(millionths(rate)) : exactRmbText(BigInt(rate)));
const tierStart = (from: number, unit: string | null): string =>
  unit === null ? yuanText(from as Fen, { grouping: false }) : String(from);

const blank: RuleFields = {
  productId: '',
  orgId: '',
  tenantId: '',
  holdsFrom: '',
  direction: 'payable',
  basis: 'amount',
  unit: '',
  kind: 'rate',
  rate: '',
  fee: '',
  per: 'line',
  method: 'marginal',
  tiers: JSON.stringify([{ from: '0', rate: '' }]),
  lineMinimum: '',
  lineCap: '',
  billMinimum: '',
  billCap: '',
  taxRate: '6',
};

/** The form's texts for the next version of a rule; blank ones for a new rule. */
export const fieldsOf = (rule: FeeRule | undefined): RuleFields => {
  if (rule === undefined) return blank;
  const { productId, orgId, tenantId, latest } = rule;
  const { scheme, unit, direction, taxRate, ...limits } = latest.terms;
  return {
    ...blank,
    productId,
    orgId: orgId ?? '',
    tenantId: tenantId ?? '',
    direction,
    basis: unit === null ? 'amount' : 'unit',
    unit: unit ?? '',
    kind: scheme.kind,
    ...(scheme.kind === 'rate' && { rate: rateText(scheme.rate, unit) }),
    ...(scheme.kind === 'fixed' && { fee: yuanOrNone(scheme.fee), per: scheme.per }),
    ...(scheme.kind === 'tiered' && {
      method: scheme.method,
      tiers: JSON.stringify(
        scheme.tiers.map(({ from, rate }) => ({ from: tierStart(from, unit), rate: rateText(rate, unit) })),
      ),
    }),
    lineMinimum: yuanOrNone(limits.lineMinimumAmount),
    lineCap: yuanOrNone(limits.lineCapAmount),
    billMinimum: yuanOrNone(limits.billMinimumAmount),
    billCap: yuanOrNone(limits.billCapAmount),
    taxRate: plain(percentText(millionths(taxRate))),
  };
};

/** Terms as the form has them, or what is missing by field. */
type ReadTerms =
  | { readonly terms: FeeTerms; readonly wrong?: undefined }
  | { readonly terms?: undefined; readonly wrong: Partial<Record<FieldName, string>> };

type Wrong = Partial<Record<FieldName, string>>;

const readRate = (typed: string, unit: string | null): Rate | null =>
  unit === null ? rateOfPercent(typed) : rateOfUnitPrice(typed);
const rateHint = (unit: string | null): string =>
  unit === null ? '请填写费率，最多四位小数' : '请填写单价，最多八位小数';

const startOf = (typed: string, unit: string | null): number | null => {
  if (unit === null) return fenOfYuan(typed);
  return /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : null;
};

const schemeOf = (fields: RuleFields, unit: string | null, wrong: Wrong): FeeScheme | null => {
  switch (fields.kind) {
    case 'fixed': {
      const fee = fenOfYuan(fields.fee);
      if (fee === null) wrong.fee = '请填写金额，最多两位小数';
      return fee === null ? null : { kind: 'fixed', fee, per: fields.per === 'unit' ? 'unit' : 'line' };
    }
    case 'tiered': {
      const tiers = tiersOf(fields.tiers).map(({ from, rate }) => ({
        from: startOf(from, unit),
        rate: readRate(rate, unit),
      }));
      const read = tiers.flatMap(({ from, rate }) => (from === null || rate === null ? [] : [{ from, rate }]));
      if (read.length < tiers.length) {
        const at = tiers.findIndex(({ from, rate }) => from === null || rate === null) + 1;
        wrong.tiers = `第 ${at} 档：请填写起点与${unit === null ? '费率' : '单价'}`;
        return null;
      }
      return { kind: 'tiered', method: fields.method === 'whole' ? 'whole' : 'marginal', tiers: read };
    }
    default: {
      const rate = readRate(fields.rate, unit);
      if (rate === null) wrong.rate = rateHint(unit);
      return rate === null ? null : { kind: 'rate', rate };
    }
  }
};

const limitOf = (fields: RuleFields, name: FieldName, wrong: Wrong): Fen | null => {
  if (fields[name].trim() === '') return null;
  const amount = fenOfYuan(fields[name]);
  if (amount === null) wrong[name] = '请填写金额，最多两位小数';
  return amount;
};

const fieldOfFault = (path: string, kind: string): FieldName => {
  if (path.startsWith('scheme.tiers')) return 'tiers';
  if (path.startsWith('scheme')) return kind === 'fixed' ? (path === 'scheme.per' ? 'per' : 'fee') : 'rate';
  return fieldNames.find((name) => name === path) ?? 'rate';
};

/** Tiers are named by their place: 第 2 档：起点应大于上一档. */
const faultText = (path: string, message: string): string => {
  const [, at] = /^scheme\.tiers\.(\d+)/.exec(path) ?? [];
  return at === undefined ? message : `第 ${Number(at) + 1} 档：${message}`;
};

/** The terms of the form; the rules of the domain say what is wrong with them, as they do at the server. @source R5.1, billing.md */
export const readTerms = (fields: RuleFields): ReadTerms => {
  const wrong: Wrong = {};
  const unit = fields.basis === 'unit' ? fields.unit.trim() : null;
  const scheme = schemeOf(fields, unit, wrong);
  const taxRate = rateOfPercent(fields.taxRate);
  if (taxRate === null) wrong.taxRate = '请填写税率';
  const limits = {
    lineMinimum: limitOf(fields, 'lineMinimum', wrong),
    lineCap: limitOf(fields, 'lineCap', wrong),
    billMinimum: limitOf(fields, 'billMinimum', wrong),
    billCap: limitOf(fields, 'billCap', wrong),
  };
  if (scheme === null || taxRate === null || Object.keys(wrong).length > 0) return { wrong };
  const direction = fields.direction === 'receivable' ? 'receivable' : 'payable';
  const terms: FeeTerms = { unit, direction, scheme, ...limits, taxRate };
  for (const { path, message } of feeTermsFaults(terms))
    wrong[fieldOfFault(path, scheme.kind)] = faultText(path, message);
  return Object.keys(wrong).length > 0 ? { wrong } : { terms };
};

/** The hints of the form. @source R5.1 */
export const ruleHints = (fields: RuleFields): Wrong => ({
  ...(fields.productId === '' && { productId: '请选择产品' }),
  ...(!isDay(fields.holdsFrom) && { holdsFrom: '请填写生效日' }),
  ...readTerms(fields).wrong,
});

/** Terms in the contract's shape. */
export const wireTermsOf = ({
  scheme,
  lineMinimum,
  lineCap,
  billMinimum,
  billCap,
  ...rest
}: FeeTerms): TrialInput['terms'] => ({
  ...rest,
  scheme: scheme.kind === 'tiered' ? { ...scheme, tiers: scheme.tiers.map((tier) => ({ ...tier })) } : scheme,
  lineMinimumAmount: lineMinimum,
  lineCapAmount: lineCap,
  billMinimumAmount: billMinimum,
  billCapAmount: billCap,
});
