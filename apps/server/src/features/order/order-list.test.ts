import { afterAll, beforeAll, expect, it } from 'vitest';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import { listOrders } from './order.sql.ts';
import type { OrderFilter } from './order-filter.sql.ts';

const tenantId = 'many-orders';
/** The rows of a page, and the one that shows that there is another. */
const partLength = 21;

/** 20,000 orders over 100 days from 2026-01-01, 200 a day; of each eight one is pendingReview, of each fifteen one is of product-1, none are both. */
const fill = `set session_replication_role = replica;
  insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, billing, quantity, options, choice, items,
    total_fen, consent_ids, status, created_at)
  select '${tenantId}', 'DD' || to_char(date '2026-01-01' + n / 200, 'YYYYMMDD') || '-' || lpad((n * 7919 % 100000000)::text, 8, '0'),
    'nobody', 'product-' || n % 15, 'product', 'standard', 'standard', '人', 'postpaid', 10, '{}', '[]', '[]', 12000, '{}',
    case when n % 8 = 0 and n % 15 <> 1 then 'pendingReview' else 'rejected' end,
    timestamptz '2026-01-01T00:00:00+08:00' + n * interval '432 seconds'
  from generate_series(0, 19999) n`;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await runAsAdmin(app.url, fill);
  await runAsAdmin(app.url, 'vacuum (analyze) "order"');
});
afterAll(() => app.close());

const listingOf = (page: number, wantsTotal: boolean) => ({
  page,
  pageSize: 20,
  offset: (page - 1) * 20,
  after: null,
  wantsTotal,
});

const readingOf = async (filter: OrderFilter, page: number) => {
  const [reading, ...others] = await readingsOf(app.database.reading({ tenantId }), (db) =>
    listOrders(db, tenantId, { filter, listing: listingOf(page, false) }),
  );
  expect(others).toEqual([]);
  if (reading === undefined) throw new Error('nothing was read');
  return reading;
};

const find = async (filter: OrderFilter, page = 1) =>
  listOrders(app.database.reading({ tenantId }), tenantId, { filter, listing: listingOf(page, true) });

it('R10.2 a deep page fetches its own rows alone', async () => {
  expect((await readingOf({}, 500)).fetched).toBeLessThanOrEqual(partLength);
  expect((await readingOf({ status: 'rejected' }, 500)).fetched).toBeLessThanOrEqual(partLength);
});

it.each([['DD'], ['DD2'], ['DD2026'], ['DD202601'], ['DD2026010'], ['DD20260101'], ['DD20260410']])(
  'R10.2 orders whose number starts with %s are found without fetching others, nor all of their days',
  async (orderNo) => {
    const { fetched, entries } = await readingOf({ orderNo }, 1);
    expect(fetched).toBeLessThanOrEqual(partLength);
    expect(entries).toBeLessThanOrEqual(800);
  },
);

it('R10.2 orders whose number starts with a day and more are found among those of the day', async () => {
  const { fetched, entries } = await readingOf({ orderNo: 'DD20260101-00' }, 1);
  expect(fetched + entries).toBeLessThanOrEqual(200 + partLength);
});

it('R10.2 a status and a product together are found by one index, also when no order has both', async () => {
  const none = await readingOf({ status: 'pendingReview', pid: 'product-1' }, 1);
  expect(none).toMatchObject({ fetched: 0, entries: 0 });
  expect((await readingOf({ status: 'pendingReview', pid: 'product-2' }, 3)).fetched).toBeLessThanOrEqual(partLength);
});

it.each([
  ['D', 20_000],
  ['DD2', 20_000],
  ['DD202', 20_000],
  ['DD2026', 20_000],
  ['DD20260', 20_000],
  ['DD202602', 5600],
  ['DD2026021', 2000],
  ['DD20260210', 200],
  ['DD20260210-', 200],
  ['DD2025', 0],
  ['DD3', 0],
  ['XX2026', 0],
  ['dd2026', 0],
])('R10.2 of the orders whose number starts with %s the list holds all %i, in order', async (orderNo, count) => {
  const { rows, total } = await find({ orderNo });
  expect(total).toBe(count);
  expect(rows).toHaveLength(Math.min(count, partLength));
  for (const row of rows) expect(row.order_no.startsWith(orderNo)).toBe(true);
  const times = rows.map((row) => row.created_at.getTime());
  expect(times).toEqual([...times].sort((a, b) => b - a));
  const lastPage = Math.min(500, Math.ceil(count / 20));
  if (lastPage > 1) expect((await find({ orderNo }, lastPage)).rows.length).toBeGreaterThanOrEqual(20);
});
