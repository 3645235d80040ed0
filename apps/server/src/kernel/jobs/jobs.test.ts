import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kernelJobs } from '#kernel/jobs/own/kernel-jobs';
import { standardLimits } from '#kernel/setup/limits';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extra: sample });
});
afterAll(() => app.close());

const run = async (name: string) => {
  const found = kernelJobs(standardLimits).find((each) => each.name === name);
  await found?.run({ database: app.database, ports: app.ports, log: app.ports.log });
};
const countOf = async (table: string) => Number((await app.rows(`select count(*)::int as n from ${table}`))[0]?.['n']);

describe('R14.1 rows that are deleted', () => {
  test('R4.4 ended sessions are deleted, open ones stay', async () => {
    const [idle, used] = [await app.open(), await app.open()];
    await app.clock.advance({ minutes: 20 });
    await used.call('sample.leaky');
    await app.clock.advance({ minutes: 11 });
    await run('session.sweep');
    expect(await countOf('session')).toBe(1);
    expect((await used.call('sample.leaky')).status).toBe(200);
    expect((await idle.call('sample.leaky')).body.data).toMatchObject({ reason: 'KEY_EXPIRED' });
  });

  test('R4.12 replies are kept for seventy-two hours', async () => {
    await app.call('sample.note', { name: 'swept', idempotencyKey: 'swept-0000000000' });
    await app.clock.advance({ hours: 71 });
    await run('idempotency.sweep');
    expect(await countOf('idempotency')).toBe(1);
    await app.clock.advance({ hours: 2 });
    await run('idempotency.sweep');
    expect(await countOf('idempotency')).toBe(0);
  });
});
