import { describe, expect, it } from 'vitest';
import { fen } from './money.ts';
import {
  bestTierText,
  type OfferedSku,
  type SkuTerms,
  skuPrice,
  startingPrice,
  startingPriceText,
  surchargeText,
  termDiscountText,
} from './sku-price.ts';

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

describe('R1.1 what a price depends on', () => {
  const standard: OfferedSku = {
    ...monthly,
    minQuantity: 10,
    tiers: [
      { minQuantity: 500, price: fen(1000) },
      { minQuantity: 100, price: fen(1100) },
    ],
  };
  const once: OfferedSku = { ...standard, price: fen(900), unit: '份', termMonths: [], tiers: [] };
  const byUse: OfferedSku = { ...standard, price: fen(0), billing: 'postpaid', tiers: [] };
  const negotiated: OfferedSku = { ...byUse, price: null };
  const words = (skus: readonly OfferedSku[]) => {
    const { amount, per } = startingPriceText(startingPrice(skus));
    return amount + per;
  };

  it.each<[string, readonly OfferedSku[], string]>([
    ['with the unit, at what the smallest order pays', [standard], '¥12.00 / 人 / 月起'],
    ['at its tier where the smallest order has one', [{ ...standard, minQuantity: 100 }], '¥11.00 / 人 / 月起'],
    ['from the cheapest specification, with the unit of that one', [standard, once, byUse], '¥9.00 / 份起'],
    ['by use where nothing is paid in advance', [negotiated, byUse], '按用量后付'],
    ['negotiated where nothing can be ordered', [negotiated], '面议'],
    ['negotiated without specifications', [], '面议'],
  ])('R1.1 a product starts %s', (_, skus, text) => {
    expect(words(skus)).toBe(text);
  });

  it('R1.1 says how far the price falls with the quantity, where it does', () => {
    expect(bestTierText([standard, negotiated])).toBe('满 500 人 ¥10.00');
    expect(bestTierText([once])).toBeUndefined();
    expect(bestTierText([{ ...standard, minQuantity: 500 }])).toBeUndefined();
    expect(bestTierText([])).toBeUndefined();
  });

  it.each([
    [900, '12 个月 9 折'],
    [850, '12 个月 8.5 折'],
    [990, '12 个月 9.9 折'],
    [955, '12 个月 9.55 折'],
    [50, '12 个月 0.5 折'],
  ])('R1.1 %i per mille of the price read %s', (rate, text) => {
    expect(termDiscountText({ months: 12, rate })).toBe(text);
  });

  it('R1.1 an option says what it adds, in the unit of the price, where it adds something', () => {
    expect(surchargeText(standard, fen(100))).toBe('+¥1.00 / 人 / 月');
    expect(surchargeText(once, fen(10_000))).toBe('+¥100.00 / 份');
    expect(surchargeText(standard, fen(0))).toBeUndefined();
    expect(surchargeText(byUse, fen(100))).toBeUndefined();
  });
});
