import type { OrderStatus } from '@ronghui/domain/order';
import { expiryReminderDays } from '@ronghui/domain/order';
import type { OrderQueue } from '@ronghui/domain/order-review';
import type { Tone } from '@ronghui/ui';
import { formatDateTime } from '@ronghui/ui';
import type { OrderDetail } from './order-queries.ts';

export const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  pendingReview: 'warn',
  pendingPayment: 'info',
  pendingActivation: 'warn',
  active: 'ok',
  expired: 'neutral',
  rejected: 'bad',
  cancelled: 'neutral',
  refunded: 'neutral',
};

/** What waits, in words. @source R11.5 */
export const queueNames: Readonly<Record<OrderQueue, string>> = {
  review: '待审核',
  voucher: '待核对付款',
  opening: '待开通',
};

/** The steps of a history in words. */
export const actionNames: Readonly<Record<OrderDetail['steps'][number]['action'], string>> = {
  submit: '提交订单',
  approve: '审核通过',
  reject: '驳回',
  cancel: '商户取消',
  lapse: '逾期未付，自动取消',
  sendVoucher: '上传付款凭证',
  acceptPayment: '款项核对无误',
  sendBackPayment: '退回付款凭证',
  activate: '开通',
  expire: '服务期满',
  refund: '退款',
  terminate: '终止',
};

/** What the clock does to an order, so that nobody waits for a step that nobody takes. @source R4.8 */
export const clockText = ({ status, payBy, expiresAt, voucherStatus }: OrderDetail): string => {
  if (status === 'pendingPayment' && payBy !== undefined) {
    return voucherStatus === 'waiting'
      ? '凭证核对期间，订单不会因逾期取消。'
      : `${formatDateTime(payBy)} 前没有付款凭证，订单自动取消。`;
  }
  if (status === 'active' && expiresAt !== undefined) {
    return `${formatDateTime(expiresAt)} 服务期满，自动转为已到期，无需办理；到期前 ${expiryReminderDays.join('、')}\u00a0天提醒商户续费。`;
  }
  if (status === 'active') return '没有期限；结束时请终止。';
  return '';
};

/** Who has to do what next. */
export const nextStepText = ({ status, isCertified, voucherStatus, agreements }: OrderDetail): string => {
  if (
    agreements.some((agreement) => agreement.status !== 'active') &&
    ['pendingReview', 'pendingActivation'].includes(status)
  )
    return '订单所依据的授权有已撤回或到期的，商户重新授权后才能继续办理。';
  if (status === 'pendingReview')
    return isCertified ? '请核对订单，通过或驳回。' : '商户尚未通过企业认证，订单留在待审核。';
  if (status === 'pendingPayment')
    return voucherStatus === 'waiting' ? '请对照银行到账核对凭证。' : '等商户付款并上传凭证。';
  return status === 'pendingActivation' ? '请开通，服务期自此起算。' : '';
};
