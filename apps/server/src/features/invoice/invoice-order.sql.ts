import type { Db } from '#kernel/database/db';
import type { LockedInvoice } from './invoice.sql.ts';

/** The orders that an invoice covers. By the primary key. */
export const listOrderNos = async (
  db: Db,
  { tenant_id: tenantId, invoice_no: invoiceNo }: Pick<LockedInvoice, 'tenant_id' | 'invoice_no'>,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('invoice_item')
    .select('item_no')
    .where('tenant_id', '=', tenantId)
    .where('invoice_no', '=', invoiceNo)
    .where('kind', '=', 'order')
    .limit(200)
    .execute();
  return rows.map(({ item_no }) => item_no);
};

/** The invoice that covers an order, of any tenant: the desk knows only the number. By order_number and invoice_item_once. */
export const findInvoiceOfOrder = (db: Db, orderNo: string) =>
  db
    .selectFrom('order as o')
    .innerJoin('invoice_item as i', (join) =>
      join.onRef('i.tenant_id', '=', 'o.tenant_id').onRef('i.item_no', '=', 'o.order_no').on('i.kind', '=', 'order'),
    )
    .innerJoin('invoice as v', (join) =>
      join.onRef('v.tenant_id', '=', 'i.tenant_id').onRef('v.invoice_no', '=', 'i.invoice_no'),
    )
    .select(['v.invoice_no', 'v.status', 'v.number', 'v.tenant_id', 'v.issuer_step'])
    .where('o.order_no', '=', orderNo)
    .where('i.is_covering', '=', true)
    .executeTakeFirst();
