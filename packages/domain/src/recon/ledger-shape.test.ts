import { describe, expect, it } from 'vitest';
import { recogniseColumns } from '../table.ts';
import { ledgerHeads, ledgerMappingFault } from './ledger-columns.ts';
import { recogniseLedger } from './ledger-recognition.ts';
import { ledgerRowOf } from './ledger-row.ts';
import { shapeOfHead } from './ledger-shape.ts';

const heads = {
  weChatTrades:
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
  weChatFunds:
    '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号',
  weChatPersonal: '交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注',
  alipayAccount:
    '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注',
  alipayTrades:
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
  alipayRecords:
    '交易号                  ,商家订单号               ,交易创建时间              ,付款时间                ,最近修改时间              ,交易来源地     ,类型              ,交易对方            ,商品名称                ,金额（元）   ,收/支     ,交易状态    ,服务费（元）   ,成功退款（元）  ,备注                  ,资金状态     ,',
} as const;
const cellsOf = (line: string) => line.split(',');
/** The names of the columns that are recognised. */
const namesOf = (line: string) => {
  const head = cellsOf(line);
  const { columns } = recogniseLedger(head);
  return Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, head[column]?.trim()]));
};

describe('R13.1 statements of WeChat Pay and Alipay', () => {
  it.each([
    [
      'weChatTrades',
      'weChatPay',
      {
        reference: '商户订单号',
        occurredOn: '交易时间',
        amount: '应结订单金额',
        refund: '退款金额',
        counterparty: '用户标识',
        currency: '货币种类',
        status: '交易状态',
      },
    ],
    [
      'weChatFunds',
      'weChatPay',
      { reference: '业务凭证号', occurredOn: '记账时间', amount: '收支金额(元)', flow: '收支类型' },
    ],
    [
      'weChatPersonal',
      'plain',
      {
        reference: '商户单号',
        occurredOn: '交易时间',
        amount: '金额(元)',
        flow: '收/支',
        counterparty: '交易对方',
        status: '当前状态',
      },
    ],
    [
      'alipayAccount',
      'alipay',
      {
        reference: '商户订单号',
        occurredOn: '发生时间',
        amountIn: '收入金额（+元）',
        amountOut: '支出金额（-元）',
        counterparty: '对方账号',
      },
    ],
    [
      'alipayTrades',
      'alipay',
      { reference: '商户订单号', occurredOn: '完成时间', amount: '订单金额（元）', counterparty: '对方账户' },
    ],
    [
      'alipayRecords',
      'alipay',
      {
        reference: '商家订单号',
        occurredOn: '交易创建时间',
        amount: '金额（元）',
        flow: '收/支',
        counterparty: '交易对方',
        status: '交易状态',
      },
    ],
  ] as const)('R13.1 the head of %s is recognised', (name, shape, names) => {
    expect(shapeOfHead(cellsOf(heads[name]))).toBe(shape);
    expect(namesOf(heads[name])).toEqual(names);
    expect(ledgerMappingFault(recogniseLedger(cellsOf(heads[name])))).toBeNull();
  });

  it('R13.1 the head is known with back-quotes, tabs and other spaces, too', () => {
    const quoted = cellsOf(heads.weChatTrades).map((name) => `\`${name}\t`);
    expect(shapeOfHead(quoted)).toBe('weChatPay');
    expect(recogniseLedger(quoted)).toEqual(recogniseLedger(cellsOf(heads.weChatTrades)));
  });

  it('R13.1 their rows are read', () => {
    const read = (head: string, row: string) => ledgerRowOf(cellsOf(row), recogniseLedger(cellsOf(head)));
    const trade =
      '`2026-10-15 10:20:30,`wx1,`1900000109,`0,`,`4200000001,`L-1,`oUser,`JSAPI,`SUCCESS,`OTHERS,`CNY,`100.00,`0.00,`0,`0,`0.00,`0.00,`,`,`商品,`,`0.60000,`0.60%,`100.00,`0.00,`';
    expect(read(heads.weChatTrades, trade)).toEqual({
      kind: 'row',
      row: { reference: 'L-1', counterparty: 'oUser', amount: 10_000, occurredOn: '2026-10-15' },
      written: [10_000, 0],
    });
    const fund = (flow: string) =>
      `\`2026-10-15 10:20:30,\`5000001,\`4200001,\`交易,\`交易,\`${flow},\`100.00,\`900.00,\`system,\`备注,\`L-1`;
    expect(read(heads.weChatFunds, fund('支出'))).toMatchObject({ row: { reference: 'L-1', amount: -10_000 } });
    expect(read(heads.weChatFunds, fund('收入'))).toMatchObject({ row: { amount: 10_000 } });
    const entry =
      '2026101500001\t,20261015\t,L-1\t,商品\t,2026-10-15 10:20:30\t,a***@b.com\t, ,-100.00\t,900.00\t,网商,付款,';
    const own = { reference: 'L-1', counterparty: 'a***@b.com', occurredOn: '2026-10-15' };
    expect(read(heads.alipayAccount, entry)).toEqual({
      kind: 'row',
      row: { ...own, amount: -10_000 },
      givenBack: { ...own, amount: 10_000 },
      written: [0, -10_000],
      out: 'minus',
    });
    const record = (flow: string) =>
      `2026101522001\t,L-1\t,2026-10-15 10:20:30 ,2026-10-15 10:20:31 ,2026-10-15 10:20:31 ,其他,即时到账,某机构 ,商品 ,100.00 ,${flow} ,交易成功 ,0.00 ,0.00 , ,已支出 ,`;
    expect(read(heads.alipayRecords, record('支出'))).toMatchObject({ row: { reference: 'L-1', amount: -10_000 } });
    expect(read(heads.alipayRecords, record('不计收支'))).toMatchObject({ kind: 'left', reason: 'neutral' });
  });
});

describe('R13.1 other tables', () => {
  it('R13.1 every name of the list is recognised by itself', () => {
    for (const [field, names] of Object.entries(ledgerHeads)) {
      for (const name of names) expect(recogniseColumns([name], ledgerHeads)).toEqual({ [field]: 0 });
    }
  });

  it('R13.1 of an amount beside income and expense the two columns count; one of them alone does not', () => {
    expect(namesOf('日期,摘要,金额,收入金额,支出金额,收/支')).toEqual({
      occurredOn: '日期',
      amountIn: '收入金额',
      amountOut: '支出金额',
    });
    expect(namesOf('日期,金额,支出')).toEqual({ occurredOn: '日期', amount: '金额' });
    expect(namesOf('日期,支出')).toEqual({ occurredOn: '日期', amountOut: '支出' });
  });

  it('R13.1 nothing is recognised where nothing is known', () => {
    expect(recogniseLedger(['甲', '', '乙']).columns).toEqual({});
    expect(recogniseLedger([]).columns).toEqual({});
  });
});
