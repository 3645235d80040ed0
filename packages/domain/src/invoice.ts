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
