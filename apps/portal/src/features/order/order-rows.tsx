import { type Fen, rmbText } from '@ronghui/domain/money';
import { type OrderStatus, orderStatusNames } from '@ronghui/domain/order';
import { Amount, type AmountProps, DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Order } from './order-queries.ts';

const tones: Readonly<Record<OrderStatus, Tone>> = {
  pendingReview: 'info',
  pendingPayment: 'warn',
  pendingActivation: 'info',
  active: 'ok',
  expired: 'neutral',
  rejected: 'bad',
  cancelled: 'neutral',
  refunded: 'neutral',
};

/** What stands in place of 待付款 once a voucher was sent. */
const voucherStates: Readonly<
  Record<NonNullable<Order['voucherStatus']>, { readonly name: string; readonly tone: Tone }>
> = {
  waiting: { name: '凭证审核中', tone: 'info' },
  returned: { name: '凭证被退回', tone: 'bad' },
};

/** An order's status, in words and colour. @source R4.8 */
export const OrderTag = ({ status, voucherStatus }: Pick<Order, 'status' | 'voucherStatus'>): JSX.Element => {
  if (voucherStatus === undefined) return <Tag tone={tones[status]}>{orderStatusNames[status]}</Tag>;
  const { name, tone } = voucherStates[voucherStatus];
  return <Tag tone={tone}>{name}</Tag>;
};

/** The part of an order that its tag shows. */
export const tagOf = ({ status, voucherStatus }: Order): Pick<Order, 'status' | 'voucherStatus'> => ({
  status,
  ...(voucherStatus === undefined ? {} : { voucherStatus }),
});

/** The amount to pay in advance; 后付 when it is zero. */
export const OrderAmount = ({
  amount,
  size,
}: {
  amount: Fen;
  size?: NonNullable<AmountProps['size']>;
}): JSX.Element => <Amount text={amount === 0 ? null : rmbText(amount)} fallback="后付" {...(size && { size })} />;

/** 标准版 × 10，12 个月 */
export const sizeText = ({
  skuName,
  quantity,
  termMonths,
}: Pick<Order, 'skuName' | 'quantity' | 'termMonths'>): string =>
  `${skuName} × ${quantity.toLocaleString('en-US')}${termMonths === null ? '' : `，${termMonths}\u00a0个月`}`;

/** The date to show: the payment's due date, or the end of an active order. */
const dueOf = ({ payBy, expiresAt, status }: Order): { readonly label: string; readonly value: string } | undefined => {
  if (payBy !== undefined) return { label: '付款期限', value: payBy };
  return status === 'active' && expiresAt !== undefined ? { label: '到期', value: expiresAt } : undefined;
};

/** The table's columns. */
export const orderColumns: ListColumns<Order> = {
  orderNo: { title: '订单号', cell: ({ orderNo }) => orderNo, share: 1.3, fixed: true },
  pid: 'notShown',
  productName: { title: '产品', cell: ({ productName }) => productName },
  skuName: { title: '规格', cell: sizeText },
  quantity: 'elsewhere',
  termMonths: 'elsewhere',
  status: { title: '状态', cell: (order) => <OrderTag {...tagOf(order)} />, share: 0.7, fixed: true },
  voucherStatus: 'elsewhere',
  createdAt: { title: '下单时间', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  payBy: {
    title: '付款期限 / 到期',
    cell: (order) => <DateTime value={dueOf(order)?.value} precision="date" />,
  },
  activeFrom: 'notShown',
  expiresAt: 'elsewhere',
  totalAmount: {
    title: '金额',
    cell: ({ totalAmount }) => <OrderAmount amount={totalAmount} />,
    align: 'right',
  },
  version: 'notShown',
};

/** The H5 card. */
export const OrderCard = ({ order }: { order: Order }): JSX.Element => {
  const due = dueOf(order);
  return (
    <RowCard
      title={order.productName}
      tag={<OrderTag {...tagOf(order)} />}
      facts={[
        { label: '订单号', value: order.orderNo },
        { label: '规格', value: sizeText(order) },
        ...(due === undefined ? [] : [{ label: due.label, value: <DateTime value={due.value} precision="date" /> }]),
      ]}
      note={<DateTime value={order.createdAt} />}
      amount={<OrderAmount amount={order.totalAmount} />}
    />
  );
};
