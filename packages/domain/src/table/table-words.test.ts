import { describe, expect, it } from 'vitest';
import {
  agreedSides,
  cellText,
  currencyOfHead,
  currencyOfPreamble,
  dayOfText,
  fenOfText,
  findHead,
  foreignCurrency,
  multiplierOfHead,
  plainText,
  preambleFault,
  type RowSigns,
  rateSignOfHead,
  saysNothing,
  sideOfHead,
  sideOfText,
  skipReason,
  strangeUnitOfHead,
  unitOfHead,
  unitOfPreamble,
} from '../table.ts';

describe('R13.1 units', () => {
  it.each([
    ['金额（万元）', 'tenThousandYuan'],
    ['金额(千元)', 'thousandYuan'],
    ['金额（分）', 'fen'],
    ['金额/万元', 'tenThousandYuan'],
    ['金额 万元', 'tenThousandYuan'],
    ['金额（单位：万元）', 'tenThousandYuan'],
    ['金额（人民币万元）', 'tenThousandYuan'],
    ['金额【RMB万元】', 'tenThousandYuan'],
    ['金额（含税，万元）', 'tenThousandYuan'],
    ['万元金额', 'tenThousandYuan'],
    ['金额（百万元）', 'millionYuan'],
    ['金额（亿）', 'hundredMillionYuan'],
    ["Amount (RMB'000)", 'thousandYuan'],
    ['Amount (RMB in thousands)', 'thousandYuan'],
    ['Amount (RMB mn)', 'millionYuan'],
    ['amount_fen', 'fen'],
    ['金额（元）', 'yuan'],
    ['金额（人民币）', undefined],
    ['金额', undefined],
    ['金额（含税）', undefined],
    ['部分金额', undefined],
    ['积分', undefined],
  ] as const)('R13.1 the head %s names %s', (head, unit) => {
    expect(unitOfHead(head)).toBe(unit);
    expect(strangeUnitOfHead(head)).toBeNull();
  });

  it.each([
    ['金额（十万元）', '十万元'],
    ['金额（百元）', '百元'],
    ['金额（角）', '角'],
    ['十亿元金额', '十亿元'],
  ])('R13.1 the head %s names a unit that is read or asked about, not dropped', (head, word) => {
    expect(unitOfHead(head)).toBeUndefined();
    expect(strangeUnitOfHead(head)).toBe(word);
  });

  it.each([
    [['单位：万元'], 'tenThousandYuan'],
    [['编制：某公司', '金额单位：人民币千元'], 'thousandYuan'],
    [['', '单位:', '万元'], 'tenThousandYuan'],
    [['单位：分众传媒'], undefined],
    [['对方单位：元通公司'], undefined],
    [['单位：某公司'], undefined],
  ] as const)('R13.1 the line %j above a table names %s', (cells, unit) => expect(unitOfPreamble(cells)).toBe(unit));

  it.each([
    ['1.5万', 'yuan', 1_500_000],
    ['1.5 万元', 'yuan', 1_500_000],
    ['3亿', 'yuan', 30_000_000_000],
    ['（1.5万）', 'yuan', -1_500_000],
    ['1.5万-', 'yuan', -1_500_000],
    ['1.5', 'tenThousandYuan', 1_500_000],
    ['1.5万', 'tenThousandYuan', 1_500_000],
    ['1.000001', 'tenThousandYuan', 1_000_001],
    ['1.0000001', 'tenThousandYuan', null],
    ['1.5千', 'tenThousandYuan', null],
    ['1.5万', 'fen', null],
    ['0.00001', 'thousandYuan', 1],
    ['131.77(已退款89.84)', 'yuan', 13_177],
    ['468.32（已全额退款）', 'yuan', 46_832],
    ['100.5²', 'yuan', null],
    ['①', 'yuan', null],
    ['🄂234', 'yuan', null],
    ['5 6', 'yuan', null],
    ['1 234.50', 'yuan', 123_450],
    ['$1,234.50', 'yuan', null],
    ['1,234.50 USD', 'yuan', null],
    ['1'.repeat(70), 'yuan', null],
  ] as const)('R13.1 the cell %s in %s is %s', (text, unit, amount) => expect(fenOfText(text, unit)).toBe(amount));
});

describe('R13.1 currencies', () => {
  it.each([
    ['金额（USD）', 'USD'],
    ['金额USD', 'USD'],
    ['美元金额', 'USD'],
    ['Amount in USD', 'USD'],
    ['金额（港币）', 'HKD'],
    ['HK$', 'HKD'],
    ['金额(THB)', 'THB'],
    ['金额（泰铢）', 'THB'],
    ['Amount', null],
    ['Audit amount', null],
    ['金额（人民币）', null],
    ['金额（元）', null],
    ['日元', 'JPY'],
  ])('R13.1 the head %s is of %s', (head, code) => expect(currencyOfHead(head)).toBe(code));

  it('R13.1 a cell and a line above the table name theirs', () => {
    expect(['$1', 'HK$1', 'US$ 1', '1 eur', '¥1', '1'].map(foreignCurrency)).toEqual([
      'USD',
      'HKD',
      'USD',
      'EUR',
      null,
      null,
    ]);
    expect(currencyOfPreamble(['账号：1', '币种：美元'])).toBe('USD');
    expect(currencyOfPreamble(['币种:', '人民币'])).toBeNull();
    expect(currencyOfPreamble(['支持USD'])).toBeNull();
  });

  it('R13.1 R11.6 a line above the table that names a unit or a currency of its amounts refuses them', () => {
    const only = '只能是人民币';
    const faultOf = (line: string, hasCurrencies = false) => preambleFault([[line]], { only, hasCurrencies });
    expect(faultOf('单位：美元')).toBe('表头之前或工作表名写明币种为 USD，只能是人民币');
    expect(faultOf('单位：美元', true)).toBeNull();
    expect(faultOf('单位：十万元', true)).toBe('表头之前或工作表名写明以十万元为单位，请先换算成元');
    for (const line of ['单位：万元', '单位：元', '单位：杭州云栖商贸有限公司', '单位：美佳超市', ''])
      expect(faultOf(line), line).toBeNull();
  });

  it.each([
    ['单价（分）', '分'],
    ['单价（元/千次）', '元/千次'],
    ['单价/千次', '千次'],
    ['数量（万次）', '万次'],
    ['数量（百万）', '百万'],
    ['费率（万分之）', '万分之'],
    ['费率（bps）', 'bps'],
    ['数量（千克）', null],
    ['数量（次）', null],
    ['单价（元）', null],
    ['单价（元/次）', null],
    ['费率（百分比）', null],
    ['费率(%)', null],
    ['费率（千分之）', null],
  ])('R11.6 the numbers below %s are multiplied by %s', (head, word) => expect(multiplierOfHead(head)).toBe(word));

  it('R11.6 a head says of what its rates are', () => {
    expect(
      ['费率(%)', '费率（％）', '费率（百分之）', '费率(‰)', '费率（千分比）', '费率'].map(rateSignOfHead),
    ).toEqual(['%', '%', '%', '‰', '‰', undefined]);
  });
});

describe('R13.1 sides', () => {
  it.each([
    [
      'in',
      [
        '贷',
        '贷方',
        'C',
        'Cr',
        'credit',
        '收',
        '收款',
        '收入',
        '转入',
        '来账',
        '存入',
        '+',
        '贷 Cr',
        '收入(贷)',
        'Income',
      ],
    ],
    [
      'out',
      [
        '借',
        '借方',
        'D',
        'DR',
        'Debit',
        '付',
        '付款',
        '支出',
        '转出',
        '往账',
        '支取',
        '借 Dr',
        '支出（借）',
        'Payment',
      ],
    ],
    ['neutral', ['/', '不计收支', '其他', '中性交易']],
    [null, ['-', '借/贷', '收 付', '转账', '1', '', '消费']],
  ] as const)('R13.1 %s is meant by each of %j', (side, texts) => {
    for (const text of texts) expect(sideOfText(text), text).toBe(side);
  });

  it('R13.1 numbers and signs stand for sides where all values are of one agreement', () => {
    expect(agreedSides(['1', '2', '1'])).toEqual([
      { value: '1', side: 'out' },
      { value: '2', side: 'in' },
    ]);
    expect(agreedSides(['+', '-'])?.[0]).toEqual({ value: '-', side: 'out' });
    for (const values of [['1', '3'], ['1', '2', 'x'], ['1'], []]) expect(agreedSides(values)).toBeUndefined();
  });

  it.each([
    ['转入金额', 'in'],
    ['交易金额(收入)', 'in'],
    ['贷方发生额', 'in'],
    ['存款', 'in'],
    ['Credit Amount', 'in'],
    ['转出金额', 'out'],
    ['记账金额(支出)', 'out'],
    ['出账金额', 'out'],
    ['Withdrawals', 'out'],
    ['借贷标志', undefined],
    ['收入笔数', undefined],
    ['收入余额', undefined],
    ['借方/贷方', undefined],
    ['金额', undefined],
  ] as const)('R13.1 the head %s is of %s', (head, side) => expect(sideOfHead(head)).toBe(side));
});

describe('R13.1 days and cells', () => {
  it.each([
    '20261105093000',
    '20261105 09:30',
    '2026/11/5 上午 9:05:00',
    '2026/11/5 下午 11:59:59',
    '2026-11-05 11:59:59 PM',
    '2026-11-05 星期四',
    '2026-11-05（周四） 09:30',
    '2026-11-05 09：30：00',
    '2026-11-05 09:30:00 +0800',
    '2026-11-04 16:30:00 UTC',
    '2026-11-05-09.30.00.123456',
    '2026年11月5日 9:05',
    '2026-11-05  09:30:00',
  ])('R13.1 %s is the fifth of November', (text) => expect(dayOfText(text)).toBe('2026-11-05'));

  it.each(['2026-11-05 04:30 PM UTC', '2026-11-05 下午 4:30Z', '093000', '09:30:00', `2026-11-05${' '.repeat(80)}1`])(
    'R13.1 “%s” is no day that is sure',
    (text) => expect(dayOfText(text)).toBeNull(),
  );

  it('R13.1 a cell that says nothing is none, however it is written', () => {
    for (const text of ['', '/', '-', '--', '——', '－', '／', '#N/A', 'n/a', 'NULL', '无', '-'.repeat(19)]) {
      expect(saysNothing(text), text).toBe(true);
    }
    for (const text of ['0', '#1001', '--001', '-5', '无锡', 'N1']) expect(saysNothing(text), text).toBe(false);
  });

  it('R13.1 a plain cell is read as any other', () => {
    for (const text of ['L-1', '`100', '-5.00', '甲公司（北京）', 'a b', '2026-10-15 10:00:00']) {
      expect(plainText(text), text).toBe(cellText(text));
    }
    for (const text of ['=1', '-A1', '+1', '@x', ' a', 'a\t', 'a\u0000b', 'a\u200b', '`=1', '😀', '']) {
      expect(plainText(text), text).toBeNull();
    }
  });

  it('security 4.8 no cell, however long, takes long', () => {
    const long = 32_000;
    const texts = [' ', '1', '(', '-', ',', '1 ', '合', '合计 ', 'T', ':1', '已退款(', '借 ', '=', '.', '1,'].flatMap(
      (sign) => [sign.repeat(long), `1${sign.repeat(long)}x`, `2026-10-05 ${sign.repeat(long)}`],
    );
    const signs: RowSigns = { day: 'unread', amount: 'unread', isNamed: true };
    // What grows with the square of the length takes minutes here, and a test has seconds.
    for (const text of texts) {
      fenOfText(text);
      dayOfText(text);
      sideOfText(text);
      cellText(text);
      plainText(text);
      saysNothing(text);
      unitOfHead(text);
      currencyOfHead(text);
      unitOfPreamble([text]);
      currencyOfPreamble([text]);
      findHead([[text, text]], { day: ['日期'], amount: ['金额'] });
      multiplierOfHead(text);
      rateSignOfHead(text);
      preambleFault([[text]], { only: '', hasCurrencies: false });
      expect(skipReason([text], signs, ['业务编号', '日期'])).not.toBe('balance');
    }
  });
});

describe('R13.1 rows that are none of the table', () => {
  const whole: RowSigns = { day: 'read', amount: 'read', isNamed: true };
  const sum: RowSigns = { day: 'blank', amount: 'read', isNamed: false };
  const text: RowSigns = { day: 'blank', amount: 'blank', isNamed: true };

  it.each(
    '合计,合 计,合　计,总计：,合计金额,本页合计,本月合计,本期合计,本年累计,10月合计,2026年10月小计,第三季度合计,上半年合计,日合计,月计,借方合计,支出总额,共3笔,共 3 笔,合计3笔,Total,Grand Total,Subtotal,SUM'.split(
      ',',
    ),
  )('R13.1 a row with a day, an amount and “%s” is a sum', (word) => {
    expect(skipReason(['', '2026-10-31', word, '79.50'], whole)).toBe('totals');
    expect(skipReason([word, '', '79.50'], { ...sum, isNamed: true })).toBe('totals');
  });

  it.each(['期初余额', '期末余额', '承前页', '过次页', '上年结转', '上月结余', 'Opening Balance'])(
    'R13.1 a row of “%s” is a balance',
    (word) => expect(skipReason(['2026-10-01', word, '1000.00'], whole)).toBe('balance'),
  );

  it.each([
    '合计传媒有限公司',
    '合计 财务咨询有限公司',
    'Total Energies（中国）',
    '#1001',
    '--',
    '--001',
    '#N/A',
    '***',
    '总行营业部',
    '小计科技',
  ])('R13.1 a row with a day and an amount is a row, also with “%s”', (word) => {
    expect(skipReason([word, '2026-10-31', '79.50'], whole)).toBeNull();
    // Broken it is named, not left out.
    expect(skipReason([word, '2026-13-31', '79.50', 'x'], { ...whole, day: 'unread' })).toBeNull();
    expect(skipReason([word, '2026-10-31', '$79.50'], { ...whole, amount: 'unread' })).toBeNull();
  });

  it('R13.1 a sum without a word is one, a row without a day is none', () => {
    expect(skipReason(['', '', '79.50', ''], sum)).toBe('totals');
    expect(skipReason(['', '¥79.50元'], sum)).toBe('totals');
    expect(skipReason(['', '7.95万'], sum)).toBe('totals');
    expect(skipReason(['', '', '79.50', '合计'], sum)).toBe('totals');
    expect(skipReason(['甲公司 汇总', '', '79.50'], { ...sum, isNamed: true })).toBe('totals');
    expect(skipReason(['*', '', '79.50', 'CNY'], sum)).toBe('totals');
    expect(skipReason(['', '79.50', '服务费'], sum)).toBeNull();
    expect(skipReason(['R-1', '', '79.50'], { ...sum, isNamed: true })).toBeNull();
  });

  it.each([
    '制表人：某某',
    '审核：某某',
    '打印时间：2026-11-01',
    '备注',
    '注1：以上含税',
    '说明：',
    '第 1 页，共 2 页',
    '会计',
  ])('R13.1 “%s” below a table is a note', (word) =>
    expect(skipReason([word, '', '', '某某', 'x'], text)).toBe('note'),
  );

  it('R13.1 names that begin like a note are none', () => {
    for (const word of ['会计师事务所', '说明书印刷厂', '操作系统有限公司', '备注册商标']) {
      expect(skipReason([word, 'x', 'y'], { day: 'unread', amount: 'unread', isNamed: true }), word).toBeNull();
    }
  });

  it('R13.1 comments, blank rows and the head again are named', () => {
    const head = ['编号', '日期', '金额', ''];
    expect(skipReason([' 编号', '日期', '', '金额'], { ...text, day: 'unread', amount: 'unread' }, head)).toBe('head');
    expect(skipReason(['#导出时间：[2026]', ''], text)).toBe('comment');
    expect(skipReason(['', ' '], text)).toBe('blank');
    expect(skipReason(['R-1', '', 'x'], { day: 'blank', amount: 'unread', isNamed: true })).toBeNull();
  });
});
