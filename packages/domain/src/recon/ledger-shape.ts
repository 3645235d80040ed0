import type { HeadNames } from '../table.ts';
import { type LedgerField, ledgerHeads } from './ledger-columns.ts';

/** The statements that are known by their heads; every other table is plain. */
export const ledgerShapes = ['weChatPay', 'alipay', 'plain'] as const;
export type LedgerShape = (typeof ledgerShapes)[number];

/** What the heads of the two platforms' statements have, and which columns are meant: the merchant's own number, never the platform's. */
const known: Readonly<
  Record<Exclude<LedgerShape, 'plain'>, { readonly signs: readonly string[]; readonly heads: HeadNames<LedgerField> }>
> = {
  weChatPay: {
    signs: ['微信订单号', '微信支付业务单号', '微信支付订单号'],
    heads: {
      reference: ['商户订单号', '业务凭证号', '商户单号'],
      occurredOn: ['交易时间', '记账时间'],
      amount: ['应结订单金额', '订单金额', '收支金额(元)', '金额(元)'],
      amountIn: [],
      amountOut: [],
      flow: ['收支类型', '收/支'],
      counterparty: ['交易对方', '用户标识'],
      refund: ['退款金额'],
      currency: ['货币种类'],
      status: ['交易状态', '当前状态'],
    },
  },
  alipay: {
    signs: ['支付宝交易号', '账务流水号', '支付宝流水号', '交易号'],
    heads: {
      reference: ['商户订单号', '商家订单号'],
      occurredOn: ['发生时间', '交易创建时间', '入账时间', '完成时间'],
      amount: ['金额（元）', '订单金额（元）', '商家实收（元）'],
      amountIn: ['收入金额（+元）', '收入（+元）'],
      amountOut: ['支出金额（-元）', '支出（-元）'],
      flow: ['收/支'],
      counterparty: ['对方账号', '对方账户', '交易对方'],
      refund: [],
      currency: ['币种'],
      status: ['交易状态'],
    },
  },
};

/** WeChat Pay's bill of refunds alone: its rows are what was given back, on the day when it was. */
const refundBill: { readonly sign: string; readonly heads: HeadNames<LedgerField> } = {
  sign: '退款成功时间',
  heads: { ...known.weChatPay.heads, occurredOn: ['退款成功时间'], amount: ['退款金额'], refund: [] },
};

const bare = (name: string): string => name.normalize('NFKC').replaceAll(/[\s`'"]/g, '');

/** Which platform's statement a head is of. */
export const shapeOfHead = (head: readonly string[]): LedgerShape => {
  const names = new Set(head.map(bare));
  if (known.weChatPay.signs.some((sign) => names.has(bare(sign)))) return 'weChatPay';
  if (known.alipay.signs.some((sign) => names.has(bare(sign)))) return 'alipay';
  return 'plain';
};

/** What a head's columns are called in the statement that it is of; and whether all of its amounts are refunds. */
export const headsOf = (
  head: readonly string[],
): { readonly heads: HeadNames<LedgerField>; readonly isOfRefunds: boolean } => {
  const shape = shapeOfHead(head);
  if (shape === 'plain') return { heads: ledgerHeads, isOfRefunds: false };
  const isOfRefunds = shape === 'weChatPay' && head.some((name) => bare(name) === refundBill.sign);
  return { heads: isOfRefunds ? refundBill.heads : known[shape].heads, isOfRefunds };
};
