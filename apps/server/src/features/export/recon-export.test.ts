import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerOf, ReconFixture } from '#features/recon/recon.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { askExport, exported, fetchExport } from './export.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

/** A run of which one row agrees, one differs, and one is alone on each side. */
const differing = async () => {
  const bill = await fixture.bill({ fees: [10_000, 20_000, 30_000] });
  const [one = '', two = ''] = bill.references;
  const file = ledgerOf([
    [one, 10_000],
    [two, 21_000],
    ['X-1', 5_000],
  ]);
  return { ...bill, run: await fixture.run(file, bill.stageId) };
};

describe('R13.3 the result of a reconciliation as a file', () => {
  it('R13.3 has every item with its reason, what was decided, and sums that tie out', async () => {
    const { run, references, billNo } = await differing();
    const [one, two, three] = references;
    const items = await fixture.rows(run.runId);
    await fixture.step('note', run.runId, { itemNos: [items[1].itemNo], note: '已问过机构' });
    await fixture.step('accept', run.runId, { itemNos: [items[2].itemNo], isAccepted: true });
    const asked = { kind: 'recon', format: 'csv', filter: { runId: run.runId } };
    const { text } = await fetchExport(fixture.owner, await exported(fixture.app, fixture.owner, asked));
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^序号,结果,组,依据,商户账行,商户账编号,对方,/);
    const rows = lines.slice(1).map((line) => line.split(','));
    const [agreed = [], differs = [], added = [], missing = []] = rows;
    expect(agreed).toEqual(expect.arrayContaining(['一致', one, '100.00', '0.00', billNo]));
    expect(differs).toEqual(expect.arrayContaining(['金额不符', two, '210.00', '200.00', '-10.00', '已问过机构']));
    expect(added).toEqual(expect.arrayContaining(['仅商户账有', 'X-1', '50.00', '-50.00', '已认可']));
    expect(missing).toEqual(expect.arrayContaining(['仅平台账有', three, '300.00']));
    const asBook = await exported(fixture.app, fixture.owner, { ...asked, format: 'xlsx' });
    expect((await fetchExport(fixture.owner, asBook)).status).toBe(200);
    const [job] = await fixture.app.rows('select done_count from sent_job where job_id = $1', [asBook]);
    expect(job).toMatchObject({ done_count: 4 });
  });

  it('R13.3 has every row of a group with its kind, its group and the reason, and sums that tie out', async () => {
    const bill = await fixture.bill({ fees: [30_000, 20_000] });
    const [one = '', two = ''] = bill.references;
    const run = await fixture.run(
      ledgerOf([
        [one, 10_000],
        [one, 12_000],
        [one, 8_000],
        [two, 20_000],
      ]),
      bill.stageId,
    );
    const asked = { kind: 'recon', format: 'csv', filter: { runId: run.runId } };
    const exportId = await exported(fixture.app, fixture.owner, asked);
    const { text } = await fetchExport(fixture.owner, exportId);
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
    const cells = lines.slice(1, 5).map((line) => line.split(','));
    const reason = '业务编号相同，商户账 3\u00a0行对平台账 1\u00a0行，合计金额一致';
    expect(cells.slice(0, 3).map((row) => row.slice(1, 4))).toEqual([
      ['一致', '3 对 1', reason],
      ['一致', '3 对 1', reason],
      ['一致', '3 对 1', reason],
    ]);
    // Row, amount, the line beside the first alone, and the difference once.
    expect(cells.map((row) => [row[4], row[8], row[11], row[12]])).toEqual([
      ['2', '100.00', '300.00', '0.00'],
      ['3', '120.00', '', ''],
      ['4', '80.00', '', ''],
      ['5', '200.00', '200.00', '0.00'],
    ]);
    const [job] = await fixture.app.rows('select done_count from sent_job where job_id = $1', [exportId]);
    expect(job).toMatchObject({ done_count: 4 });
  });

  it('R13.3 R6.3 of another tenant, of a run that matched nothing, or of none, is refused by its field', async () => {
    const { run, stageId } = await differing();
    const other = await makeMerchant(fixture.app);
    await fixture.bill({}, other);
    const waiting = await fixture.start(ledgerOf([['X-1', 1]]), stageId);
    const refusal = async (runId: string, by = fixture.owner) =>
      (await askExport(by, { kind: 'recon', filter: { runId } })).body;
    const expected = {
      errCode: 'RHSY422',
      data: { fields: [{ path: 'filter.runId', message: '没有这次对账的结果' }] },
    };
    expect(await refusal(run.runId, other)).toMatchObject(expected);
    expect(await refusal(waiting.runId)).toMatchObject(expected);
    expect(await refusal('none')).toMatchObject(expected);
    await fixture.app.app.sentJobs.drain();
  });
});
