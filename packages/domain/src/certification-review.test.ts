import { describe, expect, it } from 'vitest';
import { certificationStatuses, transferTries } from './certification.ts';
import {
  type CertificationDecision,
  needsLiveConsents,
  type ReviewedCertification,
  reviewCertification,
} from './certification-review.ts';

const now = new Date('2026-11-22T08:00:00Z');
const later = new Date(now.getTime() + 1);
const submitted: ReviewedCertification = {
  status: 'pending',
  transferCheck: false,
  transferSentAt: null,
  transferBy: null,
  endedConsents: 0,
};
const reject: CertificationDecision = { kind: 'reject', reasons: [{ field: 'uscc', reason: '与执照不符' }] };
const review = (changes: Partial<ReviewedCertification>, decision: CertificationDecision) =>
  reviewCertification({ ...submitted, ...changes }, decision, now);

describe('R11.4 the review of a certification', () => {
  it('R4.11 an approval passes it, or starts a transfer with its tries', () => {
    expect(review({}, { kind: 'approve' })).toEqual({
      ok: true,
      to: 'passed',
      reasons: [],
      changes: { transfer: 'none', triesLeft: null, reviewedAt: now },
    });
    expect(review({ transferCheck: true }, { kind: 'approve' })).toMatchObject({
      to: 'pendingTransfer',
      changes: { transfer: 'new', triesLeft: transferTries },
    });
  });

  it('R4.11 a rejection names fields of the form, each with why', () => {
    expect(review({}, reject)).toMatchObject({ ok: true, to: 'rejected', reasons: [{ field: 'uscc' }] });
    expect(review({}, { kind: 'reject', reasons: [] })).toEqual({ ok: false, reason: 'reasonMissing' });
    expect(review({}, { kind: 'reject', reasons: [{ field: 'uscc', reason: ' ' }] })).toMatchObject({
      reason: 'reasonMissing',
    });
    expect(review({}, { kind: 'reject', reasons: [{ field: 'colour', reason: 'x' }] })).toMatchObject({
      reason: 'unknownField',
    });
  });

  it('R10.6 with a withdrawn consent it cannot pass; it can still be rejected', () => {
    expect(needsLiveConsents('approve')).toBe(true);
    expect(review({ endedConsents: 1 }, { kind: 'approve' })).toEqual({ ok: false, reason: 'consentGone' });
    expect(review({ endedConsents: 1 }, reject)).toMatchObject({ ok: true, to: 'rejected' });
  });

  it('R4.11 a sent transfer is overdue after its deadline, with a reason at the account number', () => {
    const waiting = { status: 'pendingTransfer', transferSentAt: now } as const;
    expect(review({ ...waiting, transferBy: now }, { kind: 'transferOverdue' })).toMatchObject({
      to: 'rejected',
      reasons: [{ field: 'bankAccountNo' }],
      changes: { transfer: 'none' },
    });
    for (const changes of [
      { ...waiting, transferBy: later },
      { ...waiting, transferSentAt: null, transferBy: now },
      waiting,
    ])
      expect(review(changes, { kind: 'transferOverdue' })).toEqual({ ok: false, reason: 'notDue' });
  });

  it('R4.11 one whose transfer is awaited can be sent back: nothing of the transfer stays', () => {
    expect(review({ status: 'pendingTransfer' }, reject)).toMatchObject({
      ok: true,
      to: 'rejected',
      changes: { transfer: 'none', triesLeft: null },
    });
  });

  it('R4.11 only a submission can be decided on', () => {
    for (const status of certificationStatuses.filter((each) => each !== 'pending')) {
      expect(review({ status }, { kind: 'approve' }), status).toEqual({ ok: false, reason: 'notAllowed' });
      if (status === 'pendingTransfer') continue;
      expect(review({ status }, reject), status).toEqual({ ok: false, reason: 'notAllowed' });
    }
  });
});
