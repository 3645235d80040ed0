import { type HeadNames, recogniseColumns } from '../table.ts';
import { type LedgerField, type LedgerMapping, ledgerHeads } from './ledger-columns.ts';

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
    },
  },
};

const bare = (name: string): string => name.normalize('NFKC').replaceAll(/[\s`'"]/g, '');

/** Which platform's statement a head is of. */
export const shapeOfHead = (head: readonly string[]): LedgerShape => {
  const names = new Set(head.map(bare));
  if (known.weChatPay.signs.some((sign) => names.has(bare(sign)))) return 'weChatPay';
  if (known.alipay.signs.some((sign) => names.has(bare(sign)))) return 'alipay';
  return 'plain';
};

/** How a head is read without help. @source R13.1 */
export const recogniseLedger = (head: readonly string[]): LedgerMapping => {
  const shape = shapeOfHead(head);
  const found: Partial<Record<LedgerField, number>> = recogniseColumns(
    head,
    shape === 'plain' ? ledgerHeads : known[shape].heads,
  );
  // Two columns say more than one.
  const { amount, flow, ...rest } = found;
  const isSplit = rest.amountIn !== undefined && rest.amountOut !== undefined;
  const { amountIn: _in, amountOut: _out, ...single } = rest;
  const columns = isSplit
    ? rest
    : amount === undefined
      ? rest
      : { ...single, amount, ...(flow !== undefined && { flow }) };
  return { columns, sign: 'asIs', dayOrder: 'ymd', unit: 'yuan' };
};
