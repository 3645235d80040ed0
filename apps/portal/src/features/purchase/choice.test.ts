import { fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { choiceLines, noChoice, priceText, quoteInput, settleChoice } from './choice.ts';
import { benefits, plain } from './product.fixture.ts';

const [standard, dedicated] = benefits.skus;

describe('a choice', () => {
  it('R10.2 begins with what is on offer: the first SKU, its smallest quantity, its first term and options', () => {
    expect(settleChoice(benefits.skus, noChoice, null)).toEqual({
      skuId: 'standard',
      quantity: 10,
      termMonths: 1,
      options: { card: 'digital' },
    });
  });

  it('R2.10 the SKU of the address wins over the one that was kept, and an unknown one counts for nothing', () => {
    const kept = { ...noChoice, skuId: 'dedicated' };
    expect(settleChoice(benefits.skus, kept, 'standard').skuId).toBe('standard');
    expect(settleChoice(benefits.skus, kept, 'nope').skuId).toBe('dedicated');
  });

  it('R1.1 a draft that is older than the offer is brought into its bounds', () => {
    const kept = { skuId: 'standard', quantity: 1_000_000, termMonths: 7, options: { card: 'gold', old: 'x' } };
    expect(settleChoice(benefits.skus, kept, null)).toEqual({
      skuId: 'standard',
      quantity: 20_000,
      termMonths: 1,
      options: { card: 'digital' },
    });
    expect(settleChoice(benefits.skus, { ...kept, quantity: Number.NaN }, null).quantity).toBe(10);
  });

  it('R10.2 a product without SKUs has nothing to choose', () => {
    expect(settleChoice(plain.skus, noChoice, null)).toEqual(noChoice);
    expect(choiceLines(plain, noChoice, true)).toEqual([{ label: '产品', value: '电子发票' }]);
  });

  it('R10.2 the quote is asked for without what the SKU does not have', () => {
    expect(quoteInput('p', { skuId: 's', quantity: 2, termMonths: 0, options: {} })).toEqual({
      pid: 'p',
      skuId: 's',
      quantity: 2,
    });
  });

  it('R10.2 is told line by line; a trial has neither quantity nor term', () => {
    const choice = settleChoice(benefits.skus, noChoice, null);
    expect(choiceLines(benefits, choice, false).map(({ label, value }) => `${label} ${value}`)).toEqual([
      '产品 员工弹性福利',
      '规格 标准版',
      '福利卡形式 电子卡',
      '数量 10 人',
      '期限 1 个月',
    ]);
    expect(choiceLines(benefits, choice, true)).toHaveLength(3);
  });

  it('R3.7 a price says what it is for; none reads 面议', () => {
    expect(standard && priceText(standard)).toBe('¥12.00 / 人 / 月');
    expect(dedicated && priceText(dedicated)).toBe('面议');
    expect(standard && priceText({ ...standard, price: fen(0), billing: 'postpaid' })).toBe('按用量后付');
  });
});
