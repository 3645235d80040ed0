import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorAuthor } from '#kernel/command-verb';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addStaff, firstAdmin, staffPassword } from './staff.fixture.ts';
import { ensureFirstAdmin, resetFirstAdmin } from './staff-admin.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const newPassword = 'Lantern-Grey-77';
const reset = () => resetFirstAdmin(app.database, app.ports, operatorAuthor);
const logIn = async (pwd: string) => {
  const browser = await app.openConsole();
  return { browser, reply: await browser.call('ops.login', { account: 'admin', pwd }) };
};

describe('R11.1 the first admin', () => {
  it('R11.1 is created once, with a one-time password that allows only its own change', async () => {
    const [made, ...others] = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(app.database, app.ports)));
    const admins = [made, ...others].filter((admin) => admin !== null && admin !== undefined);
    expect(admins).toHaveLength(1);
    expect(await ensureFirstAdmin(app.database, app.ports)).toBeNull();
    const oneTimePassword = admins[0]?.oneTimePassword ?? '';
    const { browser, reply } = await logIn(oneTimePassword);
    expect(reply.body.data).toMatchObject({ user: { account: 'admin', roles: ['admin'] }, mustChangePwd: true });
    expect(await browser.call('ops.user.info')).toMatchObject({
      status: 403,
      body: { errCode: 'RHST001', data: { need: 'password' } },
    });
    expect((await browser.startConsole()).body.data).toMatchObject({ mustChangePwd: true });
    const change = (newPwd: string) => browser.call('ops.changePwd', { oldPwd: oneTimePassword, newPwd });
    expect((await change(oneTimePassword)).body.errCode).toBe('OPS01002');
    expect((await change(newPassword)).body.data).toMatchObject({ mustChangePwd: false });
    expect((await browser.call('ops.user.info')).status).toBe(200);
    expect((await logIn(oneTimePassword)).reply.body.errCode).toBe('OPS100015');
    expect((await logIn(newPassword)).reply.status).toBe(200);
  });

  it('security 4.10 a one-time password is valid for 30 minutes, and the database has only its hash', async () => {
    const { oneTimePassword } = await reset();
    const dump = await app.rows('select t::text as row from staff t union all select p::text from staff_password p');
    expect(JSON.stringify(dump)).not.toContain(oneTimePassword);
    await app.clock.advance({ minutes: 29 });
    expect((await logIn(oneTimePassword)).reply.body.data).toMatchObject({ mustChangePwd: true });
    await app.clock.advance({ minutes: 2 });
    expect((await logIn(oneTimePassword)).reply.body).toMatchObject({
      errCode: 'RHST005',
      errMsg: '一次性密码已过期或已用过，请联系管理员重新设置',
    });
    expect((await logIn('Not-The-Password-1')).reply.body.errCode).toBe('OPS100015');
  });

  it('security 4.10 a one-time password serves one login, also of four at the same moment; a lost session wants a new one', async () => {
    const { oneTimePassword } = await reset();
    const tries = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { browser, reply } = await logIn(oneTimePassword);
        return { browser, status: reply.status, code: reply.body.errCode };
      }),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, code } of tries) if (status !== 200) expect(['RHST005', 'OPSB0001']).toContain(code);
    expect((await logIn(oneTimePassword)).reply.body.errCode).toBe('RHST005');
    const entered = tries.find(({ status }) => status === 200)?.browser;
    expect((await entered?.call('ops.logout'))?.status).toBe(200);
    expect((await logIn(oneTimePassword)).reply.body.errCode).toBe('RHST005');
    const { browser } = await logIn((await reset()).oneTimePassword);
    expect((await browser.call('ops.user.info')).body).toMatchObject({
      errCode: 'RHST001',
      data: { need: 'password' },
    });
  });

  it('security 4.10 a reset forgets the devices of the account', async () => {
    const { browser } = await logIn((await reset()).oneTimePassword);
    expect(
      await app.rows('select 1 from staff_device d join staff s using (staff_id) where account = $1', ['admin']),
    ).toHaveLength(1);
    await reset();
    expect(
      await app.rows('select 1 from staff_device d join staff s using (staff_id) where account = $1', ['admin']),
    ).toEqual([]);
    expect(browser.cookies.has('device')).toBe(true);
  });

  it('security 4.10 a session that it opened cannot change it after it has expired', async () => {
    const { oneTimePassword } = await reset();
    await app.clock.advance({ minutes: 20 });
    const { browser } = await logIn(oneTimePassword);
    await app.clock.advance({ minutes: 11 });
    const reply = await browser.call('ops.changePwd', { oldPwd: oneTimePassword, newPwd: 'Window-Amber-31' });
    expect(reply.body.errCode).toBe('RHST005');
  });

  it('contract 7 a reset opens a locked account, removes the second factor, ends the sessions, and is audited as the operator’s', async () => {
    const { browser } = await logIn((await reset()).oneTimePassword);
    await app.rows(
      `update staff set status = 'closed', roles = '{support}', totp_secret_sealed = '\\x00', totp_confirmed_at = app_now()`,
    );
    for (let tried = 0; tried < 5; tried += 1) await logIn('Not-The-Password-1');
    const { account, oneTimePassword } = await reset();
    expect(account).toBe('admin');
    expect((await browser.call('ops.logout')).body.data).toMatchObject({ reason: 'KEY_EXPIRED' });
    const { reply } = await logIn(oneTimePassword);
    expect(reply.body.data).toMatchObject({ user: { roles: ['admin'] }, mustChangePwd: true, totpRequired: false });
    const [last] = await app.rows(
      `select actor_kind, actor_id, before, after from audit_event where event = 'ops.staff.resetAdmin' order by event_id desc limit 1`,
    );
    expect(last).toMatchObject({
      actor_kind: 'operator',
      actor_id: expect.stringMatching(/./),
      before: { status: 'closed', roles: ['support'] },
      after: { status: 'active', roles: ['admin'] },
    });
    expect(JSON.stringify(last)).not.toContain(oneTimePassword);
  });

  it('contract 7 a reset creates the account when it is missing', async () => {
    await app.rows("delete from staff where account = 'admin'");
    await addStaff(app, 'somebody-else');
    expect(await ensureFirstAdmin(app.database, app.ports)).toBeNull();
    expect((await logIn((await reset()).oneTimePassword)).reply.status).toBe(200);
    const other = await app.openConsole();
    expect((await other.call('ops.login', { account: 'somebody-else', pwd: staffPassword })).status).toBe(200);
  });

  it('R11.1 the start of a new installation creates it', async () => {
    const fresh = await testApp();
    try {
      expect(await firstAdmin(fresh)).toEqual({
        account: 'admin',
        oneTimePassword: expect.stringMatching(/^[\w-]{22}$/),
      });
      const [made] = await fresh.rows("select actor_kind from audit_event where event = 'job.staff.firstAdmin'");
      expect(made).toEqual({ actor_kind: 'system' });
    } finally {
      await fresh.close();
    }
  });
});
