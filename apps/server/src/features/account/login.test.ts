import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const failed = (status: number, errCode: string) => ({ status, body: { errCode } });
const wrongPair = failed(400, 'OPS10001');
const locked = failed(400, 'OPS10003');

/** Makes five wrong tries from an unknown device. */
const lock = async (mobile: string) => {
  const unknownDevice = await fixture.browser();
  for (let tries = 0; tries < 5; tries += 1)
    expect(await unknownDevice.login(mobile, 'wrong')).toMatchObject(wrongPair);
  return unknownDevice;
};
const setStatus = (masked: string, status: string) =>
  fixture.app.rows('update user_account set status = $2 where mobile_masked = $1', [masked, status]);

describe('R4.4 login', () => {
  it('R4.4 begins a new session under a new key and ends the old one', async () => {
    await fixture.register('13300000001');
    const browser = await fixture.browser();
    const [cookie, keyId] = [browser.raw.cookies.get('sid'), browser.raw.keyId];
    const reply = await browser.login('13300000001', strongPassword);
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { user: { mobileMasked: '133****0001', role: 'owner' } } },
    });
    expect(browser.raw.cookies.get('sid')).not.toBe(cookie);
    expect(browser.raw.keyId).not.toBe(keyId);
    expect((await browser.call('tenant.get')).status).toBe(200);
    expect(await fixture.app.rows("select 1 from session where key_id = split_part($1, '.', 1)", [keyId])).toHaveLength(
      0,
    );
  });

  it('R3.1 the mobile may be written with spaces, a prefix or full-width digits, the password full-width', async () => {
    await fixture.register('13300000002');
    for (const mobile of [' 133 0000 0002', '+8613300000002', '0086 13300000002', '１３３０００００００２']) {
      const browser = await fixture.browser();
      expect((await browser.login(mobile, 'Ｈａｒｂｏｕｒ-Blue-42')).status).toBe(200);
    }
  });

  it('R8.6 an empty account or password is OPS100011, a malformed mobile a wrong pair', async () => {
    const browser = await fixture.browser();
    expect(await browser.login('', 'x')).toMatchObject(failed(400, 'OPS100011'));
    expect(await browser.login('13300000003', '')).toMatchObject(failed(400, 'OPS100011'));
    expect(await browser.login('12345', strongPassword)).toMatchObject(wrongPair);
  });

  it('R4.4 the history keeps the address and device of a login; its password is stored nowhere', async () => {
    await fixture.register('13300000004');
    const browser = await fixture.browser({ address: '10.8.8.8' });
    await browser.login('13300000004', 'wrong');
    await browser.login('13300000004', strongPassword);
    const rows = await fixture.app.rows(
      "select method, result, known_device from login_history where address = '10.8.8.8' order by created_at, result",
    );
    expect(rows).toEqual([
      { method: 'password', result: 'failed', known_device: false },
      { method: 'password', result: 'success', known_device: false },
    ]);
  });

  it('R4.4 a user has five sessions at most: the oldest ends, also when logins run in parallel', async () => {
    const eldest = await fixture.register('13300000014');
    for (let round = 0; round < 2; round += 1) {
      const browsers = await Promise.all(Array.from({ length: 4 }, () => fixture.browser()));
      const form = { mobile: '13300000014', pwd: strongPassword };
      const replies = await Promise.all(browsers.map((browser) => browser.callWithRetry('portal.login', form)));
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    }
    const rows = await fixture.app.rows(
      "select 1 from session join user_account using (user_id) where mobile_masked = '133****0014'",
    );
    expect(rows).toHaveLength(5);
    await eldest.raw.start();
    expect((await eldest.call('tenant.get')).status).toBe(401);
  });

  it('R4.4 a hash of older parameters is replaced at login', async () => {
    await fixture.register('13300000005');
    const hashOf = () => fixture.app.rows("select password_hash from user_account where mobile_masked = '133****0005'");
    const before = await hashOf();
    fixture.stale.mockReturnValueOnce(true);
    const browser = await fixture.browser();
    expect((await browser.login('13300000005', strongPassword)).status).toBe(200);
    expect(await hashOf()).not.toEqual(before);
    expect((await browser.login('13300000005', strongPassword)).status).toBe(200);
  });

  it('R4.4 a password that is changed while it is verified begins no session', async () => {
    const owner = await fixture.register('13300000006');
    const unknownDevice = await fixture.browser();
    const count = fixture.verifies();
    const release = fixture.holdNextVerify();
    const late = unknownDevice.login('13300000006', strongPassword);
    await fixture.untilVerifies(count + 1);
    const change = { mobile: '13300000006', oldPwd: strongPassword, newPwd: 'Quite-Other-77' };
    expect((await owner.call('portal.changePwd', change)).status).toBe(200);
    release();
    expect(await late).toMatchObject(wrongPair);
    expect(await unknownDevice.call('tenant.get')).toMatchObject({ status: 401 });
  });

  it('R8.6 that an account is closed or locked is answered only to a right password', async () => {
    await fixture.register('13300000007');
    const browser = await fixture.browser();
    for (const [status, code] of [
      ['cancelled', 'OPS100012'],
      ['locked', 'OPS100021'],
    ] as const) {
      await setStatus('133****0007', status);
      expect(await browser.login('13300000007', 'wrong')).toMatchObject(wrongPair);
      expect(await browser.login('13300000007', strongPassword)).toMatchObject(failed(400, code));
    }
  });

  it('R5.3 a new device needs a code where the user has switched that on; a known one does not', async () => {
    const owner = await fixture.register('13300000008');
    await fixture.app.rows("update user_account set new_device_proof = true where mobile_masked = '133****0008'");
    await fixture.app.clock.advance({ seconds: 61 });
    const fresh = await fixture.browser();
    const asked = await fresh.login('13300000008', strongPassword, { totp: '123456' });
    expect(asked).toMatchObject({ status: 403, body: { errCode: 'RHAC003', data: { need: 'sms' } } });
    expect(await fresh.login('13300000008', 'wrong')).toMatchObject(wrongPair);
    const smsCode = await fresh.codeFor('13300000008', 'newDevice');
    expect(await fresh.login('13300000008', strongPassword, { smsCode: 'nothing' })).toMatchObject(
      failed(400, 'OPS10004'),
    );
    expect((await fresh.login('13300000008', strongPassword, { smsCode })).status).toBe(200);
    await fresh.call('portal.logout');
    await fresh.raw.start();
    expect((await fresh.login('13300000008', strongPassword)).status).toBe(200);
    expect((await owner.login('13300000008', strongPassword)).status).toBe(200);
  });

  it('R5.5 a malformed one-time code is a 422 that names the field', async () => {
    const browser = await fixture.browser();
    const reply = await browser.login('13300000009', strongPassword, { totp: 'x'.repeat(40) });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'totp' }] } } });
  });

  it('R4.5 an address that exceeds its logins a minute has to wait, for any mobile', async () => {
    const small = await openAccountFixture({ limits: { loginsPerAddressPerMinute: 3 } });
    onTestFinished(() => small.close());
    const browser = await small.browser();
    for (let at = 0; at < 3; at += 1) await browser.login(`1330000001${at}`, 'wrong');
    const refused = await browser.login('13300000013', 'wrong');
    expect(refused).toMatchObject(failed(429, 'RHSY429'));
    expect(refused.headers['retry-after']).toBe(String(refused.body.data.retryAfter));
    expect((await (await small.browser({ address: '10.7.7.7' })).login('13300000013', 'wrong')).status).toBe(400);
  });
});

describe('R4.5 an address that has reached its limit', () => {
  it('R4.5 has to wait at every operation that checks a password or a code', async () => {
    const small = await openAccountFixture({ limits: { loginsPerAddressPerMinute: 1 } });
    onTestFinished(() => small.close());
    const [mobile, newPwd] = ['13300000014', 'Another-Strong-1'];
    const owner = await small.register(mobile);
    await owner.login(mobile, 'wrong');
    const tries = [
      ['portal.login', { mobile, pwd: strongPassword }],
      ['portal.loginBySms', { mobile, smsCode: '000000' }],
      ['portal.changePwd', { mobile, oldPwd: strongPassword, newPwd }],
      ['user.verifyCode', { scene: 'stepUp', pwd: strongPassword }],
    ] as const;
    for (const [id, payload] of tries) {
      const { retryAfter } = (await owner.call(id, payload)).body.data;
      expect(await owner.call(id, payload), id).toMatchObject(failed(429, 'RHSY429'));
      expect(retryAfter, id).toBeGreaterThan(0);
    }
  });
});

describe('R4.5 enumeration', () => {
  it('R4.5 a wrong password costs the same work and gets the same reply, account or not', async () => {
    await fixture.register('13300000020');
    const browser = await fixture.browser();
    await browser.login('13300000029', 'wrong');
    const known = await fixture.workOf(() => browser.login('13300000020', 'wrong'));
    const unknown = await fixture.workOf(() => browser.login('13300000021', 'wrong'));
    const malformed = await fixture.workOf(() => browser.login('not a mobile', 'wrong'));
    expect(known.hashes).toBe(1);
    expect(unknown).toEqual(known);
    expect(malformed).toEqual(known);
  });

  it('R4.5 a lock gives the same reply for the same work, account or not', async () => {
    await fixture.register('13300000022');
    const works = [];
    for (const mobile of ['13300000022', '13300000023']) {
      const unknownDevice = await lock(mobile);
      const { reply, ...work } = await fixture.workOf(() => unknownDevice.login(mobile, 'wrong'));
      expect(reply).toMatchObject(locked);
      works.push(work);
    }
    expect(works[0]).toEqual(works[1]);
    expect(works[0]?.hashes).toBe(0);
  });

  it('R4.5 changing a password reveals no more than a login', async () => {
    await fixture.register('13300000024');
    const browser = await fixture.browser();
    const change = (mobile: string) => () =>
      browser.call('portal.changePwd', { mobile, oldPwd: 'wrong', newPwd: 'Quite-Other-77' });
    const known = await fixture.workOf(change('13300000024'));
    const unknown = await fixture.workOf(change('13300000025'));
    expect(known.reply).toMatchObject(failed(400, 'OPS01001'));
    expect(unknown).toEqual(known);
  });
});

describe('R4.4 login by code', () => {
  it('R4.4 lets the owner in, also during a ten-minute lock, and answers that a mobile is unknown only after the proof', async () => {
    await fixture.register('13300000030');
    await lock('13300000030');
    await fixture.app.clock.advance({ seconds: 61 });
    const browser = await fixture.browser();
    const smsCode = await browser.codeFor('13300000030', 'login');
    expect(await browser.call('portal.loginBySms', { mobile: '13300000030', smsCode })).toMatchObject({
      status: 200,
      body: { data: { user: { mobileMasked: '133****0030' } } },
    });
    const other = await fixture.browser();
    const code = await other.codeFor('13300000031', 'login');
    const unknown = { mobile: '13300000031', smsCode: code };
    expect(await other.call('portal.loginBySms', unknown)).toMatchObject(failed(409, 'RHAC002'));
  });

  it('R8.6 refuses closed and locked accounts', async () => {
    await fixture.register('13300000032');
    for (const [status, code] of [
      ['cancelled', 'OPS100012'],
      ['locked', 'OPS100021'],
    ] as const) {
      await setStatus('133****0032', status);
      await fixture.app.clock.advance({ seconds: 61 });
      const browser = await fixture.browser();
      const smsCode = await browser.codeFor('13300000032', 'login');
      const reply = await browser.call('portal.loginBySms', { mobile: '13300000032', smsCode });
      expect(reply).toMatchObject(failed(400, code));
    }
  });
});

describe('R4.4 logout', () => {
  it('R4.4 ends the session on the server at once', async () => {
    const browser = await fixture.register('13300000040');
    expect(await browser.call('portal.logout')).toMatchObject({ status: 200 });
    await browser.raw.start();
    expect(await browser.call('tenant.get')).toMatchObject(failed(401, 'RHSY401'));
  });
});
