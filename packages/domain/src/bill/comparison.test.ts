import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, type ComparedBill, compareBills } from '../bill.ts';
import { fen, sumFen } from '../money.ts';

const bill = (
  changes: Partial<Omit<ComparedBill, 'components'>>,
  components: Partial<ComparedBill['components']> = {},
): ComparedBill => ({
  lineCount: 10,
  basis: 1_000_000,
  unit: null,
  isPerLine: false,
  lineLimits: { minimum: fen(0), cap: fen(0) },
  ...changes,
  components: { lines: fen(12_000), minimum: fen(0), cap: fen(0), adjustments: [], ...components },
});

describe('R10.3 why a bill differs from the one before', () => {
  it.each<[string, ComparedBill, ReturnType<typeof compareBills>]>([
    ['nothing', bill({}), []],
    [
      'more lines',
      bill({ lineCount: 15, basis: 1_500_000 }, { lines: fen(18_000) }),
      [{ label: '笔数增加 5 笔（10 → 15）', amount: fen(6000) }],
    ],
    [
      'fewer lines',
      bill({ lineCount: 5, basis: 500_000 }, { lines: fen(6000) }),
      [{ label: '笔数减少 5 笔（10 → 5）', amount: fen(-6000) }],
    ],
    [
      'larger lines',
      bill({ basis: 2_000_000 }, { lines: fen(24_000) }),
      [{ label: '平均每笔计费金额增加', amount: fen(12_000) }],
    ],
    ['other rates', bill({}, { lines: fen(10_000) }), [{ label: '平均费率 1.20% → 1.00%', amount: fen(-2000) }]],
    [
      'all of them',
      bill(
        { lineCount: 20, basis: 1_000_000 },
        { lines: fen(10_000), minimum: fen(500), cap: fen(-300), adjustments: [fen(-40), fen(10)] },
      ),
      [
        { label: '笔数增加 10 笔（10 → 20）', amount: fen(12_000) },
        { label: '平均每笔计费金额减少', amount: fen(-12_000) },
        { label: '平均费率 1.20% → 1.00%', amount: fen(-2000) },
        { label: '账单最低收费', amount: fen(500) },
        { label: '账单最高收费', amount: fen(-300) },
        { label: '调整', amount: fen(-30) },
      ],
    ],
    [
      'another unit',
      bill({ unit: '张', basis: 10 }, { lines: fen(13_000) }),
      [{ label: '收费标准变化', amount: fen(1000) }],
    ],
    [
      'fees a line',
      bill({ isPerLine: true, lineCount: 11, basis: 9_000_000 }, { lines: fen(13_200) }),
      [{ label: '笔数增加 1 笔（10 → 11）', amount: fen(1200) }],
    ],
    [
      'a minimum of a line',
      bill({ lineCount: 20, basis: 1_000_000, lineLimits: { minimum: fen(900), cap: fen(0) } }, { lines: fen(12_900) }),
      [
        { label: '笔数增加 10 笔（10 → 20）', amount: fen(12_000) },
        { label: '平均每笔计费金额减少', amount: fen(-12_000) },
        { label: '每笔最低收费', amount: fen(900) },
      ],
    ],
    [
      'a cap of a line, beside another rate',
      bill({ lineLimits: { minimum: fen(0), cap: fen(-3000) } }, { lines: fen(10_000) }),
      [
        { label: '平均费率 1.20% → 1.30%', amount: fen(1000) },
        { label: '每笔最高收费', amount: fen(-3000) },
      ],
    ],
    [
      'limits that were not noted then',
      bill({ lineLimits: null }, { lines: fen(10_000) }),
      [{ label: '收费标准变化，含每笔最低与最高收费', amount: fen(-2000) }],
    ],
  ])('R10.3 %s', (_why, present, parts) => {
    expect(compareBills(bill({}), present)).toEqual(parts);
  });

  it('R10.3 what rounding alone has made is called so', () => {
    const present = bill({ lineCount: 30, basis: 3_000_000 }, { lines: fen(36_001) });
    expect(compareBills(bill({}), present)).toEqual([
      { label: '笔数增加 20 笔（10 → 30）', amount: 24_000 },
      { label: '逐笔四舍五入的差额', amount: 1 },
    ]);
  });

  const bills = fc
    .record({
      lineCount: fc.integer({ min: 1, max: 100_000 }),
      basis: fc.integer({ min: -1000, max: 1_000_000_000_000 }),
      unit: fc.constantFrom(null, '张'),
      isPerLine: fc.boolean(),
      lines: fc.integer({ min: 0, max: 1_000_000_000_000 }),
      minimum: fc.nat(1_000_000),
      cap: fc.integer({ min: -1_000_000, max: 0 }),
      adjustments: fc.array(fc.integer({ min: -1000, max: 1000 }).map(fen), { maxLength: 3 }),
      lineLimits: fc.option(
        fc.record({
          minimum: fc.integer({ min: -1000, max: 1_000_000 }).map(fen),
          cap: fc.integer({ min: -1_000_000_000_000, max: 1000 }).map(fen),
        }),
      ),
    })
    .map(({ lines, minimum, cap, adjustments, ...facts }) =>
      bill(facts, { lines: fen(lines), minimum: fen(minimum), cap: fen(cap), adjustments }),
    );

  it('R10.3 the parts sum to the difference to the fen, and none is 0', () => {
    fc.assert(
      fc.property(bills, bills, (former, present) => {
        const parts = compareBills(former, present);
        const difference = amountOf(present.components) - amountOf(former.components);
        expect(sumFen(parts.map(({ amount }) => amount))).toBe(difference);
        expect(parts.every(({ amount }) => amount !== 0)).toBe(true);
      }),
    );
  });

  it('R10.3 where an average would leave the safe range, one part holds the difference of the lines', () => {
    const former = bill({ lineCount: 1, basis: 1 }, { lines: fen(Number.MAX_SAFE_INTEGER) });
    expect(compareBills(former, bill({}))).toEqual([
      { label: '明细费用变化', amount: 12_000 - Number.MAX_SAFE_INTEGER },
    ]);
  });
});
