import { deadlineIn, missingYearsText, publishedCalendar } from '@ronghui/domain/calendar';
import { fen } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { TableChanges } from '#kernel/testing/tables/changes';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { drawUpDrafts } from '../generation/generation.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';
import { noneWrong, wrongTotals } from '../line-totals.fixture.ts';
import { digestOfLines } from '../record/bill-digest.ts';
import { type BillingStaff, enterBilling } from './billing.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
let org_id: string;
const merchants: Merchant[] = [];
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
  org_id = await addOrg(app);
  merchants.push(await makeMerchant(app), await makeMerchant(app));
  await desk.rule();
  await desk.rule({ productId: 'paid-out', terms: { direction: 'receivable', billMinimumAmount: 100_000 } });
});
afterAll(() => app.close());

/** A stage in which each merchant has two lines of 1.20 % to pay (¥600.00 each) and one to get. */
const addFilledStage = async (): Promise<string> => {
  const stage_id = await addStage(app);
  for (const merchant of merchants) {
    const shared = { stage_id, org_id, project_id: await addProject(app, merchant) };
    await addLine(app, merchant, { ...shared, loan_no: 'HT-2' });
    await addLine(app, merchant, { ...shared, loan_no: 'HT-1' });
    await addLine(app, merchant, { ...shared, product_id: 'paid-out' });
  }
  return stage_id;
};
const stored = (stageId: string) =>
  app.rows(
    `select b.bill_id, b.tenant_id, b.bill_no, b.direction, b.amount_fen, b.status,
        (select array_agg(line_id || ' ' || fee_fen order by place) from line_fee f where f.tenant_id = b.tenant_id and f.bill_id = b.bill_id) as fees
      from bill b where stage_id = $1 order by tenant_id, direction`,
    [stageId],
  );
const stageRow = async (stageId: string) =>
  (await app.rows('select status, issued_at, version from stage where stage_id = $1', [stageId]))[0];
const noticesOf = (tenantId: string) =>
  app.rows("select title, text, place from notice where tenant_id = $1 and kind = 'bill' order by notice_id", [
    tenantId,
  ]);
const first = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error('there is a row');
  return row;
};

describe('R4.9 drafts', () => {
  it('R4.9 are drawn up from the lines of a stage as a job, and only ops sees them', async () => {
    const stageId = await addFilledStage();
    expect(await desk.generation(stageId)).toMatchObject({ generation: null, issue: null, leftOut: [] });
    await desk.generate(stageId);
    const state = await desk.generation(stageId);
    const none = { bills: 0, lines: 0, amount: 0 };
    expect(state).toMatchObject({
      generation: { status: 'done', done: 11, total: 11, endedAt: expect.stringMatching(/Z$/) },
      issue: null,
      drafts: { payable: { bills: 2, lines: 4, amount: 240_000 }, receivable: { bills: 2, lines: 2, amount: 200_000 } },
      issued: { payable: none, receivable: none },
      leftOut: [],
    });
    // The list of stages says which has drafts, and since when.
    const listed = await desk.browser.call('ops.stage.page', { stageId });
    expect(listed.body.data.items).toMatchObject([{ stageId, draftsSince: expect.stringMatching(/Z$/) }]);
    const drafts = await desk.bills({ stageId });
    expect(drafts).toHaveLength(4);
    expect(drafts[0]).toMatchObject({ status: 'draft', billNo: null, issuedAt: null, confirmBy: null, dueOn: null });
    for (const { tenantId } of merchants) {
      const own = app.database.reading({ tenantId });
      expect(await own.selectFrom('bill').select('bill_id').where('stage_id', '=', stageId).execute()).toEqual([]);
      expect(await noticesOf(tenantId)).toEqual([]);
    }
  });

  it('R5.5 are no bills to their merchant: nothing reads, decides, disputes, pays, exports or invoices one, and nothing is stored', async () => {
    const stageId = await addFilledStage();
    await desk.generate(stageId);
    const { browser, tenantId } = first(merchants);
    const [draft] = await app.rows('select bill_id, amount_fen from bill where stage_id = $1 and tenant_id = $2', [
      stageId,
      tenantId,
    ]);
    const [billNo, amount] = [String(draft?.['bill_id']), Number(draft?.['amount_fen'])];
    const aside = ['session', 'audit_event', 'idempotency'];
    const changes = await TableChanges.open(app.url, { aside });
    onTestFinished(changes.close);
    const missing = { status: 404, body: { errCode: 'RHSY404' } };
    const wrongField = (path: string) => ({ status: 422, body: { data: { fields: [{ path }] } } });
    for (const [operation, payload, expected] of [
      ['bill.detail', { billNo }, missing],
      ['bill.lines', { billNo }, missing],
      ['bill.varianceFeedback', { billNo, claimedAmount: 1, reason: '少计' }, missing],
      ['bill.uploadVoucher', { billNos: [billNo], fileIds: ['f'], paidAt: '2026-11-01T00:00:00.000Z' }, missing],
      ['invoice.apply', { type: 'normal', billNos: [billNo] }, missing],
      ['export.create', { kind: 'billLines', format: 'csv', filter: { billNo } }, wrongField('filter.billNo')],
    ] as const) {
      const key = operation in { 'bill.detail': 1, 'bill.lines': 1 } ? {} : { idempotencyKey: newKey() };
      expect(await browser.call(operation, { ...payload, ...key }), operation).toMatchObject(expected);
    }
    for (const operation of ['bill.batchConfirm', 'bill.approve']) {
      const { body } = await browser.call(operation, { bills: [{ billNo, amount }], idempotencyKey: newKey() });
      expect(body.data.results).toEqual([{ billNo, outcome: 'notFound' }]);
    }
    const payment = { billNo, amount, on: '2026-11-01', serial: 'S-1' };
    const { body: paid } = await desk.write('ops.bill.settle', { payments: [payment] });
    expect(paid.data.results).toEqual([{ billNo, outcome: 'notFound' }]);
    expect((await browser.call('bill.page', { stageId })).body.data).toMatchObject({ items: [], total: 0 });
    expect((await browser.call('bill.sum', { stageId })).body.data).toMatchObject({ count: 0, totalAmount: 0 });
    expect(await changes.changed()).toEqual([]);
  });

  it('R4.9 say what was left out and why; a rule that is added and a second generation take it in', async () => {
    const stageId = await addFilledStage();
    const merchant = first(merchants);
    const shared = { stage_id: stageId, org_id, project_id: await addProject(app, merchant) };
    const product_id = `late-${stageId}`;
    const lineId = await addLine(app, merchant, { ...shared, product_id, loan_no: 'X-1' });
    await addLine(app, merchant, { ...shared, loan_fen: null, quantity: 3, unit: '张' });
    await desk.generate(stageId);
    expect((await desk.generation(stageId)).leftOut).toEqual([
      {
        reason: 'noRule',
        text: '当日没有适用的计费规则',
        lines: 1,
        examples: [{ tenantId: merchant.tenantId, lineId, loanNo: 'X-1' }],
      },
      { reason: 'otherUnit', text: '计费单位与规则不一致', lines: 1, examples: [expect.anything()] },
    ]);
    await desk.rule({ productId: product_id });
    await desk.generate(stageId);
    expect((await desk.generation(stageId)).leftOut).toMatchObject([{ reason: 'otherUnit' }]);
    expect(await desk.bills({ stageId })).toHaveLength(5);
  });

  it('R4.9 a second generation replaces the drafts: the same amounts, nothing twice', async () => {
    const stageId = await addFilledStage();
    await desk.generate(stageId);
    const before = await stored(stageId);
    await desk.generate(stageId);
    const after = await stored(stageId);
    const withoutIds = (rows: typeof before) => rows.map(({ bill_id: _, ...row }) => row);
    expect(withoutIds(after)).toEqual(withoutIds(before));
    expect(await app.rows('select from line_fee where stage_id = $1', [stageId])).toHaveLength(6);
    expect(
      await app.rows('select from bill_rule r join bill b using (tenant_id, bill_id) where b.stage_id = $1', [stageId]),
    ).toHaveLength(4);
  });

  it('R14.6 a generation that breaks off anywhere leaves the drafts as they were, and the next one is whole', async () => {
    const stageId = await addFilledStage();
    await desk.generate(stageId);
    const before = await stored(stageId);
    for (let last = 0; last <= 8; last += 1) {
      const broken = app.database.transact('service', (tx) =>
        drawUpDrafts(tx, stageId, async (done) => {
          if (done === last) throw new Error('broken off');
        }),
      );
      await expect(broken).rejects.toThrow('broken off');
      expect(await stored(stageId)).toEqual(before);
    }
    await desk.generate(stageId);
    expect(await stored(stageId)).toHaveLength(4);
  });

  it('R4.9 a stage that is not there is a 404', async () => {
    expect((await desk.write('ops.bill.generate', { stageId: 'none' })).status).toBe(404);
    expect((await desk.write('ops.bill.issue', { stageId: 'none', count: 1 })).status).toBe(404);
    expect((await desk.browser.call('ops.bill.generation', { stageId: 'none' })).status).toBe(404);
  });
});

describe('R4.9 the issue', () => {
  it('R4.9 gives numbers, dates, a first step and a digest, and tells each tenant once with the sums of each direction', async () => {
    const stageId = await addFilledStage();
    await desk.generate(stageId);
    const sentBefore = await Promise.all(merchants.map(async ({ tenantId }) => (await noticesOf(tenantId)).length));
    await desk.issue(stageId);
    const state = await desk.generation(stageId);
    expect(state).toMatchObject({
      issue: { status: 'done' },
      issued: { payable: { bills: 2, lines: 4, amount: 240_000 } },
    });
    expect(await stageRow(stageId)).toMatchObject({ status: 'issued', version: 2 });
    const bills = await app.rows('select * from bill where stage_id = $1', [stageId]);
    const confirmBy = deadlineIn(publishedCalendar, app.clock.now(), 5);
    for (const bill of bills) {
      expect(bill).toMatchObject({ status: 'pending', confirm_by: confirmBy.at, pay_days: 10, step_no: 1 });
      expect(bill['bill_no']).toMatch(/^ZD20\d{6}\d{10}$/);
      const steps = await app.rows('select kind, at, by_id, amount_fen, confirm_by from bill_step where bill_id = $1', [
        bill['bill_id'],
      ]);
      expect(steps).toMatchObject([{ kind: 'issued', at: bill['issued_at'], amount_fen: bill['amount_fen'] }]);
      const digest = digestOfLines();
      const lines = await app.rows('select line_id, fee_fen from line_fee where bill_id = $1 order by place', [
        bill['bill_id'],
      ]);
      for (const line of lines) digest.add(String(line['line_id']), fen(Number(line['fee_fen'])));
      expect(bill['lines_sha256']).toBe(digest.hex());
    }
    expect(new Set(bills.map((bill) => bill['bill_no'])).size).toBe(4);
    for (const [at, { tenantId }] of merchants.entries()) {
      const notices = (await noticesOf(tenantId)).slice(sentBefore[at]);
      expect(notices).toHaveLength(1);
      expect(notices[0]).toMatchObject({ place: 'bill', title: expect.stringContaining('账单已出账') });
      expect(notices[0]?.['text']).toContain('应付 1 张，合计 ¥1,200.00；应收 1 张，合计 ¥1,000.00');
      const events = await app.rows(
        "select actor_kind from audit_event where event = 'ops.bill.issued' and tenant_id = $1 and object = $2",
        [tenantId, stageId],
      );
      expect(events).toEqual([{ actor_kind: 'staff' }]);
    }
  });

  it('R4.9 of a part leaves the others as drafts; a generation afterwards keeps what is issued and names lines that came too late', async () => {
    const stageId = await addFilledStage();
    const merchant = first(merchants);
    const { tenantId } = merchant;
    await desk.generate(stageId);
    await desk.issue(stageId, { tenantId });
    const [mine, others] = [await desk.bills({ stageId, tenantId }), await desk.bills({ stageId, status: 'draft' })];
    expect(mine.map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending']);
    expect(others).toHaveLength(2);
    const issued = (await stored(stageId)).filter((row) => row['tenant_id'] === tenantId);
    // Lines of an issued stage cannot be added by the product; what stood there without a bill can.
    await app.rows("update stage set status = 'open', issued_at = null where stage_id = $1", [stageId]);
    const [{ project_id } = {}] = await app.rows('select project_id from bill where stage_id = $1 and tenant_id = $2', [
      stageId,
      tenantId,
    ]);
    await addLine(app, merchant, { stage_id: stageId, org_id, project_id: String(project_id), loan_no: 'HT-3' });
    await app.rows("update stage set status = 'issued', issued_at = app_now() where stage_id = $1", [stageId]);
    await desk.generate(stageId);
    expect((await stored(stageId)).filter((row) => row['tenant_id'] === tenantId)).toEqual(issued);
    expect((await desk.generation(stageId)).leftOut).toMatchObject([
      { reason: 'issued', lines: 1, examples: [{ loanNo: 'HT-3' }] },
    ]);
    await desk.issue(stageId);
    expect(await desk.bills({ stageId, status: 'draft' })).toEqual([]);
    const listed = await desk.browser.call('ops.stage.page', { stageId });
    expect(listed.body.data.items[0]).not.toHaveProperty('draftsSince');
  });

  it('R4.9 is refused while a line that was added after the drafts is in none of them, and done after another generation', async () => {
    const stageId = await addFilledStage();
    const merchant = first(merchants);
    await desk.generate(stageId);
    const [{ project_id, org_id: org } = {}] = await app.rows(
      'select project_id, org_id from bill where stage_id = $1 and tenant_id = $2',
      [stageId, merchant.tenantId],
    );
    await addLine(app, merchant, {
      stage_id: stageId,
      org_id: String(org),
      project_id: String(project_id),
      loan_no: 'HT-LATE',
    });
    const drafts = await desk.bills({ stageId, status: 'draft' });
    const reply = await desk.write('ops.bill.issue', { stageId, count: drafts.length });
    expect(reply.status).toBe(200);
    await app.app.sentJobs.drain();
    expect((await desk.generation(stageId)).issue).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('重新生成草稿'),
    });
    expect(await stageRow(stageId)).toMatchObject({ status: 'open' });
    await desk.generate(stageId);
    await desk.issue(stageId);
    expect(await stageRow(stageId)).toMatchObject({ status: 'issued' });
  });

  it('R11.6 drafts from before an import are named before somebody issues them, until they are drawn up again', async () => {
    const stageId = await addFilledStage();
    const imported = (importId: string) =>
      app.rows(
        `insert into line_import (import_id, stage_id, name, kind, encoding, size_bytes, sha256, staff_id, uploaded_by, bad_count, imported_at)
           select $1, $2, 'late.csv', 'csv', 'utf-8', 9, repeat('0', 64), staff_id, '李', 0, app_now() from staff limit 1`,
        [importId, stageId],
      );
    await imported('import-before');
    await app.clock.advance({ seconds: 1 });
    await desk.generate(stageId);
    expect(await desk.generation(stageId)).not.toHaveProperty('importedSince');
    await app.clock.advance({ seconds: 1 });
    await imported('import-late');
    expect(await desk.generation(stageId)).toMatchObject({ importedSince: expect.stringMatching(/Z$/) });
    // What was taken back is in no draft's way.
    await app.rows(
      `update line_import set taken_back_at = app_now(), taken_back_by = '李', taken_back_staff_id = staff_id, taken_back_reason = '错了',
         import_no = 900001 where import_id = 'import-late'`,
    );
    expect(await desk.generation(stageId)).not.toHaveProperty('importedSince');
    await imported('import-later');
    expect(await desk.generation(stageId)).toHaveProperty('importedSince');
    await app.clock.advance({ seconds: 1 });
    await desk.generate(stageId);
    expect(await desk.generation(stageId)).not.toHaveProperty('importedSince');
  });

  it('R4.9 lines of an issued stage never change, and none is added', async () => {
    const stageId = await addFilledStage();
    await desk.generate(stageId);
    await desk.issue(stageId);
    const lines = await app.rows('select * from bill_line where stage_id = $1 order by line_id', [stageId]);
    const merchant = first(merchants);
    await expect(addLine(app, merchant, { stage_id: stageId, org_id })).rejects.toThrow(/is issued/);
    await expect(app.rows('update bill_line set loan_fen = 1 where stage_id = $1', [stageId])).rejects.toThrow(
      /is issued/,
    );
    await expect(app.rows('delete from bill_line where stage_id = $1', [stageId])).rejects.toThrow(/is issued/);
    expect(await app.rows('select * from bill_line where stage_id = $1 order by line_id', [stageId])).toEqual(lines);
  });

  it('R4.9 of other drafts than those that were seen is a 409, and nothing is issued', async () => {
    const stageId = await addFilledStage();
    await desk.generate(stageId);
    for (const count of [0, 3, 5]) {
      expect(await desk.write('ops.bill.issue', { stageId, count })).toMatchObject({
        status: 409,
        body: { errCode: 'RHSY409' },
      });
    }
    for (const sums of [{ payableAmount: 240_001 }, { payableAmount: 240_000, receivableAmount: 0 }]) {
      expect((await desk.write('ops.bill.issue', { stageId, count: 4, ...sums })).status).toBe(409);
    }
    await app.app.sentJobs.drain();
    expect(await desk.bills({ stageId, status: 'draft' })).toHaveLength(4);
    expect(await stageRow(stageId)).toMatchObject({ status: 'open' });
  });
});

describe('billing the dates of an issue', () => {
  it('billing, R4.9 the desk reads the last day to confirm in, and for which years no holidays are known', async () => {
    const stageId = await addStage(app);
    const asked = async () => (await desk.generation(stageId)).confirmation;
    const { on } = deadlineIn(publishedCalendar, app.clock.now(), 5);
    expect((await asked()).on).toBe(on);
    await app.rows('update stage set confirm_days = 60 where stage_id = $1', [stageId]);
    const far = deadlineIn(publishedCalendar, app.clock.now(), 60);
    expect(await asked()).toEqual({ on: far.on, note: missingYearsText(far.yearsWithoutData) });
  });
});

describe('R4.12 races of generation and issue', () => {
  it('R4.12 generations at once are one, and leave each line in one draft', async () => {
    const stageId = await addFilledStage();
    const replies = await Promise.all(Array.from({ length: 8 }, () => desk.write('ops.bill.generate', { stageId })));
    expect(new Set(replies.map(({ body }) => body.data.jobId)).size).toBe(1);
    const draw = () => app.database.transact('service', (tx) => drawUpDrafts(tx, stageId, async () => undefined));
    await Promise.all([app.app.sentJobs.drain(), draw(), draw(), draw()]);
    expect(await stored(stageId)).toHaveLength(4);
    expect(await app.rows('select from line_fee where stage_id = $1', [stageId])).toHaveLength(6);
  });

  it('R4.12 a generation against an issue: every bill is issued once and whole, or a draft of the later one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const stageId = await addFilledStage();
      await desk.generate(stageId);
      await Promise.all([
        desk.write('ops.bill.generate', { stageId }),
        desk.write('ops.bill.issue', { stageId, count: 4 }),
        desk.write('ops.bill.issue', { stageId, count: 4 }),
      ]);
      await Promise.all([app.app.sentJobs.drain(), app.app.sentJobs.drain()]);
      const bills = await stored(stageId);
      expect(bills).toHaveLength(4);
      expect(new Set(bills.map((bill) => bill['status'])).size).toBe(1);
      expect(await app.rows('select from line_fee where stage_id = $1', [stageId])).toHaveLength(6);
      const steps = await app.rows(
        "select from bill_step s join bill b using (tenant_id, bill_id) where b.stage_id = $1 and s.kind = 'issued'",
        [stageId],
      );
      expect(steps).toHaveLength(first(bills)['status'] === 'draft' ? 0 : 4);
    }
  });

  it('R4.12 the same issue twice at once, and once more: one effect, one notice', async () => {
    const stageId = await addFilledStage();
    await desk.generate(stageId);
    const { tenantId } = first(merchants);
    const before = (await noticesOf(tenantId)).length;
    const call = () => desk.write('ops.bill.issue', { stageId, count: 4 });
    const replies = await Promise.all([call(), call(), call()]);
    expect(new Set(replies.map(({ body }) => body.data.jobId)).size).toBe(1);
    await Promise.all([app.app.sentJobs.drain(), app.app.sentJobs.drain()]);
    expect((await call()).status).toBe(409);
    expect(await noticesOf(tenantId)).toHaveLength(before + 1);
    const histories = await app.rows(
      'select from bill_step s join bill b using (tenant_id, bill_id) where b.stage_id = $1',
      [stageId],
    );
    expect(histories).toHaveLength(4);
  });
});

it('R10.5 after all these generations and issues the kept totals are what the lines and the fees of issued bills come to', async () => {
  expect(await wrongTotals(app)).toEqual(noneWrong);
});
