import { describe, expect, it } from 'vitest';
import { type BillState } from '../bill.ts';
import { endOfDay } from '../calendar.ts';
import {
  canReopen,
  type FeedbackState,
  feedbackStatuses,
  feedbackStatusNames,
  isAnswered,
  isLate,
  isUnanswered,
  openFeedback,
  postMessage,
  rateFeedback,
  reopenFeedback,
  withdrawFeedback,
} from '../feedback.ts';
import { at, calendar, disputed, now, open, pending, resolved, withdrawn } from './feedback.fixture.ts';

const taken: FeedbackState = { ...open, status: 'inProgress' };
const rejected: FeedbackState = { ...resolved, status: 'rejected' };
const confirmed: BillState = { ...pending, status: 'confirmed', confirmedAt: now, confirmedBy: 'lin' };
const settled: BillState = { ...confirmed, status: 'settled', paid: confirmed.amount };

describe('R4.10 a feedback', () => {
  it('R4.10 has a Chinese name for every status', () => {
    expect(feedbackStatuses.map((status) => feedbackStatusNames[status])).toEqual([
      '待处理',
      '处理中',
      '已解决',
      '已驳回',
    ]);
  });

  it('R4.10 opens on a pending bill, and its answer is due within three working days', () => {
    expect(openFeedback(pending, at, calendar)).toEqual({ ok: true, feedback: open, bill: disputed });
    for (const bill of [disputed, confirmed, settled]) {
      expect(openFeedback(bill, at, calendar)).toEqual({ ok: false, reason: 'notPending' });
    }
  });

  it('R4.10 takes messages of both sides until it is answered; the first of ops takes it up', () => {
    expect(postMessage(open, 'merchant', '请核对')).toEqual({ ok: true, feedback: open });
    expect(postMessage(open, 'ops', '正在核对')).toEqual({ ok: true, feedback: taken });
    expect(postMessage(taken, 'merchant', '好的')).toEqual({ ok: true, feedback: taken });
    expect(postMessage(open, 'merchant', ' ')).toEqual({ ok: false, reason: 'textMissing' });
    expect(postMessage(open, 'ops', '字'.repeat(501))).toEqual({ ok: false, reason: 'textTooLong' });
    expect([open, taken, resolved, rejected].map(isUnanswered)).toEqual([true, true, false, false]);
    expect([open, resolved, rejected, withdrawn].map(isAnswered)).toEqual([false, true, true, false]);
    for (const answered of [resolved, rejected, withdrawn]) {
      expect(postMessage(answered, 'merchant', '还有')).toEqual({ ok: false, reason: 'answered' });
    }
  });

  it('R4.10 is withdrawn while its answer is due, and the bill is pending again', () => {
    for (const each of [open, taken]) {
      expect(withdrawFeedback(each, disputed, now)).toEqual({
        ok: true,
        feedback: { ...each, status: 'resolved', isWithdrawn: true },
        bill: pending,
      });
    }
    for (const each of [resolved, rejected, withdrawn]) {
      expect(withdrawFeedback(each, disputed, now)).toEqual({ ok: false, reason: 'answered' });
    }
    expect(withdrawFeedback(open, pending, now)).toEqual({ ok: false, reason: 'notDisputed' });
  });

  it('R4.10 is reopened once, on a pending or confirmed bill, with a new time to answer', () => {
    const monday = { now: new Date('2026-11-23T04:00:00Z'), secondApprover: false };
    for (const bill of [pending, confirmed]) {
      expect(reopenFeedback({ ...rejected, helpful: false }, bill, { at: monday, calendar })).toEqual({
        ok: true,
        feedback: { ...open, answerBy: endOfDay('2026-11-26'), isReopened: true },
        bill: disputed,
      });
    }
  });

  it.each<[string, FeedbackState, BillState, string]>([
    ['before its answer', open, disputed, 'notAnswered'],
    ['after it was withdrawn', withdrawn, pending, 'notAnswered'],
    ['a second time', { ...resolved, isReopened: true }, pending, 'alreadyReopened'],
    ['on a settled bill', resolved, settled, 'settled'],
    ['while another one is open', resolved, disputed, 'otherOpen'],
  ])('R4.10 is not reopened %s', (_what, feedback, bill, reason) => {
    expect(reopenFeedback(feedback, bill, { at, calendar })).toEqual({ ok: false, reason });
    expect(canReopen(feedback, bill, at)).toBe(false);
  });

  it('R4.10 says whether it can be reopened', () => {
    expect(canReopen(resolved, pending, at)).toBe(true);
    expect(canReopen(rejected, pending, { ...at, now: endOfDay('2026-11-25') })).toBe(true);
  });

  it('R10.4 is rated after its answer, again if the merchant likes, and not before', () => {
    expect(rateFeedback(resolved, true)).toEqual({ ok: true, feedback: { ...resolved, helpful: true } });
    expect(rateFeedback({ ...resolved, helpful: true }, false)).toMatchObject({ feedback: { helpful: false } });
    for (const each of [open, taken, withdrawn])
      expect(rateFeedback(each, true)).toEqual({ ok: false, reason: 'notAnswered' });
  });

  it('R4.10 is late from the end of its day on, and stays so when the answer came later', () => {
    const end = open.answerBy;
    const before = new Date(end.getTime() - 1);
    expect([isLate(open, before), isLate(open, end)]).toEqual([false, true]);
    expect(isLate({ ...resolved, answeredAt: before }, new Date('2027-01-01T00:00:00Z'))).toBe(false);
    expect(isLate({ ...resolved, answeredAt: end }, end)).toBe(true);
    expect(isLate(withdrawn, end)).toBe(false);
  });
});
