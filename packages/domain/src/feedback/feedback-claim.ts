import { standingAmount } from '../bill.ts';
import { type Fen, largestAmount } from '../money.ts';
import { feedbackTextFault } from './feedback-status.ts';

/** A line of the bill that a claim may name. */
export interface ClaimedLine {
  readonly lineId: string;
  /** Its fee. */
  readonly amount: Fen;
  /** What answers to former feedback changed of it. */
  readonly adjusted?: Fen;
}

/** What the merchant holds to be right. */
export interface Claim {
  /** For the whole bill without lines, for the chosen lines together with them. */
  readonly claimedAmount: Fen;
  readonly reason: string;
  /** Absent for the whole bill. */
  readonly lineIds?: readonly string[];
}

/** What stands of what a claim is about: the bill's amount, or the sum of the chosen lines. */
export const standingOf = (
  billAmount: Fen,
  { lineIds }: Pick<Claim, 'lineIds'>,
  billLines: ReadonlyMap<string, ClaimedLine>,
): Fen => {
  if (lineIds === undefined) return billAmount;
  return standingAmount(lineIds.flatMap((lineId) => billLines.get(lineId) ?? []));
};

/** Why a claim is refused. */
export type ClaimFault =
  | 'noLines'
  | 'sameLineTwice'
  | 'otherLine'
  | 'negative'
  | 'tooLarge'
  | 'equalsStanding'
  | 'reasonMissing'
  | 'reasonTooLong';

const linesFault = (lineIds: readonly string[], billLines: ReadonlyMap<string, ClaimedLine>): ClaimFault | null => {
  if (lineIds.length === 0) return 'noLines';
  if (new Set(lineIds).size < lineIds.length) return 'sameLineTwice';
  return lineIds.every((lineId) => billLines.has(lineId)) ? null : 'otherLine';
};

/**
 * What is wrong with a claim; null when nothing is. A claim of 0 is valid, and so is one above the bill: a receivable bill is disputed
 * upwards.
 *
 * @param billLines  the lines of this bill that are named; a line of another bill is not among them
 * @reason noLines                         lines were chosen, but none is named
 * @reason sameLineTwice, otherLine        a line is named twice, or is not of this bill
 * @reason negative                        an amount below 0
 * @reason tooLarge                        an amount above what one may come to
 * @reason equalsStanding                  what is claimed already stands
 * @reason reasonMissing, reasonTooLong    a reason of 1 to 500 characters is needed
 * @source R10.4, billing.md, feedback
 */
export const claimFault = (
  billAmount: Fen,
  claim: Claim,
  billLines: ReadonlyMap<string, ClaimedLine>,
): ClaimFault | null => {
  const lines = claim.lineIds === undefined ? null : linesFault(claim.lineIds, billLines);
  if (lines !== null) return lines;
  if (claim.claimedAmount < 0) return 'negative';
  if (claim.claimedAmount > largestAmount) return 'tooLarge';
  if (claim.claimedAmount === standingOf(billAmount, claim, billLines)) return 'equalsStanding';
  const text = feedbackTextFault(claim.reason);
  return text === null ? null : text === 'missing' ? 'reasonMissing' : 'reasonTooLong';
};
