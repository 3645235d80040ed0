import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, noFen } from '../money.ts';
import { calendar, disputed, now, open, resolved, withdrawn } from './feedback.fixture.ts';
import { answerFeedback, type FeedbackAnswer } from './feedback-answer.ts';
import { handleAnswer, needsRelease, proposalFault, releaseProposal, sendBackProposal } from './four-eyes.ts';

const forBill = { feedback: open, bill: disputed, claimedAmount: fen(90_000), standing: fen(100_000) };
const at = { now, calendar };
const reason = '经核对属实';
/** Amounts of a bill, small ones more often than at random. */
const amounts = fc
  .oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
  .map(fen);
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
        const isAbove = above !== 0 && Math.abs(to - from) > above;
        expect(needsRelease({ from, to }, above)).toBe(isAbove);
        // A way round would be to answer in the other direction.
        expect(needsRelease({ from: to, to: from }, above)).toBe(isAbove);
      }),
    );
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
});
