import { orderStatusNames } from '@ronghui/domain/order';
import { formatDateTime, StepsSince } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Seen } from '#kernel/seen.ts';
import type { OrderDetail } from './order-queries.ts';
import { actionNames } from './order-words.ts';

type Step = OrderDetail['steps'][number];

const textOf = ({ action, to, by, at, reason }: Step): string =>
  `${by} 于 ${formatDateTime(at)} ${actionNames[action]} → ${orderStatusNames[to]}${reason === null ? '' : `：${reason}`}`;

/** What others did to an order since one opened it, step by step; one goes on once it was read. @source R4.12 */
export const OrderChanged = ({ seen: { since, onSeen } }: { seen: Seen<Step> }): JSX.Element => (
  <StepsSince
    lead="这笔订单已被他人更新，请核对后再继续；您填写的内容还在。"
    steps={since?.map((step) => ({ key: `${step.at} ${step.action}`, text: textOf(step) }))}
    onSeen={onSeen}
  />
);
