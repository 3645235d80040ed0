import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, yuanText } from './money.ts';
import {
  cellText,
  countOfText,
  dayOfSerial,
  dayOfText,
  fenOfText,
  findHead,
  isFormula,
  type RowSigns,
  rateOfText,
  recogniseColumns,
  skipReason,
} from './table.ts';

describe('R13.1 amounts of files', () => {
  it.each([
    ['1234.5', 123_450],
    ['1,234.50', 123_450],
    ['¥1,234.50', 123_450],
    ['￥ 1,234.5', 123_450],
    ['１，２３４．５０', 123_450],
    ['(1,234.50)', -123_450],
    ['（1,234.50）', -123_450],
    ['-1234.50', -123_450],
    ['1,234.50-', -123_450],
    ['+0.05', 5],
    ['.5', 50],
    ['1234.5000', 123_450],
    ['1234.50元', 123_450],
    ['CNY 12', 1200],
    ['-0.00', 0],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('R13.1 %s is an amount', (text, amount) => expect(fenOfText(text)).toBe(amount));

  it.each([
    '',
    '-',
    '.',
    '1.234',
    '1,23',
    '12,34.5',
    '1,234,5',
    '1.2.3',
    '--5',
    '-5-',
    '(5',
    '5)',
    '1e3',
    '0x10',
    '∞',
    '90071992547409.92',
    '五',
    '1 234,50',
  ])('R13.1 “%s” is no amount, or could be read in two ways', (text) => expect(fenOfText(text)).toBeNull());

  it('R3.7 every amount comes back from what screens and files write of it, in every form', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        const value = amount === 0 ? 0 : amount;
        const text = yuanText(fen(Math.abs(value)));
        const forms = value < 0 ? [`-${text}`, `(${text})`, `${text}-`, `¥-${text}`] : [text, `¥${text}`, `+${text}`];
        for (const form of forms) expect(fenOfText(form), form).toBe(value);
        expect(fenOfText(yuanText(fen(value), { grouping: false }))).toBe(value);
      }),
    );
  });

  it('R13.1 counts are whole, rates exact', () => {
    expect(['1,200', '(3)', '0', '2.0'].map(countOfText)).toEqual([1200, -3, 0, 2]);
    expect(['1.5', 'x', ''].map(countOfText)).toEqual([null, null, null]);
    expect(['1.2%', '12‰', '0.012', '0.000001', '100%', '1', '0%'].map(rateOfText)).toEqual([
      12_000, 12_000, 12_000, 1, 1_000_000, 1_000_000, 0,
    ]);
    expect(['1.2', '0.00001%', '-1%', '0.0000001', '%', 'x'].map(rateOfText)).toEqual(Array(6).fill(null));
  });
});

describe('R13.1 days of files', () => {
  it.each([
    '2026-11-02',
    '2026/11/2',
    '2026.11.02',
    '20261102',
    '2026年11月2日',
    '２０２６-11-02',
    '2026-11-02 13:05:09',
    '2026-11-02T13:05:09.123Z',
    '2026/11/2 9:05',
    '20261102 13:05',
    '2026-11-01T16:00:00Z',
    '2026-11-01 16:00:00.5Z',
    '2026-11-02T15:59:59Z',
    '2026-11-02T00:30:00+08:00',
    '2026-11-02T23:59+0800',
    '2026-11-03T00:59:59+09:00',
    '2026-11-01T11:00:00-05:00',
  ])('R13.1 %s is the second of November', (text) => expect(dayOfText(text)).toBe('2026-11-02'));

  it.each([
    '2026-02-30',
    '2026-13-01',
    '02/11/2026',
    '26-11-02',
    '1999-12-31',
    '2100-01-01',
    '2026-11-02 abc',
    '2026-11-02T25:00:00Z',
    '2099-12-31T16:00:00Z',
    '2026-1',
    '',
    '45000',
  ])('R13.1 “%s” is no day', (text) => expect(dayOfText(text)).toBeNull());

  it('R13.1 serial numbers of spreadsheets are days in both of their calendars', () => {
    expect([1, 59, 61, 46_328.75].map((serial) => dayOfSerial(serial, false))).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '2026-11-02',
    ]);
    expect(dayOfSerial(46_328 - 1462, true)).toBe('2026-11-02');
    expect([0, -1, 3_000_000, Number.NaN].map((serial) => dayOfSerial(serial, false))).toEqual(Array(4).fill(null));
  });
});

describe('R13.1 the shape of a table', () => {
  it('R13.1 cells lose what programs put around them', () => {
    expect([' 张三\t', '`1000045', '="00123"', '\ufeffa', '00123', '张 三'].map(cellText)).toEqual([
      '张三',
      '1000045',
      '00123',
      'a',
      '00123',
      '张 三',
    ]);
  });

  it('security 4.8 formulas are distinguished from signed amounts', () => {
    expect(['=1+1', '＝A1', '@SUM(A1)', '+cmd', '-A1'].every(isFormula)).toBe(true);
    expect(['-5', '+5.00', '-', '-¥5', '- 5', 'a=b', '（5）'].some(isFormula)).toBe(false);
    // One id in 64 of ours begins with a sign.
    expect(isFormula('-kN2xY0aQmS4r_T6uV8wZg')).toBe(false);
  });

  it('R13.1 totals, comments and blank rows are skipped with their reason', () => {
    const reasonOf = (cells: readonly string[], signs: Partial<RowSigns> = {}) =>
      skipReason(cells, { day: 'blank', amount: 'read', isNamed: true, ...signs });
    expect(reasonOf(['', '合计', '12'])).toBe('totals');
    expect(reasonOf(['总计：', '12'])).toBe('totals');
    expect(reasonOf(['# 导出时间'], { amount: 'blank' })).toBe('comment');
    expect(reasonOf(['------', ''], { amount: 'blank' })).toBe('comment');
    expect(reasonOf(['', ' '], { amount: 'blank' })).toBe('blank');
    expect(reasonOf(['合计划', '12'])).toBeNull();
    expect(reasonOf(['L1', '12'])).toBeNull();
  });

  it('R13.1 columns are recognised by names in full first, each column once', () => {
    const names = { amount: ['金额'], fee: ['服务费金额', '费用'], day: ['日期', 'date'] };
    expect(recogniseColumns(['服务费金额（元）', ' 金额 (元)', '交易日期'], names)).toEqual({
      fee: 0,
      amount: 1,
      day: 2,
    });
    expect(recogniseColumns(['a', 'DATE'], names)).toEqual({ day: 1 });
  });

  it('R13.1 the head is the row that says most, also below a preamble', () => {
    const names = { amount: ['金额'], day: ['日期'] };
    expect(findHead([['账单明细'], ['起始日期', '2026-10-01'], ['日期', '金额'], ['2026-10-01', '5']], names)).toBe(2);
    expect(findHead([['x'], ['a', 'b'], ['1', '2']], names)).toBe(1);
  });
});
