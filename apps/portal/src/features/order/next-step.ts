import { authorizationStatusNames } from '@ronghui/domain/authorization';
import { ordersUnderWay } from '@ronghui/domain/order';
import type { OrderDetail } from './order-queries.ts';

/** The one next step of an order: what, by whom and by when. @source R10.2 */
export interface NextStep {
  readonly kind:
    | 'certify'
    | 'consent'
    | 'review'
    | 'pay'
    | 'payAgain'
    | 'voucherCheck'
    | 'pastDue'
    | 'activation'
    | 'none';
  readonly title: string;
  /** Who has to act; empty when nobody has to. */
  readonly who: '您' | '平台' | '';
  readonly tone: 'info' | 'warn' | 'bad';
  /** The moment until which it has to be done. */
  readonly until?: string;
}

/** The consents of an open order that are no longer in force. @source R10.6 */
export const missingConsents = ({ status, agreements }: OrderDetail) =>
  ordersUnderWay.some((open) => open === status) ? agreements.filter((each) => each.status !== 'active') : [];

/** 《产品采购协议》（已撤回） */
export const missingText = ({ title, status }: OrderDetail['agreements'][number]): string =>
  `《${title}》（${authorizationStatusNames[status]}）`;

const paymentOf = ({ payBy, voucherStatus }: OrderDetail, now: number): NextStep => {
  const until = payBy === undefined ? {} : { until: payBy };
  if (voucherStatus === 'waiting') return { kind: 'voucherCheck', title: '凭证审核中', who: '平台', tone: 'info' };
  if (payBy !== undefined && Date.parse(payBy) <= now) {
    return { kind: 'pastDue', title: '付款期限已过，订单已取消', who: '', tone: 'bad' };
  }
  if (voucherStatus === 'returned') {
    return { kind: 'payAgain', title: '请重新上传付款凭证', who: '您', tone: 'bad', ...until };
  }
  return { kind: 'pay', title: '请付款并上传凭证', who: '您', tone: 'warn', ...until };
};

/** The next step at a moment; a payment's deadline holds from its moment on. @unit epoch ms @source R4.8, R10.2 */
export const nextStepOf = (order: OrderDetail, now: number): NextStep => {
  if (missingConsents(order).length > 0) return { kind: 'consent', title: '授权已失效', who: '您', tone: 'bad' };
  if (order.waitsForCertification) return { kind: 'certify', title: '请先完成企业认证', who: '您', tone: 'warn' };
  switch (order.status) {
    case 'pendingReview':
      return { kind: 'review', title: '订单审核中', who: '平台', tone: 'info' };
    case 'pendingPayment':
      return paymentOf(order, now);
    case 'pendingActivation':
      return { kind: 'activation', title: '等待开通', who: '平台', tone: 'info' };
    case 'active':
    case 'expired':
    case 'rejected':
    case 'cancelled':
    case 'refunded':
      return { kind: 'none', title: '', who: '', tone: 'info' };
  }
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** 还剩 3 天 4 小时; the smallest unit is rounded down. @unit ms */
export const timeLeftText = (ms: number): string => {
  if (ms < minuteMs) return '不到 1 分钟';
  const [days, hours, minutes] = [Math.floor(ms / dayMs), Math.floor(ms / hourMs) % 24, Math.floor(ms / minuteMs) % 60];
  if (days > 0) return `还剩 ${days} 天${hours > 0 ? ` ${hours} 小时` : ''}`;
  return hours > 0 ? `还剩 ${hours} 小时${minutes > 0 ? ` ${minutes} 分钟` : ''}` : `还剩 ${minutes} 分钟`;
};
