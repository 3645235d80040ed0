/** Invoices: what they cover, whom they are made out to, and their steps (R10.12, billing.md). */

export {
  coverItems,
  type InvoiceItem,
  type ItemFault,
  invoiceItemsAtMost,
  isPaidOrder,
  itemFault,
  standardTaxRate,
} from './invoice/invoice-items.ts';
export {
  type InvoiceAction,
  type InvoiceStatus,
  type InvoiceType,
  invoiceReasonLength,
  invoiceStatuses,
  invoiceStatusNames,
  invoiceTypeNames,
  invoiceTypes,
  isCovering,
  stepInvoice,
} from './invoice/invoice-status.ts';
export {
  type InvoiceTitle,
  invoiceTitleFaults,
  normaliseTaxNo,
} from './invoice/invoice-title.ts';
export {
  askedStatus,
  askIssuerAfterSec,
  freedStatus,
  type IssuerStep,
  type ReversalReason,
  reversalReasonNames,
  reversalReasons,
} from './invoice/issuer-steps.ts';

/** How long the issuer may take before its result counts as unknown. @unit minutes */
const unknownAfterMinutes = 30;

/** Whether the issuer was asked so long ago that its result is unknown, and staff may look for it elsewhere. @source R10.12 */
export const isResultUnknown = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= unknownAfterMinutes * 60_000;
