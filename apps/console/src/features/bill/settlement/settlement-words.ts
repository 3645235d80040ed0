import { noFen, rmbText } from '@ronghui/domain/money';
import type { PaymentResult, SettledBill } from './settlement-queries.ts';

type Refused = Exclude<PaymentResult['outcome'], 'paid' | 'settled'>;

/** Why a payment was not registered, and what to do. */
export const refusals: Readonly<Record<Refused, string>> = {
  known: '这笔流水已登记在这张账单上，没有重复登记',
  serialTaken: '这个流水号已在这张账单上登记过另一笔金额或日期，请核对后用各自的流水号登记；登记有误的，先撤销原登记',
  registered: '这笔流水已登记为收款，没有重复登记；请到“收款”里把它认到账单',
  notFound: '没有这张账单',
  notConfirmed: '账单已结清，或不是已确认状态，请刷新后查看',
  waitingApproval: '账单还在等商户复核，不能登记',
  overpaid: '超过了尚未结清的金额，请核对；多付的款项请退回或计入以后的账单',
  notPositive: '请填写大于零的金额',
  wrongDay: '请填写存在的日期',
  inFuture: '日期不能晚于今天',
  serialMissing: '请填写银行流水号',
};

/** Whether a payment was registered by this call. */
export const isTaken = (result: PaymentResult | undefined): boolean =>
  result?.outcome === 'paid' || result?.outcome === 'settled';

/** What became of a payment, in words. */
export const outcomeText = ({ outcome, remainingAmount }: PaymentResult): string => {
  if (outcome === 'settled') return '账单结清';
  if (outcome === 'paid') return `还有 ${rmbText(remainingAmount ?? noFen)} 未结清`;
  return refusals[outcome];
};

/** What the provider does with a direction: it takes in what is payable to it, and pays what the merchant is to receive. */
export const paymentWord = ({ direction }: Pick<SettledBill, 'direction'>): string =>
  direction === 'payable' ? '收款' : '付款';

/** The step that takes a registered payment back. */
export const reverseWord = (bill: Pick<SettledBill, 'direction'>): string => `撤销此笔${paymentWord(bill)}`;
