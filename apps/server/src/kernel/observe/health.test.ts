import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHealth } from '#kernel/observe/health';
import { createNodePhase } from '#kernel/observe/node-phase';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const clock = { nowMs: () => 1_000_000 };
const healthOf = (askNowMs: () => Promise<number>) =>
  createHealth(db.database.pool('service'), createNodePhase('serving'), { state: { askNowMs }, clock });

it('running 1.5 a shared state that is away makes the installation unready and takes no node out', async () => {
  const health = healthOf(() => Promise.reject(new Error('away')));
  const dependencies = { database: 'ok', sharedState: 'unavailable', clock: 'ok' };
  expect(await health.check()).toEqual({ status: 'unavailable', dependencies });
  expect(await health.checkNode()).toEqual({ status: 'degraded', node: 'serving', dependencies });
});

it('running 1.4 a node whose clock is more than 30 s off that of the shared state is taken out', async () => {
  const near = healthOf(async () => clock.nowMs() + 29_000);
  expect(await near.check()).toMatchObject({ status: 'ok', dependencies: { sharedState: 'ok', clock: 'ok' } });
  const far = healthOf(async () => clock.nowMs() - 31_000);
  expect(await far.checkNode()).toMatchObject({
    status: 'unavailable',
    dependencies: { sharedState: 'ok', clock: 'unavailable' },
  });
});
