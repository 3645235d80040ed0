import { differenceOf, type Fen, noFen, type Rate } from '../money.ts';
import type { FeeTerms } from './fee-terms.ts';
import { feeOfLine, type LineFee, type TierPosition } from './line-fee.ts';

/** A line that others correct, as it was charged: what its version's terms reckoned its fee from. */
export interface FormerLine {
  /** A rate that was agreed for it alone. */
  readonly rate: Rate | null;
  /** Where it stood in its bill. */
  readonly position: TierPosition;
}

/** A correction: what it changes of the former line's basis, and what stood of that before it. @unit fen, or units */
export interface Correction {
  readonly former: FormerLine;
  readonly stood: number;
  readonly basis: number;
}

/** What a line costs once so much of its basis stands: nothing where nothing does. @throws RangeError beyond the safe range */
const feeStanding = (terms: FeeTerms, { rate, position }: FormerLine, basis: number): Fen => {
  if (!Number.isSafeInteger(basis)) throw new RangeError(`${basis} is no basis`);
  if (basis === 0) return noFen;
  return feeOfLine(terms, { loanNo: '', occurredOn: '', basis, unit: terms.unit, rate }, position).fee;
};

/**
 * The fee of a line that corrects another one: what the former line costs with it, less what it cost before, by the version, the own rate and the
 * place in its bill by which the former was charged. So corrections in any parts come to one of their sum, a full one takes back exactly what was
 * charged, whatever minimum, cap or fixed fee the line had, and nothing is given twice. It is rounded and limited within the two fees alone.
 *
 * @throws RangeError beyond the safe range
 * @source billing.md, lines and rules
 */
export const feeOfCorrection = (
  terms: FeeTerms,
  { former, stood, basis }: Correction,
): LineFee & { readonly from: Fen; readonly to: Fen } => {
  const from = feeStanding(terms, former, stood);
  const to = feeStanding(terms, former, stood + basis);
  const fee = differenceOf(to, from);
  return { slices: [], exact: BigInt(fee) * 1_000_000n, rounded: fee, limit: null, fee, from, to };
};
