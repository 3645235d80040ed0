import { rmbText } from '@ronghui/domain/money';
import { orderStatusNames } from '@ronghui/domain/order';
import { Amount, DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { ageText } from '#kernel/age-text.ts';
import type { Order } from './order-queries.ts';
import { statusTones } from './order-words.ts';

/** An order's status, in words and colour, and what its voucher waits for. */
export const OrderTag = ({ status, voucherStatus }: Pick<Order, 'status' | 'voucherStatus'>): JSX.Element =>
  voucherStatus === 'waiting' ? (
    <Tag tone="warn">待核对付款</Tag>
  ) : (
    <Tag tone={statusTones[status]}>{orderStatusNames[status]}</Tag>
  );

const isWaiting = ({ status, voucherStatus }: Order): boolean =>
  status === 'pendingReview' || status === 'pendingActivation' || voucherStatus === 'waiting';
const age = (order: Order): string => (isWaiting(order) ? ageText(serverNow() - Date.parse(order.createdAt)) : '');

/** The table's columns. */
export const orderColumns: ListColumns<Order> = {
  orderNo: { title: '订单号', cell: ({ orderNo }) => orderNo, share: 2.1, oneLine: true, fixed: true },
  tenantName: { title: '商户', cell: ({ tenantName }) => tenantName || '—', share: 1.65 },
  productName: { title: '产品', cell: ({ productName, skuName }) => `${productName}（${skuName}）`, share: 1.75 },
  totalAmount: {
    title: '金额',
    cell: ({ totalAmount }) => <Amount text={rmbText(totalAmount)} />,
    align: 'right',
    share: 1.15,
  },
  status: { title: '状态', cell: (order) => <OrderTag {...order} />, share: 1, fixed: true },
  isCertified: { title: '认证', cell: ({ isCertified }) => (isCertified ? '已认证' : '未认证'), share: 0.7 },
  createdAt: { title: '下单时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.5 },
  waited: { title: '下单至今', cell: age, share: 1 },
  takenBy: { title: '办理人', cell: ({ takenBy }) => takenBy ?? '—', share: 0.8 },
  payBy: { title: '付款期限', cell: ({ payBy }) => <DateTime value={payBy} />, share: 1.5, optional: true },
  activeFrom: {
    title: '服务开始',
    cell: ({ activeFrom }) => <DateTime value={activeFrom} />,
    share: 1.5,
    optional: true,
  },
  expiresAt: { title: '服务到期', cell: ({ expiresAt }) => <DateTime value={expiresAt} />, share: 1.5, optional: true },
  quantity: { title: '数量', cell: ({ quantity }) => quantity, align: 'right', optional: true },
  termMonths: 'elsewhere',
  skuName: 'elsewhere',
  voucherStatus: 'elsewhere',
  pid: 'notShown',
  tenantId: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const OrderCard = ({ order }: { order: Order }): JSX.Element => (
  <RowCard
    title={order.tenantName || order.orderNo}
    tag={<OrderTag {...order} />}
    facts={[
      { label: '订单号', value: order.orderNo },
      { label: '产品', value: `${order.productName}（${order.skuName}）` },
      { label: '办理人', value: order.takenBy ?? '' },
    ]}
    note={age(order)}
    amount={<Amount text={rmbText(order.totalAmount)} />}
  />
);
