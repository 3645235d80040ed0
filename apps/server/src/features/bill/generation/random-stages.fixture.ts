import type { StageLine } from '@ronghui/domain/bill';
import type { FeeRuleVersion, FeeScheme, FeeTerms } from '@ronghui/domain/fee-rule';
import { type Fen, fen, type Rate, rateOf } from '@ronghui/domain/money';
import fc from 'fast-check';

const days = ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-15', '2026-10-31'] as const;
const millionths = (most: number): fc.Arbitrary<Rate> => fc.nat(most).map((rate) => rateOf(rate, 'millionths'));
const amount = (most: number): fc.Arbitrary<Fen> => fc.nat(most).map(fen);

const schemeOf = (unit: string | null): fc.Arbitrary<FeeScheme> => {
  const rate = unit === null ? millionths(1_000_000) : millionths(500_000_000);
  const starts = fc.uniqueArray(fc.integer({ min: 1, max: unit === null ? 2_000_000 : 200 }), { maxLength: 4 });
  return fc.oneof(
    rate.map((each) => ({ kind: 'rate', rate: each }) as const),
    fc.record({ kind: fc.constant('fixed' as const), fee: amount(100_000), per: fc.constantFrom('line', 'unit') }),
    fc
      .record({
        starts,
        rates: fc.array(rate, { minLength: 5, maxLength: 5 }),
        method: fc.constantFrom('whole', 'marginal'),
      })
      .map(({ starts: given, rates, method }): FeeScheme => {
        const from = [0, ...given.toSorted((one, other) => one - other)];
        return {
          kind: 'tiered',
          method,
          tiers: from.map((each, at) => ({ from: each, rate: rates[at] ?? rateOf(0, 'percent') })),
        };
      }),
  );
};

/** A minimum and a cap that is not below it, each of which may be missing. */
const limits = (most: number): fc.Arbitrary<readonly [Fen | null, Fen | null]> =>
  fc
    .record({ low: fc.option(fc.nat(most)), more: fc.option(fc.nat(most * 10)) })
    .map(({ low, more }) => [low === null ? null : fen(low), more === null ? null : fen((low ?? 0) + more)]);

const terms: fc.Arbitrary<FeeTerms> = fc.constantFrom(null, null, '张').chain((unit) =>
  fc
    .record({
      scheme: schemeOf(unit),
      line: limits(5000),
      bill: limits(100_000),
      tax: fc.constantFrom(0, 6, 6, 13),
      direction: fc.constantFrom('payable', 'payable', 'receivable'),
    })
    .map(({ scheme, line, bill, tax, direction }) => ({
      unit,
      direction,
      scheme,
      lineMinimum: line[0],
      lineCap: line[1],
      billMinimum: bill[0],
      billCap: bill[1],
      taxRate: rateOf(tax, 'percent'),
    })),
);

/** The tenants and organisations of random stages; a project of a tenant is `<tenant>-<letter>`. */
export interface Parties {
  readonly tenants: readonly string[];
  readonly orgs: readonly string[];
}

/** Rules of one product that overlap: for all, for an organisation, for a tenant, for both. */
const rulesOf = (productId: string, { tenants, orgs }: Parties): fc.Arbitrary<readonly FeeRuleVersion[]> =>
  fc
    .uniqueArray(
      fc.record({
        tenantId: fc.constantFrom(null, null, ...tenants),
        orgId: fc.constantFrom(null, null, ...orgs),
        versions: fc.array(
          fc.record({ holdsFrom: fc.constantFrom('2020-01-01', '2020-01-01', '2020-01-01', ...days), terms }),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
      }),
      { minLength: 1, maxLength: 4, selector: ({ tenantId, orgId }) => `${tenantId} ${orgId}` },
    )
    .map((rules) =>
      rules.flatMap(({ tenantId, orgId, versions }, rule) =>
        versions.map((each, at) => ({
          ruleId: `${productId}-${rule}`,
          version: at + 1,
          productId,
          orgId,
          tenantId,
          ...each,
        })),
      ),
    );

const basis = fc.oneof(
  { weight: 80, arbitrary: fc.nat(3_000_000) },
  { weight: 15, arbitrary: fc.integer({ min: -500_000, max: 0 }) },
  { weight: 3, arbitrary: fc.integer({ min: 9_000_000_000_000, max: 400_000_000_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER) },
);

const linesOf = (productId: string, { tenants, orgs }: Parties): fc.Arbitrary<readonly StageLine[]> =>
  fc
    .array(
      fc.record({
        tenantId: fc.constantFrom(...tenants),
        orgId: fc.constantFrom(...orgs),
        project: fc.constantFrom('a', 'a', 'b'),
        occurredOn: fc.constantFrom(...days),
        // Their order is that of code points, in which 𠀀 comes after ～ and Z before a.
        letter: fc.constantFrom('a', 'Z', '～', '𠀀', '-'),
        basis,
        unit: fc.constantFrom(null, null, null, null, '张'),
        rate: fc.option(millionths(50_000), { freq: 6 }),
      }),
      { minLength: 30, maxLength: 70 },
    )
    .map((facts) =>
      facts.map(({ project, letter, ...fact }, at) => ({
        ...fact,
        lineId: `${productId}-${at}`,
        loanNo: `${letter}${String(at).padStart(2, '0')}`,
        stageId: '',
        productId,
        projectId: `${fact.tenantId}-${project}`,
      })),
    );

/** Rules and lines of one product. */
export interface RandomProduct {
  readonly versions: readonly FeeRuleVersion[];
  readonly lines: readonly StageLine[];
}

/** Products with rules of every kind and lines of every kind, the same ones for a seed. */
export const randomProducts = (parties: Parties, count: number, seed: number): readonly RandomProduct[] =>
  Array.from({ length: count }, (_, at) => {
    const productId = `p${seed}-${at}`;
    const product = fc.record({ versions: rulesOf(productId, parties), lines: linesOf(productId, parties) });
    const [only] = fc.sample(product, { numRuns: 1, seed: seed * 1000 + at });
    if (only === undefined) throw new Error('there is one sample');
    return only;
  });
