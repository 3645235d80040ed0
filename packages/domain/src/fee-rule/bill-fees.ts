import { type Fen, sumFen } from '../money.ts';
import { compareText } from '../text-order.ts';
import type { FeeLine, FeeTerms } from './fee-terms.ts';
import { feeOfLine, type LineFee, type TierPosition } from './line-fee.ts';

/** A line and the terms that hold on its day. */
export interface RuledLine<Line extends FeeLine = FeeLine> {
  readonly line: Line;
  readonly terms: FeeTerms;
}

/** A line with its fee and its place in the bill. */
export interface BilledLine<Ruled extends RuledLine = RuledLine> {
  readonly ruled: Ruled;
  readonly position: TierPosition;
  readonly fee: LineFee;
}

/** The order of lines in a bill. In SQL: `order by occurred_on, loan_no collate "C"`. @source billing.md, rules */
export const byDayAndReference = (one: FeeLine, other: FeeLine): number =>
  compareText(one.occurredOn, other.occurredOn) || compareText(one.loanNo, other.loanNo);

const safe = (basis: number): number => {
  if (!Number.isSafeInteger(basis)) throw new RangeError(`${basis} is no basis`);
  return basis;
};

/**
 * The fees of all lines of one bill, in the bill's order. Tiers go by the total basis of the bill, whichever version holds for a line; a
 * line with a rate of its own counts towards it too. The sum of the fees is exact: nothing is rounded after the lines.
 *
 * In SQL: `total` is `sum(basis) over (partition by bill)`, `before` the same with
 * `order by occurred_on, loan_no collate "C" rows between unbounded preceding and 1 preceding`.
 *
 * @throws RangeError where a basis, a total or a sum leaves the safe range
 * @source billing.md, rules
 */
export const feesOfLines = <Ruled extends RuledLine>(
  lines: readonly Ruled[],
): { readonly lines: readonly BilledLine<Ruled>[]; readonly totalBasis: number; readonly amount: Fen } => {
  const total = lines.reduce((sum, { line }) => safe(sum + safe(line.basis)), 0);
  let before = 0;
  const billed = lines
    .toSorted((one, other) => byDayAndReference(one.line, other.line))
    .map((ruled) => {
      const position = { total, before };
      before = safe(before + ruled.line.basis);
      return { ruled, position, fee: feeOfLine(ruled.terms, ruled.line, position) };
    });
  return { lines: billed, totalBasis: total, amount: sumFen(billed.map(({ fee }) => fee.fee)) };
};
