import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { behaviorJobs } from './behavior.jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const record = (change: Readonly<Record<string, unknown>> = {}) => ({
  beaconEventId: 'visit',
  beaconPageId: '/portal/home',
  beaconOccurTime: app.clock.now().getTime(),
  ...change,
});

it('R12.9 records are stored with the session of the browser, never with the user that it claims', async () => {
  const session = await app.open();
  const reply = await app.call('behavior.report', { records: [record({ userId: 'somebody' })] }, { session });
  expect(reply.status).toBe(200);
  const [row] = await app.rows('select event_id, page_id, user_id, tenant_id from behavior_record');
  expect(row).toEqual({ event_id: 'visit', page_id: '/portal/home', user_id: null, tenant_id: null });
});

it('R12.9 R11.8 the steps to an order are those of the signed-in user, whatever user the browser claims', async () => {
  const { browser, userId, tenantId } = await makeMerchant(app);
  const steps = [
    ['step.home', '/portal/home'],
    ['step.product', '/portal/productsDetail/flex-benefits'],
    ['step.config', '/portal/skuConfig/flex-benefits/purchase'],
    ['step.order', '/portal/skuConfig/flex-benefits/purchase'],
  ] as const;
  const records = steps.map(([beaconEventId, beaconPageId]) =>
    record({ beaconEventId, beaconPageId, userId: 'somebody-else' }),
  );
  expect((await browser.call('behavior.report', { records })).status).toBe(200);
  const rows = await app.rows(
    'select event_id, page_id, user_id, tenant_id from behavior_record where user_id is not null order by record_id',
  );
  expect(rows).toEqual(
    steps.map(([event_id, page_id]) => ({ event_id, page_id, user_id: userId, tenant_id: tenantId })),
  );
});

it('R12.9 a record is stored in the month of its arrival, whatever the browser’s clock says', async () => {
  const session = await app.open();
  await app.call('behavior.report', { records: [record({ beaconOccurTime: 1 })] }, { session });
  const [row] = await app.rows(
    "select tableoid::regclass::text as home, occurred_at from behavior_record where occurred_at > now() - interval '1 day' order by record_id desc limit 1",
  );
  expect(row?.['home']).toMatch(/^behavior_record_\d{6}$/);
});

it('R12.9 a past time is accepted within the retention, a future time never', async () => {
  const session = await app.open();
  const nowMs = app.clock.now().getTime();
  const dayMs = 86_400_000;
  const claims = { twoMonthsAgo: nowMs - 60 * dayMs, tomorrow: nowMs + dayMs, twoYearsAgo: nowMs - 730 * dayMs };
  const records = Object.entries(claims).map(([beaconEventId, beaconOccurTime]) =>
    record({ beaconEventId, beaconOccurTime }),
  );
  expect((await app.call('behavior.report', { records }, { session })).status).toBe(200);
  const rows = await app.rows('select event_id, occurred_at from behavior_record where event_id = any($1)', [
    Object.keys(claims),
  ]);
  const daysOff = Object.fromEntries(
    rows.map((row) => [row['event_id'], Math.round((Number(row['occurred_at']) - nowMs) / dayMs)]),
  );
  expect(daysOff).toEqual({ twoMonthsAgo: -60, tomorrow: 0, twoYearsAgo: 0 });
});

it('R5.5 more than fifty records, and none, are a 422', async () => {
  const session = await app.open();
  for (const records of [[], Array.from({ length: 51 }, () => record())]) {
    expect((await app.call('behavior.report', { records }, { session })).status).toBe(422);
  }
});

it('R5.6 a browser that sends too many reports has to wait', async () => {
  const session = await app.open();
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) {
    statuses.push((await app.call('behavior.report', { records: [record()] }, { session })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

it('R5.6 an address that sends too many reports has to wait, in any session; others go on', async () => {
  const statuses: number[] = [];
  for (let opened = 0; opened < 5; opened += 1) {
    const session = await app.open({ remoteAddress: '203.0.113.7' });
    for (let count = 0; count < 40; count += 1) {
      const caller = { session, remoteAddress: '203.0.113.7' };
      statuses.push((await app.call('behavior.report', { records: [record()] }, caller)).status);
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(80);
  const other = { session: await app.open({ remoteAddress: '203.0.113.8' }), remoteAddress: '203.0.113.8' };
  expect((await app.call('behavior.report', { records: [record()] }, other)).status).toBe(200);
});

it('R5.6 both bounds are limits like the others: the start-up call returns them, and LIMITS changes them', async () => {
  const limited = await testApp({ limits: { reportsPerSessionPerMinute: 2, reportsPerAddressPerMinute: 3 } });
  try {
    const served = (await limited.app.http.inject('/limits.json')).json();
    expect(served).toMatchObject({ reportsPerSessionPerMinute: 2, reportsPerAddressPerMinute: 3 });
    const statuses: number[] = [];
    for (let opened = 0; opened < 2; opened += 1) {
      const session = await limited.open();
      for (let count = 0; count < 3; count += 1) {
        statuses.push((await limited.call('behavior.report', { records: [record()] }, { session })).status);
      }
    }
    expect(statuses).toEqual([200, 200, 429, 200, 429, 429]);
  } finally {
    await limited.close();
  }
});

it('security 4.14 what an address and the site leave on disk in a day is bounded; further records are answered and dropped', async () => {
  const limits = { recordsPerAddressPerDay: 120, recordsPerDay: 200, reportsPerSessionPerMinute: 1_000 };
  const bounded = await testApp({ limits });
  try {
    const at = bounded.clock.now().getTime();
    const reportFrom = async (remoteAddress: string, records: number) => {
      const session = await bounded.open({ remoteAddress });
      const payload = { records: Array.from({ length: records }, () => record({ beaconOccurTime: at })) };
      return (await bounded.call('behavior.report', payload, { session, remoteAddress })).status;
    };
    const kept = async () => Number((await bounded.rows('select count(*) from behavior_record'))[0]?.['count']);
    const replies = await Promise.all(Array.from({ length: 6 }, () => reportFrom('203.0.113.1', 50)));
    expect([replies.every((status) => status === 200), await kept()]).toEqual([true, 100]);
    expect([await reportFrom('203.0.113.1', 20), await kept()]).toEqual([200, 120]);
    expect([await reportFrom('203.0.113.2', 50), await reportFrom('203.0.113.3', 50), await kept()]).toEqual([
      200, 200, 170,
    ]);
    expect([await reportFrom('203.0.113.4', 30), await reportFrom('203.0.113.5', 1), await kept()]).toEqual([
      200, 200, 200,
    ]);
    const sources = await bounded.rows("select source from behavior_budget where source not like 'site %'");
    expect(JSON.stringify(sources)).not.toContain('203.0.113');
    await bounded.clock.advance({ hours: 24 });
    expect([await reportFrom('203.0.113.1', 50), await kept()]).toEqual([200, 250]);
    await bounded.clock.advance({ hours: 24 });
    for (const { run } of behaviorJobs)
      await run({ database: bounded.database, ports: bounded.ports, log: bounded.ports.log });
    const days = await bounded.rows('select distinct on_day from behavior_budget');
    expect(days).toHaveLength(1);
  } finally {
    await bounded.close();
  }
});

it.each([
  ['beaconEventId', '王小明'],
  ['beaconEventId', 'a b'],
  ['beaconPageId', '/portal/home?mobile=13800000001'],
  ['beaconPageId', '/portal/王小明'],
  ['beaconPageId', '<b>'],
])('R12.9 an event is a word and a page a path: %s of %s is a 422', async (field, value) => {
  const session = await app.open();
  const reply = await app.call('behavior.report', { records: [record({ [field]: value })] }, { session });
  expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: `records.0.${field}` }] } } });
});

it('R14.1 records are dropped after thirteen months, month by month; younger ones stay', async () => {
  const monthsBack = async (months: number) => {
    const [row] = await app.rows("select to_char(app_now() - make_interval(months => $1), 'YYYYMM') as month", [
      months,
    ]);
    return `behavior_record_${String(row?.['month'])}`;
  };
  await app.rows("select make_behavior_months((app_now() - interval '15 months')::date, 3)");
  const [old, kept] = [await monthsBack(14), await monthsBack(13)];
  const present = async (name: string) =>
    (await app.rows('select to_regclass($1) is not null as present', [name]))[0]?.['present'];
  expect([await present(old), await present(kept)]).toEqual([true, true]);
  for (const { run } of behaviorJobs) await run({ database: app.database, ports: app.ports, log: app.ports.log });
  expect([await present(old), await present(kept)]).toEqual([false, true]);
});

it('R12.9 the service can create the coming months, each once', async () => {
  const [first] = await app.rows("select make_behavior_months('2031-01-15', 2) as made");
  const [again] = await app.rows("select make_behavior_months('2031-01-15', 2) as made");
  expect([first?.['made'], again?.['made']]).toEqual([2, 0]);
});

it('R12.9 the job creates the coming months', async () => {
  for (const { run } of behaviorJobs) await run({ database: app.database, ports: app.ports, log: app.ports.log });
  const months = await app.rows("select 1 from pg_class where relname ~ '^behavior_record_[0-9]{6}$'");
  expect(months.length).toBeGreaterThanOrEqual(3);
});
