/** Invoices: what they cover, whom they are made out to, and their steps (R10.12, billing.md). */

export {
  type CoverDecision,
  coverItems,
  type InvoiceItem,
  type ItemFault,
  itemFault,
} from './invoice/invoice-items.ts';
export {
  type InvoiceAction,
  type InvoiceStatus,
  type InvoiceStep,
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
  type InvoiceTitleFault,
  invoiceTitleFaults,
  normaliseTaxNo,
} from './invoice/invoice-title.ts';
