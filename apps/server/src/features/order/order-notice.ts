import { shanghaiTime } from '@ronghui/domain/csv';
import type { OrderAction } from '@ronghui/domain/order';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';

/** A notice to a merchant about an order. */
export interface OrderNotice {
  readonly tenantId: string;
  readonly orderNo: string;
  readonly title: string;
  readonly text: string;
}

/** The facts of an order that its notices mention. */
export interface NoticeFacts {
  readonly orderNo: string;
  readonly productName: string;
  readonly reason: string | null;
  readonly payBy: Date | null;
  /** By which its payment is recognised; looked up where the merchant is asked to pay. */
  readonly paymentCode: string | null;
  readonly activeFrom: Date | null;
  readonly expiresAt: Date | null;
  /** The renewal that continues the service when this order ends. */
  readonly continuedBy: string | null;
}

type NoticeText = { readonly title: string; readonly text: string };

const day = (at: Date | null): string => (at === null ? '' : shanghaiTime(at).slice(0, 16));

const termText = ({ activeFrom, expiresAt }: NoticeFacts): string =>
  expiresAt === null
    ? `自 ${day(activeFrom)} 起可以使用。`
    : `服务期自 ${day(activeFrom)} 起，至 ${day(expiresAt)} 止。`;

const codeText = ({ paymentCode }: NoticeFacts): string =>
  paymentCode === null ? '' : `，转账附言写附言码 ${paymentCode}`;

/** The notice about a step of staff or of time; null for the merchant's own steps. @source R4.8, R10.11 */
export const noticeOfStep = (action: OrderAction, facts: NoticeFacts): NoticeText | null => {
  const name = `“${facts.productName}”`;
  switch (action) {
    case 'approve':
      return facts.payBy === null
        ? { title: '订单已通过审核', text: `${name}的订单已通过审核，正在为您开通。` }
        : {
            title: '订单已通过审核，请付款',
            text: `${name}的订单已通过审核，请在 ${day(facts.payBy)} 前按订单所示账户转账${codeText(facts)}，并上传凭证；逾期未付，订单自动取消。`,
          };
    case 'reject':
      return { title: '订单已驳回', text: `${name}的订单已驳回。原因：${facts.reason ?? '—'}` };
    case 'lapse':
      return { title: '订单已自动取消', text: `${name}的订单过了付款期限，已自动取消。仍需要的，可以再次购买。` };
    case 'acceptPayment':
      return { title: '款项已核对', text: `${name}的订单款项已核对，正在为您开通。` };
    case 'sendBackPayment':
      return {
        title: '付款凭证被退回',
        text: `${name}的订单付款凭证被退回。原因：${facts.reason ?? '—'}。请在 ${day(facts.payBy)} 前重新上传。`,
      };
    case 'activate':
      return { title: '产品已开通', text: `${name}已开通，${termText(facts)}` };
    case 'expire':
      if (facts.continuedBy !== null) {
        return {
          title: '产品已由续费订单接续',
          text: `${name}的这一期服务已满，已由续费订单 ${facts.continuedBy} 接续，产品继续使用。`,
        };
      }
      return { title: '产品已到期', text: `${name}的服务期已满，产品停止使用。需要的，可以续费。` };
    case 'refund':
      return { title: '订单已退款', text: `${name}的订单已办理退款。原因：${facts.reason ?? '—'}` };
    case 'terminate':
      return { title: '产品已终止', text: `${name}已终止，产品停止使用。原因：${facts.reason ?? '—'}` };
    case 'cancel':
    case 'sendVoucher':
      return null;
  }
};

/** The notice that a term ends soon. @source R4.8 */
export const noticeOfReminder = (
  days: number,
  {
    productName,
    expiresAt,
    renewal,
  }: Pick<NoticeFacts, 'productName' | 'expiresAt'> & { readonly renewal: string | null },
) => ({
  title: `产品将在 ${days} 日内到期`,
  text: `“${productName}”的服务期至 ${day(expiresAt)} 止，${
    renewal === null
      ? '不会自动续费。需要继续使用的，请在“我的订单”里续费。'
      : `续费订单 ${renewal} 还没有办完。需要继续使用的，请在“我的订单”里完成它。`
  }`,
});

/** Leaves a notice for the tenant's members, in the caller's transaction; they choose whether it also goes out by SMS and mail (R10.11). */
export const notifyMerchant = (tx: Tx, { tenantId, orderNo, title, text }: OrderNotice): void =>
  leaveNotice(tx, { tenantId }, { kind: 'order', title, text, place: 'order', placeId: orderNo });
