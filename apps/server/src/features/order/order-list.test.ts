import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin, vacuumAll } from '#kernel/testing/test-server';
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
  await vacuumAll(app.url, '"order"');
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

describe('R4.8 orders that are over, whether stored as such or not yet', () => {
  const many = 'ended-orders';
  /** 5,000 orders each of 已取消, 已到期, 已开通, 待付款 and 已拒绝; every hundredth of the two in the middle is over and not stored as such. */
  const ended = `set session_replication_role = replica;
    insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, billing, quantity, options, choice, items,
      total_fen, consent_ids, status, created_at, pay_by, active_from, expires_at)
    select '${many}', 'DE20260101-' || lpad(n::text, 8, '0'), 'nobody', 'product-' || n % 3, 'product', 'standard', 'standard', '人', 'postpaid', 10,
      '{}', '[]', '[]', 12000, '{}', status, timestamptz '2026-01-01T00:00:00+08:00' + n * interval '1 second',
      case when status = 'pendingPayment' then app_now() + over end,
      case when status in ('active', 'expired') then timestamptz '2025-01-01T00:00:00+08:00' end,
      case when status = 'active' then app_now() + over when status = 'expired' then app_now() - interval '1 day' end
    from generate_series(0, 24999) n,
      lateral (select (array['cancelled', 'expired', 'active', 'pendingPayment', 'rejected'])[n % 5 + 1] as status,
        case when n % 500 between 2 and 3 then interval '-1 hour' else interval '30 days' end as over) each_one`;
  beforeAll(async () => {
    await runAsAdmin(app.url, ended);
    await vacuumAll(app.url, '"order"');
  });
  const reader = () => app.database.reading({ tenantId: many });

  it.each(['cancelled', 'expired'] as const)(
    'R4.8 %s: a deep page reads its own rows, and of the others the entries of an index alone',
    async (status) => {
      for (const filter of [{ status }, { status, pid: 'product-1' }]) {
        const [reading] = await readingsOf(reader(), (db) =>
          listOrders(db, many, { filter, listing: listingOf(80, false) }),
        );
        expect(reading?.fetched).toBeLessThanOrEqual(2 * 50 + partLength);
        expect(reading?.entries).toBeLessThanOrEqual(7000);
      }
    },
  );

  it.each([
    ['cancelled', 5050],
    ['expired', 5050],
    ['active', 4950],
    ['pendingPayment', 4950],
    ['rejected', 5000],
  ] as const)(
    'R4.8 of the orders with the status %s the list holds all %i, each once, in order',
    async (status, count) => {
      const seen: string[] = [];
      const pageSize = 1000;
      for (let offset = 0; offset < count; offset += pageSize) {
        const listing = { page: 1, pageSize, offset, after: null, wantsTotal: true };
        const { rows, total } = await listOrders(reader(), many, { filter: { status }, listing });
        expect(total).toBe(count);
        expect(rows).toHaveLength(Math.min(pageSize + 1, count - offset));
        seen.push(...rows.slice(0, pageSize).map((row) => row.order_no));
      }
      const third = await listOrders(reader(), many, { filter: { status }, listing: listingOf(3, false) });
      const [first] = third.rows;
      const after = { at: first?.created_at ?? new Date(0), key: first?.order_no ?? '' };
      const part = await listOrders(reader(), many, { filter: { status }, listing: { ...listingOf(1, false), after } });
      expect(part.rows.slice(0, 20).map((row) => row.order_no)).toEqual(seen.slice(41, 61));
    },
  );
});

describe('R10.2 orders by how far their payment is', () => {
  const payers = 'many-payers';
  /** 100,000 orders, of which 200 are to be paid; of these one of four has a voucher that waits, and one of four got its voucher back. */
  const paying = `set session_replication_role = replica;
    insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, billing, quantity, options, choice, items,
      total_fen, consent_ids, status, created_at, pay_by)
    select '${payers}', 'DP20260101-' || lpad(n::text, 8, '0'), 'nobody', 'product-' || n % 3, 'product', 'standard', 'standard', '人', 'prepaid', 10,
      '{}', '[]', '[]', 12000, '{}', case when n % 500 = 0 then 'pendingPayment' else 'expired' end,
      timestamptz '2026-01-01T00:00:00+08:00' + n * interval '1 second', case when n % 500 = 0 then app_now() + interval '7 days' end
    from generate_series(1, 100000) n;
    insert into order_voucher (tenant_id, order_no, voucher_id, payer_name, paid_at, file_ids, user_id, status)
    select '${payers}', 'DP20260101-' || lpad(n::text, 8, '0'), 'v' || n, '甲', app_now(), '{f}', 'nobody',
      case when n % 2000 = 0 then 'waiting' else 'returned' end
    from generate_series(1000, 100000, 1000) n`;
  beforeAll(async () => {
    await runAsAdmin(app.url, paying);
    await vacuumAll(app.url, '"order"');
    await vacuumAll(app.url, 'order_voucher');
  }, 60_000);
  const reader = () => app.database.reading({ tenantId: payers });

  it.each([
    ['open', 150],
    ['inCheck', 50],
    ['returned', 50],
  ] as const)('R10.2 %s: of a hundred thousand those to be paid alone are read', async (payment, count) => {
    const listing = listingOf(1, true);
    for (const filter of [{ payment }, { payment, status: 'pendingPayment' }] as const) {
      const { rows, total } = await listOrders(reader(), payers, { filter, listing });
      expect([total, rows.length]).toEqual([count, partLength]);
      // Once for the part and once for the total, each order with its vouchers.
      const [reading] = await readingsOf(reader(), (db) => listOrders(db, payers, { filter, listing }));
      expect(reading?.fetched).toBeLessThanOrEqual(1000);
      expect(reading?.entries).toBeLessThanOrEqual(1000);
    }
  });
});
