import type { Output } from '@ronghui/contract';
import type { Db } from '#kernel/database/db';
import { listInvoices } from './invoice.sql.ts';

type Invoice = Output<'invoice.page'>['items'][number];

/** A tenant's newest applications. By invoice_newest. */
export const listRecentInvoices = async (
  db: Db,
  tenantId: string,
  limit: number,
): Promise<Pick<Invoice, 'invoiceNo' | 'titleName' | 'amount' | 'status' | 'appliedAt'>[]> => {
  const listing = { page: 1, pageSize: limit, offset: 0, after: null, wantsTotal: false };
  const { rows } = await listInvoices(db, { tenantId }, listing);
  return rows.slice(0, limit).map((row) => ({
    invoiceNo: row.invoice_no,
    titleName: row.title_name,
    amount: row.amount_fen,
    status: row.status,
    appliedAt: row.applied_at.toISOString(),
  }));
};
