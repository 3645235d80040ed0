import { describe, expect, it } from 'vitest';
import { largestAmount } from '../money.ts';
import type { ColumnMapping } from './line-columns.ts';
import { lineOfRow } from './line-row.ts';

const party = { tenant: 'T', project: 'P', product: 'card', org: 'O', loanNo: 'KQ-1', occurredOn: '2026-11-03' };
/** A row of one product, whose basis and rate are given. */
const read = (given: Readonly<Record<string, string>>) => {
  const row = { ...party, ...given };
  const mapping = Object.fromEntries(Object.keys(row).map((field, column) => [field, { column }])) as ColumnMapping;
  return lineOfRow(Object.values(row), mapping);
};

describe('R11.6 the rate of a line of its own', () => {
  it('R11.6 of an amount is a percentage', () => {
    expect(read({ loanAmount: '1,000', rate: '0.9%' })).toMatchObject({ kind: 'row', row: { rateMillionths: 9_000 } });
    expect(read({ loanAmount: '1,000', rate: '2.20' })).toMatchObject({ kind: 'faulty', faults: [{ field: 'rate' }] });
  });

  it('R11.6 of an amount is at most 100 %', () => {
    expect(read({ loanAmount: '1,000', rate: '100%' })).toMatchObject({ row: { rateMillionths: 1_000_000 } });
    for (const rate of ['100.0001%', '1000.001‰', '12,000%']) {
      expect(read({ loanAmount: '1,000', rate }), rate).toMatchObject({
        kind: 'faulty',
        faults: [{ field: 'rate', reason: '费率不能超过 100%' }],
      });
    }
  });

  it('R11.6 of a count is the price of a unit in yuan, never a percentage', () => {
    const counted = { quantity: '1000', unit: '份' };
    for (const [rate, millionths] of [
      ['2.20', 220_000_000],
      ['¥2.2', 220_000_000],
      ['0.0035', 350_000],
    ] as const) {
      expect(read({ ...counted, rate }), rate).toMatchObject({ kind: 'row', row: { rateMillionths: millionths } });
    }
    for (const rate of ['0.9%', '-1', '免费']) {
      expect(read({ ...counted, rate }), rate).toMatchObject({
        kind: 'faulty',
        faults: [{ field: 'rate', reason: expect.stringContaining('单价') }],
      });
    }
  });
});

describe('R11.6 the basis of a line has a bound', () => {
  it('R11.6 ten billion yuan, or as many units, and one more is a fault of its cell', () => {
    expect(read({ loanAmount: '10,000,000,000.00' })).toMatchObject({ row: { loanFen: largestAmount } });
    expect(read({ quantity: String(largestAmount), unit: '份' })).toMatchObject({ row: { quantity: largestAmount } });
    for (const loanAmount of ['10,000,000,000.01', '9999999999999', '90071992547409.91', '100.000001亿']) {
      expect(read({ loanAmount }), loanAmount).toMatchObject({
        kind: 'faulty',
        faults: [
          {
            field: 'loanAmount',
            text: loanAmount,
            reason: '超过一条明细的上限 ¥10,000,000,000.00，请检查所选的列与金额单位',
          },
        ],
      });
    }
    expect(read({ loanAmount: '-10,000,000,000.01', correctsLineId: 'L1' })).toMatchObject({ kind: 'faulty' });
    expect(read({ quantity: String(largestAmount + 1), unit: '份' })).toMatchObject({
      faults: [{ field: 'quantity', reason: '超过一条明细的上限 1,000,000,000,000，请检查所选的列' }],
    });
  });
});
