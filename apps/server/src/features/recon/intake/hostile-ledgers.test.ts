import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileTables } from '#features/file/hostile-tables.fixture';
import { ledgerHead, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
let stageId: string;
beforeAll(async () => {
  fixture = await ReconFixture.open({ limits: { ledgerMegabytes: 1, reconRows: 100 } });
  ({ stageId } = await fixture.bill());
});
afterAll(() => fixture.close());

const row = 'L-1,2026-10-15,100.00,某机构';
const fileOf = (...rows: readonly string[]): string => [ledgerHead, ...rows].join('\n');
const mapping = {
  columns: ['reference', 'occurredOn', 'amount', 'counterparty'].map((field, column) => ({ field, column })),
  sign: 'asIs',
  dayOrder: 'ymd',
  unit: 'yuan',
};

/** Starts a file by a mapping without a look at it, and waits for its end. */
const startBlind = async (file: string, more: object = {}) => {
  const { ledgerId } = (await fixture.upload(file)).body.data;
  const subject = { ledgerId, stageId, side: 'fee', direction: 'payable' };
  const reply = await fixture.write('recon.start', { ...subject, mapping: { ...mapping, ...more } });
  await fixture.app.app.sentJobs.drain();
  return fixture.get(reply.body.data.runId);
};
const itemsOf = (runId: string) =>
  fixture.app.rows(
    `select run_no from recon_run r where r.run_id = $1 and (r.matched_at is not null
      or exists (select from recon_item i where i.run_no = r.run_no) or exists (select from recon_part p where p.run_no = r.run_no))`,
    [runId],
  );

describe('security 4.8 hostile and odd ledgers', () => {
  it.each(hostileTables(ledgerHead, row))(
    'security 4.8 %s is refused with a sentence, and nothing is stored',
    async (_what, name, bytes, sentence) => {
      const count = () => fixture.app.rows('select count(*) from recon_ledger');
      const before = await count();
      const reply = await fixture.upload(bytes, name);
      expect(reply).toMatchObject({ status: 422, body: { errCode: 'RHSY422' } });
      expect(reply.body.data.fields[0].message).toMatch(sentence);
      expect(await count()).toEqual(before);
    },
  );

  it.each<[string, string, string]>([
    [
      'more rows than allowed',
      fileOf(...Array.from({ length: 101 }, (_, at) => row.replace('L-1', `L-${at}`))),
      '文件超过 100 行，请拆分后分别对账。',
    ],
    ['a quote without its end', fileOf(row, '"x'), '第 3 行的引号没有成对，请检查。'],
    ['no rows below its head', ledgerHead, '文件里没有可以对账的行。'],
    ['only totals', fileOf('合计,,5,'), '文件里没有可以对账的行。'],
    ['blank lines alone', '\n\n \n', '文件里没有表头和数据行，请检查文件是否选对。'],
    ['a million columns', fileOf(row, ','.repeat(900_000)), '第 3 行有 900001 列，最多 500 列，请检查文件是否选对。'],
  ])('R13.1 a file with %s fails with a sentence, and nothing is stored', async (_what, file, sentence) => {
    const run = await startBlind(file);
    expect(run).toMatchObject({ status: 'failed', failure: sentence, hasReport: false });
    expect(run).not.toHaveProperty('totals');
    expect(await itemsOf(run.runId)).toEqual([]);
  });

  it('R13.1 amounts that are numbers of orders are bad rows, and nothing is stored', async () => {
    const file = fileOf(...Array.from({ length: 20 }, () => row.replace('100.00', '90000000000000')));
    const run = await startBlind(file);
    expect(run).toMatchObject({ status: 'failed', badRows: 20, hasReport: true });
    expect(await itemsOf(run.runId)).toEqual([]);
  });

  it('security 4.8 a million columns are refused at the preview, in time', async () => {
    const { ledgerId } = (await fixture.upload(fileOf(row, ','.repeat(900_000)))).body.data;
    const reply = await fixture.call('recon.preview', { ledgerId });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'file' }] } } });
    expect(reply.body.data.fields[0].message).toMatch(/第 3 行有 900001 列/);
  }, 20_000);

  it('security 4.8 columns far to the right, as a mapping may name them, are empty', async () => {
    const far = { columns: [...mapping.columns.slice(0, 3), { field: 'counterparty', column: 499 }] };
    expect(await startBlind(fileOf(row), far)).toMatchObject({ status: 'done', rows: 1 });
    const amount = { columns: [...mapping.columns.slice(0, 2), { field: 'amount', column: 499 }] };
    expect(await startBlind(fileOf(row), amount)).toMatchObject({ status: 'failed', badRows: 1, hasReport: true });
  });

  it('security 4.8 formulas are bad rows, and their report runs none', async () => {
    const bad = [row.replace('L-1', '=cmd|calc'), row.replace('某机构', '@SUM(A1)')];
    const uploaded = await fixture.upload(fileOf(row, ...bad));
    expect(uploaded).toMatchObject({ status: 200 });
    const seen = (await fixture.call('recon.preview', { ledgerId: uploaded.body.data.ledgerId })).body.data;
    expect(JSON.stringify(seen.rows)).toContain('是公式');
    const run = await startBlind(fileOf(row, ...bad));
    expect(run).toMatchObject({ status: 'failed', rows: 3, badRows: 2, hasReport: true });
    const report = (await fixture.call('recon.report', { runId: run.runId })).text;
    expect(report.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      '行,列,文件中的列,内容,原因',
      expect.stringContaining("3,业务编号,,'=cmd|calc,是公式"),
      expect.stringContaining("4,对方,,'@SUM(A1),是公式"),
    ]);
    expect(await itemsOf(run.runId)).toEqual([]);
  });

  it('security 4.8 an empty file is refused', async () => {
    expect(await fixture.upload('')).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'size' }] } } });
  });

  it('contract 7 a file beyond ledgerMegabytes is refused', async () => {
    const reply = await fixture.upload(`${ledgerHead}\n${'x'.repeat(1.5 * 1024 * 1024)}`);
    expect(reply).toMatchObject({ status: 413, body: { errCode: 'RHSY413' } });
  });
});
