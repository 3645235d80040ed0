import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endUserSessions } from '#kernel/calls/sessions/session.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { whileLocked } from '#kernel/testing/while-locked';
import { freshKey, join, logIn, type Merchant, makeMerchant } from './tenant.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** A guest with a tenant of their own who belongs to the host's too. */
const pair = async (): Promise<{ host: Merchant; guest: Merchant }> => {
  const [host, guest] = [await makeMerchant(app), await makeMerchant(app)];
  await join(app, host, { guest, role: 'viewer' });
  return { host, guest };
};

const openOf = async ({ userId }: Merchant, tenantId?: string): Promise<number> => {
  const rows = await app.rows(
    `select from session s left join session_epoch e on e.user_id = s.owner_id
      where s.owner_id = $1 and ($2::text is null or s.tenant_id = $2) and s.epoch = coalesce(e.epoch, 0)`,
    [userId, tenantId ?? null],
  );
  return rows.length;
};

/** Switches to and fro until it is refused. */
const keepSwitching = async (browser: TestBrowser, tenants: readonly string[]): Promise<number> => {
  for (let at = 0; ; at += 1) {
    const reply = await browser.call('tenant.switch', { tenantId: tenants[at % tenants.length] });
    if (reply.status !== 200 && reply.body.errCode !== 'OPSB0001') return reply.status;
    if (at === 400) return 200;
  }
};

describe('R4.4 a switch beside the end of its session', () => {
  it('R4.4 a switch that waits while all sessions end is answered as logged out, and leaves none', async () => {
    const { host, guest } = await pair();
    const reply = await whileLocked(
      app,
      async (other) => {
        await other.query('update session_epoch set epoch = epoch + 1 where user_id = $1', [guest.userId]);
        await other.query('delete from session where owner_id = $1', [guest.userId]);
      },
      () => guest.browser.call('tenant.switch', { tenantId: host.tenantId }),
    );
    expect(reply).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
    expect(await openOf(guest)).toBe(0);
  });

  it('R4.5 a switch that waits while its user is locked is answered as logged out', async () => {
    const { host, guest } = await pair();
    const reply = await whileLocked(
      app,
      (other) => other.query("update user_account set status = 'locked' where user_id = $1", [guest.userId]),
      () => guest.browser.call('tenant.switch', { tenantId: host.tenantId }),
    );
    expect(reply).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
    expect(await openOf(guest, host.tenantId)).toBe(0);
  });

  it('R10.9 a switch or a login that waits while its membership ends begins no session in that tenant', async () => {
    const { host, guest } = await pair();
    const browser = await logIn(app, guest.mobile);
    const leave = (other: pg.Client) =>
      other.query('delete from member where tenant_id = $1 and user_id = $2', [host.tenantId, guest.userId]);
    const switched = await whileLocked(app, leave, () => browser.call('tenant.switch', { tenantId: host.tenantId }));
    expect(switched).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    await join(app, host, { guest, role: 'viewer' });
    await app.rows('update user_account set last_tenant_id = $1 where user_id = $2', [host.tenantId, guest.userId]);
    const visitor = await app.open();
    const login = await whileLocked(app, leave, () =>
      visitor.call('portal.login', { mobile: guest.mobile, pwd: 'Harbour-Blue-42' }),
    );
    expect(login.body.data.user).toMatchObject({ tenantId: guest.tenantId });
    expect(await openOf(guest, host.tenantId)).toBe(0);
  });

  it('R4.4 of parallel switches of one session at most one leaves an open session', async () => {
    const { host, guest } = await pair();
    const copies = Array.from({ length: 8 }, () => {
      const copy = app.browser();
      Object.assign(copy, { key: guest.browser.key, keyId: guest.browser.keyId });
      for (const [name, value] of guest.browser.cookies) copy.cookies.set(name, value);
      return copy;
    });
    const replies = await Promise.all(copies.map((copy) => copy.call('tenant.switch', { tenantId: host.tenantId })));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await openOf(guest)).toBe(1);
  });

  it.each([
    ['all sessions end', (_: Merchant, guest: Merchant) => endAll(guest), (guest: Merchant) => openOf(guest)],
    [
      'the password changes',
      async (_: Merchant, guest: Merchant) => {
        const visitor = await app.open();
        const form = { mobile: guest.mobile, oldPwd: 'Harbour-Blue-42', newPwd: 'Mountain-Red-77' };
        expect((await visitor.call('portal.changePwd', form)).status).toBe(200);
      },
      (guest: Merchant) => openOf(guest),
    ],
    [
      'the member is removed',
      async (host: Merchant, guest: Merchant) => {
        const reply = await host.browser.call('member.remove', {
          memberId: guest.userId,
          idempotencyKey: freshKey(),
        });
        expect(reply.status).toBe(200);
      },
      (guest: Merchant, host: Merchant) => openOf(guest, host.tenantId),
    ],
  ] as const)('R4.4 switches to and fro while %s leave no open session', async (_, end, left) => {
    for (let round = 0; round < 4; round += 1) {
      const { host, guest } = await pair();
      const switching = keepSwitching(guest.browser, [host.tenantId, guest.tenantId]);
      await new Promise((go) => setTimeout(go, 20 + round * 13));
      await end(host, guest);
      const status = await switching;
      expect([401, 403, 404]).toContain(status);
      expect(await left(guest, host)).toBe(0);
    }
  });
});

const endAll = ({ userId }: Merchant): Promise<void> =>
  app.database.transact('service', (tx) => endUserSessions(tx, userId, null));
