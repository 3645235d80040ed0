import { describe, expect, it } from 'vitest';
import { lineHeads, recogniseLines } from '../line-import.ts';
import { ledgerHeadFault, ledgerHeads, recogniseLedger } from '../recon.ts';
import { tableHead, unitOfPreamble } from '../table.ts';

const cellsOf = (line: string): readonly string[] => line.split(',');

/** The head of lines of cells, and how a ledger with it is read. */
const headOf = (...lines: readonly string[]) => {
  const rows = lines.map(cellsOf);
  const head = tableHead(rows, ledgerHeads);
  if (head === null) throw new Error('no head');
  const { at, parts, cells } = head;
  const around = { preamble: rows.slice(0, at), rows: rows.slice(at + parts.length) };
  const mapping = recogniseLedger(cells, around);
  const named = Object.fromEntries(Object.entries(mapping.columns).map(([field, column]) => [field, cells[column]]));
  return {
    ...head,
    rows: parts.length,
    unit: mapping.unit,
    named,
    fault: ledgerHeadFault(mapping, cells, around.preamble),
  };
};

describe('R13.1 heads of two rows', () => {
  it('R13.1 a name over two columns is read with the names below it', () => {
    const head = headOf(
      '商户账,,,,',
      '业务编号,日期,交易金额,,对方',
      ',,收入,支出,',
      'R-001,2026-10-05,100,,甲',
      'R-002,2026-10-06,,20.5,乙',
    );
    expect(head).toMatchObject({
      at: 1,
      rows: 2,
      cells: ['业务编号', '日期', '交易金额·收入', '交易金额·支出', '对方'],
      groups: ['', '', '交易金额', '交易金额', ''],
      named: { reference: '业务编号', occurredOn: '日期', amountIn: '交易金额·收入', amountOut: '交易金额·支出' },
    });
  });

  it.each([
    ['业务编号,日期,金额（万元）,,对方', ',,收入,支出,'],
    [',,金额（万元）,,', '业务编号,日期,收入,支出,对方'],
    ['业务信息,,金额（万元）,,对方', '业务编号,日期,收入,支出,'],
    ['业务编号,日期,收入,支出,对方', ',,万元,万元,'],
    ['业务编号,日期,收入,支出,对方', ',,（万元）,（万元）,'],
    ['业务编号,日期,本期收入与支出的发生额合计（万元）,,对方', ',,收入,支出,'],
  ])('R13.1 the unit of “%s” over “%s” counts', (upper, lower) => {
    const head = headOf(upper, lower, 'R-001,2026-10-05,1.5,,甲', 'R-002,2026-10-06,,0.2,乙');
    expect(head).toMatchObject({ at: 0, rows: 2, unit: 'tenThousandYuan', fault: null });
    expect(head.named).toMatchObject({ amountIn: head.cells[2], amountOut: head.cells[3], occurredOn: head.cells[1] });
  });

  it('R13.1 of two units the lower one is of its column', () =>
    expect(headOf('编号,日期,金额（万元）,', ',,收入（元）,支出（元）', 'A,2026-10-05,1,')).toMatchObject({
      unit: 'yuan',
      fault: null,
    }));

  it('R13.1 sides above amounts are their sides', () => {
    expect(headOf('编号,日期,借方,,贷方,', ',,数量,金额,数量,金额', 'A1,2026-10-05,1,20.00,,').named).toMatchObject({
      amountIn: '贷方·金额',
      amountOut: '借方·金额',
    });
    expect(headOf('编号,日期,借方,贷方,余额', ',,金额,金额,金额', 'A1,2026-10-05,20.00,,7.00').named).toMatchObject({
      amountIn: '贷方·金额',
      amountOut: '借方·金额',
    });
  });

  it('R13.1 what is in another currency by the upper row is not taken for yuan', () => {
    expect(headOf('编号,日期,美元,,备注', ',,收入,支出,', 'A1,2026-10-05,20.00,,').fault?.message).toContain('USD');
    expect(headOf(',,美元,', '编号,日期,收入,支出', 'A1,2026-10-05,20.00,').fault?.message).toContain('USD');
    expect(headOf('编号,日期,美元,,人民币,', ',,收入,支出,收入,支出', 'A1,2026-10-05,20.00,,140.00,')).toMatchObject({
      named: { amountIn: '人民币·收入', amountOut: '人民币·支出' },
      fault: null,
    });
    expect(headOf('编号,日期,金额', ',,USD', 'A1,2026-10-05,20.00').fault?.message).toContain('USD');
  });

  it.each([
    ['a row with a day', '编号,日期,金额,,备注', 'A1,2026-10-05,20.00,甲,乙'],
    ['a row of the table whose day and amount are words', '姓名,部门,,日期,金额', '张三,财务,主管,待定,未付'],
    ['a line of text', '编号,日期,金额,', '说明,,,'],
    ['a blank row', '编号,日期,金额,', ',,,'],
  ])('R13.1 %s below a head is no part of it', (_, head, row) => expect(headOf(head, row).rows).toBe(1));

  it.each(['明细表,,,', '户名,某公司,,', '账号：1,币种：人民币,,', '2026年10月,,金额,', '单位：万元,,,', ',,,'])(
    'R13.1 “%s” above a head is no part of it',
    (line) => expect(headOf(line, '编号,日期,收入,支出', 'A1,2026-10-05,20.00,')).toMatchObject({ at: 1, rows: 1 }),
  );

  it('R13.1 a title names the unit of all', () => {
    expect(headOf('收支明细表（万元）,,,', '编号,日期,收入,支出', 'A1,2026-10-05,1.5,').unit).toBe('tenThousandYuan');
    expect(headOf('收支明细表（美元）,,,', '编号,日期,收入,支出', 'A1,2026-10-05,1.5,').fault?.message).toContain(
      'USD',
    );
    expect(unitOfPreamble(['注册资本（万元）', '500'])).toBeUndefined();
  });

  it('R11.6 files of lines have such heads too', () => {
    const rows = [
      '商户,项目,产品,机构,放款,,',
      ',,,,业务编号,业务日期,金额（万元）',
      '甲,一,loan,乙,L-1,2026-10-05,1.5',
    ].map(cellsOf);
    const head = tableHead(rows, lineHeads);
    expect(head?.cells.slice(4)).toEqual(['放款·业务编号', '放款·业务日期', '放款·金额（万元）']);
    expect(recogniseLines(head?.cells ?? [], { rows: rows.slice(2) })).toMatchObject({
      loanNo: { column: 4 },
      occurredOn: { column: 5 },
      loanAmount: { column: 6, unit: 'tenThousandYuan' },
    });
  });

  it('security 4.8 no head of two rows, however long, takes long', () => {
    // What grows with the square of the length takes minutes here, and a test has seconds.
    for (const sign of ['(', '（', '【', '/', '·', ' ', '金额', '美元', "'", '0']) {
      const text = sign.repeat(120_000);
      for (const rows of [
        [
          [text, '日期', text, ''],
          ['', '', '收入', '支出'],
        ],
        [
          ['', text, '金额', ''],
          [text, '日期', '收入', '支出'],
        ],
        [[text], ['编号', '日期', '收入', '支出']],
      ]) {
        tableHead(rows, ledgerHeads);
        recogniseLedger(rows[0] ?? [], { preamble: rows, rows });
      }
    }
  });
});
