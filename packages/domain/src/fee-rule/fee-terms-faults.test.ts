import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeeTerms, feeTermsFaults, largestFee } from '../fee-rule.ts';
import { fen, rateOf } from '../money.ts';
import { allTerms, plainTerms } from './fee-terms.fixture.ts';

const rate = (millionths: number) => rateOf(millionths, 'millionths');
const tiered = (...tiers: readonly (readonly [from: number, millionths: number])[]): Partial<FeeTerms> => ({
  scheme: { kind: 'tiered', method: 'whole', tiers: tiers.map(([from, each]) => ({ from, rate: rate(each) })) },
});

describe('R5.5 the terms of a rule', () => {
  it('R4.9 every kind passes as it should be', () => {
    fc.assert(
      fc.property(allTerms, (terms) => {
        expect(feeTermsFaults(terms)).toEqual([]);
      }),
    );
  });

  it.each<[Partial<FeeTerms>, string, string]>([
    [{ scheme: { kind: 'rate', rate: rate(-1) } }, 'scheme.rate', '费率不能为负数'],
    [{ scheme: { kind: 'rate', rate: rate(1_000_001) } }, 'scheme.rate', '费率过大'],
    [{ unit: '张', scheme: { kind: 'rate', rate: rate(1_000_000_000_000_001) } }, 'scheme.rate', '单价过大'],
    [{ unit: ' ' }, 'unit', '请填写单位'],
    [{ unit: '张'.repeat(21) }, 'unit', '单位不能超过 20 个字'],
    [{ scheme: { kind: 'fixed', fee: fen(-1), per: 'line' } }, 'scheme.fee', '费用不能为负数'],
    [{ scheme: { kind: 'fixed', fee: fen(largestFee + 1), per: 'line' } }, 'scheme.fee', '费用过大'],
    [{ scheme: { kind: 'fixed', fee: fen(1), per: 'unit' } }, 'scheme.per', '按金额计费的规则不能按单位收费'],
    [tiered(), 'scheme.tiers', '请至少填写一档'],
    [tiered([1, 1]), 'scheme.tiers.0.from', '第一档应从 0 起'],
    [tiered([0, 1], [500, 1], [500, 1]), 'scheme.tiers.2.from', '起点应大于上一档'],
    [tiered([0, 1], [500, 1], [400, 1]), 'scheme.tiers.2.from', '起点应大于上一档'],
    [tiered([0, 1], [0.5, 1]), 'scheme.tiers.1.from', '起点有误'],
    [tiered([0, 1], [-1, 1]), 'scheme.tiers.1.from', '起点不能为负数'],
    [tiered([0, 1], [500, -1]), 'scheme.tiers.1.rate', '费率不能为负数'],
    [{ lineMinimum: fen(-1) }, 'lineMinimum', '金额不能为负数'],
    [{ lineMinimum: fen(2), lineCap: fen(1) }, 'lineCap', '最高收费不能低于最低收费'],
    [{ billMinimum: fen(largestFee + 1) }, 'billMinimum', '金额过大'],
    [{ billMinimum: fen(2), billCap: fen(1) }, 'billCap', '最高收费不能低于最低收费'],
    [{ taxRate: rate(-1) }, 'taxRate', '税率不能为负数'],
    [{ taxRate: rate(1_000_001) }, 'taxRate', '税率过大'],
  ])('R5.5 %j names %s: %s', (wrong, path, message) => {
    expect(feeTermsFaults({ ...plainTerms, ...wrong })).toEqual([{ path, message }]);
  });

  it('R5.5 every wrong field is named at once', () => {
    const wrong = { ...plainTerms, ...tiered([1, -1]), lineCap: fen(-1), taxRate: rate(-1) };
    expect(feeTermsFaults(wrong).map(({ path }) => path)).toEqual(['scheme.tiers.0.from', 'lineCap', 'taxRate']);
  });
});
