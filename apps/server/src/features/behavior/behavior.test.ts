import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('R12.9 records are kept with the session of the browser, never with the user that it claims', async () => {
  const session = await app.open();
  const reply = await app.call('behavior.report', { records: [record({ userId: 'somebody' })] }, { session });
  expect(reply.status).toBe(200);
  const [row] = await app.rows('select event_id, page_id, user_id, tenant_id from behavior_record');
  expect(row).toEqual({ event_id: 'visit', page_id: '/portal/home', user_id: null, tenant_id: null });
});

it('R12.9 a record lies in the month that it came in, whatever its own clock says', async () => {
  const session = await app.open();
  await app.call('behavior.report', { records: [record({ beaconOccurTime: 1 })] }, { session });
  const [row] = await app.rows(
    "select tableoid::regclass::text as home, occurred_at from behavior_record where occurred_at > now() - interval '1 day' order by record_id desc limit 1",
  );
  expect(row?.['home']).toMatch(/^behavior_record_\d{6}$/);
});

it('R5.5 more than fifty records, and none, are a 422', async () => {
  const session = await app.open();
  for (const records of [[], Array.from({ length: 51 }, () => record())]) {
    expect((await app.call('behavior.report', { records }, { session })).status).toBe(422);
  }
});

it('R5.6 a browser that floods is told to wait', async () => {
  const session = await app.open();
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) {
    statuses.push((await app.call('behavior.report', { records: [record()] }, { session })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

it('R12.9 the months to come can be made by the service, each once', async () => {
  const [first] = await app.rows("select make_behavior_months('2031-01-15', 2) as made");
  const [again] = await app.rows("select make_behavior_months('2031-01-15', 2) as made");
  expect([first?.['made'], again?.['made']]).toEqual([2, 0]);
});

it('R12.9 the job makes the months to come', async () => {
  for (const { run } of behaviorJobs) await run({ database: app.database, ports: app.ports, log: app.ports.log });
  const months = await app.rows("select 1 from pg_class where relname ~ '^behavior_record_[0-9]{6}$'");
  expect(months.length).toBeGreaterThanOrEqual(3);
});
