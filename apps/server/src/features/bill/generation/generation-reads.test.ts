import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addOrg, addStage } from '../line.fixture.ts';
import { drawUpDrafts } from './generation.ts';

const [bills, linesOfBill] = [300, 10];

let app: TestApp;
let desk: BillingStaff;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
});
afterAll(() => app.close());

it('R4.9 the generation reads its bills and rules a few times, not once for each line', async () => {
  const { tenantId } = await makeMerchant(app);
  await certifyTenant(app, { tenantId });
  const [stageId, orgId] = [await addStage(app), await addOrg(app)];
  await desk.rule({ productId: 'read' });
  await app.rows(
    "insert into project (tenant_id, project_id, name) select $1, 'j' || n, 'j' || n from generate_series(0, $2::int - 1) n",
    [tenantId, bills],
  );
  await app.rows(
    `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on)
      select $1, $2, 'L' || n, 'j' || n % $4::int, 'read', $3, 5000000, '元', '2026-10-15' from generate_series(1, $5::int) n`,
    [tenantId, stageId, orgId, bills, bills * linesOfBill],
  );
  const read = new Map<string, number>();
  await app.database.transact('service', async (tx) => {
    // Asked before each step, while its tables are there.
    await drawUpDrafts(tx, stageId, async () => {
      const { rows } = await sql<{ name: string; rows: number }>`
        select relname as name, seq_tup_read as rows from pg_stat_xact_user_tables where relname like 'drawn_%'`.execute(
        tx,
      );
      for (const { name, rows: count } of rows) read.set(name, count);
    });
  });
  for (const name of ['drawn_bill', 'drawn_rule', 'drawn_sum']) {
    expect(read.get(name), name).toBeGreaterThanOrEqual(bills);
    expect(read.get(name), name).toBeLessThanOrEqual(20 * bills);
  }
  expect(read.get('drawn_line')).toBeLessThanOrEqual(10 * bills * linesOfBill);
});
