import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, noFen } from '../money.ts';
import { calendar, disputed, now, open, resolved, withdrawn } from './feedback.fixture.ts';
import { answerFeedback, type FeedbackAnswer } from './feedback-answer.ts';
import {
  changeSinceIssue,
  handleAnswer as handle,
  isLoosened,
  needsRelease,
  proposalFault,
  releaseProposal,
  sendBackProposal,
  takeBackProposal,
} from './four-eyes.ts';

const forBill = { feedback: open, bill: disputed, claimedAmount: fen(90_000), standing: fen(100_000) };
const at = { now, calendar };
const reason = '经核对属实';
/** Amounts of a bill, small ones more often than at random. */
const amounts = fc
  .oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
  .map(fen);
const untouched = { adjusted: noFen, movedLines: 0 };
const noLines = () => [];
/** An answer on a bill that no answer has changed before. */
const handleAnswer = (
  answered: Parameters<typeof handle>[0],
  answer: FeedbackAnswer,
  held: Omit<Parameters<typeof handle>[2], 'earlier' | 'lines'>,
) => handle(answered, answer, { ...held, earlier: untouched, lines: noLines });
const accept: FeedbackAnswer = { action: 'accept', reason };
const waiting = { proposedBy: 'zhao', decision: null } as const;

describe('R11.6 an answer above the difference that one may give alone', () => {
  it('R11.6 is proposed: the bill stays disputed, the feedback is in progress, the answer-by runs on', () => {
    const handled = handleAnswer(forBill, accept, { ...at, above: fen(9_999), hasProposal: false });
    expect(handled).toEqual({
      ok: true,
      kind: 'proposed',
      feedback: { ...open, status: 'inProgress' },
      toAmount: 90_000,
    });
  });

  it('R11.6 is given at once up to it, and wherever the site asks for no second', () => {
    for (const above of [fen(10_000), noFen]) {
      const handled = handleAnswer(forBill, accept, { ...at, above, hasProposal: false });
      expect(handled).toEqual({ ...answerFeedback(forBill, accept, at), kind: 'given' });
    }
  });

  it('R11.6 of any two amounts and any limit, is proposed exactly where the difference exceeds it', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (from, to, above) => {
        const [moved, alone] = [Math.abs(to - from), { lines: [], earlier: untouched }];
        const isAbove = (issued: number) => above !== 0 && moved !== 0 && (moved > above || moved > issued / 2);
        expect(needsRelease({ from, to, ...alone }, above)).toBe(isAbove(from));
        // A way round would be to answer in the other direction.
        expect(needsRelease({ from: to, to: from, ...alone }, above)).toBe(isAbove(to));
      }),
    );
  });

  it('R11.6 split into any parts, needs a second from where the parts together exceed the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 8 }), (parts) => {
        const above = fen(700);
        let adjusted = 0;
        for (const part of parts) {
          const [from, to] = [fen(10_000 + adjusted), fen(10_000 + adjusted + part)];
          const earlier = { adjusted: fen(adjusted), movedLines: 0 };
          adjusted += part;
          expect(needsRelease({ from, to, lines: [], earlier }, above)).toBe(part !== 0 && Math.abs(adjusted) > 700);
        }
      }),
    );
  });

  it('R11.6 of more than half of what was issued is proposed below the limit too, however it is split', () => {
    const [above, issued] = [fen(1_000_000), 10_001];
    const alone = (from: number, to: number, movedLines = 0) =>
      !needsRelease(
        { from: fen(from), to: fen(to), lines: [], earlier: { adjusted: fen(from - issued), movedLines } },
        above,
      );
    expect([alone(issued, 5001), alone(issued, 5000), alone(issued, 15_001), alone(issued, 15_002)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    // The half is of what was issued, not of what earlier answers have left of it.
    expect([alone(7000, 5001), alone(7000, 5000)]).toEqual([true, false]);
    // Lines that earlier answers moved to and fro count as well.
    expect([alone(issued, 10_000, 5000), alone(issued, 10_000, 5001)]).toEqual([true, false]);
    // Of nothing, everything is more than half.
    expect(needsRelease({ from: noFen, to: fen(1), lines: [], earlier: untouched }, above)).toBe(true);
  });

  it('R11.6 one alone does not undo what two have released, nor go back to what was issued', () => {
    const released = { from: fen(1000), lines: [], earlier: { adjusted: fen(-9000), movedLines: 0 } };
    for (const to of [fen(10_000), fen(10_100)]) {
      expect(needsRelease({ ...released, to }, fen(8999))).toBe(true);
    }
    expect(changeSinceIssue({ ...released, to: fen(10_100) })).toBe(9100);
  });

  it('R11.6 a line that rises while another falls does not make it less, nor do lines of earlier answers', () => {
    const lines = [
      { lineId: 'a', from: fen(1000), to: fen(9000) },
      { lineId: 'b', from: fen(9000), to: fen(1001) },
    ];
    const change = { from: fen(100_000), to: fen(100_001), lines, earlier: untouched };
    expect(changeSinceIssue(change)).toBe(15_999);
    expect(needsRelease(change, fen(15_998))).toBe(true);
    expect(needsRelease(change, fen(15_999))).toBe(false);
    expect(needsRelease({ ...change, earlier: { adjusted: noFen, movedLines: 1 } }, fen(15_999))).toBe(true);
    const nothing = { from: fen(1), to: fen(1), lines: [], earlier: { adjusted: fen(5), movedLines: 9 } };
    expect(needsRelease(nothing, fen(1))).toBe(false);
  });

  it('R11.6 a limit is loosened where one person could give more alone than before', () => {
    const cases = [
      [0, 100, false],
      [0, 0, false],
      [100, 99, false],
      [100, 100, false],
      [100, 101, true],
      [100, 0, true],
    ] as const;
    for (const [from, to, loosened] of cases) expect(isLoosened(fen(from), fen(to)), `${from} to ${to}`).toBe(loosened);
  });

  it('R11.6 a rejection moves nothing, and is given at once', () => {
    const reject: FeedbackAnswer = { action: 'reject', reason };
    expect(handleAnswer(forBill, reject, { ...at, above: fen(1), hasProposal: false })).toMatchObject({
      kind: 'given',
      feedback: { status: 'rejected' },
    });
  });

  it('R4.12 takes no other answer while one waits, and says first that there is an answer', () => {
    const held = { ...at, above: fen(1), hasProposal: true };
    for (const action of ['accept', 'reject'] as const) {
      expect(handleAnswer(forBill, { action, reason }, held)).toEqual({ ok: false, reason: 'proposed' });
    }
    expect(handleAnswer({ ...forBill, feedback: withdrawn }, accept, held)).toEqual({ ok: false, reason: 'answered' });
  });

  it('R4.9 that is wrong is refused before anybody is asked to release it', () => {
    const wrong: FeedbackAnswer = { action: 'adjust', reason, newAmount: fen(-1) };
    expect(handleAnswer(forBill, wrong, { ...at, above: fen(1), hasProposal: false })).toEqual({
      ok: false,
      reason: 'negative',
    });
  });
});

describe('R11.6 a proposal', () => {
  const release = (by: string, proposal: Parameters<typeof proposalFault>[0] = waiting, feedback = open) =>
    releaseProposal(proposal, by, { answered: { ...forBill, feedback }, answer: accept, at });

  it('R11.6 released by another, is the answer that it proposed', () => {
    expect(release('qian')).toEqual(answerFeedback(forBill, accept, at));
  });

  it('R11.6 is decided on by anybody but its author, once, while the feedback waits', () => {
    const people = fc.constantFrom('zhao', 'qian', 'sun');
    const decisions = fc.constantFrom(null, 'released' as const, 'sentBack' as const);
    const cases = fc.constantFrom(open, { ...open, status: 'inProgress' as const }, resolved, withdrawn);
    fc.assert(
      fc.property(people, people, decisions, cases, (proposedBy, by, decision, feedback) => {
        const isFree = decision === null && (feedback.status === 'open' || feedback.status === 'inProgress');
        expect(proposalFault({ proposedBy, decision }, by, feedback) === null).toBe(isFree && proposedBy !== by);
      }),
    );
  });

  it.each([
    ['zhao', waiting, open, 'samePerson'],
    ['qian', { ...waiting, decision: 'sentBack' as const }, open, 'decided'],
    ['qian', waiting, withdrawn, 'answered'],
  ])('R11.6 %s is refused: %#', (by, proposal, feedback, refusal) => {
    expect(release(by, proposal, feedback)).toEqual({ ok: false, reason: refusal });
    expect(sendBackProposal(proposal, by, { feedback, reason })).toEqual({ ok: false, reason: refusal });
  });

  it('R11.6 goes back to its author with a reason', () => {
    expect(sendBackProposal(waiting, 'qian', { feedback: open, reason: '请附退费流水' })).toEqual({ ok: true });
    expect(sendBackProposal(waiting, 'qian', { feedback: open, reason: ' ' })).toEqual({
      ok: false,
      reason: 'reasonMissing',
    });
  });

  it('R11.6 is taken back by its author alone, while it waits', () => {
    expect(takeBackProposal(waiting, 'zhao', open)).toEqual({ ok: true });
    expect(takeBackProposal(waiting, 'qian', open)).toEqual({ ok: false, reason: 'notAuthor' });
    expect(takeBackProposal(waiting, 'zhao', withdrawn)).toEqual({ ok: false, reason: 'answered' });
    const taken = { ...waiting, decision: 'takenBack' } as const;
    expect(takeBackProposal(taken, 'zhao', open)).toEqual({ ok: false, reason: 'decided' });
  });
});
