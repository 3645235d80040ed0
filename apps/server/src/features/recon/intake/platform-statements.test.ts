import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gb18030Of } from '#features/file/gb18030.fixture';
import { kindsOf, ReconFixture } from '../recon.fixture.ts';
import { runFile } from './ledger.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

const fieldsOf = (seen: { mapping: { columns: { field: string; name: string }[] } }) =>
  Object.fromEntries(seen.mapping.columns.map(({ field, name }) => [field, name]));

describe('R13.1 statements of payment platforms', () => {
  it('R13.1 a trade bill of WeChat Pay: back-quotes, and sums below', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_000, 20_000] });
    const rows = references.map(
      (reference, at) =>
        `\`2026-10-15 10:20:3${at},\`wx1,\`1900000109,\`0,\`,\`420000000${at},\`${reference},\`oUser${at},\`JSAPI,\`SUCCESS,\`OTHERS,\`CNY,\`${at + 1}00.00,\`0.00,\`商品,\`0.60000,\`0.60%,\`${at + 1}00.00,\`0.00,\``,
    );
    const file = [
      '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,商品名称,手续费,费率,订单金额,申请退款金额,费率备注',
      ...rows,
      '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
      '`2,`300.00,`0.00,`0.00,`1.20000,`300.00,`0.00',
      '',
    ].join('\r\n');
    const { seen, run } = await runFile(fixture, stageId, Buffer.from(`\ufeff${file}`), {
      name: '1900000109All2026-10-15.csv',
    });
    expect(seen).toMatchObject({ shape: 'weChatPay', headRow: 1 });
    expect(seen).not.toHaveProperty('fault');
    // The words of the sums below are no values of the columns that they stand in.
    const questions = (seen.notes ?? []).filter(({ kind }: { kind: string }) => kind === 'question');
    expect(questions).toEqual([]);
    expect(fieldsOf(seen)).toMatchObject({ reference: '商户订单号', amount: '应结订单金额' });
    expect(seen.rows[0].values).toContainEqual({ field: 'amount', text: '100.00' });
    expect(run).toMatchObject({ status: 'done', rows: 2, skipped: [{ reason: '合计行', rows: expect.any(Number) }] });
    expect(kindsOf(run)).toEqual({ matched: [2, 30_000, 30_000] });
  });

  it('R13.1 a fund bill of WeChat Pay: the direction beside the amount', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_000, 20_000] });
    const [one = '', two = ''] = references;
    const row = (flow: string, amount: string, reference: string) =>
      `\`2026-10-15 10:20:30,\`5000001,\`4200001,\`交易,\`交易,\`${flow},\`${amount},\`900.00,\`system,\`,\`${reference}`;
    const file = [
      '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号',
      row('支出', '100.00', one),
      row('支出', '200.00', two),
      row('收入', '7.00', 'refund'),
      '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额',
      '`3,`1,`7.00,`2,`300.00',
    ].join('\n');
    const { seen, run } = await runFile(fixture, stageId, file, {
      change: (mapping) => ({ ...mapping, sign: 'reversed' }),
    });
    expect(seen.shape).toBe('weChatPay');
    expect(run).toMatchObject({ status: 'done', rows: 3 });
    expect(kindsOf(run)).toEqual({ matched: [2, 30_000, 30_000], onlyInLedger: [1, -700, 0] });
  });

  it('R13.1 account entries of Alipay: GB18030, comments, trailing tabs, income and expense apart', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_000, 20_000] });
    const row = (reference: string, expense: string) =>
      `20261015001\t,20261015\t,${reference}\t,融资服务\t,2026-10-15 10:20:30\t,某机构(a***@b.com)\t, ,${expense}\t,900.00\t,网商银行\t,在线支付\t, `;
    const file = [
      '#支付宝账务明细查询',
      '#账号：[20880000000000000156]',
      '#起始日期：[2026年10月01日 00:00:00]   终止日期：[2026年11月01日 00:00:00]',
      '#-----------------------------------------账务明细列表----------------------------------------',
      '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注',
      ...references.map((reference, at) => row(reference, `-${at + 1}00.00`)),
      '#-----------------------------------------账务明细列表结束------------------------------------',
      '#支出合计：2笔，共-300.00元',
      '#收入合计：0笔，共0.00元',
      '#导出时间：[2026年11月20日 10:00:00]',
    ].join('\r\n');
    const { seen, run } = await runFile(fixture, stageId, gb18030Of(file), {
      change: (mapping) => ({ ...mapping, sign: 'reversed' }),
    });
    expect(seen).toMatchObject({ shape: 'alipay', headRow: 5 });
    expect(fieldsOf(seen)).toMatchObject({ amountIn: '收入金额（+元）', amountOut: '支出金额（-元）' });
    expect(run).toMatchObject({
      status: 'done',
      rows: 2,
      skipped: expect.arrayContaining([
        expect.objectContaining({ reason: '表头之前的说明', rows: 4 }),
        expect.objectContaining({ reason: '注释行', rows: 4 }),
      ]),
    });
    expect(kindsOf(run)).toEqual({ matched: [2, 30_000, 30_000] });
  });

  it('R13.1 trade records of Alipay end where their count stands', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_000, 20_000] });
    const row = (reference: string, amount: string, flow = '支出') =>
      `2026101522001\t,${reference}\t,2026-10-15 10:20:30 ,2026-10-15 10:20:31 ,其他 ,即时到账 ,某机构 ,商品 ,${amount}   ,${flow}     ,交易成功 ,`;
    const file = [
      '支付宝交易记录明细查询',
      '账号:[a@b.com]',
      '起始日期:[2026-10-01 00:00:00]    终止日期:[2026-11-01 00:00:00]',
      '---------------------------------交易记录明细列表------------------------------------',
      '交易号                  ,商家订单号               ,交易创建时间              ,付款时间                ,交易来源地     ,类型              ,交易对方            ,商品名称                ,金额（元）   ,收/支     ,交易状态    ,',
      ...references.map((reference, at) => row(reference, `${at + 1}00.00`)),
      row('X', '5.00', '不计收支'),
      '------------------------------------------------------------------------------------',
      '共3笔记录',
      '已收入:0笔,0.00元',
      '已支出:2笔,300.00元',
      '导出时间:[2026-11-20 10:00:00]    用户:某某',
    ].join('\r\n');
    const { seen, run } = await runFile(fixture, stageId, gb18030Of(file), {
      change: (mapping) => ({ ...mapping, sign: 'reversed' }),
    });
    expect(seen).toMatchObject({ shape: 'alipay', headRow: 5 });
    expect(run).toMatchObject({
      status: 'done',
      rows: 2,
      skipped: expect.arrayContaining([expect.objectContaining({ reason: '不计收支的行', rows: 1 })]),
    });
    expect(kindsOf(run)).toEqual({ matched: [2, 30_000, 30_000] });
  });
});
