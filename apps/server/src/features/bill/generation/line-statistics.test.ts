import { afterAll, beforeAll, expect, it } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addOrg, addProject, addStage } from '../line.fixture.ts';
import { listBillLines } from '../statement/bill-line.sql.ts';
import { listStoredBills, listStoredLines } from '../verification/verification.sql.ts';

const linesOfBill = 100;
const bills = 8;

let app: TestApp;
let desk: BillingStaff;
let merchant: Merchant;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
  merchant = await makeMerchant(app);
  await certifyTenant(app, merchant);
  const [stageId, orgId, projectId] = [await addStage(app), await addOrg(app), await addProject(app, merchant)];
  for (let at = 0; at < bills; at += 1) await desk.rule({ productId: `p-${at}` });
  await app.rows(
    `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on)
      select $1, $2, 'L' || n, $3, 'p-' || n % $5::int, $4, 5000000, '元', '2026-10-15' from generate_series(1, $6::int) n`,
    [merchant.tenantId, stageId, projectId, orgId, bills, bills * linesOfBill],
  );
  await desk.generate(stageId);
  await desk.issue(stageId);
});
afterAll(() => app.close());

it('R10.3 as soon as a stage is issued, the lines of a bill are read without those of the other bills', async () => {
  const service = app.database.reading('service');
  const [bill] = await listStoredBills(service, [], { after: null, limit: 1 });
  if (bill === undefined) throw new Error('bills were issued');
  const stored = await readingsOf(service, (db) => listStoredLines(db, bill, { after: 0, limit: 5000 }));
  const own = app.database.reading({ tenantId: merchant.tenantId });
  const listing = { page: 1, pageSize: linesOfBill, offset: 0, after: null, wantsTotal: false };
  const wanted = {
    bill: { billId: bill.bill_id, stageId: bill.stage_id },
    loanNo: undefined,
    afterPlace: null,
    listing,
  };
  const listed = await readingsOf(own, (db) => listBillLines(db, merchant.tenantId, wanted));
  for (const { fetched } of [...stored, ...listed]) {
    expect(fetched).toBeGreaterThanOrEqual(linesOfBill);
    // At most the fees of the bill, and the lines of the stage once.
    expect(fetched).toBeLessThanOrEqual((bills + 4) * linesOfBill);
  }
});
