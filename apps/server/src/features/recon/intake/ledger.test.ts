import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '#features/file/file.fixture';
import { gb18030Of } from '#features/file/gb18030.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { kindsOf, ledgerHead, ledgerOf, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open({ limits: { reconUploadsPerHour: 1000 } });
});
afterAll(() => fixture.close());

type Change = (mapping: Record<string, unknown>) => Record<string, unknown>;

/** Uploads a file, looks at it, and runs it by the mapping that is shown, changed or as it is. */
const runOf = async (
  stageId: string,
  file: string | Buffer,
  { name, change = (mapping) => mapping }: { readonly name?: string; readonly change?: Change } = {},
) => {
  const { ledgerId } = (await fixture.upload(file, name)).body.data;
  const seen = (await fixture.call('recon.preview', { ledgerId })).body.data;
  const subject = { ledgerId, stageId, side: 'fee', direction: 'payable' };
  const reply = await fixture.write('recon.start', { ...subject, mapping: change(seen.mapping) });
  await fixture.app.app.sentJobs.drain();
  return { seen, run: await fixture.get(reply.body.data.runId) };
};
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
    const { seen, run } = await runOf(stageId, Buffer.from(`\ufeff${file}`), { name: '1900000109All2026-10-15.csv' });
    expect(seen).toMatchObject({ shape: 'weChatPay', headRow: 1 });
    expect(seen).not.toHaveProperty('fault');
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
    const { seen, run } = await runOf(stageId, file, { change: (mapping) => ({ ...mapping, sign: 'reversed' }) });
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
    const { seen, run } = await runOf(stageId, gb18030Of(file), {
      change: (mapping) => ({ ...mapping, sign: 'reversed' }),
    });
    expect(seen).toMatchObject({ shape: 'alipay', headRow: 5 });
    expect(fieldsOf(seen)).toMatchObject({ amountIn: '收入金额（+元）', amountOut: '支出金额（-元）' });
    expect(run).toMatchObject({
      status: 'done',
      rows: 2,
      skipped: expect.arrayContaining([
        { reason: '表头之前的说明', rows: 4 },
        { reason: '注释行', rows: 4 },
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
    const { seen, run } = await runOf(stageId, gb18030Of(file), {
      change: (mapping) => ({ ...mapping, sign: 'reversed' }),
    });
    expect(seen).toMatchObject({ shape: 'alipay', headRow: 5 });
    expect(run).toMatchObject({
      status: 'done',
      rows: 2,
      skipped: expect.arrayContaining([{ reason: '不计收支的行', rows: 1 }]),
    });
    expect(kindsOf(run)).toEqual({ matched: [2, 30_000, 30_000] });
  });
});

describe('R13.1 other tables', () => {
  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('R13.1 are read with %s, a preamble and sums', async (_what, separator) => {
    const { stageId, references } = await fixture.bill({ fees: [10_000] });
    const [reference = ''] = references;
    const rows = [ledgerHead, `${reference},2026/10/15,¥100.00,某机构`, '合计,,100.00,'];
    const file = ['十月商户账', '', ...rows.map((row) => row.replaceAll(',', separator))].join('\n');
    const { seen, run } = await runOf(stageId, file);
    expect(seen).toMatchObject({ shape: 'plain', headRow: 3 });
    expect(run).toMatchObject({ status: 'done', rows: 1 });
    expect(kindsOf(run)).toEqual({ matched: [1, 10_000, 10_000] });
  });

  it('R13.1 a workbook is read with its days and amounts', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_001] });
    const cellOf = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      ledgerHead.split(',').map(cellOf),
      // 46310 is 15 October 2026.
      [cellOf(references[0] ?? ''), '<c s="1"><v>46310</v></c>', '<c><v>100.01</v></c>', cellOf('某机构')],
    ];
    const parts = {
      '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/></Relationships>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map((row) => `<row>${row.join('')}</row>`).join('')}</sheetData></worksheet>`,
    };
    const book = zipOf(Object.entries(parts).map(([name, text]) => ({ name, text })));
    const { run } = await runOf(stageId, book, { name: '商户账.xlsx' });
    expect(run).toMatchObject({ status: 'done', rows: 1 });
    expect(kindsOf(run)).toEqual({ matched: [1, 10_001, 10_001] });
    expect((await fixture.rows(run.runId))[0].ledger).toMatchObject([{ occurredOn: '2026-10-15' }]);
  });

  it('R13.1 a saved source is recalled for a file with its columns, wherever they stand', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_000] });
    const [reference = ''] = references;
    const head = '甲号,乙日,丙额';
    const row = `${reference},15/10/2026,-10000`;
    const { ledgerId } = (await fixture.upload(`${head}\n${row}\n`)).body.data;
    const first = (await fixture.call('recon.preview', { ledgerId })).body.data;
    expect(first).toMatchObject({ fault: { field: 'occurredOn', message: '请选择“日期”所在的列' } });
    expect(first).not.toHaveProperty('source');
    const columns = ['reference', 'occurredOn', 'amount'].map((field, column) => ({
      field,
      column,
      name: head.split(',')[column],
    }));
    const mapping = { columns, sign: 'reversed', dayOrder: 'dmy', unit: 'fen' };
    const mapped = (await fixture.call('recon.preview', { ledgerId, mapping })).body.data;
    expect(mapped).not.toHaveProperty('fault');
    expect(mapped.rows).toEqual([
      {
        row: 2,
        values: [
          { field: 'reference', text: reference },
          { field: 'occurredOn', text: '2026-10-15' },
          { field: 'amount', text: '100.00' },
        ],
      },
    ]);
    expect(await fixture.write('recon.saveMapping', { name: ' 甲方系统 ', mapping })).toMatchObject({ status: 200 });
    // The same columns in another order, and one more.
    const turned = (line: string) => ['x', ...line.split(',').toReversed()].join(',');
    const { seen, run } = await runOf(stageId, `${turned(head)}\n${turned(row)}\n`);
    expect(seen).toMatchObject({ source: '甲方系统', mapping: { sign: 'reversed', dayOrder: 'dmy', unit: 'fen' } });
    expect(seen.mapping.columns).toContainEqual({ field: 'amount', column: 1, name: '丙额' });
    expect(kindsOf(run)).toEqual({ matched: [1, 10_000, 10_000] });
    const other = (await fixture.upload(`甲号,乙日,丁额\n${row}\n`)).body.data.ledgerId;
    expect((await fixture.call('recon.preview', { ledgerId: other })).body.data).not.toHaveProperty('source');
  });

  it('R13.1 bad rows: nothing is matched, and the report lists each with the column of the file', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_000] });
    const [reference = ''] = references;
    const file = ['编号,日期,金额（元）', `${reference},2026-10-15,100.00`, 'L-2,2026-02-30,1.234', 'L-3,,5'].join(
      '\n',
    );
    const { run } = await runOf(stageId, file, { name: '十月.csv' });
    expect(run).toMatchObject({ status: 'failed', rows: 3, badRows: 2, hasReport: true });
    expect(run.failure).toBe('有\u00a02\u00a0行读不出来，请下载清单，改好后重新上传。');
    expect(run).not.toHaveProperty('totals');
    const reply = await fixture.call('recon.report', { runId: run.runId });
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain('十月-读不出的行.csv');
    expect(reply.text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      '行,列,文件中的列,内容,原因',
      '3,日期,日期,2026-02-30,不是日期：应如 2026-11-20',
      '3,金额,金额（元）,1.234,"不是金额：应如 1,234.56，最多两位小数"',
      '4,日期,日期,,缺少日期',
    ]);
    expect((await fixture.call('recon.rows', { runId: run.runId })).body).not.toMatchObject({
      data: { items: [{}] },
    });
  });

  it('R13.1 a run without bad rows has no report', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const { run } = await runOf(stageId, ledgerOf([['X-1', 1]]));
    expect(run.hasReport).toBe(false);
    for (const runId of [run.runId, 'none']) {
      expect(await fixture.call('recon.report', { runId })).toMatchObject({ status: 404 });
    }
  });

  it('R13.4 the runs of the same bytes are named at the next upload, those of another tenant are not', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const file = ledgerOf([['SAME-1', 10_000]]);
    expect((await fixture.upload(file)).body.data.earlier).toEqual([]);
    const { run } = await runOf(stageId, file);
    const reply = await fixture.upload(file, '改名.csv');
    expect(reply.body.data.earlier).toEqual([{ runId: run.runId, stageName: run.stageName, createdAt: run.createdAt }]);
    const other = await makeMerchant(fixture.app);
    await fixture.bill({}, other);
    expect((await fixture.upload(file, '商户账.csv', other)).body.data.earlier).toEqual([]);
  });
});

describe('R13.1 refusals', () => {
  it('R5.5 a mapping that lacks a column, and a blank name, are named', async () => {
    const { mapping } = await fixture.ledger(ledgerOf([['X-1', 1]]));
    const save = (given: object) => fixture.write('recon.saveMapping', { name: '甲', mapping, ...given });
    const columns = mapping.columns.filter(({ field }: { field: string }) => field !== 'amount');
    expect((await save({ mapping: { ...mapping, columns } })).body.data.fields).toEqual([
      { path: 'mapping.amount', message: '请选择“金额”所在的列' },
    ]);
    expect((await save({ name: '  ' })).body.data.fields).toMatchObject([{ path: 'name' }]);
  });

  it('RHRE002 the 21st source is refused; one of a name that is there is saved over it', async () => {
    const owner = await makeMerchant(fixture.app);
    await fixture.bill({}, owner);
    const { mapping } = await fixture.ledger(ledgerOf([['X-1', 1]]), owner);
    const save = (name: string) => fixture.write('recon.saveMapping', { name, mapping }, owner);
    for (let at = 0; at < 20; at += 1) expect((await save(`来源 ${at}`)).status).toBe(200);
    expect((await save('来源 20')).body.errCode).toBe('RHRE002');
    expect((await save('来源 3')).status).toBe(200);
    expect(await fixture.app.rows('select 1 from recon_source where tenant_id = $1', [owner.tenantId])).toHaveLength(
      20,
    );
  });

  it('R6.3 the ledger and the report of another tenant are a 404, like one that does not exist', async () => {
    const other = await makeMerchant(fixture.app);
    const { stageId } = await fixture.bill({ fees: [10_000] }, other);
    const { ledgerId, mapping } = await fixture.ledger(ledgerOf([['X-1', 1]]));
    const subject = { stageId, side: 'fee', direction: 'payable', mapping };
    for (const id of [ledgerId, 'none']) {
      expect(await fixture.call('recon.preview', { ledgerId: id }, other)).toMatchObject({ status: 404 });
      expect(await fixture.write('recon.start', { ...subject, ledgerId: id }, other)).toMatchObject({ status: 404 });
    }
    const own = await fixture.bill({ fees: [10_000] });
    const { run } = await runOf(own.stageId, `${ledgerHead}\nL-1,none,1,x`);
    expect(run.hasReport).toBe(true);
    expect(await fixture.call('recon.report', { runId: run.runId }, other)).toMatchObject({ status: 404 });
  });

  it('R8.6 answers OPSB0005 while the store of files does not work, and works again after', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const { run } = await runOf(stageId, `${ledgerHead}\nL-1,none,1,store`);
    const { ledgerId, runId } = run;
    const down = { status: 503, body: { errCode: 'OPSB0005' }, headers: { 'retry-after': '60' } };
    const { files } = fixture.app.ports;
    const marked = await files.mark();
    // The files are not in the folder that stands in the place of the store.
    await fixture.app.rows("update recon_ledger set storage_key = storage_key || '-away'");
    await fixture.app.rows("update sent_job set result_key = result_key || '-away' where result_key is not null");
    await files.setMark('another-store');
    expect(await fixture.upload(ledgerOf([['X-1', 1]]))).toMatchObject(down);
    expect(await fixture.call('recon.preview', { ledgerId })).toMatchObject(down);
    expect(await fixture.call('recon.report', { runId })).toMatchObject(down);
    await files.setMark(marked ?? '');
    expect(await fixture.call('recon.preview', { ledgerId })).toMatchObject({ status: 404 });
    await fixture.app.rows("update recon_ledger set storage_key = replace(storage_key, '-away', '')");
    await fixture.app.rows(
      "update sent_job set result_key = replace(result_key, '-away', '') where result_key is not null",
    );
    expect(await fixture.call('recon.preview', { ledgerId })).toMatchObject({ status: 200 });
    expect(await fixture.call('recon.report', { runId })).toMatchObject({ status: 200 });
  });

  it('security 4.8 RHRE001 room, uploads in an hour and size are bounded for each tenant', async () => {
    const bounded = await ReconFixture.open({
      limits: { ledgerMegabytes: 1, reconMegabytesPerTenant: 1, reconUploadsPerHour: 3 },
    });
    try {
      await bounded.bill();
      const sized = (megabytes: number) => `${ledgerHead}\n${'x'.repeat(megabytes * 1024 * 1024)}`;
      expect(await bounded.upload(sized(1.1))).toMatchObject({ status: 413, body: { errCode: 'RHSY413' } });
      expect(await bounded.upload(sized(0.6))).toMatchObject({ status: 200 });
      expect((await bounded.upload(sized(0.5))).body.errCode).toBe('RHRE001');
      const small = ledgerOf([['X-1', 1]]);
      for (let at = 0; at < 2; at += 1) expect(await bounded.upload(small)).toMatchObject({ status: 200 });
      const late = await bounded.upload(small);
      expect(late).toMatchObject({ status: 429 });
      expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
      const other = await makeMerchant(bounded.app);
      await bounded.bill({}, other);
      expect(await bounded.upload(sized(0.6), '商户账.csv', other)).toMatchObject({ status: 200 });
      const stored = await bounded.app.rows('select 1 from recon_ledger');
      expect(stored).toHaveLength(4);
    } finally {
      await bounded.close();
    }
  }, 60_000);

  it('security 4.8 nothing of the rows reaches the log, the audit or the row of the job', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const secret = '绝密机构';
    const bad = await runOf(stageId, `${ledgerHead}\nSECRET-9,none,1,${secret}`);
    const good = await runOf(stageId, `${ledgerHead}\nSECRET-9,2026-10-15,1,${secret}`);
    expect([bad.run.status, good.run.status]).toEqual(['failed', 'done']);
    const kept = await Promise.all(
      ['audit_event', 'sent_job', 'outbox', 'idempotency', 'notice'].map((table) =>
        fixture.app.rows(`select t::text from ${table} t`),
      ),
    );
    const words = JSON.stringify([fixture.app.logged, kept]);
    expect(words).not.toContain('SECRET-9');
    expect(words).not.toContain(secret);
  });
});
