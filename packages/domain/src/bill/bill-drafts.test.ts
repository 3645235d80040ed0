import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BillKey, draftBills, leftOutNames, type StageLine } from '../bill.ts';
import { type FeeRuleVersion, type FeeTerms, feeOfLine } from '../fee-rule.ts';
import { fen, largestAmount, rateOf, sumFen, taxIn } from '../money.ts';

const terms: FeeTerms = {
  unit: null,
  direction: 'payable',
  scheme: { kind: 'rate', rate: rateOf(1, 'percent') },
  lineMinimum: null,
  lineCap: null,
  billMinimum: null,
  billCap: null,
  taxRate: rateOf(6, 'percent'),
};
const version = (changes: Partial<FeeTerms> = {}, scope: Partial<FeeRuleVersion> = {}): FeeRuleVersion => ({
  ruleId: 'R1',
  version: 1,
  holdsFrom: '2026-01-01',
  productId: 'P1',
  orgId: null,
  tenantId: null,
  ...scope,
  terms: { ...terms, ...changes },
});
const line = (lineId: string, changes: Partial<StageLine> = {}): StageLine => ({
  lineId,
  loanNo: lineId,
  tenantId: 'T1',
  stageId: 'S1',
  projectId: 'J1',
  productId: 'P1',
  orgId: 'O1',
  occurredOn: '2026-10-10',
  basis: 10_000,
  unit: null,
  rate: null,
  ...changes,
});

describe('R4.9 the drafts of a stage', () => {
  it('R4.9 one bill for a tenant, stage, project, product, org, direction and tax rate', () => {
    const versions = [
      version(),
      version({ taxRate: rateOf(13, 'percent') }, { version: 2, holdsFrom: '2026-10-15' }),
      version({ direction: 'receivable' }, { ruleId: 'R2', productId: 'P2' }),
    ];
    const lines = [
      line('a'),
      line('b'),
      line('tenant', { tenantId: 'T2' }),
      line('stage', { stageId: 'S2' }),
      line('project', { projectId: 'J2' }),
      line('org', { orgId: 'O2' }),
      line('product', { productId: 'P2' }),
      line('tax', { occurredOn: '2026-10-15' }),
    ];
    const { drafts, leftOut } = draftBills(lines, versions);
    expect(leftOut).toEqual([]);
    expect(drafts.map(({ lines: each }) => each.map(({ ruled }) => ruled.line.lineId))).toEqual([
      ['a', 'b'],
      ['tenant'],
      ['stage'],
      ['project'],
      ['org'],
      ['product'],
      ['tax'],
    ]);
    const keys: readonly (keyof BillKey)[] = [
      'tenantId',
      'stageId',
      'projectId',
      'productId',
      'orgId',
      'direction',
      'taxRate',
    ];
    for (const draft of drafts) expect(Object.keys(draft.key).toSorted()).toEqual(keys.toSorted());
    expect(drafts.at(-2)?.key.direction).toBe('receivable');
    expect(drafts.at(-1)?.key.taxRate).toBe(130_000);
  });

  it('R4.9 lines that are left out are named with the reason', () => {
    const versions = [version(), version({}, { ruleId: 'R3', productId: 'P3' })];
    const lines = [
      line('a'),
      line('early', { occurredOn: '2025-12-31' }),
      line('unknown', { productId: 'P9' }),
      line('cards', { unit: '张' }),
      line('credit', { orgId: 'O2', basis: -10_000 }),
      line('huge-1', { productId: 'P3', basis: Number.MAX_SAFE_INTEGER }),
      line('huge-2', { productId: 'P3', basis: Number.MAX_SAFE_INTEGER }),
    ];
    const { drafts, leftOut } = draftBills(lines, versions);
    expect(drafts).toHaveLength(1);
    expect(new Set(leftOut.map(({ reason }) => leftOutNames[reason])).size).toBe(4);
    expect(leftOut).toEqual([
      { reason: 'noRule', lineIds: ['early', 'unknown'] },
      { reason: 'otherUnit', lineIds: ['cards'] },
      { reason: 'negative', lineIds: ['credit'] },
      { reason: 'tooLarge', lineIds: ['huge-1', 'huge-2'] },
    ]);
  });

  it('R4.13 lines of a tenant that is not certified are left out, whatever else is wrong with them, and no others', () => {
    const lines = [
      line('own'),
      line('theirs', { tenantId: 'T2' }),
      line('unruled', { tenantId: 'T2', productId: 'P9' }),
      line('corrects', { tenantId: 'T2', corrects: 'notCharged' }),
    ];
    const { drafts, leftOut } = draftBills(lines, [version()], new Set(['T2']));
    expect(drafts).toMatchObject([{ key: { tenantId: 'T1' }, amount: 100 }]);
    expect(leftOut).toEqual([{ reason: 'notCertified', lineIds: ['theirs', 'unruled', 'corrects'] }]);
    expect(draftBills(lines.slice(0, 2), [version()]).drafts).toHaveLength(2);
  });

  it('R4.9 a fee and a bill are at most ten billion yuan, and one fen more leaves their lines out', () => {
    const whole = [version({ scheme: { kind: 'rate', rate: rateOf(100, 'percent') } })];
    const most = line('most', { basis: largestAmount });
    expect(draftBills([most], whole).drafts[0]).toMatchObject({ amount: largestAmount });
    expect(draftBills([most, line('more', { basis: 1 })], whole).leftOut).toEqual([
      { reason: 'tooLarge', lineIds: ['most', 'more'] },
    ]);
    const byUnit = [version({ unit: '份', scheme: { kind: 'fixed', fee: fen(2), per: 'unit' } })];
    expect(draftBills([line('fee', { unit: '份', basis: largestAmount })], byUnit).leftOut).toEqual([
      { reason: 'tooLarge', lineIds: ['fee'] },
    ]);
    const capped = [version({ scheme: { kind: 'rate', rate: rateOf(100, 'percent') }, billCap: fen(100) })];
    expect(draftBills([most, line('more')], capped).drafts[0]).toMatchObject({ amount: 100 });
  });

  it('R4.9 a bill’s minimum and cap are those of the version of its last line', () => {
    const versions = [
      version({ billMinimum: fen(500) }),
      version({ billMinimum: fen(900) }, { version: 2, holdsFrom: '2026-10-15' }),
    ];
    const early = line('early');
    const late = line('late', { occurredOn: '2026-10-20' });
    expect(draftBills([late, early], versions).drafts[0]).toMatchObject({ amount: 900, components: { minimum: 700 } });
    expect(draftBills([early], versions).drafts[0]).toMatchObject({ amount: 500, components: { minimum: 400 } });
  });

  it('R4.9 tiers go by the bill’s total, across the versions of its rule', () => {
    const tiers = [
      { from: 0, rate: rateOf(2, 'percent') },
      { from: 15_000, rate: rateOf(1, 'percent') },
    ];
    const versions = [
      version({ scheme: { kind: 'tiered', method: 'whole', tiers } }),
      version({ scheme: { kind: 'tiered', method: 'marginal', tiers } }, { version: 2, holdsFrom: '2026-10-15' }),
    ];
    const [draft] = draftBills([line('b', { occurredOn: '2026-10-20' }), line('a')], versions).drafts;
    expect(draft?.totalBasis).toBe(20_000);
    // The first line at the rate that 20,000 reaches; the second one fills 10,000 to 20,000 at both rates.
    expect(draft?.lines.map(({ fee }) => fee.fee)).toEqual([100, 150]);
  });

  it('R4.9 tiers of amounts and of counts go by their own totals, also in one bill', () => {
    const tiers = [
      { from: 0, rate: rateOf(2, 'percent') },
      { from: 15_000, rate: rateOf(1, 'percent') },
    ];
    const cards = [
      { from: 0, rate: rateOf(200_000_000, 'millionths') },
      { from: 3, rate: rateOf(100_000_000, 'millionths') },
    ];
    const versions = [
      version({ scheme: { kind: 'tiered', method: 'whole', tiers } }),
      version(
        { unit: '张', scheme: { kind: 'tiered', method: 'marginal', tiers: cards } },
        { version: 2, holdsFrom: '2026-10-15' },
      ),
    ];
    const later = { occurredOn: '2026-10-20', unit: '张' };
    const lines = [line('a'), line('b', { ...later, basis: 2 }), line('c', { ...later, basis: 9000 })];
    const [draft] = draftBills(lines, versions).drafts;
    expect(draft?.lines.map(({ position }) => position)).toEqual([
      { total: 10_000, before: 0 },
      { total: 9002, before: 0 },
      { total: 9002, before: 2 },
    ]);
    expect(draft?.lines.map(({ fee }) => fee.fee)).toEqual([200, 400, 200 + 8999 * 100]);
  });

  const anyLines = fc.array(
    fc.record({
      tenantId: fc.constantFrom('T1', 'T2'),
      orgId: fc.constantFrom('O1', 'O2'),
      productId: fc.constantFrom('P1', 'P2', 'P9'),
      occurredOn: fc.constantFrom('2025-12-31', '2026-10-10', '2026-10-20'),
      basis: fc.integer({ min: -50_000, max: 500_000 }),
      rate: fc.option(
        fc.nat(50_000).map((rate) => rateOf(rate, 'millionths')),
        { freq: 5 },
      ),
    }),
    { maxLength: 40 },
  );
  const versions = [
    version({ billMinimum: fen(300), billCap: fen(9000) }),
    version({ taxRate: rateOf(13, 'percent'), lineMinimum: fen(7) }, { version: 2, holdsFrom: '2026-10-15' }),
    version({ direction: 'receivable' }, { ruleId: 'R2', productId: 'P2', tenantId: 'T2' }),
    version({ scheme: { kind: 'fixed', fee: fen(120), per: 'line' } }, { ruleId: 'R3', productId: 'P2' }),
  ];

  it('R4.9 every line is in exactly one draft or left out, and a draft is the sum of its lines by rule', () => {
    fc.assert(
      fc.property(anyLines, (facts) => {
        const lines = facts.map((fact, at) => line(`L${at}`, fact));
        const { drafts, leftOut } = draftBills(lines, versions);
        const placed = [
          ...drafts.flatMap((draft) => draft.lines.map(({ ruled }) => ruled.line.lineId)),
          ...leftOut.flatMap(({ lineIds }) => lineIds),
        ];
        expect(placed.toSorted()).toEqual(lines.map(({ lineId }) => lineId).toSorted());
        for (const { key, lines: each, components, amount, taxAmount } of drafts) {
          const fees = each.map(({ ruled, position }) => feeOfLine(ruled.version.terms, ruled.line, position).fee);
          expect(sumFen(fees)).toBe(components.lines);
          expect(components.lines + components.minimum + components.cap).toBe(amount);
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(taxAmount).toBe(taxIn(amount, key.taxRate));
          for (const { ruled } of each) {
            expect(ruled.version.terms).toMatchObject({ direction: key.direction, taxRate: key.taxRate });
          }
        }
      }),
    );
  });

  it('R4.9 the sum over bills of any filter is the sum of their components', () => {
    fc.assert(
      fc.property(
        anyLines,
        fc.constantFrom('T1', 'T2'),
        fc.constantFrom('payable', 'receivable'),
        (facts, tenantId, direction) => {
          const { drafts } = draftBills(
            facts.map((fact, at) => line(`L${at}`, fact)),
            versions,
          );
          const found = drafts.filter(({ key }) => key.tenantId === tenantId && key.direction === direction);
          const parts = found.flatMap(({ components: { lines, minimum, cap } }) => [lines, minimum, cap]);
          expect(sumFen(found.map(({ amount }) => amount))).toBe(sumFen(parts));
        },
      ),
    );
  });

  it('R4.9 drafts are the same when they are drawn up again, from lines in any order', () => {
    fc.assert(
      fc.property(anyLines, (facts) => {
        const lines = facts.map((fact, at) => line(`L${at}`, fact));
        const amounts = (each: readonly StageLine[]) =>
          new Map(draftBills(each, versions).drafts.map(({ key, amount }) => [JSON.stringify(key), amount]));
        expect(amounts(lines.toReversed())).toEqual(amounts(lines));
      }),
    );
  });
});
