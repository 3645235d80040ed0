import { describe, expect, it } from 'vitest';
import { type RowChoices, RowSorter, TableSurvey } from '../table.ts';
import { recogniseLedger } from './ledger-recognition.ts';
import { ledgerSorting } from './ledger-sorting.ts';

const cellsOf = (line: string) => line.split(',');
const survey = (lines: readonly string[], choices: Partial<RowChoices> = {}) => {
  const [head = [], ...rows] = lines.map(cellsOf);
  const mapping = recogniseLedger(head, { rows });
  const terms = ledgerSorting(head, mapping, { takeIn: new Set(), leaveOutFaulty: 0, ...choices });
  const amounts: number[] = [];
  const table = new TableSurvey(new RowSorter(terms), { onRow: ({ amount }) => void amounts.push(amount) });
  for (const [at, cells] of rows.entries()) table.take(at + 2, cells);
  return { ...table.result(true), amounts };
};

const head = '业务编号,日期,金额,对方';
const rows = ['R1,2026-10-05,100.00,甲公司', 'R2,2026-10-31,-20.50,乙公司'];

describe('R13.1 what a file says beside its rows', () => {
  it('R13.1 a sum that is stated is compared with what was read', () => {
    expect(survey([head, ...rows, '合计,,79.50,']).sums).toEqual([{ row: 4, column: 2, stated: 7950, read: 7950 }]);
    expect(survey([head, ...rows, '合计,,80.00,']).sums).toEqual([{ row: 4, column: 2, stated: 8000, read: 7950 }]);
  });

  it('R13.1 sums of parts are compared with their part, the last with all; that of a year with nothing', () => {
    const { sums, amounts } = survey([
      head,
      ...rows,
      '小计,,79.50,',
      'R3,2026-10-31,1.00,丙',
      '小计,,1.00,',
      '合计,,80.50,',
      '本年累计,,999,',
    ]);
    expect(amounts).toEqual([10_000, -2050, 100]);
    expect(sums.map(({ stated, read }) => stated - read)).toEqual([0, 0, 0]);
  });

  it('R13.1 of two columns each has its sum', () => {
    const file = ['日期,流水号,收入,支出', '2026-10-05,R1,5.00,', '2026-10-06,R2,,7.00', '合计,,5.00,7.50'];
    expect(survey(file).sums.map(({ column, stated, read }) => [column, stated, read])).toEqual([
      [2, 500, 500],
      [3, 750, 700],
    ]);
  });

  it('R13.1 what is left out is listed with its row, first cells and amount', () => {
    const { leftOut, leftOutRows, faultyRows } = survey([head, ...rows, '合计,,79.50,', ',,,', '制表人：某某,,,']);
    expect(leftOut).toEqual([
      { row: 4, reason: 'totals', cells: ['合计', '79.50'], amount: 7950, canTakeIn: false },
      { row: 6, reason: 'note', cells: ['制表人：某某'], amount: null, canTakeIn: false },
    ]);
    expect([leftOutRows, faultyRows]).toEqual([2, 0]);
  });

  it('R13.1 a row that is left out and could be read is taken in by a person', () => {
    const file = [head, ...rows, 'R3,2026-10-31,5.00,合计'];
    expect(survey(file).leftOut).toMatchObject([{ row: 4, reason: 'totals', canTakeIn: true }]);
    expect(survey(file, { takeIn: new Set([4]) })).toMatchObject({ amounts: [10_000, -2050, 500], leftOutRows: 0 });
    const failed = [`${head},交易状态`, 'R1,2026-10-05,100.00,甲,交易成功', 'R2,2026-10-05,5.00,乙,交易关闭'];
    expect(survey(failed)).toMatchObject({
      amounts: [10_000],
      leftOut: [{ row: 3, reason: 'failed', amount: 500, canTakeIn: true }],
    });
    expect(survey(failed, { takeIn: new Set([3]) }).amounts).toEqual([10_000, 500]);
  });

  it('R13.1 a sum is not compared where rows were left out whose amounts it may have', () => {
    const file = [
      `${head},交易状态`,
      'R1,2026-10-05,100.00,甲,交易成功',
      'R2,2026-10-05,5.00,乙,交易关闭',
      '合计,,105.00,,',
    ];
    expect(survey(file).sums).toEqual([]);
  });

  it('R13.1 rows that cannot be read are named with their cells, the first five of them', () => {
    const file = [
      head,
      ...rows,
      ...rows,
      ...rows,
      ...rows,
      ...Array.from({ length: 7 }, (_, at) => `B${at},2026-13-01,1.00,丁`),
    ];
    const { faulty, faultyRows, amounts } = survey(file);
    expect(faultyRows).toBe(7);
    expect(faulty).toHaveLength(5);
    expect(faulty[0]).toMatchObject({
      row: 10,
      cells: ['B0', '2026-13-01', '1.00', '丁'],
      faults: [{ field: 'occurredOn' }],
    });
    expect(amounts).toHaveLength(8);
  });

  it('R13.1 a sum of what goes out may stand without the minus of its rows', () => {
    const file = ['日期,流水号,收入,支出', '2026-10-05,R1,5.00,', '2026-10-06,R2,,-7.00', '合计,,5.00,7.00'];
    expect(survey(file).sums.map(({ stated, read }) => stated - read)).toEqual([0, 0]);
  });

  it('R13.1 the head again is left out, and the rows below it count', () => {
    const { leftOut, amounts } = survey([head, ...rows, head, 'R3,2026-10-31,5.00,丙']);
    expect(leftOut).toMatchObject([{ row: 4, reason: 'head' }]);
    expect(amounts).toEqual([10_000, -2050, 500]);
  });

  it('R13.1 what follows the head of a summary are sums, whatever it looks like', () => {
    const { leftOut, amounts } = survey([head, ...rows, '总交易单数,应结订单总金额,,', 'R9,2026-10-31,79.50,x']);
    expect(amounts).toEqual([10_000, -2050]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['totals', 'totals']);
  });

  it('R13.1 at most two hundred rows are listed, and all are counted', () => {
    const file = [head, ...rows, ...Array.from({ length: 300 }, () => '合计,,79.50,')];
    const { leftOut, leftOutRows, sums } = survey(file);
    expect([leftOut.length, leftOutRows]).toEqual([200, 300]);
    expect(sums.length).toBeLessThanOrEqual(20);
  });

  it('R13.1 masked names are no sum', () => {
    expect(survey([head, 'R1,2026-10-05,100.00,***', 'R2,2026-10-05,1.00,**']).amounts).toEqual([10_000, 100]);
  });
});
