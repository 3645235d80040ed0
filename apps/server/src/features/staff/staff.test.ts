import { opsAuthMap } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '#kernel/secrets/totp';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { staffCommands } from './staff.commands.ts';
import { addStaff, enterStaff, staffPassword } from './staff.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const newPassword = 'Lantern-Grey-77';
const logIn = async (account: string, pwd = staffPassword, more: object = {}) =>
  (await app.openConsole()).call('ops.login', { account, pwd, ...more });
const isIn = async (browser: TestBrowser) => (await browser.call('ops.user.info')).status === 200;
const codeOf = async (account: string, pwd: string, more: object = {}) =>
  (await logIn(account, pwd, more)).body.errCode;

describe('R11.1 login of staff', () => {
  it('R11.1 returns the member of staff, their keys and a new signing key; the cookie is the console’s own', async () => {
    const staffId = await addStaff(app, 'li.na', { roles: ['review', 'support'] });
    const browser = await app.openConsole();
    const [token, keyId] = [browser.cookies.get('ops'), browser.keyId];
    const { status, body } = await browser.call('ops.login', { account: ' Li.Na ', pwd: staffPassword });
    const user = { staffId, account: 'li.na', name: '', roles: ['review', 'support'] };
    const auth = opsAuthMap(['review', 'support']);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ user, auth, mustChangePwd: false, totpRequired: false });
    expect([...browser.cookies.keys()]).toEqual(['ops', 'device']);
    expect(browser.cookies.get('ops')).not.toBe(token);
    expect(browser.keyId).not.toBe(keyId);
    const info = await browser.call('ops.user.info');
    expect(info.body.data).toEqual({ user, auth, mustChangePwd: false, totpRequired: false });
    expect((await browser.startConsole()).body.data).toMatchObject({ user, auth, mustChangePwd: false });
  });

  it('R8.6 a wrong pair and a missing account get the same answer, an empty field gets its own', async () => {
    await addStaff(app, 'wang.wei');
    expect(await codeOf('', staffPassword)).toBe('OPS100011');
    expect(await codeOf('wang.wei', '')).toBe('OPS100011');
    expect(await codeOf('wang.wei', 'Not-The-Password-1')).toBe('OPS100015');
    expect(await codeOf('nobody-here', staffPassword)).toBe('OPS100015');
    expect(await codeOf("' or 1=1 --", staffPassword)).toBe('OPS100015');
  });

  it('R4.5 of 50 parallel wrong tries at one account at most five are verified, and then it is locked for all', async () => {
    await addStaff(app, 'guessed');
    const browser = await app.openConsole();
    const guess = async (round: number): Promise<string> => {
      const { body } = await browser.call('ops.login', { account: 'guessed', pwd: `Not-The-Password-${round}` });
      return body.errCode === 'OPSB0001' ? guess(round) : String(body.errCode);
    };
    const codes = await Promise.all(Array.from({ length: 50 }, (_, round) => guess(round)));
    expect(codes.filter((code) => code === 'OPS100015').length).toBeLessThanOrEqual(5);
    expect(new Set(codes)).toEqual(new Set(['OPS100015', 'OPS10003']));
    const locked = await logIn('guessed');
    expect(locked.body).toMatchObject({ errCode: 'OPS10003', data: { retryAfter: expect.any(Number) } });
    await app.clock.advance({ minutes: 11 });
    expect((await logIn('guessed')).status).toBe(200);
  });

  it('R4.5 the third lock of a day stays until an operator lifts it, also for a missing account', async () => {
    await addStaff(app, 'besieged');
    for (const account of ['besieged', 'no-such-staff']) {
      for (let lock = 0; lock < 3; lock += 1) {
        for (let tried = 0; tried < 5; tried += 1) await logIn(account, `Not-The-Password-${tried}`);
        await app.clock.advance({ minutes: 11 });
      }
      expect(await codeOf(account, staffPassword), account).toBe('OPS100021');
    }
    const unlock = async (account: string) =>
      staffCommands['unlock']?.run(app.ports, app.database, { words: [account], options: {} });
    expect(await unlock('')).toMatchObject({ ok: false });
    expect(await unlock('BESIEGED')).toMatchObject({ ok: true, text: '已解除锁定。' });
    expect((await unlock('besieged'))?.text).toContain('没有变动');
    expect((await logIn('besieged')).status).toBe(200);
    const trail = await app.rows(
      `select actor_kind, actor_id <> '' as named, after from audit_event where event = 'ops.staff.unlock'`,
    );
    expect(trail).toEqual([{ actor_kind: 'operator', named: true, after: { lifted: 1 } }]);
    // Thirty-four passwords are hashed one after the other, with the lowest priority.
  }, 60_000);

  const lockFromOutside = async (account: string) => {
    for (let lock = 0; lock < 3; lock += 1) {
      for (let tried = 0; tried < 5; tried += 1) await logIn(account, `Not-The-Password-${tried}`);
      await app.clock.advance({ minutes: 11 });
    }
  };

  it('R4.5 an account locked from unknown devices stays open to its known device and to a change of password', async () => {
    const browser = await enterStaff(app, 'published');
    await lockFromOutside('published');
    expect(await codeOf('published', staffPassword)).toBe('OPS100021');
    // The session lay idle too long: a new one begins with the device's cookie.
    await browser.startConsole();
    const entered = await browser.call('ops.login', { account: 'published', pwd: staffPassword });
    expect(entered.status, entered.text).toBe(200);
    expect((await browser.call('ops.changePwd', { oldPwd: staffPassword, newPwd: newPassword })).status).toBe(200);
    expect((await browser.call('ops.login', { account: 'published', pwd: newPassword })).status).toBe(200);
  });

  it('R4.5 a known device has a counter with the same lock, of its own account alone, and an operator lifts it', async () => {
    const browser = await enterStaff(app, 'own-device');
    await addStaff(app, 'no-device');
    const tryAs = async (account: string, pwd: string) =>
      (await browser.call('ops.login', { account, pwd })).body.errCode;
    for (let tried = 0; tried < 5; tried += 1)
      expect(await tryAs('own-device', 'Not-The-Password-1')).toBe('OPS100015');
    expect(await tryAs('own-device', staffPassword)).toBe('OPS10003');
    expect((await logIn('own-device')).status).toBe(200);
    await lockFromOutside('no-device');
    await browser.startConsole();
    expect(await tryAs('no-device', staffPassword)).toBe('OPS100021');
    for (let tried = 0; tried < 4; tried += 1) await tryAs('own-device', 'Not-The-Password-1');
    const outcome = await staffCommands['unlock']?.run(app.ports, app.database, { words: ['own-device'], options: {} });
    expect(outcome).toMatchObject({ ok: true, text: '已解除锁定。' });
    expect(await tryAs('own-device', staffPassword)).toBeUndefined();
  });

  it('R4.5 a change of password forgets the other devices', async () => {
    const browser = await enterStaff(app, 'forgets');
    const other = await app.openConsole();
    await other.call('ops.login', { account: 'forgets', pwd: staffPassword });
    await browser.call('ops.changePwd', { oldPwd: staffPassword, newPwd: newPassword });
    await lockFromOutside('forgets');
    const codeFrom = async (from: TestBrowser) =>
      (await from.call('ops.login', { account: 'forgets', pwd: newPassword })).body.errCode;
    await Promise.all([browser.startConsole(), other.startConsole()]);
    expect([await codeFrom(browser), await codeFrom(other)]).toEqual([undefined, 'OPS100021']);
  });

  it('R8.6 that an account is locked or closed is answered only to a right password', async () => {
    for (const [status, code] of [
      ['locked', 'OPS100021'],
      ['closed', 'OPS100012'],
    ] as const) {
      await addStaff(app, `is-${status}`, { status });
      expect(await codeOf(`is-${status}`, staffPassword)).toBe(code);
      expect(await codeOf(`is-${status}`, 'Not-The-Password-1')).toBe('OPS100015');
    }
  });

  it('security 4.5 the logins of an address are limited by the minute', async () => {
    const bounded = await testApp({ limits: { loginsPerAddressPerMinute: 2 } });
    try {
      const browser = await bounded.openConsole();
      const codes: (string | undefined)[] = [];
      for (let tried = 0; tried < 3; tried += 1) {
        const { body } = await browser.call('ops.login', { account: `any-${tried}`, pwd: 'x' });
        codes.push(body.errCode);
      }
      expect(codes).toEqual(['OPS100015', 'OPS100015', 'RHSY429']);
      const staff = await addStaff(bounded, 'bounded').then(() => bounded.openConsole());
      const entered = await staff.call('ops.login', { account: 'bounded', pwd: staffPassword });
      expect(entered.body.errCode).toBe('RHSY429');
      await bounded.clock.advance({ minutes: 2 });
      for (const [at, pwd] of [staffPassword, 'wrong', 'wrong'].entries()) {
        const reply =
          at === 0
            ? await staff.call('ops.login', { account: 'bounded', pwd })
            : await staff.call('ops.changePwd', { oldPwd: pwd, newPwd: newPassword });
        expect(reply.body.errCode).toBe([undefined, 'OPS01001', 'RHSY429'][at]);
      }
    } finally {
      await bounded.close();
    }
  });
});

describe('R11.1 the second factor', () => {
  const secret = Buffer.from('12345678901234567890');
  const codeNow = () => totpCode(secret, Math.floor(app.clock.now().getTime() / 30_000));

  it('R8.6 is asked for where it is enrolled, once a time step; a wrong one is answered as a wrong pair, and counted separately', async () => {
    await addStaff(app, 'second', { totpSecret: secret });
    expect((await logIn('second')).body).toMatchObject({ errCode: 'RHAC003', data: { need: 'totp' } });
    expect(await codeOf('second', 'Not-The-Password-1', { totp: codeNow() })).toBe('OPS100015');
    expect(await codeOf('second', staffPassword, { totp: '000000' })).toBe('OPS100019');
    const totp = codeNow();
    expect((await logIn('second', staffPassword, { totp })).status).toBe(200);
    expect(await codeOf('second', staffPassword, { totp })).toBe('OPS100019');
    for (let tried = 0; tried < 4; tried += 1) await logIn('second', staffPassword, { totp: '000000' });
    await app.clock.advance({ minutes: 1 });
    expect(await codeOf('second', staffPassword, { totp: codeNow() })).toBe('OPS10003');
    await app.clock.advance({ minutes: 11 });
    expect((await logIn('second', staffPassword, { totp: codeNow() })).status).toBe(200);
  });

  it('R11.1 is compulsory outside a demonstration: without it every other call of the console is refused', async () => {
    const strict = await testApp({ env: { DEMO: 'off' } });
    try {
      await addStaff(strict, 'no-totp');
      await addStaff(strict, 'has-totp', { totpSecret: secret });
      const browser = await strict.openConsole();
      const { body } = await browser.call('ops.login', { account: 'no-totp', pwd: staffPassword });
      expect(body.data).toMatchObject({ totpRequired: true, mustChangePwd: false });
      expect(await browser.call('ops.user.info')).toMatchObject({
        status: 403,
        body: { errCode: 'RHST001', data: { need: 'totp' } },
      });
      expect((await browser.startConsole()).body.data).toMatchObject({ totpRequired: true });
      const changed = await browser.call('ops.changePwd', { oldPwd: staffPassword, newPwd: newPassword });
      expect(changed.body.data).toMatchObject({ totpRequired: true });
      expect((await browser.call('ops.logout')).status).toBe(200);
      const other = await strict.openConsole();
      const totp = totpCode(secret, Math.floor(strict.clock.now().getTime() / 30_000));
      const entered = await other.call('ops.login', { account: 'has-totp', pwd: staffPassword, totp });
      expect(entered.body.data).toMatchObject({ totpRequired: false });
      expect((await other.call('ops.user.info')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('R11.1 the password of staff', () => {
  it('R5.2 is changed with the old one; every other session ends, and the caller gets a new one', async () => {
    const browser = await enterStaff(app, 'changing');
    const other = await app.openConsole();
    await other.call('ops.login', { account: 'changing', pwd: staffPassword });
    const change = (oldPwd: string, newPwd: string) => browser.call('ops.changePwd', { oldPwd, newPwd });
    expect((await change(staffPassword, '')).body.errCode).toBe('OPS100011');
    for (const weak of ['short-1', 'onlyletters', 'a1234567', 'changing'])
      expect((await change(staffPassword, weak)).body.errCode, weak).toBe('OPSB0009');
    expect((await change('Not-The-Password-1', newPassword)).body.errCode).toBe('OPS01001');
    expect((await change(staffPassword, staffPassword)).body.errCode).toBe('OPS01002');
    expect([await isIn(browser), await isIn(other)]).toEqual([true, true]);
    const token = browser.cookies.get('ops');
    expect((await change(staffPassword, newPassword)).body.data).toMatchObject({ mustChangePwd: false });
    expect(browser.cookies.get('ops')).not.toBe(token);
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    expect(await codeOf('changing', staffPassword)).toBe('OPS100015');
    expect((await change(newPassword, staffPassword)).body.errCode).toBe('OPS01002');
  });

  it('R4.5 wrong old passwords are counted apart: they lock the change, and no login', async () => {
    const browser = await enterStaff(app, 'tried-within');
    const change = (oldPwd: string) => browser.call('ops.changePwd', { oldPwd, newPwd: newPassword });
    for (let lock = 0; lock < 3; lock += 1) {
      for (let tried = 0; tried < 5; tried += 1) await change(`Not-The-Password-${tried}`);
      const code = lock < 2 ? 'OPS10003' : 'OPS01003';
      expect((await change(staffPassword)).body.errCode).toBe(code);
      await app.clock.advance({ minutes: 11 });
    }
    expect((await logIn('tried-within')).status).toBe(200);
    await staffCommands['unlock']?.run(app.ports, app.database, { words: ['tried-within'], options: {} });
    const entered = await app.openConsole();
    await entered.call('ops.login', { account: 'tried-within', pwd: staffPassword });
    expect((await entered.call('ops.changePwd', { oldPwd: staffPassword, newPwd: newPassword })).status).toBe(200);
  });

  it('R8.6 an account that is closed while its owner is logged in cannot change anything', async () => {
    const browser = await enterStaff(app, 'closing');
    await app.rows("update staff set status = 'closed' where account = 'closing'");
    const reply = await browser.call('ops.changePwd', { oldPwd: staffPassword, newPwd: newPassword });
    expect(reply.body.errCode).toBe('OPS100012');
  });

  it('security 4.1 neither the database nor the audit trail has a password or a token', async () => {
    const browser = await enterStaff(app, 'unseen');
    await browser.call('ops.changePwd', { oldPwd: staffPassword, newPwd: newPassword });
    const tables = ['staff', 'staff_password', 'staff_guard', 'staff_device', 'session', 'audit_event'];
    const dumps = await Promise.all(tables.map((table) => app.rows(`select t::text as row from ${table} t`)));
    const text = JSON.stringify(dumps);
    const { cookies } = browser;
    for (const secret of [
      staffPassword,
      newPassword,
      cookies.get('ops') ?? '',
      cookies.get('device') ?? '',
      browser.key,
    ])
      expect(text).not.toContain(secret);
  });
});

describe('R4.4 sessions of staff', () => {
  it('R4.4 end after fifteen minutes without a call, and after eight hours in any case', async () => {
    const [idle, busy] = [await enterStaff(app, 'idle-one'), await enterStaff(app, 'busy-one')];
    await app.clock.advance({ minutes: 10 });
    expect(await isIn(busy)).toBe(true);
    await app.clock.advance({ minutes: 6 });
    expect([await isIn(idle), await isIn(busy)]).toEqual([false, true]);
    // Sixteen minutes have passed; 8 hours are 480.
    for (let minutes = 16; minutes <= 466; minutes += 10) {
      await app.clock.advance({ minutes: 10 });
      expect(await isIn(busy), `${minutes}`).toBe(true);
    }
    await app.clock.advance({ minutes: 5 });
    expect(await isIn(busy)).toBe(false);
  });

  it('R4.4 a member has at most five sessions, and a logout ends its own at once', async () => {
    await addStaff(app, 'many');
    const browsers: TestBrowser[] = [];
    for (let count = 0; count < 6; count += 1) {
      const browser = await app.openConsole();
      await browser.call('ops.login', { account: 'many', pwd: staffPassword });
      browsers.push(browser);
    }
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, true, true, true, true, true]);
    const [, leaving] = browsers;
    expect((await leaving?.call('ops.logout'))?.status).toBe(200);
    expect(leaving?.cookies.has('ops')).toBe(false);
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, false, true, true, true, true]);
  });

  it('R11.7 actions of staff, successful or not, are audited under their id', async () => {
    const staffId = await addStaff(app, 'traced');
    const browser = await app.openConsole();
    await browser.call('ops.login', { account: 'traced', pwd: 'Not-The-Password-1' });
    await browser.call('ops.login', { account: 'traced', pwd: staffPassword });
    await browser.call('ops.logout');
    const trail = await app.rows(
      `select event, result, actor_kind, actor_id, tenant_id, user_id from audit_event
       where actor_id = $1 or object = $1 order by event_id`,
      [staffId],
    );
    const nobodys = { tenant_id: null, user_id: null };
    expect(trail).toEqual([
      { event: 'ops.login', result: 'OPS100015', actor_kind: 'visitor', actor_id: null, ...nobodys },
      { event: 'ops.login', result: 'ok', actor_kind: 'staff', actor_id: staffId, ...nobodys },
      { event: 'ops.logout', result: 'ok', actor_kind: 'staff', actor_id: staffId, ...nobodys },
    ]);
  });

  it('R11.7 a login that needs one more proof, or is refused by its second factor, is audited once and not as ok', async () => {
    const staffId = await addStaff(app, 'half-in', { totpSecret: Buffer.alloc(20, 7) });
    const browser = await app.openConsole();
    await browser.call('ops.login', { account: 'half-in', pwd: staffPassword });
    await browser.call('ops.login', { account: 'half-in', pwd: staffPassword, totp: '000000' });
    const trail = await app.rows('select event, result from audit_event where object = $1 order by event_id', [
      staffId,
    ]);
    expect(trail).toEqual([
      { event: 'ops.login', result: 'RHAC003' },
      { event: 'ops.login', result: 'OPS100019' },
    ]);
  });

  it('R11.7 a refused change of password is audited only with its reason', async () => {
    const browser = await enterStaff(app, 'unchanged');
    const reply = await browser.call('ops.changePwd', { oldPwd: staffPassword, newPwd: staffPassword });
    expect(reply.body.errCode).toBe('OPS01002');
    const trail = await app.rows(
      "select result from audit_event where event = 'ops.changePwd' and object = (select staff_id from staff where account = 'unchanged')",
    );
    expect(trail).toEqual([{ result: 'OPS01002' }]);
  });
});
