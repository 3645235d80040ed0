import { orderStatuses, orderStatusNames } from '@ronghui/domain/order';
import { orderQueues } from '@ronghui/domain/order-review';
import { type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { searchesAll } from '@ronghui/web/state/search-all';
import type { JSX } from 'react';
import { useListedRows } from '#kernel/listed-rows.ts';
import { paths } from '#kernel/paths.ts';
import { type Order, useOrderList } from './order-queries.ts';
import { OrderCard, orderColumns } from './order-rows.tsx';
import { queueNames } from './order-words.ts';

const OrderDrawer = lazyPart(() => import('./order-drawer.tsx'));

const keyOf = ({ orderNo }: Order): string => orderNo;
const card = (order: Order): JSX.Element => <OrderCard order={order} />;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'queue',
    label: '等待办理',
    unset: queueNames.review,
    options: [
      ...orderQueues.flatMap((value) => (value === 'review' ? [] : [{ value, label: queueNames[value] }])),
      { value: 'all', label: '全部' },
    ],
  },
  {
    kind: 'text',
    name: 'keyword',
    label: '订单号或商户',
    placeholder: '订单号开头，或商户名称的一部分',
    maxLength: 60,
  },
  {
    kind: 'select',
    name: 'status',
    label: '状态',
    options: orderStatuses.map((value) => ({ value, label: orderStatusNames[value] })),
  },
  {
    kind: 'select',
    name: 'taken',
    label: '办理人',
    options: [
      { value: 'mine', label: '我的' },
      { value: 'free', label: '无人办理' },
    ],
  },
  { kind: 'dates', name: 'from', to: 'to', label: '下单日期' },
  { kind: 'dates', name: 'paidFrom', to: 'paidTo', label: '付款日期' },
];

/** The orders of all merchants, by what waits for staff. @source R11.5 */
export const OrderListPage = (): JSX.Element => {
  const list = searchesAll(useOrderList(), { chips: 'queue', names: ['keyword', 'status'] });
  useListedRows('orders', list, keyOf);
  return (
    <>
      <ListPage
        title="订单"
        sub={
          list.values.tenantId === '' ? (
            '等待办理的，最早的在前；按订单号、商户或状态查找时，在所有订单里查找。'
          ) : (
            <>
              只列出一家商户的订单：<a href={href(paths.tenant(list.values.tenantId))}>查看商户</a>，
              <a href={href(paths.orders({ queue: 'all' }))}>列出所有商户</a>。
            </>
          )
        }
        list={list}
        name="order"
        label="订单"
        unit="笔订单"
        keyOf={keyOf}
        columns={orderColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '没有等待审核的订单', text: '商户下单之后，会排在这里。' }}
      />
      {list.open === null ? null : <OrderDrawer orderNo={list.open} onClose={list.close} />}
    </>
  );
};
