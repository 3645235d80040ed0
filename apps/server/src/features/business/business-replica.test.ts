import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { openPlayed, type PlayedStandby, playStandby } from '#kernel/database/replica/played-standby.fixture';
import type { Replica } from '#kernel/database/replica/replica';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let standby: PlayedStandby;
let replica: Replica;
let admin: TestBrowser;
beforeAll(async () => {
  app = await testApp({
    env: { DATABASE_URL: 'postgres://primary/none', DATABASE_READ_URL: 'postgres://replica/none' },
    async replica(primary) {
      standby = await playStandby(primary);
      replica = openPlayed(primary, { url: standby.url });
      return replica;
    },
  });
  admin = await enterStaff(app, 'reader', { roles: ['admin'] });
});
beforeEach(() => standby.plays());
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await standby.drop();
});

const days = { from: '2026-03-31', to: '2026-04-02' };
const verbs = ['orders', 'bills', 'unpaid', 'certifications', 'leads', 'feedback'] as const;
const statistics = [
  ...verbs.map((verb) => [`ops.business.${verb}`, verb === 'unpaid' ? {} : { ...days, by: 'day' }] as const),
  ['ops.chat.figures', days] as const,
];
/** How often a statistic was read on the replica. */
const readOnReplica = async (id: string, asked: object): Promise<number> => {
  const reading = vi.spyOn(replica, 'reading');
  const reply = await admin.call(id, { ...asked });
  expect(reply).toMatchObject({ status: 200 });
  return reading.mock.calls.length;
};

describe('running 1.9 statistics', () => {
  it.each(statistics)('running 1.9 %s is read on the replica', async (id, asked) => {
    expect(await readOnReplica(id, asked)).toBe(1);
  });

  it.each(statistics)('running 1.9 %s is read on the primary where the replica is far behind', async (id, asked) => {
    await standby.plays({ hasReplayed: false, lastCommitSec: 3600 });
    expect(await readOnReplica(id, asked)).toBe(0);
  });

  it.each(statistics)(
    'running 1.9 %s that the replica does not give is read again on the primary',
    async (id, asked) => {
      const cancelled = Object.assign(new Error('canceling statement due to conflict with recovery'), {
        code: '40001',
      });
      const reading = vi.spyOn(replica, 'reading').mockImplementation(() => {
        throw cancelled;
      });
      expect(await admin.call(id, { ...asked })).toMatchObject({ status: 200 });
      expect(reading).toHaveBeenCalledTimes(1);
    },
  );
});

describe('running 6.4 the replica on the page and among the metrics', () => {
  const shown = async () => (await admin.call('ops.system.get')).body.data.replica;
  const sample = async (name: string): Promise<string | undefined> =>
    new RegExp(`^${name} (\\S+)$`, 'm').exec(await app.app.metrics.text())?.[1];

  it('running 1.9 running 6.4 shows how far it is behind', async () => {
    expect(await shown()).toEqual({ state: 'ok', lagSec: 0 });
    expect([await sample('ronghui_replica_up'), await sample('ronghui_replica_wrong')]).toEqual(['1', '0']);
    await standby.plays({ hasReplayed: false, lastCommitSec: 3600 });
    expect(await shown()).toMatchObject({ state: 'behind', lagSec: expect.any(Number) });
    expect(Number(await sample('ronghui_replica_lag_seconds'))).toBeGreaterThanOrEqual(3600);
  });

  it('running 1.9 running 6.4 shows one that was promoted, and whose lag nobody knows', async () => {
    await standby.plays({ isStandby: false });
    expect(await shown()).toEqual({ state: 'wrong', lagSec: null });
    expect(await sample('ronghui_replica_lag_seconds')).toBeUndefined();
  });

  it('running 1.9 the pools of the replica are among those that are shown', async () => {
    expect(await app.app.metrics.text()).toContain('ronghui_pool_size{pool="replica tenant"}');
  });
});
