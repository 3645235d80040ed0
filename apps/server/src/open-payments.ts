import { createAlipay } from '#adapters/payment/alipay';
import { createWechatPay } from '#adapters/payment/wechat-pay';
import { noticeSecret, type PaymentChannels } from '#kernel/payment-port';
import type { AppOptions } from './app-options.ts';

/** The channels of payment on line that the configuration turns on. @source receipts 4.1 */
export const openPayments = ({
  config: { payments },
  secrets,
  clock,
  answerWithinMs,
}: Pick<AppOptions, 'config' | 'secrets' | 'clock' | 'answerWithinMs'>): PaymentChannels => {
  const { wechat, alipay, callbackUrl } = payments;
  const depsOf = (channel: 'wechat' | 'alipay') => ({
    clock,
    notifyUrl: `${callbackUrl}/callbacks/pay/${channel}/${noticeSecret(secrets.digests, channel)}`,
    ...(answerWithinMs === undefined ? {} : { withinMs: answerWithinMs }),
  });
  return [
    ...(wechat === null ? [] : [createWechatPay(wechat, depsOf('wechat'))]),
    ...(alipay === null ? [] : [createAlipay(alipay, depsOf('alipay'))]),
  ];
};
