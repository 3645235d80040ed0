/**
 * The steps of a certification, as one table for handlers and screens (R4.11).
 *
 * 未认证 → 审核中 → 待打款验证 (where it is switched on) → 已认证, or 认证未通过 with a reason for each field; a rejected one is corrected
 * and sent again; a passed one changes only by a new submission, and stays passed until that one has passed; a change that is
 * being filled in or was sent back may be given up.
 */

import { fen } from './money.ts';

export const certificationStatuses = ['none', 'pending', 'pendingTransfer', 'passed', 'rejected'] as const;
export type CertificationStatus = (typeof certificationStatuses)[number];

/** The Chinese name of a status. @source R4.11 */
export const certificationStatusNames: Readonly<Record<CertificationStatus, string>> = {
  none: '未认证',
  pending: '审核中',
  pendingTransfer: '待打款验证',
  passed: '已认证',
  rejected: '认证未通过',
};

/** How many tries the merchant has to type the transferred amount back, and in how many days. @source R4.11 */
export const transferTries = 3;
export const transferDays = 5;
/** The transfer is under one yuan. */
export const transferFen = { min: fen(1), max: fen(99) } as const;
/** How many days before its end the expiry of a licence or an identity card is announced. @source R4.11 */
export const expiryNoticeDays = 30;

/** A field that a reviewer found wrong. */
export interface FieldReason {
  readonly field: string;
  readonly reason: string;
}

/** An event of a certification. */
export type CertificationEvent =
  | { readonly kind: 'submit' }
  | { readonly kind: 'approve'; readonly transferCheck: boolean }
  | { readonly kind: 'reject'; readonly reasons: readonly FieldReason[] }
  | { readonly kind: 'transferRight' }
  | { readonly kind: 'transferWrong'; readonly triesLeft: number }
  | { readonly kind: 'transferOverdue' }
  | { readonly kind: 'abandon'; readonly isCertified: boolean };

/** The names of the events, and of the steps in a history. */
export const certificationEvents = [
  'submit',
  'approve',
  'reject',
  'transferRight',
  'transferWrong',
  'transferOverdue',
  'abandon',
] as const satisfies readonly CertificationEvent['kind'][];

export type CertificationStep =
  | { readonly ok: true; readonly to: CertificationStatus }
  | { readonly ok: false; readonly reason: 'notAllowed' | 'reasonMissing' };

const no = (reason: 'notAllowed' | 'reasonMissing'): CertificationStep => ({ ok: false, reason });
const to = (status: CertificationStatus): CertificationStep => ({ ok: true, to: status });

/**
 * The status after an event.
 *
 * @reason notAllowed     the status does not allow it
 * @reason reasonMissing  a rejection needs reasons, each with a field and a text
 * @source R4.11
 */
export const stepCertification = (status: CertificationStatus, event: CertificationEvent): CertificationStep => {
  switch (event.kind) {
    case 'submit':
      return status === 'none' || status === 'rejected' || status === 'passed' ? to('pending') : no('notAllowed');
    case 'approve':
      if (status !== 'pending') return no('notAllowed');
      return to(event.transferCheck ? 'pendingTransfer' : 'passed');
    case 'reject': {
      // A transfer that the bank refuses would never end by its own clock.
      if (status !== 'pending' && status !== 'pendingTransfer') return no('notAllowed');
      const hasReasons =
        event.reasons.length > 0 && event.reasons.every(({ field, reason }) => field !== '' && reason.trim() !== '');
      return hasReasons ? to('rejected') : no('reasonMissing');
    }
    case 'transferRight':
      return status === 'pendingTransfer' ? to('passed') : no('notAllowed');
    case 'transferWrong':
      if (status !== 'pendingTransfer') return no('notAllowed');
      return to(event.triesLeft > 0 ? 'pendingTransfer' : 'rejected');
    case 'transferOverdue':
      return status === 'pendingTransfer' ? to('rejected') : no('notAllowed');
    case 'abandon':
      return (status === 'rejected' || status === 'passed') && event.isCertified ? to('passed') : no('notAllowed');
  }
};

/** Whether the form may be edited: nothing is under review. */
export const isFormOpen = (status: CertificationStatus): boolean =>
  status === 'none' || status === 'rejected' || status === 'passed';
