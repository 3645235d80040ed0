import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { addLine, addOrg, addProject, addStage } from '#features/bill/line.fixture';
import { countExportedLines, exportedLines } from '#features/loan-consult/loan-consult.reads';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { streamRows } from '#kernel/database/row-stream.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { askExport, exportOf, fetchExport } from './export.fixture.ts';

let app: TestApp;
let by: Merchant;
beforeAll(async () => {
  app = await testApp();
  by = await makeMerchant(app);
});
afterAll(() => app.close());

const [lines, days] = [60_000, 6];

/** Adds very many lines, those of a day far from each other, in a stage that is open. */
const addLines = async (): Promise<void> => {
  const stageId = await addStage(app);
  const [projectId, orgId] = [await addProject(app, by), await addOrg(app)];
  // By days: a busy machine inserts all of them in more time than a statement has.
  for (let day = 0; day < days; day += 1)
    await app.rows(
      `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, borrower_masked, loan_fen, unit, occurred_on)
      select $1, $2, 'M' || lpad(n::text, 7, '0'), $3, 'loan', $4, '李*', n, '元', date '2026-10-01' + $5::int
        from generate_series(1 + $5::int, $6::int, $7::int) n`,
      [by.tenantId, stageId, projectId, orgId, day, lines, days],
    );
  await app.rows('select analyze_lines($1)', [stageId]);
};

it('R10.5 an export of very many lines is read in parts of days: all of them in the order of the list, of one moment, with what was changed', async () => {
  const bill = await addBill(app, by, { fees: [1200, 2400] });
  const [changed] = bill.lineIds;
  await app.rows(
    `with step as (insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_name, amount_fen, from_fen, confirm_by, feedback_no)
        select tenant_id, bill_id, 90, 'adjusted', app_now(), 'ops', '平台运营', amount_fen, 0, confirm_by, 'F-1' from bill where bill_id = $1)
      insert into bill_line_adjustment (tenant_id, bill_id, step_no, line_id, from_fen, to_fen) values ($3, $1, 90, $2, 1200, 1000)`,
    [bill.billId, changed, by.tenantId],
  );
  await addLines();
  const expected = await app.rows(
    `select loan_no, line_id from bill_line where tenant_id = $1 order by occurred_on desc, line_id desc`,
    [by.tenantId],
  );
  const found = await countExportedLines(app.database.reading({ tenantId: by.tenantId }), by.tenantId, {});
  expect(found.rows).toBe(lines + 2);
  expect(found.parts.length).toBeGreaterThan(1);
  const sizes = { first: 10_000, other: 20_000 };
  const reading = app.database.reading({ tenantId: by.tenantId });
  expect((await countExportedLines(reading, by.tenantId, {}, sizes)).parts).toEqual([
    { from: '2026-10-06', to: '2026-10-15' },
    { from: '2026-10-04', to: '2026-10-05' },
    { from: '2026-10-02', to: '2026-10-03' },
    { from: '2026-10-01', to: '2026-10-01' },
  ]);
  const { exportId } = (await askExport(by, { kind: 'loanConsult', format: 'csv' })).body.data;
  const { files } = app.ports;
  const receive = files.receive.bind(files);
  files.receive = async () => {
    files.receive = receive;
    const incoming = await receive();
    const whileItIsWritten = async function* (body: AsyncIterable<Uint8Array>) {
      let isFirst = true;
      for await (const piece of body) {
        // The last parts are not read yet.
        if (isFirst) await app.rows("delete from bill_line where tenant_id = $1 and loan_no like 'M%'", [by.tenantId]);
        isFirst = false;
        yield piece;
      }
    };
    return { ...incoming, write: (body) => incoming.write(whileItIsWritten(body)) };
  };
  await app.app.sentJobs.drain();
  expect(await exportOf(by, exportId)).toMatchObject({ status: 'done', rows: lines + 2, failure: '' });
  const { text } = await fetchExport(by, exportId);
  const rows = text.slice(0, text.indexOf('\r\n计费金额合计')).split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',')[0])).toEqual(expected.map(({ loan_no }) => loan_no));
  const adjusted = rows.filter((row) => row.includes(String(changed)));
  expect(adjusted).toHaveLength(1);
  expect(adjusted[0]).toContain(',12.00,10.00,');
});

it('R10.5 a line in an export is the line of the list, whatever it holds and whatever it lacks', async () => {
  const owner = await makeMerchant(app);
  const stage_id = await addStage(app);
  const first = await addLine(app, owner, { stage_id, loan_no: '=a,"b"\n行', borrower_masked: null });
  await addLine(app, owner, { stage_id, loan_fen: null, quantity: 7, unit: '张', rate_millionths: 2_200_000 });
  await addLine(app, owner, { stage_id, loan_fen: -5, corrects_line_id: first });
  await addBill(app, owner, { stageId: stage_id, fees: [360], direction: 'receivable', productId: 'card' });
  const { items } = (await owner.browser.call('loanConsult.page', { pageSize: 10 })).body.data;
  const snapshot = await app.database.snapshot({ tenantId: owner.tenantId });
  const pages = await Array.fromAsync(streamRows(snapshot, exportedLines(owner.tenantId, {}, app.clock.now())));
  await snapshot.close();
  const exported = pages.flat();
  expect(exported).toHaveLength(4);
  expect(
    exported.map((row) => ({
      lineId: row.line_id,
      loanNo: row.loan_no,
      stageId: row.stage_id,
      orgId: row.org_id,
      projectId: row.project_id,
      productId: row.product_id,
      borrowerMasked: row.borrower_masked,
      loanAmount: row.loan_fen,
      quantity: row.quantity,
      unit: row.unit,
      rate: row.rate_millionths,
      occurredOn: row.occurred_on,
      ...(row.corrects_line_id === null ? {} : { correctsLineId: row.corrects_line_id }),
      amount: row.shown_fen,
      ...(row.bill_no === null ? {} : { billNo: row.bill_no }),
      ...(row.standing_fen === null ? {} : { adjustedAmount: row.standing_fen }),
    })),
  ).toEqual(items);
  expect(exported.filter(({ direction }) => direction === 'receivable')).toHaveLength(1);
});
