import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen } from '../money.ts';
import { foldIntent, heldOf, type IntentState, refundableOf } from './fold-intent.ts';
import { type IntentFact, type IntentWord, noTradeAfterMs, type RefundState } from './intent-fact.ts';

const end = new Date('2026-12-01T08:30:00Z');
const intent = { amount: fen(10_000), end };
const moment = (seconds: number) => new Date(end.getTime() + seconds * 1000);
const before = moment(-60);

/** A fact; its key names what was reported, so that the same evidence has the same key. */
const fact = (word: IntentWord, seconds = -600): IntentFact => ({
  ...word,
  key: `${JSON.stringify(word)} ${seconds}`,
  at: moment(seconds),
});
const paid = (seconds = -300, amount = 10_000, transaction = 'T1') =>
  fact({ kind: 'paid', transaction, amount: fen(amount) }, seconds);
const refund = (refundNo: string, amount: number, state: RefundState, seconds = 60) =>
  fact({ kind: 'refund', refundNo, amount: fen(amount), state }, seconds);
const word = (kind: 'shown' | 'notPaid' | 'noTrade' | 'closed' | 'tradeClosed' | 'lost', seconds = -600) =>
  fact({ kind }, seconds);
const fold = (facts: readonly IntentFact[], now = before): IntentState => foldIntent(intent, facts, now);

describe('receipts 4.2 the status of a payment', () => {
  const late = noTradeAfterMs / 1000;
  it.each<[string, readonly IntentFact[], Date, IntentState['status']]>([
    ['nothing was answered', [], before, 'created'],
    ['a code was given', [word('shown')], before, 'shown'],
    ['a code was given and nobody has paid yet', [word('shown'), word('notPaid', -500)], before, 'shown'],
    ['the trade is not made yet', [word('shown'), word('noTrade', -500)], before, 'shown'],
    ['the answer to the code was lost', [word('lost')], before, 'unknown'],
    ['a question was lost after the code was given', [word('shown'), word('lost', -500)], before, 'unknown'],
    [
      'the question was repeated and answered',
      [word('shown'), word('lost', -500), word('notPaid', -400)],
      before,
      'shown',
    ],
    ['the end passed without evidence', [word('shown')], end, 'unknown'],
    ['the end passed and nobody had paid before it', [word('shown'), word('notPaid', -1)], end, 'unknown'],
    ['there is no trade at the end', [word('shown'), word('noTrade', 1)], moment(2), 'unknown'],
    ['there is no trade just before two minutes after it', [word('noTrade', late - 1)], moment(900), 'unknown'],
    ['there is no trade two minutes after it', [word('noTrade', late)], moment(900), 'closed'],
    ['it was closed', [word('shown'), word('closed', -500)], before, 'closed'],
    ['the answer to closing was lost', [word('shown'), word('lost', -500)], end, 'unknown'],
    ['it was closed, and a later question was lost', [word('closed', -500), word('lost', -400)], before, 'closed'],
    ['the trade closed itself', [word('shown'), word('tradeClosed', 1)], moment(2), 'closed'],
    ['it was paid', [word('shown'), paid()], before, 'paid'],
    ['it was paid before the code’s answer came', [paid()], before, 'paid'],
    ['it was paid after it was closed', [word('closed', -500), paid()], before, 'paid'],
    ['it was closed after it was paid', [paid(), word('closed', 1)], moment(2), 'paid'],
    ['another amount was paid', [word('shown'), paid(-300, 9999)], before, 'unknown'],
    ['another amount was paid and it was closed', [word('closed'), paid(-300, 9999)], moment(900), 'unknown'],
    [
      'something was given back and nothing paid',
      [word('closed'), refund('R1', 10, 'success')],
      moment(900),
      'unknown',
    ],
  ])('receipts 4.2 where %s: %#', (_words, facts, now, status) => {
    expect(fold(facts, now).status).toBe(status);
    expect(fold(facts.toReversed(), now)).toEqual(fold(facts, now));
  });

  it('receipts 4.2 names its evidence, and only what is proven has any', () => {
    expect(fold([word('shown'), paid(), paid(-200)])).toMatchObject({
      paid: { amount: 10_000, transaction: 'T1', at: moment(-300) },
      evidence: [paid().key, paid(-200).key],
    });
    expect(fold([word('closed')]).evidence).toEqual([word('closed').key]);
    for (const facts of [[], [word('shown')], [word('lost')], [paid(-300, 1)]])
      expect(fold(facts).evidence).toEqual([]);
  });

  it('receipts 4.3 what disagrees is refused and counts for nothing', () => {
    const [wrong, second] = [paid(-300, 9999), paid(-100, 10_000, 'T2')];
    const state = fold([paid(), wrong, second]);
    expect(state).toMatchObject({ status: 'paid', paid: { transaction: 'T1' }, refunded: 0 });
    expect(state.refused.toSorted()).toEqual([wrong.key, second.key].toSorted());
  });
});

describe('receipts 4.3 what was given back', () => {
  it.each<[string, readonly IntentFact[], number, number]>([
    ['nothing', [], 0, 0],
    ['a part', [refund('R1', 4000, 'success')], 4000, 0],
    ['a part that is under way', [refund('R1', 4000, 'processing')], 0, 4000],
    ['a part that is stuck', [refund('R1', 4000, 'processing'), refund('R1', 4000, 'abnormal', 70)], 0, 4000],
    ['a part, reported thrice', [1, 2, 3].map((at) => refund('R1', 4000, 'success', at)), 4000, 0],
    [
      'a part, done before it was under way',
      [refund('R1', 4000, 'success', 50), refund('R1', 4000, 'processing', 60)],
      4000,
      0,
    ],
    ['a part that was not made', [refund('R1', 4000, 'processing'), refund('R1', 4000, 'closed', 70)], 0, 0],
    ['two parts', [refund('R1', 4000, 'success'), refund('R2', 6000, 'success')], 10_000, 0],
    ['more than was paid', [refund('R1', 4000, 'success'), refund('R2', 6001, 'success')], 4000, 0],
    [
      'what is gone before what is on its way',
      [refund('R1', 6001, 'processing'), refund('R2', 4000, 'success')],
      4000,
      0,
    ],
    ['all, as the trade closed after it was paid', [word('tradeClosed', 90)], 10_000, 0],
    [
      'all, as the trade closed while a part was under way',
      [refund('R1', 4000, 'processing'), word('tradeClosed', 90)],
      10_000,
      0,
    ],
    ['nothing, as closing was only answered', [word('closed', 90)], 0, 0],
    ['nothing, as the amount is none', [refund('R1', 0, 'success')], 0, 0],
  ])('receipts 4.3 %s: %#', (_words, facts, refunded, refunding) => {
    const state = fold([paid(), ...facts], moment(900));
    expect(state).toMatchObject({ status: 'paid', refunded, refunding });
    expect(heldOf(state)).toBe(10_000 - refunded);
    expect(refundableOf(state)).toBe(10_000 - refunded - refunding);
  });

  it('receipts 4.3 a refund that is over what was paid, or contradicts its number, is refused', () => {
    const [over, other] = [refund('R2', 6001, 'success'), refund('R1', 3000, 'processing')];
    expect(fold([paid(), refund('R1', 4000, 'success'), over, other]).refused).toEqual(
      [over.key, other.key].toSorted(),
    );
  });

  it('receipts 4.4 nothing is held, and nothing can be asked back, of what is not paid', () => {
    expect([heldOf(fold([])), refundableOf(fold([word('closed')]))]).toEqual([0, 0]);
  });
});

describe('receipts 1.1 facts', () => {
  const words: fc.Arbitrary<IntentWord> = fc.oneof(
    fc
      .constantFrom('shown', 'notPaid', 'noTrade', 'closed', 'tradeClosed', 'lost')
      .map((kind) => ({ kind }) as IntentWord),
    fc.record({
      kind: fc.constant('paid' as const),
      transaction: fc.constantFrom('T1', 'T2'),
      amount: fc.constantFrom(fen(10_000), fen(9999)),
    }),
    fc.record({
      kind: fc.constant('refund' as const),
      refundNo: fc.constantFrom('R1', 'R2', 'R3'),
      amount: fc.constantFrom(...[0, 1, 4000, 6000, 10_000].map(fen)),
      state: fc.constantFrom<RefundState>('processing', 'success', 'closed', 'abnormal'),
    }),
  );
  const facts = fc.array(
    fc
      .record({ word: words, at: fc.constantFrom(-600, -300, -300, 0, 60, 121, 900) })
      .map(({ word: each, at }) => fact(each, at)),
    { maxLength: 12 },
  );

  it('receipts 1.1 fold into the same state in any order and any number of times', () => {
    const shuffled = facts.chain((all) =>
      fc.record({ all: fc.constant(all), again: fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }) }),
    );
    fc.assert(
      fc.property(shuffled, fc.constantFrom(-300, 0, 119, 1200), ({ all, again }, now) => {
        expect(fold(again, moment(now))).toEqual(fold(all, moment(now)));
      }),
      { numRuns: 1000 },
    );
  });

  it('receipts 4.3 nothing is paid or closed without evidence, and never is more given back than was paid', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(-300, 0, 119, 1200), (all, now) => {
        const state = fold(all, moment(now));
        const has = (kind: IntentFact['kind']) =>
          all.some((each) => each.kind === kind && state.evidence.includes(each.key));
        expect(state.status === 'paid').toBe(has('paid'));
        expect(state.paid !== null).toBe(state.status === 'paid');
        if (state.status === 'closed') expect(has('closed') || has('tradeClosed') || has('noTrade')).toBe(true);
        expect(refundableOf(state)).toBeGreaterThanOrEqual(0);
        expect(state.refunded + heldOf(state)).toBe(state.paid?.amount ?? 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('receipts 4.2 once a payment is proven, no further fact takes it back', () => {
    fc.assert(
      fc.property(facts, facts, (one, more) => {
        if (fold(one).status === 'paid') expect(fold([...one, ...more], moment(1200)).status).toBe('paid');
      }),
    );
  });
});
