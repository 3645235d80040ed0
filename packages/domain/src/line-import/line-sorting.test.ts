import { describe, expect, it } from 'vitest';
import { RowSorter, TableSurvey } from '../table.ts';
import { type ColumnMapping, lineHeadFault } from './line-columns.ts';
import { recogniseLines, withFileUnit } from './line-recognition.ts';
import { lineReader, lineSorting } from './line-sorting.ts';

const head = ['业务编号', '业务日期', '金额', '币种', '借款人'];
const party = { tenant: { value: 'T' }, project: { value: 'P' }, product: { value: 'loan' }, org: { value: 'O' } };
const mapping: ColumnMapping = {
  ...party,
  loanNo: { column: 0 },
  occurredOn: { column: 1 },
  loanAmount: { column: 2 },
  borrower: { column: 4 },
};

describe('R11.6 how a file of lines is read without help', () => {
  it('R11.6 the unit of a head goes before that of the lines above it, and a unit that is named before both', () => {
    const above = [['单位：千元']];
    expect(withFileUnit(mapping, head, above).loanAmount).toEqual({ column: 2, unit: 'thousandYuan' });
    const inTenThousands = head.with(2, '金额（万元）');
    expect(withFileUnit(mapping, inTenThousands, above).loanAmount).toEqual({ column: 2, unit: 'tenThousandYuan' });
    const named: ColumnMapping = { ...mapping, loanAmount: { column: 2, unit: 'yuan' } };
    expect(withFileUnit(named, inTenThousands, above)).toBe(named);
    expect(withFileUnit(mapping, head)).toBe(mapping);
  });

  it('R11.6 one column of amounts is taken though it names a side; of two none is', () => {
    expect(recogniseLines(['业务编号', '转出金额']).loanAmount).toEqual({ column: 1 });
    expect(recogniseLines(['业务编号', '转入金额', '转出金额'])).not.toHaveProperty('loanAmount');
  });

  it('R11.6 amounts are looked at in the unit of their head, which leaves them more decimals than yuan have', () => {
    const rows = [['L-1', '2026-10-15', '57.43788']];
    const found = recogniseLines(['业务编号', '日期', '金额(千元)'], { rows });
    expect(found.loanAmount).toEqual({ column: 2, unit: 'thousandYuan' });
  });

  it('R11.6 a column of companies is no unit, and notes behind a blank row say nothing of the columns', () => {
    const names = ['业务编号', '日期', '对方单位', '金额'];
    const rows = [
      ['L-1', '2026-10-15', '杭州云栖商贸有限公司', '5.00'],
      ['', '', '', ''],
      ['内容', '明细'],
      ['行数', '1'],
    ];
    expect(recogniseLines(names, { rows })).toEqual({
      loanNo: { column: 0 },
      occurredOn: { column: 1 },
      loanAmount: { column: 3 },
    });
  });

  it.each<[readonly string[], Readonly<Record<string, unknown>>]>([
    [['金额', '笔数'], { loanAmount: { column: 0 } }],
    [['笔数', '单位'], { quantity: { column: 0 }, unit: { column: 1 } }],
    [['金额', '数量', '单位'], { loanAmount: { column: 0 }, quantity: { column: 1 }, unit: { column: 2 } }],
  ])('R11.6 %j: a count beside an amount is a basis only where it has a unit', (names, found) => {
    expect(recogniseLines(names)).toEqual(found);
  });
});

describe('R11.6 what heads say of all their cells', () => {
  const faultOf = (name: string, field: 'loanAmount' | 'quantity' | 'rate', above: readonly string[][] = []) =>
    lineHeadFault({ ...mapping, unit: { value: '次' }, [field]: { column: 3 } }, head.with(3, name), above)?.message;

  it('R11.6 what a head or a line above says that cells are not, refuses them', () => {
    expect(faultOf('金额（十万元）', 'loanAmount')).toMatch(/以十万元为单位/);
    expect(faultOf('金额（美元）', 'loanAmount')).toMatch(/以 USD 计/);
    expect(faultOf('单价（分）', 'rate')).toMatch(/以“分”计/);
    expect(faultOf('数量（万次）', 'quantity')).toMatch(/以“万次”计/);
    expect(faultOf('金额', 'loanAmount', [['币种：美元']])).toMatch(/USD/);
    expect(faultOf('金额', 'loanAmount', [['单位：万元']])).toBeUndefined();
  });

  it('R11.6 a rate below a head of hundredths says itself that it is one, and one that could not be calculated is not none', () => {
    const read = (name: string, text: string) =>
      lineReader(head.with(3, name), { ...mapping, rate: { column: 3 } })(['L-1', '2026-10-15', '5.00', text, '']);
    expect(read('费率(%)', '0.6%')).toMatchObject({ kind: 'row', row: { rateMillionths: 6000 } });
    for (const name of ['费率(%)', '费率(‰)', '费率（百分比）']) {
      expect(read(name, '0.6'), name).toMatchObject({ kind: 'faulty', faults: [{ field: 'rate', text: '0.6' }] });
    }
    expect(read('费率', '0.006')).toMatchObject({ kind: 'row', row: { rateMillionths: 6000 } });
    expect(read('费率', '#REF!')).toMatchObject({ kind: 'faulty', faults: [{ field: 'rate', text: '#REF!' }] });
  });

  it('R11.6 a time of Greenwich is of the day that it is here', () => {
    const dayOf = (name: string) => {
      const read = lineReader(head.with(1, name), mapping)(['L-1', '2026-10-31 18:00', '5.00', '', '']);
      return read.kind === 'row' ? read.row.occurredOn : read.kind;
    };
    expect([dayOf('交易时间(UTC)'), dayOf('交易时间')]).toEqual(['2026-11-01', '2026-10-31']);
  });

  it('security 4.8 no head, however long, takes long', () => {
    // What grows with the square of the length takes minutes here, and a test has seconds.
    for (const sign of ['(', '（', '[', '/', ' ', '金额', '1']) {
      const text = sign.repeat(120_000);
      recogniseLines([text, '日期', '金额'], { preamble: [[text]], rows: [[text, text, text]] });
      lineHeadFault(mapping, [text, text, text, text, text], [[text]]);
    }
  });
});

describe('R11.6 which rows of a file of lines count', () => {
  it('R11.6 what moves nobody’s money by its column of sides is no line, and a platform’s own number is none of a line', () => {
    const names = ['交易单号', '商户单号', '交易时间', '收/支', '金额'];
    const rows = [['4200', 'M-1', '2026-10-15', '收入', '5.00']];
    const found = recogniseLines(names, { rows });
    expect(found).toMatchObject({ loanNo: { column: 1 }, occurredOn: { column: 2 }, loanAmount: { column: 4 } });
    const read = lineReader(names, { ...party, ...found });
    expect(read(rows[0] ?? [])).toMatchObject({ kind: 'row', row: { loanNo: 'M-1' } });
    expect(read(['4201', 'M-2', '2026-10-15', '/', '5.00'])).toMatchObject({
      kind: 'faulty',
      faults: [{ field: 'loanAmount', text: '/', reason: '不计收支的交易不是明细，请不导入这一行' }],
    });
  });

  const row = (no: string, amount: string, currency = '') => [no, '2026-10-15', amount, currency, '张三丰'];

  it('R11.6 what a column of currencies says is in another one cannot be read', () => {
    const read = lineReader(head, mapping);
    expect(read(row('L-1', '5.00', '人民币')).kind).toBe('row');
    expect(read(row('L-1', '5.00', '美元'))).toMatchObject({
      kind: 'faulty',
      faults: [{ field: 'loanAmount', text: '美元', reason: '不是人民币金额（USD）' }],
    });
  });

  it('R11.6 a row of which something was given back is no line of its amount alone', () => {
    const read = lineReader([...head, '退款金额'], mapping);
    for (const none of ['', '0.00', '-']) expect(read([...row('L-1', '5.00'), none]).kind, none).toBe('row');
    for (const amount of ['0.00', '5.00']) {
      // Statements of payments guard their numbers with a sign.
      expect(read([...row('L-1', amount), '`3.00']), amount).toMatchObject({
        kind: 'faulty',
        faults: [{ field: 'loanAmount', text: '3.00' }],
      });
    }
    // A bill of refunds alone has them as its amounts.
    const ofRefunds: ColumnMapping = { ...mapping, loanAmount: { column: 5 } };
    expect(lineReader([...head, '退款金额'], ofRefunds)([...row('L-1', ''), '3.00']).kind).toBe('row');
  });

  it('R11.6 a payment that was not made is no line; a loan that is closed is one', () => {
    const read = (name: string, state: string) => lineReader([...head, name], mapping)([...row('L-1', '5.00'), state]);
    expect(read('交易状态', '交易关闭')).toMatchObject({ kind: 'faulty', faults: [{ text: '交易关闭' }] });
    expect(read('交易状态', '交易成功').kind).toBe('row');
    expect(read('贷款状态', '已关闭').kind).toBe('row');
  });

  it('R11.6 a row that begins like a comment and is below zero, or has both bases, is a bad row', () => {
    const sorter = new RowSorter(
      lineSorting(head, { ...mapping, quantity: { column: 3 } }, { takeIn: new Set(), leaveOutFaulty: 0 }),
    );
    for (const cells of [row('#1', '-5.00'), row('--2', '5.00', '3')]) {
      expect(sorter.take(2, cells).kind).toBe('faulty');
    }
    expect(sorter.take(4, ['# made on 2026-10-15']).kind).toBe('skipped');
    expect(sorter.leftOut.listed).toMatchObject([{ row: 4, reason: 'comment' }]);
  });

  it('R11.6 of faulty rows that are left out the number and the sum are known, and names are masked', () => {
    const sorter = new RowSorter(lineSorting(head, mapping, { takeIn: new Set(), leaveOutFaulty: 2 }));
    const kinds = [row('', '5.00'), row('', '-2.00'), row('', '1.00')].map((cells, at) => sorter.take(at, cells).kind);
    expect(kinds).toEqual(['skipped', 'skipped', 'faulty']);
    expect(sorter.leftOut.counts).toEqual([{ reason: 'faulty', rows: 2, amount: 300 }]);
    expect(sorter.leftOut.listed[0]).toMatchObject({
      reason: 'faulty',
      cells: ['2026-10-15', '5.00', '张**'],
      amount: 500,
    });
  });

  it('R11.6 of a row with many cells those are shown by which it is known, in their order: its number, its day, and its amount where it cannot be read', () => {
    const names = ['商户', '项目', '产品', '机构', '经办', '业务编号', '业务日期', '金额'];
    const found: ColumnMapping = {
      ...party,
      loanNo: { column: 5 },
      occurredOn: { column: 6 },
      loanAmount: { column: 7 },
    };
    const cells = ['甲', '一', 'loan', '乙', '某', 'L-1', '2026-13-01', '5.00'];
    const sorter = new RowSorter(lineSorting(names, found, { takeIn: new Set(), leaveOutFaulty: 1 }));
    const survey = new TableSurvey(sorter, { onRow: () => undefined });
    survey.take(2, cells);
    survey.take(3, cells);
    const { leftOut, faulty } = survey.result(true);
    expect(leftOut).toMatchObject([{ cells: ['甲', '一', 'L-1', '2026-13-01'], amount: 500 }]);
    expect(faulty).toMatchObject([{ row: 3, cells: ['甲', '一', 'loan', 'L-1', '2026-13-01', '5.00'] }]);
  });

  it('R6 of rows that are left out numbers of persons are not kept, where they stand for nothing of a line', () => {
    const sorter = new RowSorter(lineSorting([...head, '证件'], mapping, { takeIn: new Set(), leaveOutFaulty: 2 }));
    for (const number of ['110101199001011234', '电话13800001234']) sorter.take(2, [...row('', '5.00'), number]);
    const shown = ['2026-10-15', '5.00', '张**'];
    expect(sorter.leftOut.listed.map(({ cells }) => cells)).toEqual([
      [...shown, '1101**********1234'],
      [...shown, '电话138****1234'],
    ]);
  });
});
