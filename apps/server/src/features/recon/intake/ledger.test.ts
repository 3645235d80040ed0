import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '#features/file/file.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { kindsOf, ledgerHead, ledgerOf, ReconFixture } from '../recon.fixture.ts';
import { runFile } from './ledger.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open({ limits: { reconUploadsPerHour: 1000 } });
});
afterAll(() => fixture.close());

describe('R13.1 other tables', () => {
  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('R13.1 are read with %s, a preamble and sums', async (_what, separator) => {
    const { stageId, references } = await fixture.bill({ fees: [10_000] });
    const [reference = ''] = references;
    const rows = [ledgerHead, `${reference},2026/10/15,¥100.00,某机构`, '合计,,100.00,'];
    const file = ['十月商户账', '', ...rows.map((row) => row.replaceAll(',', separator))].join('\n');
    const { seen, run } = await runFile(fixture, stageId, file);
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
    const { run } = await runFile(fixture, stageId, book, { name: '商户账.xlsx' });
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
    const { seen, run } = await runFile(fixture, stageId, `${turned(head)}\n${turned(row)}\n`);
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
    const { run } = await runFile(fixture, stageId, file, { name: '十月.csv' });
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
    const { run } = await runFile(fixture, stageId, ledgerOf([['X-1', 1]]));
    expect(run.hasReport).toBe(false);
    for (const runId of [run.runId, 'none']) {
      expect(await fixture.call('recon.report', { runId })).toMatchObject({ status: 404 });
    }
  });

  it('R13.4 the runs of the same bytes are named at the next upload, those of another tenant are not', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const file = ledgerOf([['SAME-1', 10_000]]);
    expect((await fixture.upload(file)).body.data.earlier).toEqual([]);
    const { run } = await runFile(fixture, stageId, file);
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
    const { run } = await runFile(fixture, own.stageId, `${ledgerHead}\nL-1,none,1,x`);
    expect(run.hasReport).toBe(true);
    expect(await fixture.call('recon.report', { runId: run.runId }, other)).toMatchObject({ status: 404 });
  });

  it('R8.6 answers OPSB0005 while the store of files does not work, and works again after', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const { run } = await runFile(fixture, stageId, `${ledgerHead}\nL-1,none,1,store`);
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

  it('R4.12 a ledger that is sent again under its key is the same ledger, and another under that key is a 409', async () => {
    const by = await makeMerchant(fixture.app);
    await fixture.bill({}, by);
    const send = (file: string, idempotencyKey: string) =>
      by.browser.upload('recon.upload', '商户账.csv', Buffer.from(file), { idempotencyKey });
    const countLedgers = async () =>
      (await fixture.app.rows('select 1 from recon_ledger where tenant_id = $1', [by.tenantId])).length;
    const [key, file] = ['ledger-key-0000001', ledgerOf([['X-1', 1]])];
    const replies = await Promise.all([send(file, key), send(file, key)]);
    replies.push(await send(file, key));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = replies.map(({ body }) => body.data.ledgerId);
    expect(new Set(ids).size).toBe(1);
    expect(await countLedgers()).toBe(1);
    expect(await send(ledgerOf([['X-1', 2]]), key)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect(await send(file, 'ledger-key-0000002')).toMatchObject({ status: 200 });
    expect(await countLedgers()).toBe(2);
  });

  it('security 4.8 previews in a minute are bounded for each tenant, and two at once come one after the other', async () => {
    const bounded = await ReconFixture.open({ limits: { previewsPerTenantPerMinute: 2 } });
    try {
      await bounded.bill();
      const { ledgerId } = (await bounded.upload(ledgerOf([['X-1', 1]]))).body.data;
      const look = () => bounded.call('recon.preview', { ledgerId });
      expect((await Promise.all([look(), look()])).map(({ status }) => status)).toEqual([200, 200]);
      const late = await look();
      expect(late).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
      expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
      const other = await makeMerchant(bounded.app);
      await bounded.bill({}, other);
      const own = (await bounded.upload(ledgerOf([['X-1', 1]]), '商户账.csv', other)).body.data;
      expect(await bounded.call('recon.preview', { ledgerId: own.ledgerId }, other)).toMatchObject({ status: 200 });
    } finally {
      await bounded.close();
    }
  }, 60_000);

  it('security 4.8 nothing of the rows reaches the log, the audit or the row of the job', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const secret = '绝密机构';
    const bad = await runFile(fixture, stageId, `${ledgerHead}\nSECRET-9,none,1,${secret}`);
    const good = await runFile(fixture, stageId, `${ledgerHead}\nSECRET-9,2026-10-15,1,${secret}`);
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
