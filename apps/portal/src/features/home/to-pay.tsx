import { rmbText } from '@ronghui/domain/money';
import type { OrderPayment, OrderStatus } from '@ronghui/domain/order';
import { Amount, DateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX, ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Summary } from './home-queries.ts';
import css from './to-pay.module.css';

type Orders = NonNullable<Summary['orders']>;

interface ToPayProps {
  readonly orders: Orders;
  /** Bills to pay stand on the page too. */
  readonly besideBills?: boolean;
}

/** What is to be paid, what is being checked and what runs: each figure links to the list behind it. @source R10.1 */
export const ToPay = ({ orders, besideBills = false }: ToPayProps): JSX.Element => {
  const { toPay, inCheck, byStatus, reach, nextPayBy, nextEnd } = orders;
  const active = byStatus['active'] ?? 0;
  return (
    <ul className={css.row} aria-label="应付与在用">
      <Figure
        label={besideBills ? '待付款订单' : '待付款'}
        search={{ status: 'pendingPayment', payment: 'open' }}
        value={<Amount text={rmbText(toPay.amount)} size="large" />}
        note={
          toPay.count === 0 ? (
            '没有要付的订单'
          ) : (
            <>
              {toPay.count}&nbsp;笔，最早{' '}
              <b className={css.due}>
                <DateTime value={nextPayBy} precision="date" />
              </b>{' '}
              截止
            </>
          )
        }
      />
      <Figure
        label="凭证审核中"
        search={{ status: 'pendingPayment', payment: 'inCheck' }}
        value={<Amount text={rmbText(inCheck.amount)} size="large" />}
        note={inCheck.count === 0 ? '没有在核对的款项' : `${inCheck.count}\u00a0笔，核对到账即开通`}
      />
      <Figure
        label="使用中"
        search={{ status: 'active' }}
        value={
          <span className={css.count}>
            <Amount text={active >= reach ? `${reach - 1}+` : String(active)} size="large" /> 个产品
          </span>
        }
        note={
          nextEnd === undefined ? (
            '没有临近的到期'
          ) : (
            <>
              最早 <DateTime value={nextEnd} precision="date" /> 到期
            </>
          )
        }
      />
    </ul>
  );
};

const Figure = ({
  label,
  search,
  value,
  note,
}: {
  label: string;
  /** The filter of the orders that it is of. */
  search: Readonly<{ status: OrderStatus; payment?: OrderPayment }>;
  value: ReactNode;
  note: ReactNode;
}): JSX.Element => (
  <li>
    <a className={css.figure} href={href(paths.orders(search))}>
      <span className={css.label}>{label}</span>
      {value}
      <span className={css.note}>{note}</span>
    </a>
  </li>
);
