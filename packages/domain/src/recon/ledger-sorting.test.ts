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
    expect(survey(file).leftOut).toMatchObject([{ row: 4, reason: 'numberedSums', canTakeIn: true }]);
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

  it('R13.1 what follows the head of a summary are sums, with whatever they begin: rows of a summary have no day', () => {
    const summary = ['总交易单数,应结订单总金额,,', '2,79.50,79.50,x', 'R9,,79.50,x', 'R9,79.50,79.50,x'];
    const { leftOut, amounts } = survey([head, ...rows, ...summary]);
    expect(amounts).toEqual([10_000, -2050]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['totals', 'totals', 'totals', 'totals']);
  });

  it('R13.1 a row with day, amount and number below a summary counts, and so does what follows it', () => {
    const { leftOut, amounts, faulty } = survey([
      head,
      ...rows,
      '共2笔记录,,79.50,',
      'R3,2026-11-01,5.00,丙',
      'R4,2026-13-01,6.00,丁',
      '合计,,5.00,',
    ]);
    expect(amounts).toEqual([10_000, -2050, 500]);
    expect(leftOut.map(({ row, reason }) => [row, reason])).toEqual([
      [4, 'totals'],
      [7, 'totals'],
    ]);
    expect(faulty.map(({ row }) => row)).toEqual([6]);
  });

  it('R13.1 a row below a summary with a day and an amount that cannot be read to its end is named, not taken for one of its sums', () => {
    const file = [
      `${head},币种`,
      ...rows.map((row) => `${row},CNY`),
      '总交易单数,应结订单总金额,,,',
      '2,79.50,79.50,x,',
    ];
    const { faulty, leftOut, amounts } = survey([...file, 'R3,2026-11-01,5.00,丙,USD', 'R4,2026-11-01,6.00,丁,CNY']);
    expect(faulty.map(({ row }) => row)).toEqual([6]);
    expect(leftOut.map(({ row, reason }) => [row, reason])).toEqual([
      [4, 'totals'],
      [5, 'totals'],
    ]);
    expect(amounts).toEqual([10_000, -2050, 600]);
    const ofWords = survey([...file, 'R9,2026-11-01,一百元,丙,CNY']);
    expect(ofWords.faulty.map(({ row }) => row)).toEqual([6]);
    expect(ofWords.leftOut.map(({ row }) => row)).toEqual([4, 5]);
  });

  it('R13.1 the head again ends a summary, and the sums below it are of the rows below it', () => {
    const { leftOut, amounts, sums } = survey([
      head,
      ...rows,
      '共2笔记录,,79.50,',
      head,
      ',2026-11-01,5.00,丙',
      '合计,,5.00,',
    ]);
    expect(amounts).toEqual([10_000, -2050, 500]);
    expect(leftOut.map(({ row, reason }) => [row, reason])).toEqual([
      [4, 'totals'],
      [5, 'head'],
      [7, 'totals'],
    ]);
    expect(sums).toEqual([{ row: 7, column: 2, stated: 500, read: 500 }]);
  });

  it('R13.1 another sheet ends a summary too, and what stands above its head is left out', () => {
    const mapping = recogniseLedger(cellsOf(head), { rows: rows.map(cellsOf) });
    const terms = ledgerSorting(cellsOf(head), mapping, { takeIn: new Set(), leaveOutFaulty: 0 });
    const amounts: number[] = [];
    const table = new TableSurvey(new RowSorter(terms), { onRow: ({ amount }) => void amounts.push(amount) });
    table.take(2, cellsOf('R1,2026-10-05,100.00,甲公司'));
    table.take(3, cellsOf('共1笔记录,,,'));
    table.beginSheet([
      { no: 4, cells: ['2026年11月'] },
      { no: 5, cells: ['', ''] },
    ]);
    table.take(7, cellsOf(',2026-11-05,7.00,乙公司'));
    expect(amounts).toEqual([10_000, 700]);
    const { leftOut, leftOutRows } = table.result(true);
    expect(leftOut.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'totals'],
      [4, 'preamble'],
    ]);
    expect(leftOutRows).toBe(2);
  });

  it('R13.1 a row without a number below a summary is left out for a reason of its own, and can be taken in; where no row has one it counts', () => {
    const below = ['总交易单数,,,', ',2026-10-31,79.50,x'];
    const { leftOut, amounts } = survey([head, ...rows, ...below]);
    expect(amounts).toEqual([10_000, -2050]);
    expect(leftOut.at(-1)).toMatchObject({ row: 5, reason: 'afterSums', amount: 7950, canTakeIn: true });
    expect(survey([head, ...rows, ...below], { takeIn: new Set([5]) }).amounts).toEqual([10_000, -2050, 7950]);
    const unnumbered = ['日期,金额,对方', '2026-10-05,100.00,甲', '总交易单数,,', '2026-10-31,79.50,x'];
    expect(survey(unnumbered).amounts).toEqual([10_000, 7950]);
  });

  it('R13.1 at most two hundred rows are listed, and all are counted', () => {
    const file = [head, ...rows, ...Array.from({ length: 300 }, () => '合计,,79.50,')];
    const { leftOut, leftOutRows, leftOutReasons, sums } = survey(file);
    expect([leftOut.length, leftOutRows]).toEqual([200, 300]);
    expect(leftOutReasons).toEqual([{ reason: 'totals', rows: 300, amount: 300 * 7950 }]);
    expect(sums.length).toBeLessThanOrEqual(20);
  });

  it('R13.1 a row that can be taken in is listed behind however many that cannot, and every reason has its number and sum', () => {
    const file = [
      '业务编号,日期,金额,收/支,对方',
      ...Array.from({ length: 250 }, (_, at) => `N${at},2026-11-01,2.00,不计收支,甲`),
      'B1,2026-11-01,99999.00,收入,合计',
      ...Array.from({ length: 250 }, () => '制表人：某某,,,,'),
    ];
    const { leftOut, leftOutReasons } = survey(file);
    expect(leftOut).toHaveLength(200);
    expect(leftOut.find(({ canTakeIn }) => canTakeIn)).toMatchObject({
      row: 252,
      reason: 'numberedSums',
      amount: 9_999_900,
    });
    expect(leftOut.at(-1)).toMatchObject({ reason: 'note' });
    expect(leftOut.map(({ row }) => row)).toEqual(leftOut.map(({ row }) => row).toSorted((a, b) => a - b));
    expect(leftOutReasons).toEqual([
      { reason: 'neutral', rows: 250, amount: 50_000 },
      { reason: 'numberedSums', rows: 1, amount: 9_999_900 },
      { reason: 'note', rows: 250, amount: null },
    ]);
    expect(survey(file, { takeIn: new Set([252]) }).amounts).toEqual([9_999_900]);
  });

  it('R13.1 masked names are no sum', () => {
    expect(survey([head, 'R1,2026-10-05,100.00,***', 'R2,2026-10-05,1.00,**']).amounts).toEqual([10_000, 100]);
  });
});

describe('R13.1 how a file writes what goes out', () => {
  const split = '日期,流水号,收入,支出';
  const minus = ['2026-11-02,A2,,-50.00', '2026-11-03,A3,,-7.00'];

  it('R13.1 it is seen from rows that count, not from sums or payments that were not made', () => {
    expect(survey([split, '本月合计,,100.00,80.00', '2026-11-01,A1,100.00,', ...minus])).toMatchObject({
      amounts: [10_000, -5000, -700],
      faultyRows: 0,
    });
    const failed = ['2026-11-01,A1,,30.00,交易关闭', ...minus.map((row) => `${row},交易成功`)];
    expect(survey([`${split},交易状态`, ...failed])).toMatchObject({ amounts: [-5000, -700], faultyRows: 0 });
    const flow = ['合计,,80.00,支出', '2026-11-02,A2,-50.00,支出'];
    expect(survey(['日期,流水号,金额,收/支', ...flow])).toMatchObject({ amounts: [-5000], faultyRows: 0 });
  });

  it('R13.1 where both ways stand in rows that count they are read in one way, which is asked about, or not at all: never by their order', () => {
    const reason = (row: number) => `支出有的带负号、有的不带（与第 ${row} 行不同），读不出方向`;
    const plain = ['2026-11-01,A1,,30.00', '2026-11-01,A2,,40.00'];
    const [back = ''] = minus;
    expect(survey([split, ...plain, back])).toMatchObject({
      amounts: [-3000, -4000, 5000],
      faultyRows: 0,
      givenBack: { rows: 1, first: 4 },
    });
    const turned = survey([split, back, ...plain]);
    expect(turned).toMatchObject({ amounts: [-5000], faultyRows: 2, givenBack: { rows: 0, first: null } });
    expect(turned.faulty[0]?.faults).toEqual([{ field: 'amountOut', text: '30.00', reason: reason(2) }]);
    // More with a minus than without: the file writes it with one.
    const [first = ''] = plain;
    for (const lines of [
      [first, ...minus],
      [...minus, first],
      [back, first, ...minus.slice(1)],
    ]) {
      expect(survey([split, ...lines]).faultyRows, lines.join()).toBe(1);
    }
    // What comes in may have either sign.
    expect(survey([split, '2026-11-01,A1,-30.00,', '2026-11-01,A1,30.00,']).faultyRows).toBe(0);
  });

  it('R13.1 of two columns the one with something is what a left-out row comes to', () => {
    const { leftOut } = survey([`${split},交易状态`, '2026-11-01,A1,0.00,30.00,交易关闭']);
    expect(leftOut).toMatchObject([{ amount: 3000 }]);
  });
});
