import { addFen, differenceOf, type Fen, noFen } from '../money.ts';
import { foldRefunds, type IntentRefund } from './fold-refunds.ts';
import { type Intent, type IntentFact, noTradeAfterMs } from './intent-fact.ts';

/** @source receipts 4.2 */
export type IntentStatus = 'created' | 'shown' | 'unknown' | 'paid' | 'closed';

/** A payment as its facts have it. */
export interface IntentState {
  readonly status: IntentStatus;
  /** What was paid; null while there is no evidence of a payment. */
  readonly paid: { readonly amount: Fen; readonly transaction: string; readonly at: Date } | null;
  /** The keys of the facts that prove `paid` or `closed`; empty otherwise. */
  readonly evidence: readonly string[];
  readonly refunds: readonly IntentRefund[];
  /** Given back, and on the way back. Together never over what was paid. @unit fen */
  readonly refunded: Fen;
  readonly refunding: Fen;
  /** The keys of facts that disagree with the intent or with each other: each raises an alarm, none counts. */
  readonly refused: readonly string[];
}

type Of<K extends IntentFact['kind']> = Extract<IntentFact, { kind: K }>;

const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);
const inOrder = (one: IntentFact, other: IntentFact): number =>
  one.at.getTime() - other.at.getTime() || compareTexts(one.key, other.key);

/** Each fact once, by its key, in an order that does not depend on when it arrived. */
const eachOnce = (facts: readonly IntentFact[]): readonly IntentFact[] =>
  [...new Map(facts.toSorted(inOrder).map((fact) => [fact.key, fact])).values()].toSorted(inOrder);

const ofKind = <K extends IntentFact['kind']>(facts: readonly IntentFact[], kind: K): readonly Of<K>[] =>
  facts.filter((fact): fact is Of<K> => fact.kind === kind);

/** A payment in full is one; another amount, or a second transaction, is refused. */
const payments = (facts: readonly IntentFact[], { amount }: Intent) => {
  const paid = ofKind(facts, 'paid');
  const right = paid.filter((fact) => fact.amount === amount);
  const [first] = right;
  const counted = right.filter(({ transaction }) => transaction === first?.transaction);
  return { first, counted, refused: paid.filter((fact) => !counted.includes(fact)) };
};

/** The facts that prove that nobody can pay any more. */
const closings = (facts: readonly IntentFact[], { end }: Intent): readonly IntentFact[] =>
  facts.filter(
    ({ kind, at }) =>
      kind === 'closed' ||
      kind === 'tradeClosed' ||
      (kind === 'noTrade' && at.getTime() >= end.getTime() + noTradeAfterMs),
  );

/** Without a payment and without a closing: what the newest answer says, until the end; afterwards it is unknown. */
const openStatus = (facts: readonly IntentFact[], { end }: Intent, now: Date): IntentStatus => {
  if (now.getTime() >= end.getTime()) return 'unknown';
  const last = facts.findLast(({ kind }) => kind !== 'paid' && kind !== 'refund');
  if (last?.kind === 'lost') return 'unknown';
  return facts.some(({ kind }) => kind === 'shown') ? 'shown' : 'created';
};

/** The state while no evidence says that the intent was paid. */
const unpaid = (facts: readonly IntentFact[], intent: Intent, now: Date, refused: readonly string[]): IntentState => {
  // A refund, or a payment that disagrees, says that money moved: nothing is settled until the channel says of what.
  const isMoved = refused.length > 0 || facts.some(({ kind }) => kind === 'refund');
  const evidence = isMoved ? [] : closings(facts, intent).map(({ key }) => key);
  const open = isMoved ? 'unknown' : openStatus(facts, intent, now);
  const nothing = { paid: null, refunds: [], refunded: noFen, refunding: noFen };
  return { ...nothing, status: evidence.length > 0 ? 'closed' : open, evidence, refused };
};

/**
 * The state of a payment by its facts: neither the order in which they arrived nor their repetition matters. Paid is what is proven to be paid,
 * also after it was closed; closed is what is proven to be closed; what can be neither is unknown, and is asked about until it is known.
 *
 * @source receipts 1.1, 4.2, 4.3
 */
export const foldIntent = (intent: Intent, reported: readonly IntentFact[], now: Date): IntentState => {
  const facts = eachOnce(reported);
  const { first, counted, refused } = payments(facts, intent);
  const refusedKeys = refused.map(({ key }) => key);
  if (first === undefined) return unpaid(facts, intent, now, refusedKeys.toSorted(compareTexts));
  const { amount, transaction, at } = first;
  const back = foldRefunds(ofKind(facts, 'refund'), {
    paid: amount,
    isAllBack: facts.some(({ kind }) => kind === 'tradeClosed'),
  });
  return {
    status: 'paid',
    paid: { amount, transaction, at },
    evidence: counted.map(({ key }) => key),
    refunds: back.refunds,
    refunded: back.refunded,
    refunding: back.refunding,
    refused: [...refusedKeys, ...back.refused].toSorted(compareTexts),
  };
};

/** What of a payment is still here. @unit fen */
export const heldOf = ({ paid, refunded }: Pick<IntentState, 'paid' | 'refunded'>): Fen =>
  paid === null ? noFen : differenceOf(paid.amount, refunded);

/** What of a payment may still be asked back. @unit fen @source receipts 4.4 */
export const refundableOf = (state: Pick<IntentState, 'paid' | 'refunded' | 'refunding'>): Fen =>
  state.paid === null ? noFen : differenceOf(state.paid.amount, addFen(state.refunded, state.refunding));
