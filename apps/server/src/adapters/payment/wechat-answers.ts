import { textOf } from '#kernel/http/exchange';
import type { IntentWord, RefundState } from '#kernel/payment-port';
import { fenIn } from '#kernel/payment-words';

type Row = Readonly<Record<string, unknown>>;

/** A field that is an object. */
export const rowOf = (value: unknown): Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

const open = ['NOTPAY', 'USERPAYING', 'PAYERROR', 'ACCEPT'];

/** A trade of WeChat Pay as a word; null where it is none that is known. @source receipts 4.3 */
export const wechatTradeWord = (trade: Row): IntentWord | null => {
  const state = textOf(trade['trade_state']);
  if (open.includes(state)) return { kind: 'notPaid' };
  if (state === 'CLOSED' || state === 'REVOKED') return { kind: 'closed' };
  const [transaction, amount] = [textOf(trade['transaction_id']), fenIn(rowOf(trade['amount'])['total'])];
  // One that is given back, in part or in full, was paid.
  if ((state !== 'SUCCESS' && state !== 'REFUND') || transaction === '' || amount === null) return null;
  return { kind: 'paid', transaction, amount };
};

const refundStates: Readonly<Record<string, RefundState>> = {
  PROCESSING: 'processing',
  SUCCESS: 'success',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
};

/** A refund of WeChat Pay as a word; null where it is none. @source receipts 4.3 */
export const wechatRefundWord = (refund: Row): IntentWord | null => {
  const state = refundStates[textOf(refund['status'] ?? refund['refund_status'])];
  const [refundNo, amount] = [textOf(refund['out_refund_no']), fenIn(rowOf(refund['amount'])['refund'])];
  return state === undefined || refundNo === '' || amount === null ? null : { kind: 'refund', refundNo, amount, state };
};
