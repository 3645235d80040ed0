import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CertificationEvent,
  type CertificationStatus,
  certificationStatuses,
  stepCertification,
} from './certification.ts';

const reasons = [{ field: 'uscc', reason: '与执照不一致' }];
const events: Readonly<Record<string, CertificationEvent>> = {
  submit: { kind: 'submit' },
  approve: { kind: 'approve', transferCheck: false },
  approveWithTransfer: { kind: 'approve', transferCheck: true },
  reject: { kind: 'reject', reasons },
  transferRight: { kind: 'transferRight' },
  transferWrong: { kind: 'transferWrong', triesLeft: 1 },
  transferWrongLast: { kind: 'transferWrong', triesLeft: 0 },
  transferOverdue: { kind: 'transferOverdue' },
  abandon: { kind: 'abandon', isCertified: true },
  abandonFirst: { kind: 'abandon', isCertified: false },
};
const allowed: readonly [CertificationStatus, string, CertificationStatus][] = [
  ['none', 'submit', 'pending'],
  ['rejected', 'submit', 'pending'],
  ['passed', 'submit', 'pending'],
  ['pending', 'approve', 'passed'],
  ['pending', 'approveWithTransfer', 'pendingTransfer'],
  ['pending', 'reject', 'rejected'],
  ['pendingTransfer', 'reject', 'rejected'],
  ['pendingTransfer', 'transferRight', 'passed'],
  ['pendingTransfer', 'transferWrong', 'pendingTransfer'],
  ['pendingTransfer', 'transferWrongLast', 'rejected'],
  ['pendingTransfer', 'transferOverdue', 'rejected'],
  ['rejected', 'abandon', 'passed'],
  ['passed', 'abandon', 'passed'],
];

describe('R4.11 the steps of a certification', () => {
  it('R4.11 only the steps of the table are allowed', () => {
    for (const status of certificationStatuses) {
      for (const [name, event] of Object.entries(events)) {
        const way = allowed.find(([from, by]) => from === status && by === name);
        const expected = way === undefined ? { ok: false, reason: 'notAllowed' } : { ok: true, to: way[2] };
        expect(stepCertification(status, event), `${status} ${name}`).toEqual(expected);
      }
    }
  });

  it.each([[[]], [[{ field: '', reason: 'x' }]], [[{ field: 'uscc', reason: '  ' }]]])(
    'R4.11 a rejection without a reason is refused: %j',
    (none) => {
      expect(stepCertification('pending', { kind: 'reject', reasons: none })).toEqual({
        ok: false,
        reason: 'reasonMissing',
      });
    },
  );

  it('R4.11 every submission has to be reviewed before it passes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(events)), { maxLength: 30 }), (names) => {
        let status: CertificationStatus = 'none';
        let isReviewed = false;
        let isCertified = false;
        for (const name of names) {
          const named = events[name];
          if (named === undefined) continue;
          const event = named.kind === 'abandon' ? { ...named, isCertified } : named;
          const step = stepCertification(status, event);
          if (!step.ok) continue;
          if (event.kind === 'submit') isReviewed = false;
          if (event.kind === 'approve') isReviewed = true;
          status = step.to;
          if (event.kind === 'abandon') isReviewed = true;
          isCertified ||= status === 'passed';
          if (status === 'passed' && !isReviewed) return false;
        }
        return true;
      }),
    );
  });
});
