import { standingAmount } from '../bill.ts';
import { type Fen, noFen, prorate } from '../money.ts';
import type { FeedbackAnswer } from './feedback-answer.ts';
import type { ClaimedLine } from './feedback-claim.ts';

/** What an answer changes of a line. */
export interface LineChange {
  readonly lineId: string;
  readonly from: Fen;
  readonly to: Fen;
}

/** What a claim for several lines makes of each: their shares of what stands, or equal ones where that gives no shares. */
const claimedShares = (claimedAmount: Fen, standing: readonly Fen[]): readonly Fen[] => {
  const isShared = standing.every((amount) => amount >= 0) && standing.some((amount) => amount > 0);
  return prorate(claimedAmount, isShared ? standing : standing.map(() => 1));
};

/**
 * What an answer that was given changes of the chosen lines; those that stay are left out. A claim names one amount for all of them: an
 * accepted one is prorated by what stands of each, to the fen.
 *
 * @param lines  the chosen lines with what stands of them; none for the whole bill
 * @source R4.9, billing.md, feedback
 */
export const lineChangesOf = (
  lines: readonly ClaimedLine[],
  { action, lineAmounts }: Pick<FeedbackAnswer, 'action' | 'lineAmounts'>,
  claimedAmount: Fen,
): readonly LineChange[] => {
  if (action === 'reject' || lines.length === 0) return [];
  const standing = lines.map((line) => standingAmount([line]));
  const shares = action === 'accept' ? claimedShares(claimedAmount, standing) : [];
  return lines
    .map(({ lineId }, at) => {
      const from = standing[at] ?? noFen;
      return { lineId, from, to: (action === 'accept' ? shares[at] : lineAmounts?.get(lineId)) ?? from };
    })
    .filter(({ from, to }) => from !== to);
};
