import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, sumFen } from './money.ts';
import { lowestPrice, type PricedSku, quote } from './quote.ts';

const sku: PricedSku = {
  name: '门店收款',
  unit: '户',
  price: fen(3900),
  billing: 'prepaid',
  termMonths: [1, 12],
  minQuantity: 1,
  maxQuantity: 2000,
  options: [
    {
      key: 'device',
      label: '收款设备',
      values: [
        { value: 'code', label: '立牌', priceDelta: fen(0) },
        { value: 'box', label: '扫码盒', priceDelta: fen(1500) },
      ],
    },
  ],
  tiers: [
    { minQuantity: 50, price: fen(2900) },
    { minQuantity: 10, price: fen(3500) },
  ],
  termDiscounts: [{ termMonths: 12, percent: 90 }],
};
const configuration = { quantity: 2, termMonths: 12, options: { device: 'box' } };

describe('R10.2 the quote', () => {
  it('R10.2 adds the base, the options and the term discount up to the total', () => {
    expect(quote(sku, configuration)).toEqual({
      ok: true,
      items: [
        { label: '门店收款（2 户 × 12 个月）', amount: fen(93_600) },
        { label: '收款设备：扫码盒（2 户 × 12 个月）', amount: fen(36_000) },
        { label: '12 个月期限优惠（按 90% 计）', amount: fen(-12_960) },
      ],
      totalAmount: fen(116_640),
    });
  });

  it.each([
    [9, 3900],
    [10, 3500],
    [49, 3500],
    [50, 2900],
  ])('R10.2 %i units pay the tier of %i fen each', (quantity, price) => {
    const result = quote(sku, { quantity, termMonths: 1, options: { device: 'code' } });
    expect(result).toMatchObject({ ok: true, totalAmount: quantity * price });
  });

  it.each([
    [{ ...configuration, quantity: 0 }, 'quantity'],
    [{ ...configuration, quantity: 2001 }, 'quantity'],
    [{ ...configuration, termMonths: 3 }, 'termMonths'],
    [{ ...configuration, termMonths: null }, 'termMonths'],
    [{ ...configuration, options: {} }, 'options.device'],
    [{ ...configuration, options: { device: 'gold' } }, 'options.device'],
    [{ ...configuration, options: { device: 'box', other: 'x' } }, 'options.other'],
  ])('R5.5 names the field that is not on offer: %j', (wrong, path) => {
    expect(quote(sku, wrong)).toMatchObject({ ok: false, reason: 'invalid', path });
  });

  it('R10.2 asks no payment up front for a postpaid specification and has no amount for a negotiated one', () => {
    expect(quote({ ...sku, billing: 'postpaid', price: null }, configuration)).toMatchObject({
      ok: true,
      totalAmount: fen(0),
    });
    expect(quote({ ...sku, price: null }, configuration)).toEqual({ ok: false, reason: 'notPriced' });
  });

  it('R3.7 stays an integer that is never negative and equals the sum of its lines', () => {
    const anySku = fc.record({
      price: fc.integer({ min: 0, max: 10_000_000 }),
      percent: fc.integer({ min: 1, max: 100 }),
      delta: fc.integer({ min: 0, max: 100_000 }),
      quantity: fc.integer({ min: 1, max: 2000 }),
    });
    fc.assert(
      fc.property(anySku, ({ price, percent, delta, quantity }) => {
        const priced: PricedSku = {
          ...sku,
          price: fen(price),
          tiers: [],
          termDiscounts: [{ termMonths: 12, percent }],
          options: [{ key: 'o', label: 'o', values: [{ value: 'v', label: 'v', priceDelta: fen(delta) }] }],
        };
        const result = quote(priced, { quantity, termMonths: 12, options: { o: 'v' } });
        if (!result.ok) return result.reason === 'tooLarge';
        return sumFen(result.items.map(({ amount }) => amount)) === result.totalAmount && result.totalAmount >= 0;
      }),
    );
  });

  it.each([
    [1, 5, -1],
    [3, 50, -2],
    [10, 85, -2],
    [100, 1, -99],
    [99, 99, -1],
    [0, 90, 0],
  ])('R10.2 %i fen at %i percent take off %i fen, rounded in the customer’s favour', (price, percent, off) => {
    const priced = { ...sku, price: fen(price), tiers: [], options: [], termDiscounts: [{ termMonths: 1, percent }] };
    const result = quote(priced, { quantity: 1, termMonths: 1, options: {} });
    expect(result).toMatchObject({ ok: true, items: [{ amount: price }, { amount: off }], totalAmount: price + off });
  });

  it('R3.7 has a largest amount, beyond which it is refused', () => {
    const dear = { ...sku, tiers: [], options: [], termMonths: [], termDiscounts: [], maxQuantity: 1_000_000 };
    const withoutTerm = { termMonths: null, options: {} };
    const largest = 90_071_992_547_409;
    expect(quote({ ...dear, price: fen(largest) }, { ...withoutTerm, quantity: 1 })).toMatchObject({
      ok: true,
      totalAmount: largest,
    });
    for (const [price, quantity] of [
      [largest + 1, 1],
      [largest, 2],
      [Number.MAX_SAFE_INTEGER, 1_000_000],
    ] as const) {
      expect(quote({ ...dear, price: fen(price) }, { ...withoutTerm, quantity })).toEqual({
        ok: false,
        reason: 'tooLarge',
      });
    }
  });

  it('R10.2 the lowest price of a product is its lowest tier, or 面议', () => {
    expect(lowestPrice([sku])).toBe(2900);
    expect(lowestPrice([{ ...sku, price: null, tiers: [] }])).toBeNull();
  });
});
