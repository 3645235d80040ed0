import { describe, expect, it } from 'vitest';
import { fen } from './money.ts';
import { type SkuTerms, skuPrice } from './sku-price.ts';

const monthly: SkuTerms = { price: fen(1200), unit: '人', billing: 'prepaid', termMonths: [6, 12] };

describe('R10.2 what a SKU costs', () => {
  it.each<[string, Partial<SkuTerms>, string, string]>([
    ['by the month where there is a term', {}, '¥12.00', ' / 人 / 月'],
    ['by the unit alone where there is none', { termMonths: [] }, '¥12.00', ' / 人'],
    ['negotiated', { price: null }, '面议', ''],
    ['negotiated, whatever the billing', { price: null, billing: 'postpaid' }, '面议', ''],
    ['paid for by its use, not a price of nothing', { price: fen(0), billing: 'postpaid' }, '按用量后付', ''],
    ['free of charge', { price: fen(0) }, '¥0.00', ' / 人 / 月'],
  ])('R10.2 %s', (_, terms, amount, per) => {
    expect(skuPrice({ ...monthly, ...terms })).toEqual({ amount, per });
  });
});
