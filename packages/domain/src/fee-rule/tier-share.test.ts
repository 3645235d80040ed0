import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, noFen, rateOf, sumFen } from '../money.ts';
import { feesOfLines } from './bill-fees.ts';
import { allTerms, lineLists, plainLine, plainTerms, tierLists } from './fee-terms.fixture.ts';
import type { FeeLine, FeeTerms } from './fee-terms.ts';
import { tierParts, tierShareOf } from './tier-share.ts';

const tiers = [
  { from: 0, rate: rateOf(1.2, 'percent') },
  { from: 10_000_000, rate: rateOf(0.9, 'percent') },
  { from: 50_000_000, rate: rateOf(0.6, 'percent') },
];
const marginal: FeeTerms = { ...plainTerms, scheme: { kind: 'tiered', method: 'marginal', tiers } };
const whole: FeeTerms = { ...plainTerms, scheme: { kind: 'tiered', method: 'whole', tiers } };

/** The table of lines under one version, reckoned as a bill is. */
const tableOf = (terms: FeeTerms, lines: readonly FeeLine[]) => {
  if (terms.scheme.kind !== 'tiered') throw new Error('terms with tiers');
  const billed = feesOfLines(lines.map((line) => ({ line, terms })));
  const limit = (which: 'minimum' | 'cap') =>
    sumFen(billed.lines.map(({ fee }) => (fee.limit === which ? fen(fee.fee - fee.rounded) : noFen)));
  const fees = { amount: billed.amount, lineMinimum: limit('minimum'), lineCap: limit('cap') };
  return { parts: tierParts(terms, tierShareOf(terms.scheme, billed.lines), fees), amount: billed.amount };
};

const line = (no: number, basis: number, more: Partial<FeeLine> = {}): FeeLine => ({
  ...plainLine,
  loanNo: `LN-${no}`,
  basis,
  ...more,
});

describe('R10.3 a tiered version as a table', () => {
  it('R10.3 each tier has what fills it, and the rounding of each line stands in a line of its own', () => {
    const lines = Array.from({ length: 9 }, (_, at) => line(at + 1, 3_333_337));
    const { parts, amount } = tableOf(marginal, lines);
    expect(parts).toEqual([
      { label: '¥0.00 至 ¥100,000.00 的部分', basis: '¥100,000.00', charge: '1.20%', amount: 120_000 },
      { label: '¥100,000.00 至 ¥500,000.00 的部分', basis: '¥200,000.33', charge: '0.90%', amount: 180_000 },
      { label: '¥500,000.00 以上的部分', basis: '¥0.00', charge: '0.60%', amount: 0 },
    ]);
    expect(sumFen(parts?.map((part) => part.amount) ?? [])).toBe(amount);
    const odd = tableOf(
      marginal,
      Array.from({ length: 4 }, (_, at) => line(at + 1, 50)),
    );
    // 0.6 fen each, rounded to 1, are 4; the tier comes to 2.4.
    expect(odd.parts?.[0]).toMatchObject({ basis: '¥2.00', amount: 2 });
    expect(odd.parts?.at(-1)).toEqual({ label: '逐笔四舍五入', amount: 2 });
    expect(odd.amount).toBe(4);
  });

  it('R10.3 whole tiers: the reached one has everything', () => {
    const { parts } = tableOf(whole, [line(1, 6_000_000), line(2, 7_000_000)]);
    expect(parts).toEqual([
      { label: '不满 ¥100,000.00', basis: '¥0.00', charge: '1.20%', amount: 0 },
      { label: '满 ¥100,000.00 不满 ¥500,000.00', basis: '¥130,000.00', charge: '0.90%', amount: 117_000 },
      { label: '满 ¥500,000.00', basis: '¥0.00', charge: '0.60%', amount: 0 },
    ]);
  });

  it('R10.3 of counts says the unit and the price of one', () => {
    const scheme = {
      kind: 'tiered',
      method: 'marginal',
      tiers: [
        { from: 0, rate: rateOf(200_000_000, 'millionths') },
        { from: 10, rate: rateOf(150_000_000, 'millionths') },
      ],
    } as const;
    const { parts } = tableOf({ ...plainTerms, unit: '张', scheme }, [line(1, 12, { unit: '张' })]);
    expect(parts).toEqual([
      { label: '0 张 至 10 张 的部分', basis: '10 张', charge: '每张 ¥2.00', amount: 2000 },
      { label: '10 张 以上的部分', basis: '2 张', charge: '每张 ¥1.50', amount: 300 },
    ]);
  });

  it('R10.3 own rates, minimums and caps of lines are lines of their own', () => {
    const limited = { ...marginal, lineMinimum: fen(100), lineCap: fen(50_000) };
    const own = rateOf(2, 'percent');
    const { parts } = tableOf(limited, [line(1, 1000), line(2, 9_000_000), line(3, 100_000, { rate: own })]);
    expect(parts?.slice(3)).toEqual([
      { label: '约定费率的 1 笔（计入累计，不按档位收费）', amount: 2000 },
      { label: '补足每笔最低收费', amount: 88 },
      { label: '扣减至每笔最高收费', amount: -58_000 },
    ]);
  });

  it('R10.3 of what was not noted no table is made: without a share, without its limits, without tiers', () => {
    const fees = { amount: fen(100), lineMinimum: null, lineCap: null };
    const share = { bases: [1, 0, 0], ownCount: 0, ownFee: noFen, correctionCount: 0, correctionFee: noFen };
    expect(tierParts(marginal, null, fees)).toBeNull();
    expect(tierParts({ ...marginal, lineCap: fen(9) }, share, fees)).toBeNull();
    expect(tierParts(plainTerms, share, fees)).toBeNull();
    expect(tierParts(marginal, { ...share, bases: [Number.MAX_SAFE_INTEGER, 1, 1] }, fees)).not.toBeNull();
    const dear = {
      ...marginal.scheme,
      tiers: [{ from: 0, rate: rateOf(2_000_000, 'millionths') }],
    } as FeeTerms['scheme'];
    expect(tierParts({ ...marginal, scheme: dear }, { ...share, bases: [Number.MAX_SAFE_INTEGER] }, fees)).toBeNull();
  });

  it('R10.3 the parts add up to what was charged, to the fen, whatever the lines and limits', () => {
    const tiered = fc.record({ terms: allTerms, tiers: tierLists, method: fc.constantFrom('whole', 'marginal') }).map(
      ({ terms, tiers: each, method }): FeeTerms => ({
        ...terms,
        unit: null,
        scheme: { kind: 'tiered', method, tiers: each },
      }),
    );
    fc.assert(
      fc.property(tiered, lineLists, (terms, lines) => {
        const { parts, amount } = tableOf(terms, lines);
        expect(sumFen(parts?.map((part) => part.amount) ?? [])).toBe(amount);
        const rounding = parts?.find(({ label }) => label === '逐笔四舍五入')?.amount ?? 0;
        const tierCount = terms.scheme.kind === 'tiered' ? terms.scheme.tiers.length : 0;
        expect(Math.abs(rounding)).toBeLessThanOrEqual((lines.length + tierCount) / 2);
      }),
    );
  });
});
