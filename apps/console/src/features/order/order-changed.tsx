import { orderStatusNames } from '@ronghui/domain/order';
import { Button, Callout, formatDateTime } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './order.module.css';
import type { OrderDetail } from './order-queries.ts';
import { actionNames } from './order-words.ts';

interface OrderChangedProps {
  readonly since: readonly OrderDetail['steps'][number][];
  readonly onSeen: () => void;
}

/** What others did to an order since one opened it, step by step; one goes on once it was read. @source R4.12 */
export const OrderChanged = ({ since, onSeen }: OrderChangedProps): JSX.Element => (
  <Callout tone="warn" role="alert">
    <div className={css.body}>
      <p>这笔订单已被他人更新，请核对后再继续；您填写的内容还在。</p>
      <ul>
        {since.map(({ action, to, by, at, reason }) => (
          <li key={`${at} ${action}`}>
            {`${by} 于 ${formatDateTime(at)} ${actionNames[action]} → ${orderStatusNames[to]}`}
            {reason === null ? '' : `：${reason}`}
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={onSeen}>
          已看过
        </Button>
      </div>
    </div>
  </Callout>
);
