import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedFiles } from '#features/file/file.fixture';
import { gb18030Of } from '#features/file/gb18030.fixture';
import { newKey } from '#features/order/order.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { enterBilling } from '../billing/billing.fixture.ts';
import { addOrg, addProject, addStage } from '../line.fixture.ts';
import { tidyImports } from './import-tidy.ts';
import { enterImports, fileHead, fileRow, type GivenRow, type ImportStaff } from './line-import.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
/** Those whom a right row names. */
let party: Pick<GivenRow, 'tenant' | 'project' | 'org'>;
beforeAll(async () => {
  app = await testApp();
  desk = await enterImports(app);
  const merchant = await makeMerchant(app);
  const [orgId, projectId] = [await addOrg(app), await addProject(app, merchant)];
  const [names] = await app.rows(
    `select t.name as tenant, j.name as project, o.name as org from tenant t, project j, org o
      where t.tenant_id = $1 and j.project_id = $2 and o.org_id = $3`,
    [merchant.tenantId, projectId, orgId],
  );
  party = { tenant: String(names?.['tenant']), project: String(names?.['project']), org: String(names?.['org']) };
  await (await enterBilling(app)).rule({ productId: 'loan' });
});
afterAll(() => app.close());

let files = 0;
/** Files of other bytes, so that none is taken for another one. */
const fileOf = (rows: readonly string[]): string => [fileHead, ...rows, `# ${(files += 1)}`].join('\n');
const right = (loanNo: string, more: Partial<GivenRow> = {}): string => fileRow({ ...party, loanNo, ...more });
const linesOf = (stageId: string) =>
  app.rows('select * from bill_line where stage_id = $1 order by loan_no', [stageId]);

describe('R11.6 an import', () => {
  it('R11.6 stores every line of a file under its stage, with exact numbers and a masked name', async () => {
    const stageId = await addStage(app);
    const file = fileOf([right('L-1', { amount: '¥1' }), right('L-2', { day: '2026/10/6' }), '', '合计,,,,,,2']);
    const done = await desk.run(stageId, file);
    expect(done).toMatchObject({
      status: 'done',
      rows: 2,
      badRows: 0,
      hasReport: false,
      skipped: [
        { reason: '空行', rows: 1, listed: [] },
        { reason: '合计行', rows: 1, listed: [{ row: 5, cells: ['合计', '2'], amount: 200 }] },
        { reason: '注释行', rows: 1, listed: [{ row: 6, cells: [expect.stringMatching(/^# \d+$/)] }] },
      ],
      sums: [{ row: 5, column: 6, stated: 200, read: 5_000_100 }],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await linesOf(stageId)).toMatchObject([
      { loan_no: 'L-1', loan_fen: 100, quantity: null, unit: '元', rate_millionths: 12000, borrower_masked: '张*' },
      { loan_no: 'L-2', loan_fen: 5000000, product_id: 'loan' },
    ]);
    const events = await app.rows('select event from audit_event where object = $1 order by at', [done.importId]);
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['ops.lineImport.upload', 'ops.lineImport.start', 'job.lineImport.imported']),
    );
  });

  it('R11.6 reads GB18030, tabs, quoted line breaks and a preamble', async () => {
    const stageId = await addStage(app);
    const rows = ['资金明细\t2026-10', fileHead, `"${right('L-1').split(',').join('"\t"')}"`].map((row, at) =>
      at === 1 ? row.replaceAll(',', '\t') : row,
    );
    const bytes = gb18030Of(rows.join('\r\n'));
    expect(await desk.run(stageId, bytes)).toMatchObject({ status: 'done', rows: 1 });
    expect(await linesOf(stageId)).toMatchObject([{ loan_no: 'L-1', borrower_masked: '张*' }]);
  });

  it('R11.6 reads a workbook, with its days and texts', async () => {
    const stageId = await addStage(app);
    const cells = [fileHead, right('00123')].map((row, at) =>
      row
        .split(',')
        .map((text, column) =>
          at === 1 && column === 5
            ? '<c s="1"><v>46310</v></c>'
            : at === 1 && column === 6
              ? '<c><v>50000.1</v></c>'
              : `<c t="inlineStr"><is><t>${text}</t></is></c>`,
        )
        .join(''),
    );
    const parts = {
      '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/></Relationships>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`,
    };
    const zip = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
    expect(await desk.run(stageId, Buffer.from(zip), '明细.xlsx')).toMatchObject({ status: 'done', rows: 1 });
    const [line] = await linesOf(stageId);
    expect(line).toMatchObject({ loan_no: '00123', loan_fen: 5000010 });
    const [day] = await app.rows('select occurred_on::text as day from bill_line where stage_id = $1', [stageId]);
    expect(day).toEqual({ day: '2026-10-15' });
  });

  it('R11.6 the next file with the same columns is read as the last import had them; its report names them as the file does', async () => {
    const head = '甲方,乙项目,丙产品,丁机构,戊编号,己日期,庚金额,辛费率';
    const body = (loanNo: string, amount = '50000.00') => right(loanNo, { amount }).split(',').slice(0, 8).join(',');
    const own = ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn', 'loanAmount', 'rate'].map(
      (field, column) => ({ field, column, name: head.split(',')[column] }),
    );
    const first = (await desk.upload(await addStage(app), `${head}\n${body('REM-1')}\n`, '甲方十月.csv')).body.data
      .importId;
    expect((await desk.preview(first)).body.data).not.toHaveProperty('recalledFrom');
    expect((await desk.start(first, { mapping: own })).status).toBe(200);
    await app.app.sentJobs.drain();
    expect((await desk.get(first)).status).toBe('done');
    // The same columns in another order, and one more.
    const turned = (line: string) => ['x', ...line.split(',').toReversed()].join(',');
    const file = `${turned(head)}\n${turned(body('REM-2', '1.234'))}\n`;
    const next = (await desk.upload(await addStage(app), file, '甲方十一月.csv')).body.data.importId;
    const seen = (await desk.preview(next)).body.data;
    expect(seen.recalledFrom).toBe('甲方十月.csv');
    expect(seen.mapping).toContainEqual({ field: 'loanAmount', column: 2, name: '庚金额' });
    await desk.start(next);
    await app.app.sentJobs.drain();
    expect((await desk.report(next))[1]).toMatch(/^2,金额,庚金额,1\.234,/);
    // What this file says of its own unit goes before what the last one did not say.
    const inThousands = `单位：千元\n${head}\n${body('REM-4', '50.00')}\n`;
    const third = (await desk.upload(await addStage(app), inThousands, '甲方十二月.csv')).body.data.importId;
    const { mapping, recalledFrom } = (await desk.preview(third)).body.data;
    expect(recalledFrom).toBeDefined();
    expect(mapping).toContainEqual({ field: 'loanAmount', column: 6, name: '庚金额', unit: 'thousandYuan' });
    const other = (await desk.upload(await addStage(app), `${head.replace('庚', '')}\n${body('REM-3')}\n`)).body.data
      .importId;
    expect((await desk.preview(other)).body.data).not.toHaveProperty('recalledFrom');
  });

  it('R11.6 with a thousand bad lines stores nothing and names all thousand', async () => {
    const stageId = await addStage(app);
    const rows = Array.from({ length: 3000 }, (_, at) =>
      at % 3 === 0 ? right(`L-${at}`, { amount: '1.234' }) : right(`L-${at}`),
    );
    const found = await desk.run(stageId, fileOf(rows));
    expect(found).toMatchObject({ status: 'rejected', rows: 3000, badRows: 1000, hasReport: true });
    expect(await linesOf(stageId)).toEqual([]);
    const report = await desk.report(found.importId);
    expect(report).toHaveLength(1001);
    expect(report.slice(0, 3)).toEqual([
      '行,列,文件中的列,内容,原因',
      '2,金额,金额,1.234,"不是金额：应如 1,234.56，最多两位小数"',
      '5,金额,金额,1.234,"不是金额：应如 1,234.56，最多两位小数"',
    ]);
  });

  it('R11.6 names whom the database does not know, and everything of a row at once', async () => {
    const stageId = await addStage(app);
    const { importId, badRows } = await desk.run(
      stageId,
      fileOf([
        right('L-1', { tenant: '没有的商户' }),
        right('L-2', { project: '没有的项目', product: '没有的产品', org: '没有的机构' }),
        right('', { day: '2026-02-30' }),
        right('L-4', { corrects: 'no-such-line', amount: '-5' }),
        right('L-5'),
      ]),
    );
    expect(badRows).toBe(4);
    expect((await desk.report(importId)).slice(1)).toEqual([
      '2,商户,商户,没有的商户,没有这个商户',
      '3,项目,项目,没有的项目,这个商户没有这个项目',
      '3,产品,产品,没有的产品,没有这个产品',
      '3,机构,机构,没有的机构,没有这个机构',
      '4,业务编号,业务编号,,缺少业务编号',
      '4,业务日期,业务日期,2026-02-30,不是日期：应如 2026-11-20',
      '5,更正的明细,更正的明细,no-such-line,这个商户没有这条明细',
    ]);
  });

  it('R11.6 the same line twice names the first, in the file and in the stage', async () => {
    const stageId = await addStage(app);
    const twice = await desk.run(stageId, fileOf([right('L-1'), right('L-2'), right('L-1'), right('L-1')]));
    expect(twice).toMatchObject({ status: 'rejected', badRows: 2 });
    expect((await desk.report(twice.importId)).slice(1)).toEqual([
      '4,业务编号,业务编号,L-1,与第 2 行重复',
      '5,业务编号,业务编号,L-1,与第 2 行重复',
    ]);
    expect(await linesOf(stageId)).toEqual([]);
    expect(await desk.run(stageId, fileOf([right('L-1')]))).toMatchObject({ status: 'done' });
    const [line] = await linesOf(stageId);
    const again = await desk.run(stageId, fileOf([right('L-0'), right('L-1')]));
    expect(again).toMatchObject({ status: 'rejected', badRows: 1 });
    expect((await desk.report(again.importId)).slice(1)).toEqual([
      `3,业务编号,业务编号,L-1,本账期已有这条明细：${String(line?.['line_id'])}`,
    ]);
    expect(await linesOf(stageId)).toHaveLength(1);
  });

  it('R11.6 a report names rows that are there twice beside those that are bad by themselves', async () => {
    const stageId = await addStage(app);
    const found = await desk.run(stageId, fileOf([right('L-1'), right('L-2', { amount: '1.234' }), right('L-1')]));
    expect(found).toMatchObject({ status: 'rejected', badRows: 2 });
    expect((await desk.report(found.importId)).slice(1)).toEqual([
      '3,金额,金额,1.234,"不是金额：应如 1,234.56，最多两位小数"',
      '4,业务编号,业务编号,L-1,与第 2 行重复',
    ]);
  });

  it('R8.6 answers OPSB0005 while the store of files does not work, and works again after', async () => {
    const stageId = await addStage(app);
    const file = fileOf([right('L-1', { amount: '1.234' })]);
    const { importId } = await desk.run(stageId, file);
    const report = () => desk.browser.call('ops.lineImport.report', { importId });
    const down = { status: 503, body: { errCode: 'OPSB0005' }, headers: { 'retry-after': '60' } };
    const marked = await app.ports.files.mark();
    // The files are not in the folder that stands in the place of the store.
    await app.rows("update line_import set storage_key = storage_key || '-away' where import_id = $1", [importId]);
    await app.rows("update sent_job set result_key = result_key || '-away' where result_key is not null");
    await app.ports.files.setMark('another-store');
    expect(await desk.upload(stageId, fileOf([right('L-2')]))).toMatchObject(down);
    expect(await desk.preview(importId)).toMatchObject(down);
    const accepted = { outside: 0, repeated: 0 };
    const mapping = [...(await desk.get(importId)).mapping];
    expect(await desk.start(importId, { mapping, accepted })).toMatchObject(down);
    expect(await report()).toMatchObject(down);
    await app.ports.files.setMark(marked ?? '');
    await app.rows("update line_import set storage_key = replace(storage_key, '-away', '')");
    await app.rows("update sent_job set result_key = replace(result_key, '-away', '') where result_key is not null");
    expect(await desk.preview(importId)).toMatchObject({ status: 200 });
    expect(await report()).toMatchObject({ status: 200 });
  });

  it('R11.6 the same file twice is noticed, and imported again only by a decision', async () => {
    const [first, second] = [await addStage(app), await addStage(app)];
    const file = fileOf([right('SAME-1')]);
    const { importId } = await desk.run(first, file);
    const reply = await desk.upload(second, file, '改名.csv');
    expect(reply.body.data.earlier).toMatchObject([{ importId, by: 'import-finance' }]);
    const again = reply.body.data.importId;
    // Shown beside its columns.
    const seen = await desk.preview(again);
    expect(seen.body.data.earlier).toMatchObject([{ importId, by: 'import-finance' }]);
    expect(await desk.start(again)).toMatchObject({ status: 409, body: { errCode: 'RHBI003' } });
    expect(await desk.start(again, { again: true })).toMatchObject({ status: 200 });
    await app.app.sentJobs.drain();
    expect(await desk.get(again)).toMatchObject({ status: 'done' });
  });

  it('R11.6 an issued stage takes no lines, also where it was issued between the upload and the start', async () => {
    const stageId = await addStage(app);
    const { importId } = (await desk.upload(stageId, fileOf([right('L-1')]))).body.data;
    const { importId: late } = (await desk.upload(stageId, fileOf([right('L-2')]))).body.data;
    expect(await desk.start(late)).toMatchObject({ status: 200 });
    await app.rows("update stage set status = 'issued', issued_at = app_now() where stage_id = $1", [stageId]);
    await app.app.sentJobs.drain();
    expect(await desk.get(late)).toMatchObject({ status: 'failed', failure: '账期已出账，不能再导入明细。' });
    expect(await desk.start(importId)).toMatchObject({ status: 409, body: { errCode: 'RHBI002' } });
    expect(await desk.upload(stageId, 'x')).toMatchObject({ status: 409, body: { errCode: 'RHBI002' } });
    expect(await linesOf(stageId)).toEqual([]);
  });

  it('R4.12 is started once: a second start and one that saw another version are refused; cancelled, it starts again', async () => {
    const stageId = await addStage(app);
    const { importId } = (await desk.upload(stageId, fileOf([right('L-1')]))).body.data;
    expect(await desk.start(importId, { version: 7 })).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    const key = newKey();
    const [one, two] = [
      await desk.start(importId, { idempotencyKey: key, version: 1 }),
      await desk.start(importId, { idempotencyKey: key, version: 1 }),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await desk.start(importId)).toMatchObject(cameSecond(somebody, '开始导入明细'));
    const cancel = () => desk.browser.call('ops.lineImport.cancel', { importId, idempotencyKey: newKey() });
    expect(await cancel()).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
    await app.app.sentJobs.drain();
    expect(await linesOf(stageId)).toEqual([]);
    expect(await desk.start(importId)).toMatchObject({ status: 200 });
    await app.app.sentJobs.drain();
    expect(await desk.get(importId)).toMatchObject({ status: 'done' });
    // It is done by now: nobody’s step, but the job’s.
    expect(await cancel()).toMatchObject(cameSecond('系统', '自动更新（明细导入完成）'));
    expect(await desk.browser.call('ops.lineImport.report', { importId })).toMatchObject({ status: 404 });
    expect(await linesOf(stageId)).toHaveLength(1);
  });

  it('R14.6 a run that died after its lines were stored has nothing left to do', async () => {
    const stageId = await addStage(app);
    const { importId } = await desk.run(stageId, fileOf([right('L-1')]));
    await app.rows(
      "update sent_job set status = 'queued', ended_at = null where job_id = (select job_id from line_import where import_id = $1)",
      [importId],
    );
    await app.app.sentJobs.drain();
    expect(await desk.get(importId)).toMatchObject({ status: 'done', rows: 1 });
    expect(await linesOf(stageId)).toHaveLength(1);
  });

  it('security 4.12 the cells of rows that were left out go with the file; their reason, number and sum stay', async () => {
    const stageId = await addStage(app);
    const { importId } = await desk.run(stageId, fileOf([right('L-1'), ',,,,合计,,50000.00,,张三,']));
    const skipped = { reason: '合计行', rows: 1, amount: 5_000_000 };
    const listed = [{ row: 3, cells: expect.any(Array), amount: 5_000_000 }];
    expect((await desk.get(importId)).skipped).toContainEqual({ ...skipped, listed });
    await tidyImports.run({ database: app.database, ports: app.ports, log: app.ports.log });
    expect((await desk.get(importId)).skipped).toContainEqual(skipped);
    expect(JSON.stringify((await desk.get(importId)).skipped)).not.toContain('listed');
  });

  it('security 4.12 the file goes once its lines are imported, or after a week; its hash and name stay', async () => {
    const stageId = await addStage(app);
    const { importId } = await desk.run(stageId, fileOf([right('L-1')]));
    const { importId: left } = (await desk.upload(stageId, fileOf([right('L-2')]))).body.data;
    const tidy = () => tidyImports.run({ database: app.database, ports: app.ports, log: app.ports.log });
    await tidy();
    const keyOf = (id: string) =>
      app.rows('select storage_key, sha256, name from line_import where import_id = $1', [id]);
    expect(await keyOf(importId)).toMatchObject([{ storage_key: null, name: '明细.csv' }]);
    expect(await desk.get(left)).toMatchObject({ status: 'uploaded' });
    await app.clock.advance({ days: 8 });
    await tidy();
    expect(await keyOf(left)).toMatchObject([{ storage_key: null }]);
    expect((await storedFiles(app)).filter((path) => path.includes('/incoming/'))).toEqual([]);
  });
});
