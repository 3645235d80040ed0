import { addFen, differenceOf, type Fen, noFen } from '../money.ts';
import type { IntentFact, RefundState } from './intent-fact.ts';

/** A refund of a payment by its number. */
export interface IntentRefund {
  readonly refundNo: string;
  readonly amount: Fen;
  readonly state: RefundState;
}

type RefundFact = Extract<IntentFact, { kind: 'refund' }>;

/** What a later word of a refund may change: a stuck one is still under way, and money that left has left. */
const weights: Readonly<Record<RefundState, number>> = { processing: 0, abnormal: 1, closed: 2, success: 3 };

/** The words of one refund as one: the strongest; of two amounts that of the strongest. */
const strongest = (words: readonly RefundFact[]): RefundFact | undefined =>
  words.toSorted((one, other) => weights[one.state] - weights[other.state]).at(-1);

const numbersOf = (facts: readonly RefundFact[]): readonly string[] =>
  [...new Set(facts.map(({ refundNo }) => refundNo))].toSorted();

/**
 * The refunds of a payment, each number once, and what they come to: never over what was paid. A refund that would be over it is refused, and so is
 * a word that contradicts another one of its number.
 *
 * @source receipts 4.3, 4.4
 */
export const foldRefunds = (
  facts: readonly RefundFact[],
  { paid, isAllBack }: { readonly paid: Fen; readonly isAllBack: boolean },
) => {
  const refunds: IntentRefund[] = [];
  const refused: string[] = [];
  let refunded = noFen;
  let refunding = noFen;
  // Money that left is counted before money that is on its way, so that what is refused is what is not gone.
  const newest = numbersOf(facts)
    .flatMap((number) => strongest(facts.filter(({ refundNo }) => refundNo === number)) ?? [])
    .toSorted((one, other) => Number(other.state === 'success') - Number(one.state === 'success'));
  for (const fact of newest) {
    const { refundNo, amount, state } = fact;
    refused.push(...facts.filter((each) => each.refundNo === refundNo && each.amount !== amount).map(({ key }) => key));
    const isTaking = state !== 'closed';
    const left = differenceOf(paid, addFen(refunded, refunding));
    if (amount <= 0 || (isTaking && amount > left)) {
      refused.push(fact.key);
      continue;
    }
    refunds.push({ refundNo, amount, state });
    if (state === 'success') refunded = addFen(refunded, amount);
    else if (isTaking) refunding = addFen(refunding, amount);
  }
  return {
    refunds: refunds.toSorted(
      (one, other) => Number(one.refundNo > other.refundNo) - Number(one.refundNo < other.refundNo),
    ),
    refunded: isAllBack ? paid : refunded,
    refunding: isAllBack ? noFen : refunding,
    refused,
  };
};
