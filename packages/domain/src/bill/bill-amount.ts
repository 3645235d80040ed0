import type { FeeLimits } from '../fee-rule.ts';
import { addFen, differenceOf, type Fen, noFen, type Rate, sumFen, taxIn } from '../money.ts';

/** What a bill's amount is made of; it is their sum. @source billing.md, rules */
export interface AmountComponents {
  /** The sum of the lines' fees. */
  readonly lines: Fen;
  /** What the minimum of the bill adds: 0 or more. */
  readonly minimum: Fen;
  /** What the cap of the bill takes off: 0 or less. */
  readonly cap: Fen;
  /** What each adjustment changed, in their order. */
  readonly adjustments: readonly Fen[];
}

/** The sum of the components. @throws RangeError beyond the safe range */
export const amountOf = ({ lines, minimum, cap, adjustments }: AmountComponents): Fen =>
  sumFen([lines, minimum, cap, ...adjustments]);

export type BillAmount =
  | { readonly ok: true; readonly components: AmountComponents; readonly amount: Fen; readonly taxAmount: Fen }
  | { readonly ok: false; readonly reason: 'negative' };

/**
 * The amount of a bill from the sum of its lines' fees. A sum below 0 is refused before the bill's minimum is looked at: a minimum is for
 * fees that are charged, it does not turn what is due to the merchant into a charge.
 *
 * In SQL: `minimum = greatest(bill_minimum − lines, 0)`, `cap = least(bill_cap − lines, 0)`,
 * `tax = (2 × amount × rate + (1,000,000 + rate)) div (2 × (1,000,000 + rate))`.
 *
 * @reason negative  the lines add up to less than 0
 * @source billing.md, rules and bills
 */
export const amountOfLines = (
  lines: Fen,
  { billMinimum, billCap }: Pick<FeeLimits, 'billMinimum' | 'billCap'>,
  taxRate: Rate,
): BillAmount => {
  if (lines < 0) return { ok: false, reason: 'negative' };
  const minimum = billMinimum !== null && billMinimum > lines ? differenceOf(billMinimum, lines) : noFen;
  const cap = billCap !== null && billCap < lines ? differenceOf(billCap, lines) : noFen;
  const components = { lines, minimum, cap, adjustments: [] };
  const amount = amountOf(components);
  return { ok: true, components, amount, taxAmount: taxIn(amount, taxRate) };
};

/** What lines come to within the minimum and the cap of their bill; a sum below 0 stays. @source billing.md, rules */
export const withinLimits = (lines: Fen, { billMinimum, billCap }: Pick<FeeLimits, 'billMinimum' | 'billCap'>): Fen => {
  if (lines >= 0 && billMinimum !== null && billMinimum > lines) return billMinimum;
  return billCap !== null && billCap < lines ? billCap : lines;
};

/** The components in words, as a statement lists them; those that are 0 are left out, but for the lines. @source R10.3 */
export const componentSums = ({
  lines,
  minimum,
  cap,
  adjustments,
}: AmountComponents): readonly { readonly label: string; readonly amount: Fen }[] => {
  const others = [
    { label: '补足账单最低收费', amount: minimum },
    { label: '扣减至账单最高收费', amount: cap },
    ...adjustments.map((amount, at) => ({ label: adjustments.length > 1 ? `调整 ${at + 1}` : '调整', amount })),
  ];
  return [{ label: '明细费用合计', amount: lines }, ...others.filter(({ amount }) => amount !== 0)];
};

/**
 * What stands of chosen lines: their fees and what adjustments changed of them.
 *
 * @throws RangeError beyond the safe range
 */
export const standingAmount = (lines: readonly { readonly amount: Fen; readonly adjusted?: Fen }[]): Fen =>
  sumFen(lines.map(({ amount, adjusted }) => addFen(amount, adjusted ?? noFen)));
