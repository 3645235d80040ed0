import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, amountOfLines, componentSums, standingAmount } from '../bill.ts';
import { type Fen, fen, rateOf, sumFen } from '../money.ts';

const sixPercent = rateOf(6, 'percent');
const none = { billMinimum: null, billCap: null };
const option = fc.option(fc.nat(1_000_000).map(fen));

describe('R4.9 the amount of a bill', () => {
  it.each<[number, Fen | null, Fen | null, number, number, number]>([
    [1000, null, null, 0, 0, 1000],
    [1000, fen(1500), null, 500, 0, 1500],
    [1500, fen(1500), fen(1500), 0, 0, 1500],
    [0, fen(1500), null, 1500, 0, 1500],
    [2000, fen(100), fen(1500), 0, -500, 1500],
    [0, null, null, 0, 0, 0],
  ])('R4.9 lines of %i fen with a minimum of %s and a cap of %s: %i, %i, %i', (...row) => {
    const [lines, billMinimum, billCap, minimum, cap, amount] = row;
    expect(amountOfLines(fen(lines), { billMinimum, billCap }, sixPercent)).toMatchObject({
      ok: true,
      components: { lines, minimum, cap, adjustments: [] },
      amount,
    });
  });

  it('R4.9 is never negative: such a bill is refused, with a minimum too', () => {
    expect(amountOfLines(fen(-1), none, sixPercent)).toEqual({ ok: false, reason: 'negative' });
    expect(amountOfLines(fen(-1), { ...none, billMinimum: fen(100) }, sixPercent)).toMatchObject({ ok: false });
  });

  it('R4.9 includes its tax, which is rounded once for the bill', () => {
    expect(amountOfLines(fen(10_600), none, sixPercent)).toMatchObject({ taxAmount: 600 });
    expect(amountOfLines(fen(9), none, sixPercent)).toMatchObject({ taxAmount: 1 });
    expect(amountOfLines(fen(9), none, rateOf(0, 'percent'))).toMatchObject({ taxAmount: 0 });
  });

  it('R4.9 is the sum of its components and of what is listed, within minimum and cap', () => {
    const adjustments = fc.array(fc.integer({ min: -100_000, max: 100_000 }).map(fen), { maxLength: 4 });
    fc.assert(
      fc.property(fc.nat(2_000_000), option, option, adjustments, (lines, billMinimum, billCap, changes) => {
        fc.pre(billMinimum === null || billCap === null || billMinimum <= billCap);
        const bill = amountOfLines(fen(lines), { billMinimum, billCap }, sixPercent);
        if (!bill.ok) return false;
        expect(bill.amount).toBe(Math.min(Math.max(lines, billMinimum ?? 0), billCap ?? Number.MAX_SAFE_INTEGER));
        const components = { ...bill.components, adjustments: changes };
        expect(amountOf(components)).toBe(bill.amount + sumFen(changes));
        expect(sumFen(componentSums(components).map(({ amount }) => amount))).toBe(amountOf(components));
        return true;
      }),
    );
  });

  it('R10.3 lists its components in words, without those that are 0', () => {
    const components = { lines: fen(1000), minimum: fen(500), cap: fen(0), adjustments: [fen(-200), fen(100)] };
    expect(componentSums(components)).toEqual([
      { label: '明细费用合计', amount: 1000 },
      { label: '补足账单最低收费', amount: 500 },
      { label: '调整 1', amount: -200 },
      { label: '调整 2', amount: 100 },
    ]);
    expect(componentSums({ lines: fen(0), minimum: fen(0), cap: fen(-1), adjustments: [fen(5)] })).toEqual([
      { label: '明细费用合计', amount: 0 },
      { label: '扣减至账单最高收费', amount: -1 },
      { label: '调整', amount: 5 },
    ]);
  });

  it('R10.4 what stands of chosen lines is their fees and what was adjusted of them', () => {
    expect(standingAmount([{ amount: fen(300) }, { amount: fen(200), adjusted: fen(-50) }])).toBe(450);
    expect(standingAmount([])).toBe(0);
  });
});
