import fc from 'fast-check';
import { type Fen, fen, rateOf } from '../money.ts';
import type { FeeLine, FeeScheme, FeeTerms } from './fee-terms.ts';

/** Terms without limits: 1.2 % of an amount, 6 % tax. */
export const plainTerms: FeeTerms = {
  unit: null,
  direction: 'payable',
  scheme: { kind: 'rate', rate: rateOf(1.2, 'percent') },
  lineMinimum: null,
  lineCap: null,
  billMinimum: null,
  billCap: null,
  taxRate: rateOf(6, 'percent'),
};

/** A line of ¥1,000.00 on 10 October. */
export const plainLine: FeeLine = { loanNo: 'LN-1', occurredOn: '2026-10-10', basis: 100_000, unit: null, rate: null };

const rates = fc.integer({ min: 0, max: 1_000_000 }).map((rate) => rateOf(rate, 'millionths'));

/** Tiers that begin at 0 and ascend. */
export const tierLists = fc
  .record({
    starts: fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 4 }),
    rates: fc.array(rates, { minLength: 5, maxLength: 5 }),
  })
  .map(({ starts, rates: each }) =>
    [0, ...starts.toSorted((a, b) => a - b)].map((from, at) => ({ from, rate: each[at] ?? rateOf(0, 'percent') })),
  );

/** Schemes of every kind. */
const schemes: fc.Arbitrary<FeeScheme> = fc.oneof(
  rates.map((rate) => ({ kind: 'rate', rate }) as const),
  fc
    .record({ fee: fc.nat(100_000).map(fen), per: fc.constantFrom('line', 'unit') })
    .map(({ fee, per }) => ({ kind: 'fixed', fee, per }) as const),
  fc
    .record({ method: fc.constantFrom('whole', 'marginal'), tiers: tierLists })
    .map(({ method, tiers }) => ({ kind: 'tiered', method, tiers }) as const),
);

const limits: fc.Arbitrary<readonly [Fen | null, Fen | null]> = fc
  .record({
    low: fc.option(fc.nat(5000)),
    more: fc.option(fc.nat(50_000)),
  })
  .map(({ low, more }) => [low === null ? null : fen(low), more === null ? null : fen((low ?? 0) + more)]);

/** Terms of every kind that `feeTermsFaults` accepts. */
export const allTerms: fc.Arbitrary<FeeTerms> = fc
  .record({ scheme: schemes, line: limits, bill: limits, taxRate: fc.constantFrom(0, 1, 6, 13) })
  .map(({ scheme, line, bill, taxRate }) => ({
    ...plainTerms,
    unit: scheme.kind === 'fixed' && scheme.per === 'unit' ? '张' : null,
    scheme,
    lineMinimum: line[0],
    lineCap: line[1],
    billMinimum: bill[0],
    billCap: bill[1],
    taxRate: rateOf(taxRate, 'percent'),
  }));

/** Lines with every kind of basis, of a few days and references. */
export const lineLists: fc.Arbitrary<readonly FeeLine[]> = fc.uniqueArray(
  fc.record({
    loanNo: fc.integer({ min: 1, max: 99 }).map((no) => `LN-${no}`),
    occurredOn: fc.integer({ min: 10, max: 28 }).map((day) => `2026-10-${day}`),
    basis: fc.oneof(fc.nat(1_000_000), fc.integer({ min: -200_000, max: 0 })),
    unit: fc.constant(null),
    rate: fc.option(rates, { freq: 6 }),
  }),
  { minLength: 1, maxLength: 25, selector: ({ loanNo, occurredOn }) => `${occurredOn} ${loanNo}` },
);
