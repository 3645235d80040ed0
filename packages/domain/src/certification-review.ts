import {
  type CertificationEvent,
  type CertificationStatus,
  type FieldReason,
  stepCertification,
  transferTries,
} from './certification.ts';
import { isCertificationField } from './certification-form.ts';

/** A decision of staff on a submission, or of time on a transfer. */
export type CertificationDecision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'reject'; readonly reasons: readonly FieldReason[] }
  | { readonly kind: 'transferOverdue' };

/** The fields of a certification that a review depends on. */
export interface ReviewedCertification {
  readonly status: CertificationStatus;
  /** Whether passing needs a transfer. */
  readonly transferCheck: boolean;
  readonly transferSentAt: Date | null;
  readonly transferBy: Date | null;
  /** How many consents of the submission are withdrawn or expired. */
  readonly endedConsents: number;
}

/** What the step sets beside the status: a new transfer or its removal, and the remaining tries. */
export interface CertificationChanges {
  readonly transfer: 'new' | 'none';
  readonly triesLeft: number | null;
  readonly reviewedAt: Date;
}

export type CertificationReview =
  | {
      readonly ok: true;
      readonly to: CertificationStatus;
      readonly reasons: readonly FieldReason[];
      readonly changes: CertificationChanges;
    }
  | {
      readonly ok: false;
      readonly reason: 'notAllowed' | 'reasonMissing' | 'unknownField' | 'notDue' | 'consentGone';
    };

/** The reason of a submission that failed because its transfer was not answered. @source R4.11 */
const overdue: FieldReason = { field: 'bankAccountNo', reason: '打款验证没有在期限内完成，请核对对公账户后重新提交' };

/** Whether a decision needs the consents of the submission to be in force: an approval does. @source R10.6 */
export const needsLiveConsents = (kind: CertificationDecision['kind']): boolean => kind === 'approve';

/** Whether each reason names a field of the form. */
export const namesFields = (decision: CertificationDecision): boolean =>
  decision.kind !== 'reject' || decision.reasons.every(({ field }) => isCertificationField(field));

const reasonsOf = (decision: CertificationDecision): readonly FieldReason[] => {
  if (decision.kind === 'reject') return decision.reasons;
  return decision.kind === 'transferOverdue' ? [overdue] : [];
};

const eventOf = (decision: CertificationDecision, transferCheck: boolean): CertificationEvent =>
  decision.kind === 'approve' ? { kind: 'approve', transferCheck } : decision;

/**
 * The effect of a decision on a certification.
 *
 * @reason unknownField   a reason names no field of the form
 * @reason notAllowed     the status does not allow it
 * @reason reasonMissing  a rejection needs a reason for each field
 * @reason notDue         the transfer's deadline has not passed, or it was never sent
 * @reason consentGone    a consent of the submission was withdrawn
 * @source R4.11, R10.6, R11.4
 */
export const reviewCertification = (
  certification: ReviewedCertification,
  decision: CertificationDecision,
  now: Date,
): CertificationReview => {
  const { status, transferCheck, transferSentAt, transferBy, endedConsents } = certification;
  if (!namesFields(decision)) return { ok: false, reason: 'unknownField' };
  const step = stepCertification(status, eventOf(decision, transferCheck));
  if (!step.ok) return step;
  const isLate = transferSentAt !== null && transferBy !== null && transferBy <= now;
  if (decision.kind === 'transferOverdue' && !isLate) return { ok: false, reason: 'notDue' };
  if (needsLiveConsents(decision.kind) && endedConsents > 0) return { ok: false, reason: 'consentGone' };
  const isTransfer = step.to === 'pendingTransfer';
  const changes: CertificationChanges = {
    transfer: isTransfer ? 'new' : 'none',
    triesLeft: isTransfer ? transferTries : null,
    reviewedAt: now,
  };
  return { ok: true, to: step.to, reasons: reasonsOf(decision), changes };
};
