import { textOf } from '#kernel/http/exchange';
import type { IntentWord } from '#kernel/payment-port';
import { yuanIn } from '#kernel/payment-words';

type Row = Readonly<Record<string, unknown>>;

/** A trade of Alipay as a word; null where it is none that is known. TRADE_FINISHED is paid, and can be given back no more. @source receipts 4.3 */
export const alipayTradeWord = (trade: Row): IntentWord | null => {
  const status = textOf(trade['trade_status']);
  if (status === 'WAIT_BUYER_PAY') return { kind: 'notPaid' };
  if (status === 'TRADE_CLOSED') return { kind: 'tradeClosed' };
  const [transaction, amount] = [textOf(trade['trade_no']), yuanIn(trade['total_amount'])];
  if ((status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED') || transaction === '' || amount === null) return null;
  return { kind: 'paid', transaction, amount };
};

/** Whether a notice is of a refund, whatever the trade's status is. @source receipts 4.3 */
const isAlipayRefund = (form: Row): boolean => form['refund_fee'] !== undefined || form['gmt_refund'] !== undefined;

/**
 * The words of a notice; none where it is of no form that is known. A refund is known by its own number. A trade that is closed by it was given back in
 * full, which is a word of its own: without the payment's it says that money moved, and not that nobody paid.
 */
export const alipayNoticeWords = (form: Row): readonly IntentWord[] => {
  const trade = alipayTradeWord(form);
  if (!isAlipayRefund(form)) return trade === null ? [] : [trade];
  const amount = yuanIn(form['refund_fee']);
  if (amount === null) return [];
  const refundNo = textOf(form['out_biz_no']) || textOf(form['out_trade_no']);
  const refund: IntentWord = { kind: 'refund', refundNo, amount, state: 'success' };
  return trade?.kind === 'tradeClosed' ? [refund, trade] : [refund];
};
