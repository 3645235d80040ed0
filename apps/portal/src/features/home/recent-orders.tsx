import { Card, DateTime, EmptyState } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { OrderAmount, OrderTag, sizeText, tagOf } from '#features/order/order.shared.ts';
import { paths } from '#kernel/paths.ts';
import { orderFigures } from './figure-words.ts';
import type { Summary } from './home-queries.ts';
import css from './recent.module.css';

type Orders = NonNullable<Summary['orders']>;

/** The newest orders, and how many are in each step. @source R10.1 */
export const RecentOrders = ({ orders }: { orders: Orders }): JSX.Element => {
  const { recent, byStatus, reach } = orders;
  return (
    <Card title="最近的订单" actions={<a href={href(paths.orders())}>全部订单</a>}>
      {recent.length === 0 ? (
        <EmptyState title="还没有订单" text="选好产品提交之后，进展会出现在这里。" />
      ) : (
        <>
          <ul className={css.counts} aria-label="各步的订单">
            {orderFigures.map(({ status, label }) => (
              <li key={status}>
                <a className={css.count} href={`${href(paths.orders())}?status=${status}`}>
                  {label} <b>{countText(byStatus[status] ?? 0, reach)}</b>
                </a>
              </li>
            ))}
          </ul>
          <ul className={css.list} aria-label="最近的订单">
            {recent.map((order) => (
              <li key={order.orderNo}>
                <a className={css.item} href={href(paths.order(order.orderNo))}>
                  <span className={css.words}>
                    <span className={css.title}>{order.productName}</span>
                    <span className={css.note}>
                      {sizeText(order)} · <DateTime value={order.createdAt} precision="date" />
                    </span>
                  </span>
                  <OrderTag {...tagOf(order)} />
                  <span className={css.amount}>
                    <OrderAmount amount={order.totalAmount} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};

/** A count; one that equals the limit means at least that many. */
const countText = (count: number, reach: number): string => (count >= reach ? `${reach - 1}+` : String(count));
