import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingAmount } from '../bill.ts';
import { lineChangesOf } from '../feedback.ts';
import { differenceOf, type Fen, fen, sumFen } from '../money.ts';

const line = (lineId: string, amount: number, adjusted = 0) => ({
  lineId,
  amount: fen(amount),
  adjusted: fen(adjusted),
});
const lines = [line('L1', 300), line('L2', 100), line('L3', 0)];

describe('R4.9 what an answer changes of lines', () => {
  it('R4.9 an accepted claim is prorated by what stands of each, to the fen', () => {
    expect(lineChangesOf(lines, { action: 'accept' }, fen(101))).toEqual([
      { lineId: 'L1', from: 300, to: 76 },
      { lineId: 'L2', from: 100, to: 25 },
    ]);
    expect(lineChangesOf([line('L1', 300, -300), line('L2', 0)], { action: 'accept' }, fen(3))).toEqual([
      { lineId: 'L1', from: 0, to: 2 },
      { lineId: 'L2', from: 0, to: 1 },
    ]);
    expect(lineChangesOf([line('L1', -50), line('L2', 100)], { action: 'accept' }, fen(0))).toEqual([
      { lineId: 'L1', from: -50, to: 0 },
      { lineId: 'L2', from: 100, to: 0 },
    ]);
  });

  it('R4.9 an adjustment says it for each, and a rejection or an answer for the whole bill changes none', () => {
    const lineAmounts = new Map([
      ['L1', fen(300)],
      ['L2', fen(0)],
      ['L3', fen(7)],
    ]);
    expect(lineChangesOf(lines, { action: 'adjust', lineAmounts }, fen(0))).toEqual([
      { lineId: 'L2', from: 100, to: 0 },
      { lineId: 'L3', from: 0, to: 7 },
    ]);
    expect(lineChangesOf(lines, { action: 'reject' }, fen(0))).toEqual([]);
    expect(lineChangesOf([], { action: 'accept' }, fen(5))).toEqual([]);
  });

  it('R4.9 whatever stands and is claimed, the changes sum to the difference', () => {
    const given = fc.array(fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -900, max: 900 })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(given, fc.nat(1_000_000), (amounts, claimed) => {
        const some = amounts.map(([amount, adjusted], at) => line(`L${at}`, amount, adjusted));
        const changes = lineChangesOf(some, { action: 'accept' }, fen(claimed));
        const changed: Fen = sumFen(changes.map(({ from, to }) => differenceOf(to, from)));
        expect(changed).toBe(differenceOf(fen(claimed), standingAmount(some)));
      }),
    );
  });
});
