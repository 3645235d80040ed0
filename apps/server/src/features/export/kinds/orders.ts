import { shanghaiTime } from '@ronghui/domain/csv';
import { orderPaymentNames, orderStatusNames } from '@ronghui/domain/order';
import { listProducts } from '#features/bill/bill.reads';
import { countOrders, type ExportedOrder, exportedOrders, type OrderFilter } from '#features/order/order.reads';
import { rangeWords, word } from '#kernel/files/table/about-words';
import type { TableColumn } from '#kernel/files/table/table';
import { exportedList, type FilterOf, rangeFaults, rangeOf } from '../export-kind.ts';

const filterOf = ({ status, pid, orderNo, payment, from, to }: FilterOf<'orders'>): OrderFilter => ({
  status,
  pid,
  orderNo,
  payment,
  ...rangeOf({ from, to }),
});

const timeOf = (at: Date | null): string => (at === null ? '' : shanghaiTime(at));
const amount = '金额（元）';

/** By the columns of a row: one that orders gain does not compile until the file has decided on it. */
const columns: Readonly<Record<keyof ExportedOrder, TableColumn<ExportedOrder> | 'notShown'>> = {
  order_no: { kind: 'text', head: '订单号', width: 24, value: (row) => row.order_no },
  pid: 'notShown',
  product_name: { kind: 'text', head: '产品', width: 22, value: (row) => row.product_name },
  sku_name: { kind: 'text', head: '规格', width: 16, value: (row) => row.sku_name },
  quantity: { kind: 'count', head: '数量', width: 10, value: (row) => row.quantity },
  term_months: { kind: 'count', head: '期限（月）', width: 12, value: (row) => row.term_months },
  total_fen: { kind: 'money', head: amount, width: 16, value: (row) => row.total_fen },
  status: 'notShown',
  present_status: { kind: 'text', head: '状态', width: 10, value: (row) => orderStatusNames[row.present_status] },
  voucher_status: 'notShown',
  created_at: { kind: 'text', head: '下单时间', width: 20, value: (row) => timeOf(row.created_at) },
  pay_by: {
    kind: 'text',
    head: '付款期限',
    width: 20,
    value: (row) => (row.present_status === 'pendingPayment' ? timeOf(row.pay_by) : ''),
  },
  active_from: { kind: 'text', head: '开通时间', width: 20, value: (row) => timeOf(row.active_from) },
  expires_at: { kind: 'text', head: '到期时间', width: 20, value: (row) => timeOf(row.expires_at) },
  version: 'notShown',
};

/** The orders of a tenant (R10.2). */
export const orderList = exportedList<'orders', ExportedOrder>({
  kind: 'orders',
  async words(db, tenantId, { status, pid, orderNo, payment, from, to }) {
    const products = pid === undefined ? [] : await listProducts(db, tenantId);
    return [
      ...word('状态', status && orderStatusNames[status]),
      ...word('付款', payment && orderPaymentNames[payment]),
      ...word('订单号', orderNo),
      ...word('产品', pid && (products.find(({ id }) => id === pid)?.name ?? pid)),
      ...rangeWords('下单日期', from, to),
    ];
  },
  faults: async (_db, _tenantId, filter) => rangeFaults(filter),
  count: (db, { tenantId, filter, until }) => countOrders(db, tenantId, { ...filterOf(filter), statusAt: until }),
  rows: ({ tenantId, filter, until }) => exportedOrders(tenantId, filterOf(filter), until),
  layout: async () => ({
    columns: Object.values(columns).filter((column) => column !== 'notShown'),
    totals: [{ label: '合计', counts: () => true, heads: [amount], amountOf: amount }],
  }),
});
