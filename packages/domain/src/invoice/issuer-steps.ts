import type { InvoiceStatus } from './invoice-status.ts';

/** What an issuer is asked for. */
export type IssuerStep = 'issue' | 'reverse';

/**
 * The status of an invoice once its issuer was asked; null where the status does not allow it. Asked again, it stays as it is.
 *
 * @source receipts 5.1
 */
export const askedStatus = (status: InvoiceStatus, step: IssuerStep): InvoiceStatus | null => {
  switch (status) {
    case 'applied':
      return step === 'issue' ? 'issuing' : null;
    case 'issuing':
    case 'needsPerson':
      return step === 'issue' ? status : null;
    case 'issued':
    case 'reversing':
      return step === 'reverse' ? 'reversing' : null;
    case 'rejected':
    case 'reversed':
      return null;
  }
};

/** The status of an invoice whose issuer has refused, or is waited for no longer: what it was before it was asked. @source receipts 5.1 */
export const freedStatus = (step: IssuerStep): InvoiceStatus => (step === 'issue' ? 'applied' : 'issued');

const [firstPause, longestPause] = [30, 1800];

/** How long after a question without a result the issuer is asked again: 30 seconds, each time twice as long, at most half an hour. @unit seconds */
export const askIssuerAfterSec = (tries: number): number =>
  Math.min(longestPause, firstPause * 2 ** Math.min(Math.max(0, tries), 10));

/** Why an invoice is reversed, as the tax bureau's confirmation has it. @source receipts 5.1 */
export const reversalReasons = ['01', '02', '03', '04'] as const;
export type ReversalReason = (typeof reversalReasons)[number];

/** The Chinese name of a reason. */
export const reversalReasonNames: Readonly<Record<ReversalReason, string>> = {
  '01': '开票有误',
  '02': '销货退回',
  '03': '服务中止',
  '04': '销售折让',
};
