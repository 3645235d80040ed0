import { type Fen, sumFen } from '../money.ts';
import { compareText } from '../text-order.ts';
import { type FormerLine, feeOfCorrection } from './correction-fee.ts';
import type { FeeLine, FeeTerms } from './fee-terms.ts';
import { feeOfLine, type LineFee, type TierPosition } from './line-fee.ts';

/** The line that another one corrects, as an issued bill has charged it. */
export interface CorrectedLine extends FormerLine {
  readonly lineId: string;
  /** What stands of its basis, with the corrections of other issued bills. @unit fen, or units */
  readonly standing: number;
}

/** A line and the terms that hold on its day; of a line that corrects another one, that one and its terms. */
export interface RuledLine<Line extends FeeLine = FeeLine> {
  readonly line: Line;
  readonly terms: FeeTerms;
  readonly corrects?: CorrectedLine;
}

/** A line with its fee and its place in the bill. */
export interface BilledLine<Ruled extends RuledLine = RuledLine> {
  readonly ruled: Ruled;
  readonly position: TierPosition;
  readonly fee: LineFee;
  /** What stood of the line that it corrects, with the corrections before it. @unit fen, or units */
  readonly stood?: number;
}

/** The order of lines in a bill. In SQL: `order by occurred_on, loan_no collate "C"`. @source billing.md, rules */
export const byDayAndReference = (one: FeeLine, other: FeeLine): number =>
  compareText(one.occurredOn, other.occurredOn) || compareText(one.loanNo, other.loanNo);

const safe = (basis: number): number => {
  if (!Number.isSafeInteger(basis)) throw new RangeError(`${basis} is no basis`);
  return basis;
};

/**
 * The fees of all lines of one bill, in the bill's order. Tiers go by the total basis of the bill's lines in the same unit, whichever version holds for a line; a
 * line with a rate of its own counts towards it too, and so does what corrects a line of a former bill, by whose place it is charged itself. The sum of the fees is exact: nothing is rounded after the lines.
 *
 * In SQL: `total` is `sum(basis) over (partition by bill, unit)`, `before` the same with
 * `order by occurred_on, loan_no collate "C" rows between unbounded preceding and 1 preceding`.
 *
 * @throws RangeError where a basis, a total or a sum leaves the safe range
 * @source billing.md, rules
 */
export const feesOfLines = <Ruled extends RuledLine>(
  lines: readonly Ruled[],
): { readonly lines: readonly BilledLine<Ruled>[]; readonly totalBasis: number; readonly amount: Fen } => {
  const total = lines.reduce((sum, { line }) => safe(sum + safe(line.basis)), 0);
  const totals = new Map<string | null, number>();
  for (const { line } of lines) totals.set(line.unit, (totals.get(line.unit) ?? 0) + line.basis);
  const reached = new Map<string | null, number>();
  let before = 0;
  const standing = new Map<string, number>();
  const billed = [...lines]
    .sort((one, other) => byDayAndReference(one.line, other.line))
    .map((ruled): BilledLine<Ruled> => {
      const { line, terms, corrects } = ruled;
      const position = { total: totals.get(line.unit) ?? 0, before: reached.get(line.unit) ?? 0 };
      before = safe(before + line.basis);
      reached.set(line.unit, safe(position.before + line.basis));
      if (corrects === undefined) return { ruled, position, fee: feeOfLine(terms, line, position) };
      const stood = standing.get(corrects.lineId) ?? corrects.standing;
      standing.set(corrects.lineId, stood + line.basis);
      return { ruled, position, stood, fee: feeOfCorrection(terms, { former: corrects, stood, basis: line.basis }) };
    });
  return { lines: billed, totalBasis: total, amount: sumFen(billed.map(({ fee }) => fee.fee)) };
};
