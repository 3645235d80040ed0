/** Invoices: what they cover, whom they are made out to, and their steps (R10.12, billing.md). */

export {
  coverItems,
  type InvoiceItem,
  itemFault,
} from './invoice/invoice-items.ts';
export {
  type InvoiceAction,
  type InvoiceStatus,
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
