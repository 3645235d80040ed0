import { expect, it } from 'vitest';
import { ownMatterOf } from './own-matter.ts';

it.each([
  ['我的账单什么时候到期', 'bill'],
  ['账单什么时候到期', 'bill'],
  ['上个月的账单多少钱', 'bill'],
  ['我还有欠款吗', 'bill'],
  ['查一下我的订单', 'order'],
  ['订单审核进度', 'order'],
  ['我的发票开了吗', 'invoice'],
  ['发票什么时候寄出', 'invoice'],
] as const)('service 4.1 %s asks for the merchant’s own %s', (question, matter) => {
  expect(ownMatterOf(question)).toBe(matter);
});

it.each([
  '如何对账',
  '怎么开发票？',
  '账单金额不对',
  '怎么付账单的钱',
  '账单多付了能退吗',
  '如何批量确认账单',
  '订单怎么取消',
  '订单付款凭证怎么上传',
  '專票和普票有什么区别',
  '發票',
  '什么是账期',
  '產品到期怎麼續費',
  '营业执照过期了',
  '今天天气怎么样',
  '我要开票',
  '我要开发票',
  '发票多久能寄到',
  '增值税发票查验',
  '我要退订单',
  '订单有哪些状态',
  '我的对账单',
  '我要对账单',
  '账单状态有哪些',
  '',
])('service 4.1 %s is a question for documents, or for nobody', (question) => {
  expect(ownMatterOf(question)).toBeNull();
});
