import { type BillState, withinLimits } from '../bill.ts';
import type { FeeLimits } from '../fee-rule.ts';
import { addFen, differenceOf, type Fen } from '../money.ts';

/** The lines of a bill together, as answers have changed them, and what bounds their sum. */
export interface BillLines extends Pick<FeeLimits, 'billMinimum' | 'billCap'> {
  readonly sum: Fen;
}

/** A part of a bill that a feedback is about. */
export interface Part {
  readonly bill: Pick<BillState, 'amount'>;
  /** What stands of the part. */
  readonly standing: Fen;
  /** Of chosen lines; absent for the whole bill. */
  readonly billLines?: BillLines;
}

/**
 * The bill's amount once a part of it that stands is replaced. Of chosen lines the minimum and the cap of the bill are reckoned again from the new
 * sum of its lines: what a cap had taken off is not given back with a line, nor does a minimum stay beside lines that reach it.
 *
 * @throws RangeError beyond the safe range
 * @source billing.md, rules and feedback
 */
export const replacePart = ({ bill, standing, billLines }: Part, by: Fen): Fen => {
  if (billLines === undefined) return addFen(differenceOf(bill.amount, standing), by);
  const now = withinLimits(billLines.sum, billLines);
  const then = withinLimits(addFen(differenceOf(billLines.sum, standing), by), billLines);
  return addFen(differenceOf(bill.amount, now), then);
};
