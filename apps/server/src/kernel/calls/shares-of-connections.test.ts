import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let owner: pg.Client;
/** Outside the transaction that locks: within one, a session sees the connections that were there at its first look. */
let watcher: pg.Client;
let [busy, quiet]: Merchant[] = [];
beforeAll(async () => {
  app = await testApp();
  busy = await makeMerchant(app);
  quiet = await makeMerchant(app);
  owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  watcher = new pg.Client({ connectionString: app.url });
  await watcher.connect();
});
afterAll(async () => {
  await owner.end();
  await watcher.end();
  await app.close();
});
const ownerOf = (merchant: Merchant | undefined): Merchant => {
  if (merchant === undefined) throw new Error('there is one');
  return merchant;
};

/** Statements of a pool that wait for a lock in this database. */
const countWaiting = async (pool = 'ronghui_tenant'): Promise<number> => {
  const { rows } = await watcher.query(
    `select distinct pid from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database() and application_name = $1`,
    [pool],
  );
  return rows.length;
};

/** Calls that cannot go on while `during` runs. */
const held = async (
  table: string,
  calls: readonly (() => ReturnType<TestBrowser['call']>)[],
  during: () => Promise<void>,
) => {
  await owner.query('begin');
  await owner.query(`lock table ${table} in access exclusive mode`);
  const sent = calls.map((call) => call());
  try {
    await during();
  } finally {
    await owner.query('rollback');
  }
  return Promise.all(sent);
};
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('security 4.14 what one who calls takes of the connections', () => {
  it('security 4.14 is three for a tenant, beside which another tenant reads, and somebody logs in', async () => {
    const [own, other] = [ownerOf(busy), ownerOf(quiet)];
    const ask = () => own.browser.call('authorization.page', {});
    const replies = await held('consent', times(12, ask), async () => {
      await expect.poll(() => countWaiting()).toBe(3);
      const beside = await Promise.all(times(8, null).map(() => other.browser.call('order.page', {})));
      expect(beside.map(({ status }) => status)).toEqual(times(8, 200));
      await logIn(app, other.mobile);
      expect(await countWaiting()).toBe(3);
    });
    for (const reply of replies) {
      if (reply.status === 200) continue;
      // Where the wait was too long.
      expect([reply.body.errCode, reply.headers['retry-after']]).toEqual(['RHSY429', '1']);
    }
  });

  it('security 4.14 is two for a member of staff, whose colleague works on', async () => {
    const [one, other] = await Promise.all(
      ['share-one', 'share-two'].map((account) => enterStaff(app, account, { roles: ['support'] })),
    );
    if (one === undefined || other === undefined) throw new Error('there are two');
    const replies = await held(
      'lead',
      times(9, () => one.call('ops.lead.page', {})),
      async () => {
        await expect.poll(() => countWaiting('ronghui_service')).toBeGreaterThanOrEqual(2);
        // A job may read the same table meanwhile.
        expect(await countWaiting('ronghui_service')).toBeLessThanOrEqual(3);
        expect((await other.call('ops.order.page', {})).status).not.toBe(503);
        await logIn(app, ownerOf(quiet).mobile);
      },
    );
    expect(replies.filter(({ status }) => status === 503)).toEqual([]);
  });

  it('security 4.14 R8.6 a pool that is full is busy, not a database that is down, and logins have connections of their own', async () => {
    const pool = app.database.pool('tenant');
    const taken = await Promise.all(times(pool.options.max, null).map(() => pool.connect()));
    const shared = await Promise.all(
      times(app.database.pool('service').options.max, null).map(() => app.database.pool('service').connect()),
    );
    try {
      const reply = await ownerOf(quiet).browser.call('order.page', {});
      expect(reply).toMatchObject({ status: 503, body: { errCode: 'OPSB0001' } });
      expect(reply.headers['retry-after']).toBe('1');
      await logIn(app, ownerOf(quiet).mobile);
    } finally {
      for (const client of [...taken, ...shared]) client.release();
    }
    expect((await ownerOf(quiet).browser.call('order.page', {})).status).toBe(200);
  });
});
