import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureDemoAccounts } from '#features/register/demo-accounts';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { writesOfCall } from '#kernel/testing/test-database';

let app: TestApp;
let first: TestBrowser;
let second: TestBrowser;
let firstId: string;
let secondId: string;

const login = async (mobile: string, pwd: string) => {
  const browser = await app.open();
  const reply = await browser.call('portal.login', { mobile, pwd });
  return { browser, tenantId: String(reply.body.data.user.tenantId) };
};

beforeAll(async () => {
  app = await testApp({ extra: sample });
  await ensureDemoAccounts(app);
  ({ browser: first, tenantId: firstId } = await login('13800000001', 'Demo-Merchant-1'));
  ({ browser: second, tenantId: secondId } = await login('13800000002', 'Demo-Merchant-2'));
});
afterAll(() => app.close());

describe('R10.7 the tenant record', () => {
  it('R10.7 every merchant reads its own', async () => {
    const [one, two] = await Promise.all([first.call('tenant.get'), second.call('tenant.get')]);
    expect(one).toMatchObject({ status: 200, body: { data: { tenantId: firstId, certificationStatus: 'none' } } });
    expect(two).toMatchObject({ status: 200, body: { data: { tenantId: secondId, version: 1 } } });
    expect(firstId).not.toBe(secondId);
  });

  it('R6.3 a client cannot select a tenant by an id: an unknown field is refused', async () => {
    const reply = await first.call('tenant.get', { tenantId: secondId });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'tenantId' }] } } });
  });

  it('R8.5 a tenant that is no longer there is a 404, to read and to change', async () => {
    const browser = await app.open();
    await browser.call('sample.enter', { userId: 'left-over', tenantId: 'no-such-tenant', role: 'owner' });
    for (const [operation, payload] of [
      ['tenant.get', {}],
      ['tenant.update', { address: null, version: 1 }],
    ] as const)
      expect(await browser.call(operation, payload), operation).toMatchObject({
        status: 404,
        body: { errCode: 'RHSY404' },
      });
  });

  it('R4.3 a visitor gets a 401', async () => {
    const visitor = await app.open();
    expect(await visitor.call('tenant.get')).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
  });

  it('R10.7 is read in one flight: one write to the database and one round trip', async () => {
    expect(await writesOfCall(() => first.call('tenant.get'))).toBe(1);
  });
});

describe('R6.3 row security', () => {
  const ofTenant = (tenantId: string) => app.database.reading({ tenantId });

  it('R6.3 a tenant cannot write into another, nor move its own row there', async () => {
    const moved = app.database.transact({ tenantId: firstId }, (tx) =>
      tx.updateTable('member').set({ tenant_id: secondId }).execute(),
    );
    await expect(moved).rejects.toThrow(/row-level security/);
    const renamed = await app.database.transact({ tenantId: firstId }, (tx) =>
      tx.updateTable('tenant').set({ name: 'x' }).where('tenant_id', '=', secondId).executeTakeFirst(),
    );
    expect(renamed.numUpdatedRows).toBe(0n);
  });

  it('R6.3 a tenant sees only the names and masked mobiles of its own members', async () => {
    const people = await ofTenant(firstId).selectFrom('user_account').select(['user_id', 'mobile_masked']).execute();
    expect(people.map((person) => person.mobile_masked)).toEqual(['138****0001']);
    for (const column of ['mobile_sealed', 'mobile_digest', 'password_hash', 'email_masked', 'status']) {
      const read = app.database.pool('tenant').query(`select ${column} from user_account`);
      await expect(read).rejects.toThrow(/permission denied/);
    }
    expect((await app.database.pool('tenant').query('select user_id from user_account')).rows).toEqual([]);
  });

  it.each(['password_history', 'login_guard', 'sms_code', 'sms_quota', 'known_device', 'login_history'])(
    "R6.3 %s is out of a tenant's reach",
    async (table) => {
      await expect(app.database.pool('tenant').query(`select 1 from ${table}`)).rejects.toThrow(/permission denied/);
    },
  );

  it('R10.9 the history of a member cannot be changed', async () => {
    for (const pool of ['tenant', 'service'] as const) {
      for (const change of ["update member_history set event = 'joined'", 'delete from member_history']) {
        await expect(app.database.pool(pool).query(change)).rejects.toThrow(/permission denied/);
      }
    }
  });

  it('R10.6 neither tenant nor service can change or remove a consent', async () => {
    for (const pool of ['tenant', 'service'] as const) {
      for (const change of ["update consent set sha256 = ''", 'delete from consent']) {
        await expect(app.database.pool(pool).query(change)).rejects.toThrow(/permission denied/);
      }
    }
  });
});
