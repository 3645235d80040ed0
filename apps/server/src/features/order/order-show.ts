import { shanghaiTime } from '@ronghui/domain/csv';
import { yuanText } from '@ronghui/domain/money';
import { type OrderStatus, orderStatusNames } from '@ronghui/domain/order';
import { listFiles } from '#features/file/file.reads';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import type { Ports } from '#kernel/ports';
import { lockOrderByNumber } from './order.sql.ts';
import { findOrder, type OrderDetail } from './order-detail.sql.ts';

const voucherNames: Readonly<Record<string, string>> = {
  waiting: '待核对',
  accepted: '已核对',
  returned: '已退回',
  replaced: '已被替换',
};

const timeText = (at: Date | string | null): string => (at === null ? '—' : shanghaiTime(new Date(at)).slice(0, 16));

/** The path of each voucher's files on this machine. */
const pathsOf = async (tx: Tx, { files: store }: Ports, { tenant_id, vouchers }: OrderDetail) => {
  const files = await listFiles(
    tx,
    tenant_id,
    vouchers.flatMap(({ file_ids }) => file_ids),
  );
  const paths = new Map<string, string>();
  for (const { file_id, storage_key, name } of files) {
    const path = await store.withLocalPath(storage_key, async (at) => at);
    paths.set(file_id, `${name}  ${path ?? '（文件不在）'}`);
  }
  return paths;
};

const linesOf = (order: OrderDetail, paths: ReadonlyMap<string, string>): string[] => [
  `订单 ${order.order_no}：${orderStatusNames[order.status as OrderStatus]}${order.certification_status === 'passed' ? '' : '（商户未认证）'}`,
  `${order.product_name}（${order.sku_name}）  ${order.quantity} ${order.unit}  ${yuanText(order.total_fen, { grouping: false })} 元`,
  `付款期限：${timeText(order.pay_by)}    服务期：${timeText(order.active_from)} 至 ${timeText(order.expires_at)}`,
  ...(order.renews_order_no === null ? [] : [`续费自：${order.renews_order_no}`]),
  '经过：',
  ...order.steps.map(
    ({ action, by_name, at, reason }) =>
      `  ${timeText(at)}  ${action}  ${by_name}${reason === null ? '' : `  原因：${reason}`}`,
  ),
  '付款凭证：',
  ...order.vouchers.flatMap(({ voucher_id, status, payer_name, paid_at, sent_at, file_ids }) => [
    `  ${voucher_id}  ${voucherNames[status] ?? status}  付款方：${payer_name}  付款时间：${timeText(paid_at)}  提交：${timeText(sent_at)}`,
    ...file_ids.map((fileId) => `    ${paths.get(fileId) ?? '已删除的文件'}`),
  ]),
  ...(order.vouchers.length === 0 ? ['  没有'] : []),
];

/**
 * What the desk sees of an order before it decides; null when no order has the number. Each look is audited.
 *
 * @source R4.8, R10.2
 */
export const showOrder = async (tx: Tx, ports: Ports, author: Author, orderNo: string): Promise<string | null> => {
  const held = await lockOrderByNumber(tx, orderNo);
  const order = held && (await findOrder(tx, held.tenant_id, orderNo));
  if (order === undefined) return null;
  const paths = await pathsOf(tx, ports, order);
  author.record(tx, { event: 'ops.order.show', tenantId: order.tenant_id, object: orderNo });
  return linesOf(order, paths).join('\n');
};
