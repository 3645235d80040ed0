import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fen, largestAmount, rateOf, taxIn } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { type BillingStaff, enterBilling } from '#features/bill/billing/billing.fixture';
import { liftBounds } from '#features/bill/former-amounts.fixture';
import { addLine, addOrg, addProject, addStage } from '#features/bill/line.fixture';
import { enterImports, fileHead, fileRow, type ImportStaff } from '#features/bill/line-import/line-import.fixture';
import { exported, exportOf, fetchExport } from '#features/export/export.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';

/** The largest number that was stored before amounts had a bound. */
const formerMost = Number.MAX_SAFE_INTEGER;

let app: TestApp;
let admin: TestBrowser;
let desk: ImportStaff;
let billing: BillingStaff;
beforeAll(async () => {
  app = await testApp();
  admin = await enterStaff(app, 'bounds-admin', { roles: ['admin'] });
  desk = await enterImports(app);
  billing = await enterBilling(app);
  await billing.rule({ productId: 'loan' });
});
afterAll(() => app.close());

const read = async (by: TestBrowser, operation: string, payload: object = {}) => {
  const reply = await by.call(operation, { ...payload });
  expect(reply.status, `${operation} ${reply.text}`).toBe(200);
  return reply.body.data;
};
const partyOf = async (merchant: Merchant) => ({
  tenant: merchant.tenantId,
  project: await addProject(app, merchant),
  org: await addOrg(app),
});
/** What the violation of a constraint says. */
const refusedBy = (name: string) => expect.objectContaining({ message: expect.stringContaining(`"${name}"`) });

describe('R11.6 one amount has a bound', () => {
  it('R11.6 a column of numbers of 13 figures is refused at import, by row and column, and nothing is stored', async () => {
    const [merchant, stageId] = [await makeMerchant(app), await addStage(app)];
    const party = await partyOf(merchant);
    const rows = ['9999999999999.00', '10000000000.00'].map((amount, at) =>
      fileRow({ ...party, loanNo: `N-${at}`, amount }),
    );
    const { importId, status, badRows } = await desk.run(stageId, [fileHead, ...rows].join('\n'));
    expect({ status, badRows }).toEqual({ status: 'rejected', badRows: 1 });
    const report = await desk.report(importId);
    expect(report.find((line) => line.includes('9999999999999'))).toMatch(
      /^2,.*金额.*超过一条明细的上限 ¥10,000,000,000\.00/,
    );
    expect(await app.rows('select from bill_line where stage_id = $1', [stageId])).toEqual([]);
  });

  it('R10.4 a claim, an answer and a payment above the bound are a 422 at their field', async () => {
    const merchant = await makeMerchant(app);
    const { billNo, lineIds } = await addBill(app, merchant, { fees: [70_000, 50_000] });
    const write = (by: TestBrowser, operation: string, payload: object) =>
      by.call(operation, { ...payload, idempotencyKey: newKey() });
    const claim = { billNo, reason: '金额有误' };
    for (const claimedAmount of [largestAmount + 1, formerMost]) {
      expect(await write(merchant.browser, 'bill.varianceFeedback', { ...claim, claimedAmount })).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path: 'claimedAmount' }] } },
      });
    }
    const part = { ...claim, claimedAmount: largestAmount, lineIds: lineIds.slice(0, 1) };
    const opened = await write(merchant.browser, 'bill.varianceFeedback', part);
    expect(opened.status, opened.text).toBe(200);
    const { feedbackNo } = opened.body.data;
    const answer = { feedbackNo, reason: '同意', version: 1 };
    // The rest of the bill stands beside what is claimed.
    expect(await write(admin, 'feedback.handle', { ...answer, action: 'accept' })).toMatchObject({
      status: 409,
      body: { errCode: 'RHFE007' },
    });
    const adjusted = { ...answer, action: 'adjust', newAmount: largestAmount };
    expect(await write(admin, 'feedback.handle', adjusted)).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'newAmount', message: '调整后账单金额不能超过 ¥10,000,000,000.00' }] } },
    });
    const payments = [{ billNo, amount: largestAmount + 1, on: '2026-11-01', serial: 'S1' }];
    expect(await write(admin, 'ops.bill.settle', { payments })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'payments.0.amount' }] } },
    });
  });

  it('R11.6 the database refuses what is above it, also from outside the product', async () => {
    const merchant = await makeMerchant(app);
    const above = largestAmount + 1;
    await addLine(app, merchant, { loan_fen: largestAmount, rate_millionths: 1_000_000 });
    await expect(addLine(app, merchant, { loan_fen: above })).rejects.toEqual(refusedBy('bill_line_bound'));
    const counted = { loan_fen: null, quantity: above, unit: '份' };
    await expect(addLine(app, merchant, counted)).rejects.toEqual(refusedBy('bill_line_bound'));
    await expect(addLine(app, merchant, { rate_millionths: 1_000_001 })).rejects.toEqual(
      refusedBy('bill_line_own_rate'),
    );
    const { billId } = await addBill(app, merchant);
    const change = 'update bill set lines_fen = $2, amount_fen = $2 where bill_id = $1';
    await expect(app.rows(change, [billId, above])).rejects.toEqual(refusedBy('bill_bound'));
    await expect(app.rows('update line_fee set fee_fen = $2 where bill_id = $1', [billId, above])).rejects.toEqual(
      refusedBy('line_fee_bound'),
    );
  });
});

describe('R14.6 sums over any rows are answered', () => {
  it('R10.5 twenty thousand lines of the largest amount are summed to the fen, generated and checked', async () => {
    const [merchant, stageId] = [await makeMerchant(app), await addStage(app)];
    await addLine(app, merchant, { stage_id: stageId, loan_fen: largestAmount });
    const more = { stage_id: stageId, loan_fen: null, quantity: largestAmount, unit: '份', product_id: 'counted' };
    await addLine(app, merchant, more);
    await app.rows(
      `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, quantity, unit, occurred_on)
        select l.tenant_id, l.stage_id, l.loan_no || '-' || n, l.project_id, l.product_id, l.org_id, l.loan_fen, l.quantity, l.unit, l.occurred_on
          from bill_line l cross join generate_series(2, 20000) n where l.stage_id = $1`,
      [stageId],
    );
    expect(await read(merchant.browser, 'loanConsult.sum')).toMatchObject({
      count: 40_000,
      loanAmount: '20000000000000000',
      quantities: [{ unit: '份', quantity: '20000000000000000' }],
    });
    await billing.generate(stageId);
    expect((await billing.generation(stageId)).leftOut).toContainEqual(
      expect.objectContaining({ reason: 'tooLarge', lines: 20_000 }),
    );
    await read(billing.browser, 'ops.bill.check', { stageId });
  });

  it('R11.6 what was imported before the bound is summed, generated, checked, and taken back', async () => {
    const former = await testApp();
    try {
      await liftBounds(former, ['bill_line']);
      const [staff, money] = [await enterImports(former), await enterBilling(former)];
      await money.rule({ productId: 'loan' });
      const [merchant, stageId] = [await makeMerchant(former), await addStage(former)];
      await addLine(former, merchant);
      const party = {
        tenant: merchant.tenantId,
        project: await addProject(former, merchant),
        org: await addOrg(former),
      };
      const rows = ['A', 'B', 'C'].map((loanNo) => fileRow({ ...party, loanNo }));
      const { importId } = await staff.run(stageId, [fileHead, ...rows].join('\n'));
      await former.rows('update bill_line set loan_fen = $2 where stage_id = $1', [stageId, formerMost]);
      const three = String(3n * BigInt(formerMost));
      expect(await read(merchant.browser, 'loanConsult.sum', { stageId })).toMatchObject({ loanAmount: three });
      await money.generate(stageId);
      expect((await money.generation(stageId)).leftOut).toMatchObject([{ reason: 'tooLarge', lines: 3 }]);
      await read(money.browser, 'ops.bill.check', { stageId });
      const rule = { productId: 'loan', orgId: null, tenantId: merchant.tenantId, holdsFrom: '2026-01-01', stageId };
      const terms = {
        unit: null,
        direction: 'payable',
        scheme: { kind: 'rate', rate: 10_000 },
        lineMinimumAmount: null,
        lineCapAmount: null,
        billMinimumAmount: null,
        billCapAmount: null,
        taxRate: 60_000,
      };
      await read(money.browser, 'ops.feeRule.trial', { ...rule, terms });
      const { version } = await staff.get(importId);
      const asked = { importId, version, reason: '选错列', idempotencyKey: newKey() };
      expect((await staff.browser.call('ops.lineImport.takeBack', asked)).status).toBe(200);
      await former.app.sentJobs.drain();
      expect(await staff.get(importId)).toMatchObject({ status: 'takenBack' });
      const [event] = await former.rows(`select before from audit_event where event = 'ops.lineImport.takenBack'`);
      expect(event?.['before']).toMatchObject({ sums: [{ rows: 3, amount: three, unit: '元' }] });
    } finally {
      await former.close();
    }
  });

  it('R10.1 bills that were made before the bound are summed wherever bills are, and go on', async () => {
    const former = await testApp();
    try {
      await liftBounds(former);
      const staff = await enterStaff(former, 'former-admin', { roles: ['admin'] });
      const merchant = await makeMerchant(former);
      const made: AddedBill[] = [];
      for (const direction of ['payable', 'payable', 'receivable', 'receivable'] as const) {
        made.push(await addBill(former, merchant, { direction, productId: direction }));
      }
      await former.rows('update bill set lines_fen = $1, amount_fen = $1, tax_fen = $2', [
        formerMost,
        taxIn(fen(formerMost), rateOf(6, 'percent')),
      ]);
      await former.rows('update line_fee set fee_fen = $1', [formerMost]);
      // Fees of an issued bill never change otherwise.
      await former.rows('delete from fee_total');
      await former.rows('select add_fee_totals(stage_id, array_agg(bill_id)) from bill group by stage_id');
      const [first] = made;
      const [two, four] = [2n, 4n].map((times) => String(times * BigInt(formerMost)));
      expect(await read(merchant.browser, 'bill.sum')).toMatchObject({
        totalAmount: four,
        byDirection: { payable: { amount: two, paidAmount: 0 }, receivable: { amount: two } },
      });
      expect((await read(merchant.browser, 'home.summary')).bills.toConfirm).toMatchObject({
        payable: { count: 2, amount: two },
      });
      expect((await read(merchant.browser, 'loanConsult.sum')).byDirection.payable).toEqual({ count: 2, amount: two });
      const exportId = await exported(former, merchant, { kind: 'bills', format: 'csv' });
      expect((await exportOf(merchant, exportId)).totals).toContainEqual({ label: '应付合计', count: 2, amount: two });
      expect((await fetchExport(merchant, exportId)).text).toContain('180143985094819.82');
      const bills = made.map(({ billNo }) => ({ billNo, amount: formerMost }));
      const confirmed = await merchant.browser.call('bill.batchConfirm', { bills, idempotencyKey: newKey() });
      expect(
        confirmed.body.data?.results.map(({ outcome }: { outcome: string }) => outcome),
        confirmed.text,
      ).toEqual(Array.from(made, () => 'confirmed'));
      expect((await read(merchant.browser, 'home.summary')).bills.due.payable).toMatchObject({ amount: two });
      expect(await read(staff, 'ops.bill.toSettleSum')).toMatchObject({ payable: { remainingAmount: two } });
      expect((await read(staff, 'ops.tenant.detail', { tenantId: merchant.tenantId })).bills).toMatchObject({
        payable: { amount: two },
      });
      const range = { from: '2026-01-01', to: '2026-12-31', by: 'month' };
      const months = await read(staff, 'ops.business.bills', range);
      expect(months.states.payable.confirmed).toEqual({ count: 2, amount: two });
      const { ages } = await read(staff, 'ops.business.unpaid');
      expect(ages).toContainEqual(expect.objectContaining({ payable: { count: 2, remainingAmount: two } }));
      await read(staff, 'ops.bill.generation', { stageId: first?.stageId });
      await read(staff, 'ops.bill.check', { stageId: first?.stageId });
    } finally {
      await former.close();
    }
  });
});

describe('R14.5 an upgrade to the bounds', () => {
  const run = async (to: TestApp, name: string) =>
    runAsAdmin(to.url, await readFile(join(import.meta.dirname, '../../migrations', name), 'utf8'));

  it('R14.5 is not stopped by what stands above them: it goes on and is changed, and no more is added', async () => {
    const former = await testApp();
    try {
      await liftBounds(former);
      const merchant = await makeMerchant(former);
      const { billId, stageId } = await addBill(former, merchant);
      await former.rows('update bill set lines_fen = $1, amount_fen = $1', [formerMost]);
      await addLine(former, merchant, { stage_id: await addStage(former), loan_fen: formerMost });
      await run(former, '0080_amount_bounds.sql');
      await run(former, '0081_amount_bounds_checked.sql');
      await former.rows('update bill set version = version + 1 where bill_id = $1', [billId]);
      await expect(addLine(former, merchant, { loan_fen: formerMost })).rejects.toEqual(refusedBy('bill_line_bound'));
      const later = await addBill(former, merchant);
      await former.rows(`update bill set created_at = now() + interval '1 hour' where bill_id = $1`, [later.billId]);
      const change = former.rows('update bill set lines_fen = $2, amount_fen = $2 where bill_id = $1', [
        later.billId,
        formerMost,
      ]);
      await expect(change).rejects.toEqual(refusedBy('bill_bound'));
      const validated = await former.rows(
        `select conname, convalidated from pg_constraint where conrelid = any('{bill,bill_line,line_fee,feedback}'::regclass[])
          and conname ~ '_bound$' order by 1`,
      );
      expect(validated).toEqual([
        { conname: 'bill_bound', convalidated: true },
        { conname: 'bill_line_bound', convalidated: false },
        { conname: 'feedback_bound', convalidated: true },
        { conname: 'line_fee_bound', convalidated: true },
      ]);
      await expect(former.rows('delete from bill_line where stage_id <> $1', [stageId])).resolves.toBeDefined();
    } finally {
      await former.close();
    }
  });
});
