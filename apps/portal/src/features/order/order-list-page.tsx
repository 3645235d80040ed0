import type { CallReply } from '@ronghui/client';
import { rmbText } from '@ronghui/domain/money';
import {
  type OrderPayment,
  orderPaymentNames,
  orderPayments,
  orderStatuses,
  orderStatusNames,
} from '@ronghui/domain/order';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { ExportButton } from '#features/export/export.shared.ts';
import { paths } from '#kernel/paths.ts';
import { type Order, type OrderFilter, useOrderList, useOrderSum, useProductNames } from './order-queries.ts';
import { OrderCard, orderColumns } from './order-rows.tsx';

/** Fetches it, also ahead. */
export const loadOrderDrawer = () => import('./order-drawer.tsx');
const OrderDrawer = lazyPart(loadOrderDrawer);

const statuses = orderStatuses.map((value) => ({ value, label: orderStatusNames[value] }));
const payments = orderPayments.map((value) => ({ value, label: orderPaymentNames[value] }));
const keyOf = ({ orderNo }: Order): string => orderNo;
const card = (order: Order): JSX.Element => <OrderCard order={order} />;

type Sum = CallReply<'order.sum'>;

/** The sums of the filter, each the way to its orders. */
const sumsOf = (sum: Sum | undefined, filter: OrderFilter) => {
  const of = (some: Sum['toPay'] | undefined, payment: OrderPayment) =>
    some && <SomeOrders some={some} search={{ ...filter, status: 'pendingPayment', payment }} />;
  return [
    { label: '待付款', value: of(sum?.toPay, 'open') },
    { label: '凭证审核中', value: of(sum?.inCheck, 'inCheck') },
  ];
};

/** ¥2,808.00（2 笔） */
const SomeOrders = ({ some: { count, amount }, search }: { some: Sum['toPay']; search: OrderFilter }): JSX.Element =>
  count === 0 ? <>没有</> : <a href={href(paths.orders(search))}>{`${rmbText(amount)}（${count}\u00a0笔）`}</a>;

/** The tenant's orders with their status and actions. @source R10.2, ux "Merchant area" */
export const OrderListPage = (): JSX.Element => {
  const list = useOrderList();
  const sum = useOrderSum(list.filter);
  const products = useProductNames(list.values.pid);
  const fields: readonly FilterField[] = [
    { kind: 'chips', name: 'status', label: '状态', options: statuses },
    { kind: 'select', name: 'payment', label: '付款', options: payments },
    { kind: 'text', name: 'orderNo', label: '订单号', placeholder: '完整或开头几位', maxLength: 40 },
    { kind: 'select', name: 'pid', label: '产品', options: products },
    { kind: 'dates', name: 'from', to: 'to', label: '下单日期' },
  ];
  return (
    <>
      <ListPage
        title="我的订单"
        actions={
          <>
            <ExportButton kind="orders" fields={fields} {...list} />
            {list.pageType === 'H5' ? null : (
              <Button size="small" variant="primary" href={href(paths.products())}>
                选购产品
              </Button>
            )}
          </>
        }
        list={list}
        name="orders"
        label="订单"
        unit="笔订单"
        keyOf={keyOf}
        columns={orderColumns}
        card={card}
        opens
        fields={fields}
        {...(sum.isError ? {} : { sums: sumsOf(sum.data, list.filter) })}
        empty={{
          title: '还没有订单',
          text: '选好产品和规格，下单之后在这里跟进每一步。',
          action: (
            <Button variant="primary" href={href(paths.products())}>
              选购产品
            </Button>
          ),
        }}
      />
      {list.open === null ? null : <OrderDrawer key={list.open} orderNo={list.open} onClose={list.close} />}
    </>
  );
};
