/** 数电普票, 数电专票. @source R10.12 */
export const invoiceTypes = ['normal', 'special'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/** The Chinese name of a type. @source R10.12 */
export const invoiceTypeNames: Readonly<Record<InvoiceType, string>> = { normal: '数电普票', special: '数电专票' };

/**
 * 待开票 → 开票中 → 已开票, or 已驳回; 待人工处理 where the issuer waits for a person; 已开票 → 红冲中 → 已红冲. What is issued elsewhere goes from 待开票 to 已开票, and
 * from there to 已红冲.
 *
 * @source R10.12, R15.4, receipts 5.1
 */
export const invoiceStatuses = [
  'applied',
  'issuing',
  'needsPerson',
  'issued',
  'rejected',
  'reversing',
  'reversed',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** The Chinese name of a status. @source R10.12, receipts 5.1 */
export const invoiceStatusNames: Readonly<Record<InvoiceStatus, string>> = {
  applied: '待开票',
  issuing: '开票中',
  needsPerson: '待人工处理',
  issued: '已开票',
  rejected: '已驳回',
  reversing: '红冲中',
  reversed: '已红冲',
};

/** A step that ends an application or an invoice, or issues it. */
export type InvoiceAction = 'issue' | 'reject' | 'reverse';

const steps: Readonly<Record<InvoiceAction, { readonly from: readonly InvoiceStatus[]; readonly to: InvoiceStatus }>> =
  {
    issue: { from: ['applied', 'issuing', 'needsPerson'], to: 'issued' },
    reject: { from: ['applied'], to: 'rejected' },
    reverse: { from: ['issued', 'reversing'], to: 'reversed' },
  };

/** The longest reason of a rejection or a reversal. @unit characters */
export const invoiceReasonLength = 500;

export type InvoiceStep =
  | { readonly ok: true; readonly to: InvoiceStatus; readonly isFreed: boolean }
  | { readonly ok: false; readonly reason: 'notAllowed' | 'reasonMissing' | 'reasonTooLong' };

/**
 * Whether an invoice keeps what it covers from being covered again. Rejection and reversal free it, and they alone: a reversal that waits for the
 * buyer does not yet.
 *
 * @source billing.md, invoices; receipts 5.1
 */
export const isCovering = (status: InvoiceStatus): boolean => status !== 'rejected' && status !== 'reversed';

/**
 * A step of an invoice; `isFreed` says that what it covered can be applied for again.
 *
 * @reason notAllowed     the status does not allow it
 * @reason reasonMissing  a rejection and a reversal tell the merchant why
 * @reason reasonTooLong  in at most 500 characters
 * @source R10.12, billing.md, invoices
 */
export const stepInvoice = (status: InvoiceStatus, action: InvoiceAction, reason: string): InvoiceStep => {
  const { from, to } = steps[action];
  if (!from.includes(status)) return { ok: false, reason: 'notAllowed' };
  const length = [...reason.trim()].length;
  if (action !== 'issue' && length === 0) return { ok: false, reason: 'reasonMissing' };
  if (length > invoiceReasonLength) return { ok: false, reason: 'reasonTooLong' };
  return { ok: true, to, isFreed: !isCovering(to) };
};
