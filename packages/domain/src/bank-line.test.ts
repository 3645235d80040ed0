import { describe, expect, it } from 'vitest';
import {
  type BankRow,
  balanceChain,
  bankFields,
  bankHeadFault,
  bankSorting,
  contradictedLines,
  type FileLine,
  keyedLines,
  recogniseBank,
} from './bank-line.ts';
import { fen } from './money.ts';

const namesOf = (head: readonly string[], rows: readonly (readonly string[])[] = []) => {
  const { columns } = recogniseBank(head, { rows });
  return Object.fromEntries(
    bankFields.flatMap((field) => (columns[field] === undefined ? [] : [[field, head[columns[field]]]])),
  );
};
const noChoices = { takeIn: new Set<number>(), leaveOutFaulty: 0 };

const line = (rowNo: number, amount: number, more: Partial<BankRow> = {}): FileLine => ({
  rowNo,
  occurredOn: '2026-11-03',
  time: null,
  amount: fen(amount),
  balance: null,
  serial: null,
  counterparty: null,
  counterpartyAccount: null,
  counterpartyBank: null,
  remark: null,
  ...more,
});
const chained = (...rows: readonly (readonly [amount: number, balance: number])[]) =>
  rows.map(([amount, balance], at) => line(at + 2, amount, { balance: fen(balance) }));

describe('receipts 2.1 the columns of a bank statement', () => {
  it('receipts 2.1 are recognised by what banks call them; 凭证号 and 序号 are no serial', () => {
    expect(
      namesOf(
        ['凭证号', '交易时间', '对方单位', '对方账号', '转入金额', '转出金额', '余额', '用途', '摘要', '附言'],
        [['GH-1', '2026-10-16 11:09:16', '甲公司', '1001', '', '4000.00', '7907.36', '货款', '货款', 'K7M29PXH']],
      ),
    ).toEqual({
      occurredOn: '交易时间',
      amountIn: '转入金额',
      amountOut: '转出金额',
      balance: '余额',
      counterparty: '对方单位',
      counterpartyAccount: '对方账号',
      remark: '附言',
      purpose: '用途',
      summary: '摘要',
    });
    expect(
      namesOf(
        ['序号', '交易日期', '交易时间', '交易类型', '借贷', '交易金额', '余额', '对方账号', '对方户名', '摘要'],
        [['1', '2026-10-01', '00:00:00', '存款利息', '贷 Cr', '1.23', '1334.63', '1323', '某户', '批']],
      ),
    ).toEqual({
      occurredOn: '交易日期',
      time: '交易时间',
      amount: '交易金额',
      flow: '借贷',
      balance: '余额',
      counterparty: '对方户名',
      counterpartyAccount: '对方账号',
      summary: '摘要',
    });
  });

  it('receipts 2.1 a row says its side, its time and its remark of all columns that are remarks', () => {
    const head = [
      '交易时间',
      '交易流水号',
      '借方发生额',
      '贷方发生额',
      '账户余额',
      '客户附言',
      '对方账号',
      '对方账号名称',
      '摘要',
    ];
    const cells = [
      '2026-10-11 09:05:00',
      ' ls002 ',
      '0.00',
      '20.00',
      '920.00',
      ' K7M2 9PXH ',
      '6222 0001',
      '乙公司',
      '货款',
    ];
    const mapping = recogniseBank(head, { rows: [cells] });
    expect(bankHeadFault(mapping, head)).toBeNull();
    expect(bankSorting(head, mapping, noChoices).read(cells)).toMatchObject({
      kind: 'row',
      row: {
        occurredOn: '2026-10-11',
        time: '09:05',
        amount: 2000,
        balance: 92_000,
        serial: 'LS002',
        counterparty: '乙公司',
        counterpartyAccount: '62220001',
        remark: 'K7M2 9PXH 货款',
      },
    });
    expect(bankSorting(head, mapping, noChoices).read(cells.with(4, '很多'))).toMatchObject({
      kind: 'faulty',
      faults: [{ field: 'balance', text: '很多' }],
    });
  });

  it('receipts 2.1 one column stands for one thing', () => {
    const mapping = {
      columns: { occurredOn: 0, amount: 1, balance: 1 },
      sign: 'asIs',
      dayOrder: 'ymd',
      unit: 'yuan',
    } as const;
    expect(bankHeadFault(mapping, ['日期', '金额'])).toMatchObject({ field: 'balance' });
  });
});

describe('receipts 2.1 the chain of balances', () => {
  it.each([
    [
      'the oldest first',
      chained([100, 1100], [-300, 800], [50, 850]),
      { order: 'forward', opening: 1000, closing: 850 },
    ],
    [
      'the newest first',
      chained([50, 850], [-300, 800], [100, 1100]),
      { order: 'backward', opening: 1000, closing: 850 },
    ],
    ['one line', chained([100, 1100]), { order: 'forward', opening: 1000, closing: 1100 }],
    [
      'a line is missing',
      chained([100, 1100], [-300, 800], [50, 900]),
      { order: 'broken', rowNo: 4, expected: 850, stated: 900 },
    ],
    ['one direction alone', chained([100, 1100], [300, 1700]), { order: 'partial' }],
    ['no balance on a line', [...chained([100, 1100]), line(9, 5)], { order: 'partial' }],
  ])('receipts 2.1 %s', (_, lines, chain) => {
    expect(balanceChain(lines, false)).toEqual(chain);
  });

  it('receipts 2.1 is not asked of lines that were filtered', () => {
    expect(balanceChain(chained([100, 1100], [-300, 5]), true)).toEqual({ order: 'partial' });
  });
});

describe('receipts 2.2 which line is the same line', () => {
  it('receipts 2.2 with a serial by day, amount and serial alone, so that another form of its name changes nothing', () => {
    const [one, other, next] = keyedLines([
      line(2, 100, { serial: 'S1', counterparty: '甲公司' }),
      line(3, -100, { serial: 'S1' }),
      line(4, 100, { serial: 'S2' }),
    ]).lines;
    expect(new Set([one?.key, other?.key, next?.key]).size).toBe(3);
    const [again] = keyedLines([line(9, 100, { serial: 'S1', counterparty: '甲' })]).lines;
    expect(again?.key).toBe(one?.key);
  });

  it('receipts 2.2 two equal payments without a serial stay two, in every file alike', () => {
    const equal = { counterparty: '甲公司', remark: '货款' };
    const { lines } = keyedLines([
      line(2, 100, equal),
      line(3, 100, equal),
      line(4, 100, { ...equal, remark: ' 货 款' }),
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
    expect(keyedLines([line(7, 100, equal), line(8, 100, equal)]).lines.map(({ key }) => key)).toEqual(
      lines.slice(0, 2).map(({ key }) => key),
    );
  });

  it('receipts 2.2 a line that stands twice counts once; of one serial with two balances it is asked about', () => {
    const same = { serial: 'S1', balance: fen(500) };
    const read = keyedLines([line(2, 100, same), line(3, 100, same), line(4, 100, { ...same, balance: fen(600) })]);
    expect(read.lines).toHaveLength(1);
    expect(read.repeated).toBe(1);
    expect(read.refused).toEqual([{ rowNo: 4, reason: expect.stringContaining('第 2 行') }]);
  });

  it('receipts 2.2 a known serial with other content is refused, with the fee that the file brings it is not', () => {
    const [stored] = keyedLines([line(2, -100, { serial: 'S1' })]).lines;
    const known = [{ key: stored?.key ?? '', serial: 'S1', occurredOn: '2026-11-03', amount: -100 }];
    const other = keyedLines([line(5, -200, { serial: 'S1' })]).lines;
    expect(contradictedLines(other, known, ({ amount }) => `${amount}`)).toEqual([
      { rowNo: 5, reason: '流水号已导入过，而内容不同：-100' },
    ]);
    const both = keyedLines([line(4, -100, { serial: 'S1' }), line(5, -1, { serial: 'S1' })]).lines;
    expect(contradictedLines(both, known, () => '')).toEqual([]);
    // Given back under the serial of what went out.
    expect(contradictedLines(keyedLines([line(6, 100, { serial: 'S1' })]).lines, known, () => '')).toEqual([]);
  });
});
