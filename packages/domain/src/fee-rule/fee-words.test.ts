import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FeeLine,
  type FeeTerms,
  feeOfLine,
  feeRuleText,
  feeShareText,
  feesOfLines,
  lineFeeText,
  type TierPosition,
} from '../fee-rule.ts';
import { fen, rateOf, rmbText } from '../money.ts';
import { allTerms, lineLists, plainLine, plainTerms } from './fee-terms.fixture.ts';

const percent = (count: number) => rateOf(count, 'percent');
const tiers = [
  { from: 0, rate: percent(1.2) },
  { from: 500_000_000, rate: percent(1) },
];
const whole: Partial<FeeTerms> = { scheme: { kind: 'tiered', method: 'whole', tiers } };
const marginal: Partial<FeeTerms> = { scheme: { kind: 'tiered', method: 'marginal', tiers } };
const perCard: Partial<FeeTerms> = { unit: '张', scheme: { kind: 'fixed', fee: fen(200), per: 'unit' } };
const perCall: Partial<FeeTerms> = { unit: '次', scheme: { kind: 'rate', rate: rateOf(350_000, 'millionths') } };

const rule = (terms: Partial<FeeTerms>): string =>
  feeRuleText({
    version: 3,
    holdsFrom: '2026-10-01',
    terms: { ...plainTerms, ...terms },
  });

describe('R10.3 a rule in words', () => {
  it.each<[Partial<FeeTerms>, string]>([
    [{}, '按计费金额的 1.20% 收取'],
    [perCall, '每次 ¥0.0035'],
    [perCard, '每张 ¥2.00'],
    [{ scheme: { kind: 'fixed', fee: fen(200), per: 'line' } }, '每笔 ¥2.00'],
    [
      whole,
      '按本账单的计费金额合计分档，全部按所达到的一档收取：不满 ¥5,000,000.00 按 1.20%，满 ¥5,000,000.00 按 1.00%',
    ],
    [
      marginal,
      '按本账单的计费金额合计分档，各档的部分分别收取：¥0.00 至 ¥5,000,000.00 的部分按 1.20%，超过 ¥5,000,000.00 的部分按 1.00%',
    ],
    [
      { lineMinimum: fen(100), lineCap: fen(50_000), billMinimum: fen(10_000), billCap: fen(9_000_000) },
      '按计费金额的 1.20% 收取，每笔最低 ¥1.00，每笔最高 ¥500.00，每张账单最低 ¥100.00，每张账单最高 ¥90,000.00',
    ],
  ])('R10.3 %j', (terms, sentence) => {
    expect(rule(terms)).toBe(`规则第 3 版，自 2026-10-01 起：${sentence}；金额含税，税率 6%。`);
  });

  it.each<[Partial<FeeTerms>, string]>([
    [{}, '适用 1,283 笔，计费金额 ¥11,360,722.22，费用 ¥128,406.50。'],
    [
      whole,
      '本账单计费金额合计 ¥12,000,000.00，全部按 1.00%；适用 1,283 笔，计费金额 ¥11,360,722.22，费用 ¥128,406.50。',
    ],
    [
      marginal,
      '本账单计费金额合计 ¥12,000,000.00，最高一档为 1.00%；适用 1,283 笔，计费金额 ¥11,360,722.22，费用 ¥128,406.50。',
    ],
    [perCard, '适用 1,283 笔，数量 1,136,072,222 张，费用 ¥128,406.50。'],
  ])('R10.3 with the numbers of the bill: %j', (terms, sentence) => {
    const share = { lineCount: 1283, basis: 1_136_072_222, amount: fen(12_840_650), totalBasis: 1_200_000_000 };
    expect(feeShareText({ ...plainTerms, ...terms }, share)).toBe(sentence);
  });
});

const computed = (terms: Partial<FeeTerms>, line: Partial<FeeLine>, position: TierPosition): string => {
  const all = { ...plainTerms, ...terms };
  const each = { ...plainLine, ...line };
  return lineFeeText(all, each, position, feeOfLine(all, each, position));
};

describe('R10.3 the computation of a line in words', () => {
  it.each<[Partial<FeeTerms>, Partial<FeeLine>, TierPosition, string]>([
    [{}, {}, { total: 100_000, before: 0 }, '¥1,000.00 × 1.20% = ¥12.00'],
    [{}, { basis: 123_457 }, { total: 123_457, before: 0 }, '¥1,234.57 × 1.20% = ¥14.81484，四舍五入为 ¥14.81'],
    [{}, { basis: -100_000 }, { total: 0, before: 100_000 }, '-¥1,000.00 × 1.20% = -¥12.00'],
    [{}, { rate: percent(0.9) }, { total: 100_000, before: 0 }, '本笔约定费率：¥1,000.00 × 0.90% = ¥9.00'],
    [perCard, { unit: '张', basis: 3 }, { total: 3, before: 0 }, '3 张 × ¥2.00 = ¥6.00'],
    [perCall, { unit: '次', basis: 3 }, { total: 3, before: 0 }, '3 次 × ¥0.0035 = ¥0.0105，四舍五入为 ¥0.01'],
    [{ scheme: { kind: 'fixed', fee: fen(200), per: 'line' } }, {}, { total: 1, before: 0 }, '一笔 = ¥2.00'],
    [
      { scheme: { kind: 'fixed', fee: fen(200), per: 'line' } },
      { basis: -1 },
      { total: 0, before: 1 },
      '冲回一笔 = -¥2.00',
    ],
    [whole, {}, { total: 600_000_000, before: 0 }, '本账单计费金额合计 ¥6,000,000.00：¥1,000.00 × 1.00% = ¥10.00'],
    [
      marginal,
      {},
      { total: 600_000_000, before: 499_950_000 },
      '此前已累计 ¥4,999,500.00：¥500.00 × 1.20% + ¥500.00 × 1.00% = ¥11.00',
    ],
    [
      { lineMinimum: fen(2000) },
      {},
      { total: 100_000, before: 0 },
      '¥1,000.00 × 1.20% = ¥12.00，不足每笔最低收费，按 ¥20.00',
    ],
    [
      { lineCap: fen(1000) },
      { basis: -123_457 },
      { total: 0, before: 0 },
      '-¥1,234.57 × 1.20% = -¥14.81484，四舍五入为 -¥14.81，超过每笔最高收费，按 -¥10.00',
    ],
  ])('R10.3 %j %j %j: %s', (terms, line, position, text) => {
    expect(computed(terms, line, position)).toBe(text);
  });

  it('R10.3 ends with the fee, and its products add up to what it says before rounding', () => {
    fc.assert(
      fc.property(allTerms, lineLists, (terms, lines) => {
        for (const { ruled, position, fee } of feesOfLines(lines.map((line) => ({ line, terms }))).lines) {
          const text = lineFeeText(terms, ruled.line, position, fee);
          expect(text.endsWith(` ${rmbText(fee.fee)}`)).toBe(true);
          const products = [...text.matchAll(/(-?)¥([\d,.]+) × ([\d.]+)%/g)];
          if (products.length === 0) continue;
          const sum = products.reduce((total, [, sign, basis = '', rate = '']) => {
            const size = scaled(basis, 2) * scaled(rate, 4);
            return total + (sign === '-' ? -size : size);
          }, 0n);
          const [, sign, exact = ''] = /= (-?)¥([\d,.]+)/.exec(text) ?? [];
          expect(sum).toBe(sign === '-' ? -scaled(exact, 8) : scaled(exact, 8));
        }
      }),
    );
  });
});

/** The digits of a decimal number, as an integer with some decimals. */
const scaled = (text: string, decimals: number): bigint => {
  const [whole = '', part = ''] = text.replaceAll(',', '').split('.');
  return BigInt(`${whole}${part.padEnd(decimals, '0')}`);
};
