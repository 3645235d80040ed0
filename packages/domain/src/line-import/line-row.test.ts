import { describe, expect, it } from 'vitest';
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
