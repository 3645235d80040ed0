import { applyRate, type Fen, fen, noFen, percentText, rateOf, rmbText, scaledFen } from '../money.ts';
import { daysApart, type ReconItem } from './recon-row.ts';

/**
 * What a rule says of a difference: it is a share of the line's amount, rounded to the fen; an amount; or a share of the line's basis, where fees
 * are compared.
 */
export const differenceRuleKinds = ['rate', 'amount', 'basisRate'] as const;
export type DifferenceRuleKind = (typeof differenceRuleKinds)[number];

/** What the lines of a counterparty have more than the rows of the ledger, always. */
export interface DifferenceTerms {
  readonly counterparty: string;
  readonly kind: DifferenceRuleKind;
  /** Side B less side A. @unit millionths of the line's amount or basis, or fen */
  readonly value: number;
}

/** A rule of a tenant; of several that explain a difference the one with the smallest number does. */
export interface DifferenceRule extends DifferenceTerms {
  readonly ruleNo: number;
}

/** The most rules in force of a tenant, and the largest values on either side of 0. */
export const differenceRuleBounds = {
  rules: 50,
  rate: 1_000_000,
  basisRate: 1_000_000,
  amount: 1_000_000_000,
} as const;

/** Whether a value is within its bounds; 0 explains nothing. */
export const isRuleValue = ({ kind, value }: Pick<DifferenceTerms, 'kind' | 'value'>): boolean =>
  Number.isInteger(value) && value !== 0 && Math.abs(value) <= differenceRuleBounds[kind];

interface Amounts {
  readonly lineAmount: Fen;
  /** Side B less side A. */
  readonly difference: Fen;
  /** Of the line, where fees are compared; without it its fee is of a count. */
  readonly basis?: Fen | null | undefined;
}

/** What a share is reckoned from: of fees the basis. */
const baseOf = (kind: DifferenceRuleKind, { lineAmount, basis }: Omit<Amounts, 'difference'>): Fen | null =>
  kind === 'basisRate' ? (basis ?? null) : lineAmount;

/** Whether terms explain a difference: of a share up to one fen of rounding, of an amount exactly. @source R13.2 */
export const explains = (
  { kind, value }: Pick<DifferenceTerms, 'kind' | 'value'>,
  { difference, ...amounts }: Amounts,
): boolean => {
  if (kind === 'amount') return difference === value;
  const base = baseOf(kind, amounts);
  return base !== null && Math.abs(difference - applyRate(base, rateOf(value, 'millionths'))) <= 1;
};

/** The pair's item with the first rule that explains its difference; every other item as it is. @source R13.2 */
export const explained = (rules: readonly DifferenceRule[], item: ReconItem, dayTolerance: number): ReconItem => {
  const [row, line] = [item.ledger[0], item.lines[0]];
  if (item.kind !== 'amountMismatch' || item.rule !== 'reference' || row === undefined || line === undefined)
    return item;
  // A rule explains amounts, not days.
  if (daysApart(row.occurredOn, line.occurredOn) > dayTolerance) return item;
  const [rule] = rules
    .filter(
      (each) =>
        each.counterparty === row.counterparty &&
        explains(each, { lineAmount: line.amount, difference: item.difference, basis: line.basis }),
    )
    .sort((one, other) => one.ruleNo - other.ruleNo);
  if (rule === undefined) return item;
  return { ...item, kind: 'matchedWithinTolerance', rule: 'differenceRule', explainedBy: rule.ruleNo };
};

/** From whole per cents to millionths. */
const steps = [10_000, 1000, 100, 10, 1] as const;

/**
 * The terms that explain a difference: the roundest share, if there is one, and the amount itself. A share is of the line's amount; where fees
 * are compared, of its basis, since a fee is a share of that.
 */
export const proposedTerms = (amounts: Amounts): readonly Pick<DifferenceTerms, 'kind' | 'value'>[] => {
  const { difference, basis } = amounts;
  const kind = basis === undefined ? 'rate' : 'basisRate';
  const base = baseOf(kind, amounts) ?? noFen;
  const size = Math.abs(base);
  const sign = base < 0 ? -1 : 1;
  const rates = steps.flatMap((step) => {
    const count = size === 0 ? null : scaledFen(difference, differenceRuleBounds.rate / step, size);
    return count === null ? [] : [{ kind, value: count * step * sign + 0 } as const];
  });
  const rate = rates.find((terms) => isRuleValue(terms) && explains(terms, amounts));
  const amount = { kind: 'amount' as const, value: difference };
  return [...(rate === undefined ? [] : [rate]), ...(isRuleValue(amount) ? [amount] : [])];
};

/** An item as far as it can become a rule. */
interface HandItem extends Pick<ReconItem, 'rule' | 'difference'> {
  readonly ledger: readonly { readonly counterparty: string | null }[];
  readonly lines: readonly unknown[];
  readonly isAccepted: boolean;
}

/** Why no rule can be made of an item: nobody decided on it, it is no pair, names no counterparty, or does not differ. */
export type NoRuleReason = 'notByHand' | 'noPair' | 'noCounterparty' | 'noDifference';

/** Whether a match by hand, or a difference that was accepted, can become a rule; null where it can. @source R13.3 */
export const noRuleReason = ({ rule, isAccepted, ledger, lines, difference }: HandItem): NoRuleReason | null => {
  if (ledger.length !== 1 || lines.length !== 1) return 'noPair';
  if (rule !== 'hand' && !isAccepted) return 'notByHand';
  if (difference === 0) return 'noDifference';
  return ledger[0]?.counterparty == null ? 'noCounterparty' : null;
};

/** What a share is of, in words. */
const baseNames = { rate: '明细金额', basisRate: '业务金额' } as const;

/** What a rule says, as a sentence without its end: 平台每笔多明细金额的 0.38%; of fees 平台每笔多业务金额的 0.38%. */
export const differenceTermsText = ({ kind, value }: Pick<DifferenceTerms, 'kind' | 'value'>): string => {
  const size = Math.abs(value);
  const word = value > 0 ? '多' : '少';
  return kind === 'amount'
    ? `平台每笔${word}\u00a0${rmbText(fen(size))}`
    : `平台每笔${word}${baseNames[kind]}的\u00a0${percentText(rateOf(size, 'millionths'))}`;
};
