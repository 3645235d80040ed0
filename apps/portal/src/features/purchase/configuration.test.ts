import { fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import {
  configurationInput,
  configurationLines,
  emptyConfiguration,
  normaliseConfiguration,
  priceText,
} from './configuration.ts';
import { benefits, plain } from './product.fixture.ts';

const [standard, dedicated] = benefits.skus;

describe('a configuration', () => {
  it('R10.2 begins with the first offer: the first SKU, its smallest quantity, its first term and options', () => {
    expect(normaliseConfiguration(benefits.skus, emptyConfiguration, null)).toEqual({
      skuId: 'standard',
      quantity: 10,
      termMonths: 1,
      options: { card: 'digital' },
    });
  });

  it('R2.10 the SKU of the address wins over that of the draft, and an unknown one is ignored', () => {
    const kept = { ...emptyConfiguration, skuId: 'dedicated' };
    expect(normaliseConfiguration(benefits.skus, kept, 'standard').skuId).toBe('standard');
    expect(normaliseConfiguration(benefits.skus, kept, 'nope').skuId).toBe('dedicated');
  });

  it('R1.1 a draft that is older than the offer is adjusted to it', () => {
    const kept = { skuId: 'standard', quantity: 1_000_000, termMonths: 7, options: { card: 'gold', old: 'x' } };
    expect(normaliseConfiguration(benefits.skus, kept, null)).toEqual({
      skuId: 'standard',
      quantity: 20_000,
      termMonths: 1,
      options: { card: 'digital' },
    });
    expect(normaliseConfiguration(benefits.skus, { ...kept, quantity: Number.NaN }, null).quantity).toBe(10);
  });

  it('R10.2 a product without SKUs has an empty configuration', () => {
    expect(normaliseConfiguration(plain.skus, emptyConfiguration, null)).toEqual(emptyConfiguration);
    expect(configurationLines(plain, emptyConfiguration, true)).toEqual([{ label: '产品', value: '电子发票' }]);
  });

  it('R10.2 a quote is requested without a term or options that the SKU does not have', () => {
    expect(configurationInput('p', { skuId: 's', quantity: 2, termMonths: null, options: {} })).toEqual({
      pid: 'p',
      skuId: 's',
      quantity: 2,
    });
  });

  it('R10.2 is listed as labelled lines; a trial has neither quantity nor term', () => {
    const configuration = normaliseConfiguration(benefits.skus, emptyConfiguration, null);
    expect(configurationLines(benefits, configuration, false).map(({ label, value }) => `${label} ${value}`)).toEqual([
      '产品 员工弹性福利',
      '规格 标准版',
      '福利卡形式 电子卡',
      '数量 10 人',
      '期限 1 个月',
    ]);
    expect(configurationLines(benefits, configuration, true)).toHaveLength(3);
  });

  it('R3.7 a price names its unit; a missing price reads 面议', () => {
    expect(standard && priceText(standard)).toBe('¥12.00 / 人 / 月');
    expect(dedicated && priceText(dedicated)).toBe('面议');
    expect(standard && priceText({ ...standard, price: fen(0), billing: 'postpaid' })).toBe('按用量后付');
  });
});
