import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { countMonthsAhead } from './behavior.reads.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

it('running 6.1 months ahead are counted up to the first without a partition', async () => {
  const ahead = () => countMonthsAhead(db.database.reading('service'));
  const pool = db.database.pool('service');
  expect(await ahead()).toBe(2);
  await pool.query("select make_behavior_months((app_now() at time zone 'UTC')::date, 4)");
  expect(await ahead()).toBe(3);
  const goTo = (months: number) =>
    pool.query(
      "update clock_offset set offset_ms = extract(epoch from date_trunc('month', now()) + $1::int * interval '1 month' + interval '14 days' - now()) * 1000",
      [months],
    );
  await goTo(2);
  expect(await ahead()).toBe(1);
  await goTo(4);
  expect(await ahead()).toBe(0);
});
