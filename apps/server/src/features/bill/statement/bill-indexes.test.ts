import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { vacuumAll } from '#kernel/testing/test-server';
import { addBill } from '../bill.fixture.ts';
import { groupBills } from '../bill-summary.sql.ts';
import type { BillFilter } from './bill-filter.sql.ts';
import { listBills, sumBills } from './bill-list.sql.ts';

let app: TestApp;
let own: Merchant;
const ownBills = 2000;

beforeAll(async () => {
  app = await testApp();
  [own] = [await makeMerchant(app)];
  const other = await makeMerchant(app);
  const { stageId } = await addBill(app, own);
  await addBill(app, other);
  // Of three bills one is the tenant's own; every combination of the key is one bill.
  await app.rows(
    `insert into org (org_id, name) select 'org-' || n, 'org-' || n from generate_series(0, 9) n;
     insert into project (tenant_id, project_id, name) select t, 'p-' || n, 'p-' || n from generate_series(0, 19) n, unnest('{${own.tenantId},${other.tenantId}}'::text[]) t`,
  );
  await app.rows(
    `insert into bill (tenant_id, bill_no, lines_sha256, stage_id, project_id, product_id, org_id, direction, tax_millionths, stage_name, project_name, product_name,
        org_name, line_count, basis, lines_fen, amount_fen, tax_fen, pay_days, status, issued_at, confirm_by, confirmed_at)
      select case when n % 3 = 0 then $2 else $3 end, 'ZD20261101' || lpad((900000000 + n)::text, 10, '0'), repeat('a', 64), $1, 'p-' || n / 3 % 20,
        'product-' || n / 60, 'org-' || n % 10, case when n % 2 = 0 then 'payable' else 'receivable' end, 60000, 's', 'p', 'p', 'o', 1, 1, n, n, 0, 10,
        case when n % 7 = 0 then 'confirmed' else 'pending' end, app_now() - n * interval '1 minute', app_now() + (n % 9 - 4) * interval '1 day',
        case when n % 7 = 0 then app_now() end
      from generate_series(1, ${ownBills * 3}) n`,
    [stageId, own.tenantId, other.tenantId],
  );
  await vacuumAll(app.url, 'bill');
}, 60_000);
afterAll(() => app.close());

const pageSize = 20;
/** Indexes that begin with the tenant; the rows of a page are fetched by their numbers. */
const ofTenant: readonly string[] = [
  'bill_newest',
  'bill_once',
  'bill_pkey',
  'bill_by_number',
  'bill_by_due',
  'bill_by_status',
  'bill_waiting',
  'bill_by_project',
  'bill_by_product',
  'bill_by_stage',
];
const filters: readonly BillFilter[] = [
  {},
  { direction: 'receivable' },
  { projectId: 'none' },
  { productId: 'product-3' },
  { orgId: 'org-1', status: 'pending' },
  { status: 'confirmed' },
  { approval: 'waiting' },
  { payment: 'inCheck' },
  { payment: 'open' },
  { dueFrom: '2026-01-01', dueTo: '2026-01-02' },
  { billNo: 'ZD2026110109000' },
  { billNo: 'ZD202', status: 'confirmed' },
  { orgId: 'org-1', status: 'confirmed' },
  { projectId: 'p-1', productId: 'product-3' },
];

describe('R10.3 what lists and sums of bills read', () => {
  it.each(filters)('R10.3 %j fetches no more rows than a page, and enters nothing of other tenants', async (filter) => {
    const listing = { page: 1, pageSize, offset: 0, after: null, wantsTotal: false };
    const db = app.database.reading({ tenantId: own.tenantId });
    const [reading] = await readingsOf(db, (explained) => listBills(explained, own.tenantId, { filter, listing }));
    const others = reading?.indexes.filter((index) => !ofTenant.includes(index)) ?? [];
    expect(['', 'bill_bill_no_key']).toContain(others.join());
    expect(reading?.fetched).toBeLessThanOrEqual(3 * (pageSize + 1));
    expect(reading?.entries).toBeLessThanOrEqual(ownBills + 2);
    const [summed] = await readingsOf(db, (explained) => sumBills(explained, own.tenantId, filter));
    expect(summed?.indexes.filter((index) => !ofTenant.includes(index))).toEqual([]);
    expect(summed?.fetched).toBeLessThanOrEqual(3 * (pageSize + 1));
    expect(summed?.entries).toBeLessThanOrEqual(ownBills + 2);
  });
});

/** How many entries of indexes a page of a filter and its sum look at. */
const entriesOf = async (filter: BillFilter): Promise<number> => {
  const listing = { page: 1, pageSize, offset: 0, after: null, wantsTotal: true };
  const db = app.database.reading({ tenantId: own.tenantId });
  const readings = await readingsOf(db, async (explained) => {
    await listBills(explained, own.tenantId, { filter, listing });
    await sumBills(explained, own.tenantId, filter);
  });
  return readings.reduce((sum, { entries, fetched }) => sum + entries + fetched, 0);
};

it('R10.3 a filter that leaves few of very many bills does not look at the others', async () => {
  // One project of twenty; one bill of seven is confirmed, and the clock has confirmed some of the pending ones.
  expect(await entriesOf({ projectId: 'p-1', direction: 'payable' })).toBeLessThanOrEqual(ownBills / 2);
  expect(await entriesOf({ productId: 'product-3', status: 'pending' })).toBeLessThanOrEqual(ownBills / 2);
  const { rows } = await listBills(app.database.reading({ tenantId: own.tenantId }), own.tenantId, {
    filter: { projectId: 'p-1' },
    listing: { page: 1, pageSize: 100, offset: 0, after: null, wantsTotal: false },
  });
  expect(rows.length).toBe(ownBills / 20);
});

it('R10.1 the figures of the first page count and read every own bill once, from one index alone', async () => {
  const bounds = { months: [new Date('2026-01-01T00:00:00Z')], days: ['2026-01-01'] };
  const [reading] = await readingsOf(app.database.reading({ tenantId: own.tenantId }), (explained) =>
    groupBills(explained, own.tenantId, bounds),
  );
  const groups = await groupBills(app.database.reading({ tenantId: own.tenantId }), own.tenantId, bounds);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(ownBills + 1);
  expect(new Set(reading?.indexes)).toEqual(new Set(['bill_by_status']));
  expect(reading?.fetched).toBeLessThanOrEqual(2);
  expect(reading?.entries).toBe(ownBills + 1);
});
