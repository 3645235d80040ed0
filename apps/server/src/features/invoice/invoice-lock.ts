import { isPaidOrder } from '@ronghui/domain/invoice';
import type { OrderToInvoice } from '#features/order/order.steps';
import type { Tx } from '#kernel/database/db';
import { lockInvoice } from './invoice.sql.ts';

/** The invoice, locked, where it is as the desk saw it. */
export const lockSeen = async (
  tx: Tx,
  { invoiceNo, version }: { readonly invoiceNo: string; readonly version: number },
) => {
  const row = await lockInvoice(tx, invoiceNo);
  if (row === undefined) return 'notFound' as const;
  return row.version === version ? row : ('notAllowed' as const);
};

/** Whether one of the orders was refunded since it was applied for. */
export const isRefunded = (orders: ReadonlyMap<string, OrderToInvoice>): boolean =>
  [...orders.values()].some(({ status }) => !isPaidOrder(status));
