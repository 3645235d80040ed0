import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileTables } from '#features/file/hostile-tables.fixture';
import { newKey } from '#features/order/order.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addStage } from '../line.fixture.ts';
import { enterImports, fileHead, type ImportStaff } from './line-import.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
let stageId: string;
beforeAll(async () => {
  app = await testApp({ limits: { ledgerMegabytes: 1, importRows: 100 } });
  desk = await enterImports(app);
  stageId = await addStage(app);
});
afterAll(() => app.close());

const row = 'a,b,c,d,L-1,2026-10-01,5,,,';
const fileOf = (...rows: readonly string[]): string => [fileHead, ...rows].join('\n');

describe('security 4.8 hostile and odd files', () => {
  it.each(hostileTables(fileHead, row))(
    'security 4.8 %s is refused with a sentence, and nothing is stored',
    async (_what, name, bytes, sentence) => {
      const reply = await desk.upload(stageId, bytes, name);
      expect(reply).toMatchObject({ status: 422, body: { errCode: 'RHSY422' } });
      expect(reply.body.data.fields[0].message).toMatch(sentence);
      expect(await app.rows('select import_id from line_import')).toEqual([]);
    },
  );

  it('contract 7 a file beyond ledgerMegabytes is refused; one beyond uploadMegabytes alone is not', {
    timeout: 60_000,
  }, async () => {
    const wide = await testApp({ limits: { ledgerMegabytes: 2, uploadMegabytes: 1 } });
    try {
      const other = await enterImports(wide);
      const stage = await addStage(wide);
      const sized = (megabytes: number) => `${fileHead}\n${'x'.repeat(megabytes * 1024 * 1024)}`;
      expect(await other.upload(stage, sized(1.5))).toMatchObject({ status: 200 });
      expect(await other.upload(stage, sized(2.5))).toMatchObject({ status: 413, body: { errCode: 'RHSY413' } });
    } finally {
      await wide.close();
    }
  });

  it.each<[string, string, string]>([
    [
      'more rows than allowed',
      fileOf(...Array.from({ length: 101 }, (_, at) => row.replace('L-1', `L-${at}`))),
      '文件超过 100 行，请拆分后分别导入。',
    ],
    ['a quote without its end', fileOf(row, '"x'), '第 3 行的引号没有成对，请检查。'],
    ['no rows below its head', fileHead, '文件里没有可以导入的明细行。'],
    ['only totals', fileOf('合计,,,,,,5'), '文件里没有可以导入的明细行。'],
  ])('R11.6 a file with %s fails with a sentence, and nothing is stored', async (_what, file, sentence) => {
    const { importId } = (await desk.upload(stageId, file)).body.data;
    const mapping = ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn', 'loanAmount'].map(
      (field, column) => ({
        field,
        column,
      }),
    );
    expect(await desk.start(importId, { mapping })).toMatchObject({ status: 200 });
    await app.app.sentJobs.drain();
    expect(await desk.get(importId)).toMatchObject({ status: 'failed', failure: sentence });
    expect(await app.rows('select line_id from bill_line')).toEqual([]);
  });

  it('security 4.8 a million columns are refused at the preview, without harm to other calls', async () => {
    const { importId } = (await desk.upload(stageId, `a,b\n${','.repeat(900_000)}\n`)).body.data;
    const reply = await desk.preview(importId);
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'file' }] } } });
    expect(reply.body.data.fields[0].message).toMatch(/第 2 行有 900001 列/);
  });

  it('security 4.8 formulas are bad rows, and their report runs none', async () => {
    const { importId } = (await desk.upload(stageId, fileOf(row.replace('L-1', '=cmd|calc')))).body.data;
    const { body } = await desk.preview(importId);
    expect(JSON.stringify(body.data.rows)).toContain('是公式');
    expect(await desk.start(importId)).toMatchObject({ status: 200 });
    await app.app.sentJobs.drain();
    expect((await desk.report(importId)).join('\n')).toContain("业务编号,'=cmd|calc,是公式");
  });

  it('R11.6 a preview names what is recognised, what a mapping lacks, what each field is read as, and what is skipped', async () => {
    const file = `资金明细\n商户,编号,放款金额（元）,借款人\n甲,L-1,"¥1,234.50",张三\n合计,,5,`;
    const { importId } = (await desk.upload(stageId, file)).body.data;
    const { body } = await desk.preview(importId);
    expect(body.data).toMatchObject({
      headRow: 2,
      columns: [{ column: 0, name: '商户', samples: ['甲'] }, {}, {}, {}],
      mapping: [
        { field: 'tenant', column: 0 },
        { field: 'loanNo', column: 1 },
        { field: 'loanAmount', column: 2 },
        { field: 'borrower', column: 3 },
      ],
      fault: { field: 'project', message: '请选择“项目”所在的列' },
      skipped: [
        { row: 1, reason: '表头之前的说明' },
        { row: 4, reason: '合计行' },
      ],
    });
    expect(JSON.stringify(body.data)).not.toContain('张三');
    const mapping = [...body.data.mapping, { field: 'project', value: '项目' }, { field: 'product', value: 'loan' }];
    expect(await desk.start(importId, { mapping })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'mapping.org', message: '请选择“机构”所在的列' }] } },
    });
    expect((await desk.browser.call('ops.lineImport.page', { stageId })).body.data.items[0]).toMatchObject({
      importId,
    });
    expect(await desk.browser.call('ops.lineImport.cancel', { importId, idempotencyKey: newKey() })).toMatchObject({
      status: 409,
    });
  });

  it('R11.6 a preview shows the rate of an amount as a share of it, and that of a count as the price of a unit', async () => {
    const head = '商户,项目,产品,机构,业务编号,业务日期,金额,数量,单位,费率';
    const file = `${head}\na,b,c,d,L-1,2026-10-01,5,,,1.2%\na,b,c,d,L-2,2026-10-01,,3,份,2.20`;
    const { importId } = (await desk.upload(stageId, file)).body.data;
    const { rows } = (await desk.preview(importId)).body.data;
    const rates = rows.map(({ values }: { values: { field: string; text: string }[] }) =>
      values.find(({ field }) => field === 'rate'),
    );
    expect(rates).toMatchObject([{ text: '1.2%' }, { text: '¥2.20 / 份' }]);
  });
});
