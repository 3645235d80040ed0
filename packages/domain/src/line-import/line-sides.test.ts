import { describe, expect, it } from 'vitest';
import { RowSorter } from '../table.ts';
import type { ColumnMapping } from './line-columns.ts';
import { lineReader, lineSorting } from './line-sorting.ts';

const party = { tenant: { value: 'T' }, project: { value: 'P' }, product: { value: 'loan' }, org: { value: 'O' } };
const mapping: ColumnMapping = {
  ...party,
  loanNo: { column: 0 },
  occurredOn: { column: 1 },
  loanAmount: { column: 2 },
};

/** Why a row is no line, by what stands in a further column of this name; `row` where it is one. */
const fateOf =
  (name: string, { balance = '备注', given = mapping }: { balance?: string; given?: ColumnMapping } = {}) =>
  (text: string, amount = '5.00'): string => {
    const head = ['业务编号', '业务日期', '金额', name, balance];
    const read = lineReader(head, given)(['L-1', '2026-10-15', amount, text, '']);
    return read.kind === 'row' ? 'row' : read.faults.map(({ reason }) => reason).join('；');
  };

describe('R11.6 the side of a line', () => {
  it.each([
    '收/支',
    '借贷标志',
    '借/贷',
    '收付标志',
    '交易方向',
    '来往账标志',
    '收支方向',
    '借贷标识',
    '借贷标记',
    '收支标志',
    '收付标识',
    'Debit/Credit',
    '交易·借贷',
  ])('R11.6 below %s what goes out is no line, whatever word says so, and what comes in is one', (name) => {
    const fate = fateOf(name);
    for (const out of ['支出', '借', 'D', '借 Dr', '付款', '转出', '往账', '支取', '-'])
      expect(fate(out), out).toMatch(/这一行是支出/);
    for (const income of ['收入', '贷', 'C', '贷 Cr', '收款', '转入', '来账', '存入', '+', ''])
      expect(fate(income), income).toBe('row');
    expect(fate('/')).toMatch(/不计收支/);
    expect(fate('采购')).toMatch(/看不出这一行是收入还是支出/);
  });

  it('R11.6 numbers are sides below a head that speaks of 借贷 alone', () => {
    expect([fateOf('借贷标志')('1'), fateOf('借贷标志')('2')]).toEqual([expect.stringMatching(/这一行是支出/), 'row']);
    for (const text of ['1', '2']) expect(fateOf('收付标志')(text)).toMatch(/看不出/);
  });

  it('R11.6 the side of a balance, another meaning of a column and a longer name say nothing of a line', () => {
    expect(fateOf('方向', { balance: '余额' })('借')).toBe('row');
    expect(fateOf('方向')('借')).toMatch(/这一行是支出/);
    expect(fateOf('借贷产品')('现金贷')).toBe('row');
    expect(fateOf('收支', { given: { ...mapping, borrower: { column: 3 } } })('采购')).toBe('row');
  });

  it('R11.6 what is below zero already corrects a line, and is turned by no column of sides', () => {
    const given: ColumnMapping = { ...mapping, correctsLineId: { column: 4 } };
    const head = ['业务编号', '业务日期', '金额', '收/支', '更正的明细'];
    expect(lineReader(head, given)(['L-1', '2026-10-15', '-5.00', '支出', 'abc'])).toMatchObject({
      kind: 'row',
      row: { loanFen: -500 },
    });
  });
});

describe('R11.6 one of two columns of amounts, taken by hand', () => {
  it('R11.6 gives no line of a row that has its amount in the other one, whatever stands in this', () => {
    const read = lineReader(['业务编号', '业务日期', '存入', '支出'], mapping);
    const fate = (...amounts: readonly string[]) => read(['L-1', '2026-10-15', ...amounts]).kind;
    expect([fate('5.00', '0.00'), fate('5.00', ''), fate('0.00', '-'), fate('0.00', '15.90')]).toEqual([
      'row',
      'row',
      'row',
      'faulty',
    ]);
    // A balance and a tax are no other side.
    const other = lineReader(['业务编号', '业务日期', '存入', '支出税额'], mapping);
    expect(other(['L-1', '2026-10-15', '5.00', '0.30']).kind).toBe('row');
  });

  it('R11.6 an amount in the other one counts in whatever unit, and if it cannot be read or calculated', () => {
    const given: ColumnMapping = { ...mapping, loanAmount: { column: 2, unit: 'tenThousandYuan' } };
    const read = lineReader(['业务编号', '业务日期', '存入（万元）', '支出（万元）'], given);
    const fate = (text: string) => read(['L-1', '2026-10-15', '5', text]);
    for (const text of ['1.57438', '#REF!', '#N/A', '$5', '-3', '一百元']) {
      expect(fate(text), text).toMatchObject({ kind: 'faulty', faults: [{ text }] });
    }
    for (const text of ['', '-', '0', '0.00000', '无', '¥0.00']) expect(fate(text).kind, text).toBe('row');
  });

  it('R11.6 a fee, a day, a bank and a limit of the other side are no amount of it', () => {
    const fate = (own: string, name: string) =>
      lineReader(['业务编号', '业务日期', own, name], mapping)(['L-1', '2026-10-15', '5.00', '3']);
    for (const name of ['提现手续费', '提现手续费金额', '转出日期', '转出时间', '转出银行', '转出流水号', '提现限额'])
      expect(fate('收入金额', name).kind, name).toBe('row');
    const pairs = [
      ['收入金额', '支出金额（元）'],
      ['收入', '支出发生额'],
      ['Credit', 'Debit Amount'],
      ['Deposits', 'Withdrawals'],
      ['交易金额(收入)', '交易金额(支出)'],
      ['贷方本币', '借方本币'],
    ] as const;
    for (const [own, name] of pairs) {
      const reason = `“${name}”一列也有金额，请不导入这一行；如果这一列另有含义，请删去它再上传`;
      expect(fate(own, name), name).toMatchObject({ kind: 'faulty', faults: [{ reason }] });
    }
  });
});

describe('R11.6 what else a statement says of a line', () => {
  it('R11.6 a currency that is not known is no yuan, unless the column is of something else', () => {
    expect(fateOf('币种')('KZT')).toBe('不是人民币金额');
    for (const yuan of ['人民币', 'CNY', '人民币元', 'RMB', '']) expect(fateOf('币种')(yuan), yuan).toBe('row');
    expect(fateOf('货币资金')('银行存款')).toBe('row');
    for (const name of ['币种（原币）', '币 种', '交易·币种', 'CURRENCY'])
      expect(fateOf(name)('KZT'), name).toMatch(/不是人民币/);
  });

  it('R11.6 a refund that was not given back is no line of a bill of refunds either', () => {
    const head = ['业务编号', '业务日期', '退款金额', '退款状态'];
    const read = lineReader(head, mapping);
    const kindOf = (state: string) => read(['L-1', '2026-10-15', '5.00', state]).kind;
    expect(['SUCCESS', 'FAIL', 'PROCESSING'].map(kindOf)).toEqual(['row', 'faulty', 'faulty']);
  });

  it('R11.6 a zone in a column of its own moves the day to that of Shanghai, or the row is named', () => {
    const head = ['业务编号', 'Date', '金额', 'Time', 'TimeZone'];
    const read = lineReader(head, mapping);
    const dayOf = (time: string, zone: string) => {
      const found = read(['L-1', '2026-10-30', '5.00', time, zone]);
      return found.kind === 'row' ? found.row.occurredOn : found.faults.map(({ reason }) => reason).join();
    };
    expect(dayOf('08:59:59', 'PDT')).toBe('2026-10-30');
    expect(dayOf('09:00:00', 'PDT')).toBe('2026-10-31');
    expect(dayOf('23:00:00', 'GMT+08:00')).toBe('2026-10-30');
    for (const zone of ['', '东八区', 'China Standard Time']) expect(dayOf('23:00:00', zone), zone).toBe('2026-10-30');
    expect(dayOf('08:00:00', 'CST')).toMatch(/时区“CST”换算不成北京时间/);
    expect(dayOf('', 'PDT')).toMatch(/没有时间/);
  });

  it('R11.6 the summary below a statement is left out and listed, and a row below it that cannot be read is named', () => {
    const head = ['业务编号', '业务日期', '金额', '状态'];
    const sorter = new RowSorter(lineSorting(head, mapping, { takeIn: new Set(), leaveOutFaulty: 0 }));
    const kinds = [
      ['L-1', '2026-10-15', '5.00', ''],
      ['总交易单数', '应结订单总金额', '退款总金额', '手续费总金额'],
      ['`3', '`180.00', '`80.00', '`0.60000'],
      ['', '2026-10-16', '7.00', ''],
      ['L-2', '2026-10-16', '8.00', ''],
      ['总交易单数', '应结订单总金额', '退款总金额', '手续费总金额'],
      ['制表人', '2026-10-31', '', ''],
      ['L-9', '2026-10-16', '一百元', ''],
    ].map((cells, at) => sorter.take(at + 2, cells).kind);
    expect(kinds).toEqual(['row', 'skipped', 'skipped', 'faulty', 'row', 'skipped', 'skipped', 'faulty']);
    expect(sorter.leftOut.listed).toMatchObject([
      { row: 3, reason: 'totals', canTakeIn: false },
      { row: 4, reason: 'totals', amount: 8000, canTakeIn: false },
      { row: 7, reason: 'totals' },
      { row: 8, reason: 'note' },
    ]);
  });
});
