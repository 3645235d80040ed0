import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDayAndReference, type FeeScheme, feeOfLine, feesOfLines, millionthsUpTo, tierOfTotal } from '../fee-rule.ts';
import { applyRate, fen, rateOf, sumFen } from '../money.ts';
import { allTerms, lineLists, plainLine, plainTerms, tierLists } from './fee-terms.fixture.ts';

const alone = { total: 100_000, before: 0 };
const percent = (count: number) => rateOf(count, 'percent');
const tiers = [
  { from: 0, rate: percent(1.2) },
  { from: 500_000, rate: percent(1) },
  { from: 1_000_000, rate: percent(0.8) },
];
const marginal: FeeScheme = { kind: 'tiered', method: 'marginal', tiers };
const reachedTiers: FeeScheme = { kind: 'tiered', method: 'whole', tiers };

describe('R4.9 the fee of a line', () => {
  it.each([
    [100_000, 1200],
    [123_457, 1481],
    // 1.2 % of 125 fen is 1.5 fen.
    [125, 2],
    [-125, -2],
    [41, 0],
    [42, 1],
    [0, 0],
  ])('R4.9 a rate of 1.2 %% of %i fen is %i fen, rounded half away from zero', (basis, fee) => {
    expect(feeOfLine(plainTerms, { ...plainLine, basis }, alone).fee).toBe(fee);
  });

  it('R4.9 a price of a unit may be finer than a fen', () => {
    const terms = { ...plainTerms, unit: '次', scheme: { kind: 'rate', rate: rateOf(350_000, 'millionths') } } as const;
    expect(feeOfLine(terms, { ...plainLine, unit: '次', basis: 3 }, alone)).toMatchObject({
      exact: 1_050_000n,
      fee: 1,
    });
    expect(feeOfLine(terms, { ...plainLine, unit: '次', basis: 10_000 }, alone).fee).toBe(3500);
  });

  it.each([
    ['line', 3, 200],
    ['line', 0, 200],
    ['line', -3, -200],
    ['unit', 3, 600],
    ['unit', 0, 0],
    ['unit', -3, -600],
  ] as const)('R4.9 a fixed fee of 200 fen a %s, for %i units, is %i fen', (per, basis, fee) => {
    const terms = { ...plainTerms, unit: '张', scheme: { kind: 'fixed', fee: fen(200), per } } as const;
    expect(feeOfLine(terms, { ...plainLine, unit: '张', basis }, alone).fee).toBe(fee);
  });

  it.each([
    [499_999, 1200],
    [500_000, 1000],
    [999_999, 1000],
    [1_000_000, 800],
    [-1, 1200],
  ])('R4.9 whole tiers: with a total of %i fen every ¥1,000.00 costs %i fen', (total, fee) => {
    const line = feeOfLine({ ...plainTerms, scheme: reachedTiers }, plainLine, { total, before: 0 });
    expect(line.fee).toBe(fee);
  });

  it.each([
    [0, 1200],
    [400_000, 1200],
    [450_000, 1100],
    [500_000, 1000],
    [950_000, 900],
    [2_000_000, 800],
  ])('R4.9 marginal tiers: after %i fen, ¥1,000.00 costs %i fen', (before, fee) => {
    const line = feeOfLine({ ...plainTerms, scheme: marginal }, plainLine, { total: 5_000_000, before });
    expect(line.fee).toBe(fee);
    expect(sumFen(line.slices.map(({ basis }) => fen(basis)))).toBe(plainLine.basis);
  });

  it('R4.9 marginal tiers round a line’s fee once, not its slices', () => {
    const halves = {
      ...plainTerms,
      scheme: {
        kind: 'tiered',
        method: 'marginal',
        tiers: [
          { from: 0, rate: percent(50) },
          { from: 1, rate: percent(50) },
        ],
      },
    } as const;
    // Two slices of half a fen are one fen; rounded each, they would be two.
    expect(feeOfLine(halves, { ...plainLine, basis: 2 }, { total: 2, before: 0 }).fee).toBe(1);
  });

  it('R4.9 a line’s own rate takes the place of the rule’s, whatever its kind', () => {
    for (const scheme of [
      plainTerms.scheme,
      marginal,
      reachedTiers,
      { kind: 'fixed', fee: fen(1), per: 'line' } as const,
    ]) {
      expect(feeOfLine({ ...plainTerms, scheme }, { ...plainLine, rate: percent(0.9) }, alone).fee).toBe(900);
    }
  });

  it.each([
    [1_000, 500, 'minimum'],
    [50_000, 600, null],
    [100_000, 1000, 'cap'],
    [0, 500, 'minimum'],
    [-1_000, -500, 'minimum'],
    [-100_000, -1000, 'cap'],
  ])('R4.9 a minimum of 500 and a cap of 1,000 fen a line: of %i fen it is %i (%s)', (basis, fee, limit) => {
    const terms = { ...plainTerms, lineMinimum: fen(500), lineCap: fen(1000) };
    expect(feeOfLine(terms, { ...plainLine, basis }, alone)).toMatchObject({ fee, limit });
  });

  it('R4.9 products beyond 2^53 are exact, and a fee beyond the safe range is an error', () => {
    const basis = 9_000_000_000_000_001;
    const half = { ...plainTerms, scheme: { kind: 'rate', rate: percent(50) } } as const;
    expect(feeOfLine(half, { ...plainLine, basis }, alone).fee).toBe(4_500_000_000_000_001);
    const dear = { ...plainTerms, scheme: { kind: 'rate', rate: rateOf(1e15, 'millionths') } } as const;
    expect(() => feeOfLine(dear, { ...plainLine, basis }, alone)).toThrow(RangeError);
  });

  it('R4.9 what takes a line back takes back exactly what the line cost', () => {
    fc.assert(
      fc.property(allTerms, lineLists, fc.nat(2_000_000), (terms, [line = plainLine], before) => {
        fc.pre(line.basis !== 0);
        const there = feeOfLine(terms, line, { total: before + line.basis, before });
        const back = feeOfLine(
          terms,
          { ...line, basis: -line.basis },
          { total: before + line.basis, before: before + line.basis },
        );
        expect(back.fee + there.fee).toBe(0);
        expect(back.exact + there.exact).toBe(0n);
      }),
    );
  });
});

describe('R4.9 the fees of a bill’s lines', () => {
  it('R4.9 lines go in the order of day and reference, by code point, whatever order they came in', () => {
    const line = (loanNo: string, occurredOn: string) => ({ ...plainLine, loanNo, occurredOn });
    const sorted = [
      line('B', '2026-10-09'),
      line('A', '2026-10-10'),
      line('LN-10', '2026-10-10'),
      line('LN-9', '2026-10-10'),
      line('LN-9A', '2026-10-10'),
      line('贷-1', '2026-10-10'),
      line('\u{ff5e}', '2026-10-10'),
      line('\u{1f600}', '2026-10-10'),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (shuffled) => {
        expect(shuffled.toSorted(byDayAndReference)).toEqual(sorted);
      }),
    );
  });

  it('R4.9 the sum is that of the fees, the same for every order, and each fee follows the integer formula', () => {
    fc.assert(
      fc.property(allTerms, lineLists, (terms, lines) => {
        const ruled = lines.map((line) => ({ line, terms }));
        const { lines: billed, totalBasis, amount } = feesOfLines(ruled);
        expect(amount).toBe(sumFen(billed.map(({ fee }) => fee.fee)));
        expect(feesOfLines(ruled.toReversed())).toEqual({ lines: billed, totalBasis, amount });
        let before = 0;
        for (const {
          ruled: { line },
          fee,
          position,
        } of billed) {
          expect(position).toEqual({ total: totalBasis, before });
          expect(fee.fee).toBe(byFormula(terms, line, position));
          before += line.basis;
        }
        expect(before).toBe(totalBasis);
      }),
    );
  });

  it('R4.9 marginal fees add up to what the total costs, to half a fen a line', () => {
    fc.assert(
      fc.property(tierLists, lineLists, (each, lines) => {
        const terms = { ...plainTerms, scheme: { kind: 'tiered', method: 'marginal', tiers: each } } as const;
        const ruled = lines.map((line) => ({ line: { ...line, rate: null }, terms }));
        const { amount, totalBasis } = feesOfLines(ruled);
        const off = BigInt(amount) * 1_000_000n - millionthsUpTo(each, totalBasis);
        const most = BigInt(lines.length) * 500_000n;
        expect(off <= most && off >= -most).toBe(true);
      }),
    );
  });

  it('R4.9 what a total costs by marginal tiers is the sum over its single units', () => {
    const small = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 });
    fc.assert(
      fc.property(
        small,
        fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 }),
        fc.nat(60),
        (starts, rates, total) => {
          const each = [0, ...starts.toSorted((a, b) => a - b)].map((from, at) => ({
            from,
            rate: rateOf(rates[at] ?? 0, 'millionths'),
          }));
          let sum = 0n;
          for (let unit = 0; unit < total; unit += 1) sum += BigInt(tierOfTotal(each, unit)?.rate ?? 0);
          expect(millionthsUpTo(each, total)).toBe(sum);
        },
      ),
    );
  });

  it('R4.9 a total beyond the safe range is an error, not a wrong number', () => {
    const huge = { terms: plainTerms, line: { ...plainLine, basis: Number.MAX_SAFE_INTEGER } };
    expect(() => feesOfLines([huge, { ...huge, line: { ...huge.line, loanNo: 'LN-2' } }])).toThrow(RangeError);
    expect(() => feesOfLines([{ ...huge, line: { ...huge.line, basis: 0.5 } }])).toThrow(RangeError);
  });

  it('R4.9 a rate of one kind and the rule of rates agree', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(1_000_000), (basis, millionths) => {
        const rate = rateOf(millionths, 'millionths');
        const line = feeOfLine({ ...plainTerms, scheme: { kind: 'rate', rate } }, { ...plainLine, basis }, alone);
        expect(line.fee).toBe(applyRate(fen(basis), rate));
      }),
    );
  });
});

type Formula = (...[terms, line, position]: Parameters<typeof feeOfLine>) => number;

/** The formula of the doc comment, in integers alone, as SQL has it. */
const byFormula: Formula = (terms, { basis, rate }, { total, before }) => {
  const { scheme, lineMinimum, lineCap } = terms;
  const numerator = (): bigint => {
    if (rate !== null) return BigInt(basis) * BigInt(rate);
    if (scheme.kind === 'rate') return BigInt(basis) * BigInt(scheme.rate);
    if (scheme.kind === 'fixed') {
      const times = scheme.per === 'unit' ? basis : basis < 0 ? -1 : 1;
      return BigInt(scheme.fee) * BigInt(times) * 1_000_000n;
    }
    if (scheme.method === 'whole') return BigInt(basis) * BigInt(tierOfTotal(scheme.tiers, total)?.rate ?? 0);
    return millionthsUpTo(scheme.tiers, before + basis) - millionthsUpTo(scheme.tiers, before);
  };
  const n = numerator();
  const rounded = Number(((n < 0n ? -n : n) * 2n + 1_000_000n) / 2_000_000n);
  if (lineMinimum === null && lineCap === null) return n < 0n ? 0 - rounded : rounded;
  const size = Math.min(Math.max(rounded, lineMinimum ?? 0), lineCap ?? rounded + (lineMinimum ?? 0));
  return basis < 0 ? 0 - size : size;
};
