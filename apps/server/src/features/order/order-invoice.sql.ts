import { type Fen, type Rate, rateOf } from '@ronghui/domain/money';
import type { OrderStatus } from '@ronghui/domain/order';
import type { Tx } from '#kernel/database/db';

/** What an invoice for an order depends on. */
export interface OrderToInvoice {
  readonly orderNo: string;
  readonly name: string;
  readonly status: OrderStatus;
  readonly amount: Fen;
  readonly taxRate: Rate;
  readonly unit: string;
  readonly quantity: number;
}

const selectOrders = (db: Tx, tenantId: string, orderNos: readonly string[]) =>
  db
    .selectFrom('order')
    .select(['order_no', 'product_name', 'sku_name', 'status', 'total_fen', 'tax_millionths', 'unit', 'quantity'])
    .where('tenant_id', '=', tenantId)
    .where('order_no', 'in', [...orderNos, ''])
    .orderBy('order_no');

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

const byNumber = (rows: readonly OrderRow[]): ReadonlyMap<string, OrderToInvoice> =>
  new Map(
    rows.map((row) => [
      row.order_no,
      {
        orderNo: row.order_no,
        name: `${row.product_name}（${row.sku_name}）`,
        // The check constraint allows the domain's words only.
        status: row.status as OrderStatus,
        amount: row.total_fen,
        taxRate: rateOf(row.tax_millionths, 'millionths'),
        unit: row.unit,
        quantity: row.quantity,
      },
    ]),
  );

/**
 * Locks orders of a tenant until the transaction ends, always in the order of their numbers, so that calls that overlap wait and do not deadlock.
 * By the primary key.
 */
export const lockOrdersToInvoice = async (tx: Tx, tenantId: string, orderNos: readonly string[]) =>
  byNumber(await selectOrders(tx, tenantId, orderNos).forNoKeyUpdate().execute());
