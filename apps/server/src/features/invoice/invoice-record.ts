import type { Output } from '@ronghui/contract';
import { type FoundInvoice, type InvoiceRow, listedInvoice } from './invoice.sql.ts';
import { shownTitle } from './invoice-title.ts';

/** An invoice in the contract's shape. */
export const invoiceOf = (row: InvoiceRow): Output<'invoice.page'>['items'][number] => ({
  ...listedInvoice.recordOf(row),
  hasFile: row.file_id !== null,
});

/** The tenant of an invoice, for the desk. */
export const tenantOf = ({ tenant_id, tenant_name }: InvoiceRow) => ({ tenantId: tenant_id, tenantName: tenant_name });

/** An invoice with its title and what it covers. */
export const detailOf = ({ row, title, items }: FoundInvoice): Output<'invoice.detail'> => ({
  ...invoiceOf(row),
  title: shownTitle(title),
  items: items.map(({ kind, item_no: no, name, amount_fen: amount, tax_fen: taxAmount }) => ({
    // The check constraint allows the contract's words only.
    kind: kind as Output<'invoice.detail'>['items'][number]['kind'],
    no,
    name,
    amount,
    taxAmount,
  })),
  appliedBy: row.applied_by,
  files: row.files.map(({ kind, isRed }) => ({ kind, isRed })),
  isDemonstration: row.is_demonstration,
});
