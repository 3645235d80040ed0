import { describe, expect, it } from 'vitest';
import { RowSorter } from '../table.ts';
import { ledgerHeadFault } from './ledger-columns.ts';
import { recogniseLedger } from './ledger-recognition.ts';
import { ledgerReader } from './ledger-row.ts';
import { ledgerSorting } from './ledger-sorting.ts';

const cellsOf = (line: string) => line.split(',');
/** What a file of these lines is read as: reference, day and fen of each row, or what is wrong. */
const readLines = ([headLine = '', ...lines]: readonly string[], preamble: readonly string[] = []) => {
  const head = cellsOf(headLine);
  const rows = lines.map(cellsOf);
  const above = preamble.map(cellsOf);
  const mapping = recogniseLedger(head, { rows, preamble: above });
  const fault = ledgerHeadFault(mapping, head, above);
  if (fault !== null) return fault.message;
  const sorter = new RowSorter(ledgerSorting(head, mapping, { takeIn: new Set(), leaveOutFaulty: 0 }));
  return rows.map((cells, at) => {
    const each = sorter.take(at + 2, cells);
    if (each.kind === 'row') return `${each.row.reference} ${each.row.occurredOn} ${each.row.amount}`;
    return each.kind === 'skipped' ? each.reason : each.faults.map(({ field }) => field).join();
  });
};

describe('R13.1 banks', () => {
  it.each([
    ['借贷标志', '借', '贷'],
    ['借贷标志', 'D', 'C'],
    ['借/贷', '借方', '贷方'],
    ['收付标志', '付款', '收款'],
    ['收/付', '付', '收'],
    ['来往账标志', '往账', '来账'],
    ['交易方向', '转出', '转入'],
    ['方向', '支出', '收入'],
    ['收支', '-', '+'],
    ['借贷标志', '1', '2'],
    ['存取', '支取', '存入'],
    ['DR/CR', 'DR', 'CR'],
    ['Type', 'Debit', 'Credit'],
    ['标记', '借 Dr', '贷 Cr'],
  ])('R13.1 unsigned amounts with %s: %s goes out, %s comes in', (name, out, income) => {
    expect(
      readLines([
        `交易日期,交易流水号,${name},交易金额`,
        `2026-10-02,S1,${income},50.00`,
        `2026-10-03,S2,${out},100.00`,
      ]),
    ).toEqual(['S1 2026-10-02 5000', 'S2 2026-10-03 -10000']);
  });

  it('R13.1 numbers for sides whose order nobody knows are asked about', () => {
    expect(
      readLines(['交易日期,交易流水号,收付标志,交易金额', '2026-10-02,S1,1,50.00', '2026-10-03,S2,2,1.00']),
    ).toEqual(['flow', 'flow']);
  });

  it('R13.1 words that nobody knows below a head of sides are asked about, where amounts have no signs', () => {
    expect(readLines(['日期,编号,收支,金额', '2026-10-02,S1,采购,50.00', '2026-10-03,S2,销售,1.00'])).toEqual([
      'flow',
      'flow',
    ]);
    expect(readLines(['日期,编号,收支,金额', '2026-10-02,S1,采购,-50.00', '2026-10-03,S2,销售,1.00'])).toEqual([
      'S1 2026-10-02 -5000',
      'S2 2026-10-03 100',
    ]);
  });

  it('R13.1 a column is of sides by its content alone only where both occur', () => {
    const flowOf = (name: string, words: readonly string[]) =>
      recogniseLedger(['单号', '日期', name, '金额'], {
        rows: words.map((word, at) => [`A${at}`, '2026-10-05', word, '5.00']),
      }).columns.flow;
    expect(flowOf('付款情况', ['已付', '已付', '已付'])).toBeUndefined();
    expect(flowOf('等级', ['D', 'D'])).toBeUndefined();
    expect(flowOf('类别', ['其他', '其他'])).toBeUndefined();
    expect(flowOf('摘要', ['收入', '支出', '收入'])).toBe(2);
    expect(flowOf('收/支', ['支出', '支出'])).toBe(2);
  });

  it('security 4.8 no head, however long, takes long', () => {
    // What grows with the square of the length takes minutes here, and a test has seconds.
    for (const sign of ['(', '（', '[', '/', ' ', '金额', '1', '-', '收']) {
      const text = sign.repeat(120_000);
      recogniseLedger([text, '日期', '金额', text], { preamble: [[text]], rows: [[text, text, text, text]] });
    }
  });

  it('R13.1 the side of a balance is none of its row', () => {
    expect(
      readLines(['日期,编号,金额,方向,余额', '2026-10-02,S1,50.00,借,50.00', '2026-10-03,S2,-20.00,借,30.00']),
    ).toEqual(['S1 2026-10-02 5000', 'S2 2026-10-03 -2000']);
  });

  it('R13.1 the amounts of a file are recognised in the unit of their own head', () => {
    expect(readLines(['日期,收入（万元）,支出（万元）', '2026-10-05,1.361181,0', '2026-10-06,0,7.011206'])).toEqual([
      'null 2026-10-05 1361181',
      'null 2026-10-06 -7011206',
    ]);
  });

  it('R13.1 what a person tells of a value counts', () => {
    const mapping = {
      ...recogniseLedger(cellsOf('日期,业务编号,类别,金额')),
      columns: { occurredOn: 0, reference: 1, flow: 2, amount: 3 },
      sides: [
        { value: '采购', side: 'out' as const },
        { value: '销售', side: 'in' as const },
      ],
    };
    const read = ledgerReader(mapping);
    expect(['采购', '销售', '其它类'].map((side) => read(['2026-10-02', 'R', side, '5']))).toMatchObject([
      { row: { amount: -500 } },
      { row: { amount: 500 } },
      { kind: 'faulty', faults: [{ field: 'flow', text: '其它类' }] },
    ]);
  });

  it.each([
    ['转入金额', '转出金额'],
    ['交易金额(收入)', '交易金额(支出)'],
    ['存入', '支出'],
    ['借方金额', '贷方金额'],
    ['Credit', 'Debit'],
    ['存款', '取款'],
    ['收入（元）', '支出（元）'],
    ['贷', '借'],
    ['Money In', 'Money Out'],
    ['汇入金额', '汇出金额'],
  ])('R13.1 %s and %s are in and out, with blanks, 0.00 or - on the other side', (one, two) => {
    const [income, expense] = one.startsWith('借') ? [two, one] : [one, two];
    for (const blank of ['', '0.00', '-']) {
      expect(
        readLines([
          `日期,流水号,${income},${expense},余额`,
          `2026-10-05,R1,${blank},15.90,100.00`,
          `2026-10-06,R2,20.00,${blank},120.00`,
        ]),
      ).toEqual(['R1 2026-10-05 -1590', 'R2 2026-10-06 2000']);
    }
  });

  it('R13.1 of two pairs the one that has amounts counts', () => {
    expect(
      readLines(
        [
          '交易日期,交易金额(收入),交易金额(支出),记账金额(收入),记账金额(支出)',
          '2026-10-02,-,-,,13.40',
          '2026-10-25,-,-,"5000",',
        ].map((line) => line.replaceAll('"', '')),
      ),
    ).toEqual(['null 2026-10-02 -1340', 'null 2026-10-25 500000']);
  });

  it('R13.1 one side alone is not read where amounts stand in a column that nobody knows', () => {
    expect(readLines(['日期,存入,花费', '2026-10-05,0.00,15.90', '2026-10-06,20.00,0.00'])).toBe(
      '请选择“金额”所在的列',
    );
  });

  it('R13.1 a red entry gives back what went out; minus signs throughout do not', () => {
    const head = '日期,流水号,收入,支出';
    const plain = ['2026-10-05,R0,,2.00', '2026-10-05,R1,,400.00'];
    expect(readLines([head, ...plain, '2026-10-06,R2,,-400.00', '2026-10-06,R3,,(1.00)'])).toEqual([
      'R0 2026-10-05 -200',
      'R1 2026-10-05 -40000',
      'R2 2026-10-06 40000',
      'R3 2026-10-06 100',
    ]);
    expect(readLines([head, '2026-10-05,R1,,-400.00', '2026-10-06,R2,,-5.00', '2026-10-07,R3,,5.00'])).toEqual([
      'R1 2026-10-05 -40000',
      'R2 2026-10-06 -500',
      'amountOut',
    ]);
    expect(readLines(['日期,借贷标志,金额', '2026-10-05,借,400', '2026-10-06,借,-400', '2026-10-06,贷,-1'])).toEqual([
      'null 2026-10-05 -40000',
      'null 2026-10-06 40000',
      'null 2026-10-06 -100',
    ]);
  });

  it('R13.1 a day goes before a column of times alone', () => {
    for (const time of ['123456', '12:34:56']) {
      expect(readLines(['交易时间,交易日期,交易金额', `${time},20261001,+5.00`, `,20261002,-5.00`])).toEqual([
        'null 2026-10-01 500',
        'null 2026-10-02 -500',
      ]);
    }
  });
});

describe('R13.1 units and currencies of a file', () => {
  const rows = ['R1,2026-10-05,1.50', 'R2,2026-10-31,-0.50'];

  it('R13.1 amounts are read in the unit of their head, or of a line above', () => {
    const tenThousands = ['R1 2026-10-05 1500000', 'R2 2026-10-31 -500000'];
    expect(readLines(['业务编号,日期,金额（万元）', ...rows])).toEqual(tenThousands);
    expect(readLines(['业务编号,日期,金额', ...rows], ['明细表,,单位：万元'])).toEqual(tenThousands);
    expect(readLines(['业务编号,日期,金额（元）', ...rows], ['明细表,,单位：万元'])).toEqual([
      'R1 2026-10-05 150',
      'R2 2026-10-31 -50',
    ]);
  });

  it('R13.1 what cannot be read in yuan is refused with its reason', () => {
    expect(readLines(['业务编号,日期,金额（十万元）', ...rows])).toBe('“金额（十万元）”以十万元为单位，请先换算成元');
    expect(readLines(['业务编号,日期,金额USD', ...rows])).toBe('“金额USD”以 USD 计，只能核对人民币金额');
    expect(readLines(['业务编号,日期,金额', ...rows], ['币种：,美元'])).toBe(
      '表头之前或工作表名写明币种为 USD，只能核对人民币金额',
    );
    expect(readLines(['日期,收入（万元）,支出（元）', '2026-10-05,1.50,'])).toBe('两列金额的单位不同，请先换算成一种');
  });

  it('R13.1 rows in another currency are named', () => {
    expect(readLines(['业务编号,日期,金额', 'R1,2026-10-05,$1.50', 'R2,2026-10-31,HK$5'])).toEqual([
      'amount',
      'amount',
    ]);
    expect(readLines(['业务编号,日期,金额,币种', 'R1,2026-10-05,1.50,USD', 'R2,2026-10-31,5,人民币'])).toEqual([
      'currency',
      'R2 2026-10-31 500',
    ]);
    for (const name of ['CNY', 'RMB', '人民币元', '人民币（CNY）', 'CNY-人民币', '001', '156']) {
      expect(readLines(['业务编号,日期,金额,币种', `R1,2026-10-05,1.50,${name}`]), name).toEqual(['R1 2026-10-05 150']);
    }
  });

  it('R13.1 of amounts in two currencies the own one counts', () => {
    expect(readLines(['日期,金额（USD）,金额（CNY）', '2026-10-05,1.00,7.10'])).toEqual(['null 2026-10-05 710']);
    expect(readLines(['日期,单据编号,币别,原币金额,本币金额', '2026-10-05,D1,USD,1.00,7.10'])).toEqual([
      'D1 2026-10-05 710',
    ]);
  });
});

describe('R13.1 shops, platforms and books', () => {
  it.each([
    [
      '美团',
      '订单号,下单时间,商品金额,优惠金额,订单金额,订单状态',
      ['M1,2026-10-05 10:00:00,10.00,1.00,9.00,已完成', 'M2,2026-10-05 10:00:00,10.00,1.00,9.00,已取消'],
      ['M1 2026-10-05 900', 'failed'],
    ],
    [
      '京东商家',
      '订单编号,交易时间,退款金额,交易金额,退款状态,客户编号',
      ['J1,2026-10-05,,12.00,退款关闭,C9'],
      ['J1 2026-10-05 1200'],
    ],
    [
      '抖音',
      '客户编号,单据号,交易日期,优惠金额,金额,发货状态',
      ['C1,D1,2026-10-05,1.00,9.00,已取消'],
      ['D1 2026-10-05 900'],
    ],
    ['用友', '科目编号,凭证编号,日期,金额', ['2202,P1,2026-10-05,9.00'], ['P1 2026-10-05 900']],
    [
      '自有系统',
      '交易号,业务编号,交易日期,收款金额,付款金额',
      ['T1,R1,2026-10-05,5.00,', 'T2,R2,2026-10-06,,6.00'],
      ['R1 2026-10-05 500', 'R2 2026-10-06 -600'],
    ],
    [
      'Stripe',
      'id,Created date (UTC),Amount,Currency,Status',
      [
        'ch_1,2026-10-31 16:30,5.00,cny,Paid',
        'ch_2,2026-10-31 15:30,5.00,usd,Paid',
        'ch_3,2026-10-01 01:00,5.00,cny,Failed',
      ],
      ['null 2026-11-01 500', 'currency', 'failed'],
    ],
    [
      'Shopify',
      'reference,Financial Status,date,Amount,Currency',
      [
        '#1001,paid,2026-10-03 11:02:00 +0800,76.00,CNY',
        '#1002,voided,2026-10-03 11:02:00 +0800,76.00,CNY',
        '#1003,paid,2026-10-03 11:02:00 +0800,$76.00,CNY',
      ],
      ['#1001 2026-10-03 7600', 'failed', 'amount'],
    ],
  ])('R13.1 a table of %s', (_, head, rows, read) => expect(readLines([head, ...rows])).toEqual(read));

  it('R13.1 what says nothing is no reference, and no more is a row of zeros', () => {
    for (const none of ['/', '-', '--', '#N/A', '0', '000000', '----------']) {
      expect(readLines(['编号,日期,金额', `${none},2026-10-05,1`, 'R2,2026-10-05,1']), none).toEqual([
        'null 2026-10-05 100',
        'R2 2026-10-05 100',
      ]);
    }
  });

  it('R13.1 failures are left out by their state, what came back is not one', () => {
    const read = (state: string) => readLines(['编号,日期,金额,交易状态', `R1,2026-10-05,1,${state}`]);
    for (const state of [
      '交易关闭',
      '支付失败',
      '已撤销',
      '已取消',
      '未支付',
      '等待付款',
      'FAILED',
      'Pending',
      '支付未成功',
    ]) {
      expect(read(state), state).toEqual(['failed']);
    }
    for (const state of [
      '交易成功',
      '支付成功',
      '已退款(¥1.00)',
      '退款成功',
      'SUCCESS',
      'paid',
      '等待确认收货',
      '已关闭（退款成功）',
    ]) {
      expect(read(state), state).toEqual(['R1 2026-10-05 100']);
    }
  });
});

describe('R13.1 refunds in statements of WeChat Pay', () => {
  const head =
    '交易时间,微信订单号,商户订单号,交易类型,交易状态,货币种类,应结订单金额,商户退款单号,退款金额,退款状态,手续费,订单金额';

  it('R13.1 of a trade bill: a refund is a row below zero of its own', () => {
    expect(
      readLines([
        head,
        '`2026-10-15 11:20:30,`42,`O2,`JSAPI,`SUCCESS,`CNY,`80.00,`0,`0.00,`,`0.48,`80.00',
        '`2026-10-16 11:20:30,`42,`O2,`JSAPI,`REFUND,`CNY,`0.00,`RF2,`80.00,`SUCCESS,`-0.48,`0.00',
      ]),
    ).toEqual(['O2 2026-10-15 8000', 'O2 2026-10-16 -8000']);
  });

  it('R13.1 of a bill of refunds: what was given back, on the day when it was', () => {
    expect(
      readLines([
        `${head},退款成功时间`,
        '`2026-10-12 11:20:30,`42,`O2,`JSAPI,`REFUND,`CNY,`50.00,`RF2,`20.00,`SUCCESS,`-0.48,`50.00,`2026-10-15 09:00:05',
      ]),
    ).toEqual(['O2 2026-10-15 -2000']);
  });
});
