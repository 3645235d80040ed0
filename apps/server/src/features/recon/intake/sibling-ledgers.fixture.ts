/** Files of the kinds that bookkeepers have, a few lines each, with what a careful one reads in them: written by hand, beside those that are made by combination. */

import { gb18030Of } from '#features/file/gb18030.fixture';
import type { BroughtRow } from './read-ledger.fixture.ts';

/** A file, and its rows; `asked` where a person has to say something first, or is refused. */
export interface Sibling {
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly rows: readonly BroughtRow[] | 'asked';
}

type Rows = Sibling['rows'];
const first: BroughtRow = ['R-001', '2026-10-05', 10_000];
const second: BroughtRow = ['R-002', '2026-10-31', -2050];
const both: Rows = [first, second];
const head = '业务编号,日期,金额,对方\n';
const lines = 'R-001,2026-10-05,100.00,甲公司\nR-002,2026-10-31,-20.50,乙公司\n';

const table = (name: string, text: string, rows: Rows = both): Sibling => ({ name, bytes: text, rows });

/** Two amounts under a head, and what they are in fen. */
const amounts = (name: string, [one, two]: readonly [string, string], fens: readonly [number, number] | 'asked') =>
  table(
    `金额 ${name} ${one}`,
    `业务编号,日期,"${name}",对方\nR-001,2026-10-05,"${one}",甲公司\nR-002,2026-10-31,"${two}",乙公司\n`,
    fens === 'asked'
      ? fens
      : [
          ['R-001', '2026-10-05', fens[0]],
          ['R-002', '2026-10-31', fens[1]],
        ],
  );

const read = (unit: number, ...names: readonly string[]): readonly Sibling[] =>
  names.map((name) => amounts(name, ['1.5', '2'], [1.5 * unit, 2 * unit]));
const asked = (...names: readonly string[]): readonly Sibling[] =>
  names.map((name) => amounts(name, ['100.00', '20.50'], 'asked'));

const above = (text: string, rows: Rows): Sibling =>
  table(`上方 ${text}`, `${text}\n${head}R-001,2026-10-05,1.5,甲公司\nR-002,2026-10-31,2,乙公司\n`, rows);
const aboveOf = (unit: number): Rows => [
  ['R-001', '2026-10-05', 1.5 * unit],
  ['R-002', '2026-10-31', 2 * unit],
];

const besides = (name: string, [one, two]: readonly [string, string], rows: Rows): Sibling =>
  table(
    `列 ${name} ${one}/${two}`,
    `业务编号,日期,金额,${name}\nR-001,2026-10-05,100.00,${one}\nR-002,2026-10-31,20.50,${two}\n`,
    rows,
  );

/** 1: units and currencies. */
const units: readonly Sibling[] = [
  ...read(100, '金额(¥)', '金额（含税）'),
  ...read(100_000, '金额(千元)', "Amount (RMB '000)", '金额(人民币千元)', 'Amount (in 000s)', 'Amount CNY k'),
  ...read(1_000_000, '交易金额/万元', '金额（单位:万）', '金额，万元', '金额【万元】', '万元金额', '金额 万元'),
  ...read(100_000_000, '金额（百万）', 'Amount (CNY m)'),
  amounts('金额:分', ['1050', '-20'], [1050, -20]),
  amounts('金额', ['1.5万元', '2亿'], [1_500_000, 20_000_000_000]),
  ...asked('金额（HKD）', '金额（美分）', '金额(USDT)', '金额（万美元）', '金额(S$)', '金额（十万元）', '金额(角)'),
  ...asked('Amount in USD', '美元金额', '金额（外币）', '金额(原币)', '金额(新台币)'),
  ...['HK$100', '100 USD', '€100.00', '100.00美元', '100元整'].map((cell) => amounts('金额', [cell, '1'], 'asked')),
  above('单位：人民币千元,,,', aboveOf(100_000)),
  above('十月服务费明细（万元）', aboveOf(1_000_000)),
  above('金额单位为千元', aboveOf(100_000)),
  above('（金额以万元计）', aboveOf(1_000_000)),
  above('(RMB in thousands)', aboveOf(100_000)),
  above('金额以美元计', 'asked'),
  above('以十万元为单位', 'asked'),
  above('以下数据仅供参考', aboveOf(100)),
  besides('币种', ['CNY', 'USD'], 'asked'),
  besides('结算币种', ['CNY', 'HKD'], 'asked'),
  besides('Curr.', ['CNY', 'EUR'], 'asked'),
  besides('金额单位', ['元', '万元'], 'asked'),
  besides('单位', ['万元', '元'], 'asked'),
  besides('单位', ['万次', '千克'], [first, ['R-002', '2026-10-31', 2050]]),
];

/** 2: first cells that are none of a comment's or of a sum's. */
const firsts: readonly Sibling[] = [
  ...['#1001', '--001', '合计传媒', 'Total Energies', '总计划部-1', '共享-9', '小计-3', '*A1', '余额-1', '注1'].map(
    (cell) =>
      table(`首格 ${cell}`, `${head}${cell},2026-10-05,100.00,甲公司\nR-002,2026-10-31,-20.50,乙公司\n`, [
        [cell, '2026-10-05', 10_000],
        second,
      ]),
  ),
  table('名叫合计', `${head}R-003,2026-10-06,7.00,合计\n${lines}`, 'asked'),
  table('付的是合计', `${head}R-003,2026-10-06,7.00,十月服务费合计\n${lines}`, 'asked'),
];

const side = (name: string, out: string, income: string): Sibling =>
  table(
    `方向 ${name} ${out}/${income}`,
    `业务编号,日期,金额,${name}\nR-001,2026-10-05,100.00,${income}\nR-002,2026-10-31,20.50,${out}\n`,
  );

/** 3: sides; kinds of which one goes the other way are asked about. */
const sides: readonly Sibling[] = [
  side('借贷标志', '借方', '贷方'),
  side('方向', '付', '收'),
  side('动账方向', '出账', '入账'),
  side('借/贷', 'Dr.', 'Cr.'),
  side('借贷标志', '借（支出）', '贷（收入）'),
  side('来往标志', '往账', '来账'),
  side('收支', '支', '收'),
  side('+/-', '-', '+'),
  ...[
    ['交易类型', '消费', '退货'],
    ['交易类型', '支付', '退款'],
    ['交易类型', '充值', '提现'],
    ['交易类型', '转账收入', '转账支出'],
    ['交易类型', '消费', '冲正'],
    ['业务类型', 'PAYMENT', 'REFUND'],
    ['收付', 'R', 'P'],
    ['借贷标志', '1', '0'],
    ['资金方向', '入金', '出金'],
  ].map(([name = '', one = '', two = '']) => besides(name, [one, two], 'asked')),
  besides('支付方式', ['现金', '银行卡'], [first, ['R-002', '2026-10-31', 2050]]),
];

const pair = (income: string, out: string, blank = ''): Sibling =>
  table(
    `两列 ${income}/${out}`,
    `业务编号,日期,${out},${income},余额\nR-001,2026-10-05,${blank},100.00,1100.00\nR-002,2026-10-31,20.50,${blank},1079.50\n`,
  );

/** 4: two columns of amounts. */
const pairs: readonly Sibling[] = [
  pair('贷方发生额', '借方发生额'),
  pair('Credit Amount', 'Debit Amount', '0.00'),
  pair('Deposits', 'Withdrawals'),
  pair('Paid In', 'Paid Out'),
  pair('收入', '支出', '-'),
  pair('流入', '流出'),
  pair('收款金额', '付款金额'),
  pair('充值金额', '提现金额'),
  pair('来账金额', '往账金额', '0'),
  table('两列都有', '业务编号,日期,借方金额,贷方金额\nR-001,2026-10-05,,100.00\nR-002,2026-10-31,30.50,10.00\n'),
  table('金额与笔数', '业务编号,日期,金额,笔数\nR-001,2026-10-05,100.00,3\nR-002,2026-10-31,-20.50,1\n'),
  table('收入与退款', '业务编号,日期,收入金额,退款金额\nR-001,2026-10-05,100.00,\nR-002,2026-10-31,,20.50\n', 'asked'),
];

const failed = (name: string, good: string, bad: string): Sibling =>
  table(
    `状态 ${name} ${bad}`,
    `业务编号,日期,金额,${name}\nR-001,2026-10-05,100.00,${good}\nR-002,2026-10-31,-20.50,${good}\nR-003,2026-10-31,9,${bad}\n`,
  );

/** 5: payments that were not made. */
const states: readonly Sibling[] = [
  failed('交易状态', '成功', '交易关闭'),
  failed('支付状态', '已支付', '支付失败'),
  failed('交易结果', '成功', '失败'),
  failed('是否成功', '是', '否'),
];

/** 6: what stands below the rows, with a day and without. */
const sumWords =
  '合 计|合计：|共计|合计（2笔）|合计(元)|总和|平均|合计人民币|总合计|截止余额|服务费合计|甲公司小计|甲公司 合计|10月份合计|承前页|过次页|Grand Total|Closing balance';
const footers: readonly Sibling[] = sumWords
  .split('|')
  .map((word) => table(`有日期的 ${word}`, `${head}${lines}${word},2026-10-31,79.50,\n`));
const below: readonly Sibling[] = [
  '合计:79.50,,,',
  '总笔数：2，总金额：79.50',
  '导出笔数：2 总金额：79.50 元',
  '合计人民币（大写）：柒拾玖元伍角,,,',
  '复核：,出纳：,制单：,',
  '打印日期,2026-11-01,,',
  '—— 以下无正文 ——',
  '收入合计,100.00,支出合计,20.50',
].map((text) => table(`下方 ${text}`, `${head}${lines}${text}\n`));

const form = (name: string, bytes: string | Buffer): Sibling => ({ name: `编码 ${name}`, bytes, rows: both });
const text = head + lines;
const day = (one: string, two: string, rows: Rows = both): Sibling =>
  table(`日期 ${one}`, `业务编号,日期,金额\nR-001,"${one}",100.00\nR-002,"${two}",-20.50\n`, rows);

/** 8: encodings and days. */
const forms: readonly Sibling[] = [
  form('UTF-16 BE', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])),
  form('UTF-16 LE 无标记', Buffer.from(text, 'utf16le')),
  form('标记与 GB18030', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), gb18030Of(text)])),
  form('GB18030 与 CR', gb18030Of(text.replaceAll('\n', '\r'))),
  form('全角逗号', text.replaceAll(',', '，')),
  form('竖线两端', text.replaceAll(',', '|').replaceAll(/^(.+)$/gm, '|$1|')),
  day('20261005235959', '20261031000000'),
  day('2026-10-04T16:00:00Z', '2026-10-31T15:59:59Z'),
  day('2026-10-04 16:00:00 +0000', '2026-10-31 15:59:59 +0000'),
  day('2026年10月5日 下午11:59', '2026年10月31日'),
  day('2026-10-05-23.59.59.123456', '2026-10-31-00.00.00.000000'),
  day('2026/10/5 23：59', '2026/10/31 23：59'),
  day('2026-10-05 星期一', '2026-10-31（周六）'),
  day('2026-10-05 09时30分', '2026-10-31 10时05分20秒'),
  day('2026-10-05 23:59:59 GMT+8', '2026-10-31 00:00:01 (UTC+08:00)'),
  day('05/10/2026', '06/10/2026', 'asked'),
  day('26-10-05', '26-10-31', 'asked'),
  day('2026-10-05 23:59:59 CST', '2026-10-31 00:00:01 CST', 'asked'),
  ...['100.5²', '①', '1,23.5', '1.234,50', '100.005', '一百', '100-50', '1,2345.00'].map((cell) =>
    amounts('金额', [cell, '1'], 'asked'),
  ),
  ...['记账日', '付款时间', '到账时间', '动账时间', 'Transaction date'].map((name) =>
    table(`列名 ${name}`, `单据号,${name},发生额\nR-001,2026-10-05,100.00\nR-002,2026-10-31,-20.50\n`),
  ),
];

/** A kind that first occurs far below, among rows that are plain. */
const late = (name: string, plain: string, other: string): Sibling => {
  const rowsOf = (from: number, to: number, kind: string) =>
    Array.from({ length: to - from }, (_, at) => `R-${from + at},2026-10-05,100.00,${kind}\n`).join('');
  return table(
    `${name} ${other} 在第 80 行`,
    `业务编号,日期,金额,${name}\n${rowsOf(0, 80, plain)}${rowsOf(80, 81, other)}${rowsOf(81, 90, plain)}`,
    'asked',
  );
};

export const siblings: readonly Sibling[] = [
  late('交易类型', '消费', '退货'),
  late('类型', '充值', '提现'),
  late('标记', '收', '付'),
  ...units,
  ...firsts,
  ...sides,
  ...pairs,
  ...states,
  ...footers,
  ...below,
  ...forms,
];
