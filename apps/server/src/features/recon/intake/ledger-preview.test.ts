import { expect, it } from 'vitest';
import { ledgerPlanOf } from './ledger-plan.ts';
import { ledgerPreviewOf } from './ledger-preview.ts';

it('R13.1 samples of unused columns are of the rows beside which they stand, also where a row before them is left out', () => {
  const lines = ['合计,,30.00,页脚', 'LN-1,2026-10-08,10.00,首期', 'LN-2,2026-10-09,20.00,二期'];
  const seen = {
    preamble: [],
    head: { no: 1, cells: ['业务编号', '日期', '金额', '备注'] },
    rows: lines.map((line, at) => ({ no: at + 2, cells: line.split(',') })),
  };
  const choices = { takeIn: new Set<number>(), leaveOutFaulty: 0 };
  const plan = ledgerPlanOf({ given: undefined, sources: [], choices, maxRows: 100 }, seen);
  const preview = ledgerPreviewOf('台账.csv', { seen, plan });
  expect(preview.rows.map(({ row }) => row)).toEqual([3, 4]);
  expect(preview.columns[3]?.samples).toEqual(['首期', '二期']);
});
