/** 数电普票, 数电专票. @source R10.12 */
export const invoiceTypes = ['normal', 'special'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/** The Chinese name of a type. @source R10.12 */
export const invoiceTypeNames: Readonly<Record<InvoiceType, string>> = { normal: '数电普票', special: '数电专票' };

/** 待开票 → 已开票 / 已驳回; 已红冲 after it was issued. @source R10.12 */
export const invoiceStatuses = ['applied', 'issued', 'rejected', 'reversed'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** The Chinese name of a status. @source R10.12 */
export const invoiceStatusNames: Readonly<Record<InvoiceStatus, string>> = {
  applied: '待开票',
  issued: '已开票',
  rejected: '已驳回',
  reversed: '已红冲',
};

/** A step of ops. */
export type InvoiceAction = 'issue' | 'reject' | 'reverse';

const steps: Readonly<Record<InvoiceAction, { readonly from: InvoiceStatus; readonly to: InvoiceStatus }>> = {
  issue: { from: 'applied', to: 'issued' },
  reject: { from: 'applied', to: 'rejected' },
  reverse: { from: 'issued', to: 'reversed' },
};

/** The longest reason of a rejection or a reversal. @unit characters */
export const invoiceReasonLength = 500;

export type InvoiceStep =
  | { readonly ok: true; readonly to: InvoiceStatus; readonly isFreed: boolean }
  | { readonly ok: false; readonly reason: 'notAllowed' | 'reasonMissing' | 'reasonTooLong' };

/** Whether an invoice keeps what it covers from being covered again: rejection and reversal free it. @source billing.md, invoices */
export const isCovering = (status: InvoiceStatus): boolean => status === 'applied' || status === 'issued';

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
  if (status !== from) return { ok: false, reason: 'notAllowed' };
  const length = [...reason.trim()].length;
  if (action !== 'issue' && length === 0) return { ok: false, reason: 'reasonMissing' };
  if (length > invoiceReasonLength) return { ok: false, reason: 'reasonTooLong' };
  return { ok: true, to, isFreed: !isCovering(to) };
};
