import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountFixture, openAccountFixture, strongPassword } from '#features/account/account.fixture';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const failed = (status: number, errCode: string) => ({ status, body: { errCode } });
const fine = { status: 200 };
const another = 'Quite-Other-77';
const setStatus = (masked: string, status: string) =>
  fixture.app.rows('update user_account set status = $2 where mobile_masked = $1', [masked, status]);
const isSignedIn = async (browser: Awaited<ReturnType<AccountFixture['browser']>>) => {
  await browser.raw.start();
  return (await browser.call('tenant.get')).status === 200;
};
const change = (mobile: string, oldPwd: string, newPwd: string) =>
  ['portal.changePwd', { mobile, oldPwd, newPwd }] as const;

describe('R4.4 changing a password', () => {
  it('R4.4 ends every other session at once, and gives the caller a new one', async () => {
    const owner = await fixture.register('13100000001');
    const elsewhere = await fixture.browser();
    await elsewhere.login('13100000001', strongPassword);
    expect((await elsewhere.call('tenant.get')).status).toBe(200);
    const cookie = owner.raw.cookies.get('sid');
    expect(await owner.call(...change('13100000001', strongPassword, another))).toMatchObject(fine);
    expect((await elsewhere.call('tenant.get')).status).not.toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(owner.raw.cookies.get('sid')).not.toBe(cookie);
    expect(await isSignedIn(owner)).toBe(true);
    const fresh = await fixture.browser();
    expect(await fresh.login('13100000001', strongPassword)).toMatchObject(failed(400, 'OPS10001'));
    expect(await fresh.login('13100000001', another)).toMatchObject(fine);
  });

  it('R4.5 a new password makes all devices unknown but the one that set it', async () => {
    const mobile = '13100000032';
    const owner = await fixture.register(mobile);
    const devices = () =>
      fixture.app.rows(
        "select encode(device_digest, 'hex') as device from known_device join user_account using (user_id) where mobile_masked = '131****0032'",
      );
    const own = await devices();
    for (let round = 0; round < 2; round += 1) await (await fixture.browser()).login(mobile, strongPassword);
    expect(await devices()).toHaveLength(3);
    expect(await owner.call(...change(mobile, strongPassword, another))).toMatchObject(fine);
    expect(await devices()).toEqual(own);
    await fixture.app.clock.advance({ seconds: 61 });
    const unknownDevice = await fixture.browser();
    const smsCode = await unknownDevice.codeFor(mobile, 'findPwd');
    expect(await unknownDevice.call('portal.findPwd', { mobile, newPwd: 'Third-Pass-99', smsCode })).toMatchObject(
      fine,
    );
    expect(await devices()).toEqual([]);
  });

  it('R5.3 without a session a change asks for what a login on this device would ask for', async () => {
    const mobile = '13100000033';
    const owner = await fixture.register(mobile);
    await fixture.app.rows("update user_account set new_device_proof = true where mobile_masked = '131****0033'");
    await fixture.app.clock.advance({ seconds: 61 });
    const thief = await fixture.browser();
    const asked = await thief.call(...change(mobile, strongPassword, another));
    expect(asked).toMatchObject({ status: 403, body: { errCode: 'RHAC003', data: { need: 'sms' } } });
    expect(await thief.call(...change(mobile, 'Wrong-Pass-11', another))).toMatchObject(failed(400, 'OPS01001'));
    const changed = { mobile, oldPwd: strongPassword, newPwd: another };
    expect(await thief.call('portal.changePwd', { ...changed, smsCode: '000000' })).toMatchObject(
      failed(400, 'OPS10004'),
    );
    expect(await isSignedIn(owner)).toBe(true);
    const smsCode = await thief.codeFor(mobile, 'newDevice');
    expect(await thief.call('portal.changePwd', { ...changed, smsCode })).toMatchObject(fine);
    const again = await fixture.browser();
    await fixture.app.clock.advance({ seconds: 61 });
    const code = await again.codeFor(mobile, 'newDevice');
    expect(await again.login(mobile, another, { smsCode: code })).toMatchObject(fine);
    expect(await again.call(...change(mobile, another, 'Third-Pass-99'))).toMatchObject(fine);
  });

  it('R4.4 needs no session, and without one begins none', async () => {
    const owner = await fixture.register('13100000002');
    const visitor = await fixture.browser();
    expect(await visitor.call(...change('13100000002', strongPassword, another))).toMatchObject(fine);
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await isSignedIn(owner)).toBe(false);
  });

  it("R6.3 with a session the mobile must be the caller's own, even with the other account's password", async () => {
    const owner = await fixture.register('13100000003');
    await fixture.register('13100000004');
    for (const mobile of ['13100000004', '13100009999']) {
      expect(await owner.call(...change(mobile, strongPassword, another))).toMatchObject(failed(400, 'OPS01001'));
    }
    expect(await (await fixture.browser()).login('13100000004', strongPassword)).toMatchObject(fine);
  });

  it("R4.5 with a session tries at another mobile count for the caller's own, after the address's limit, with the same work", async () => {
    const owner = await fixture.register('13100000030');
    await fixture.register('13100000031');
    const guardsOf = () =>
      fixture.app.rows('select mobile_digest, coalesce(array_length(tried_at, 1), 0) as tries from login_guard');
    const before = await guardsOf();
    const count = fixture.verifies();
    const codes: unknown[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const named = tries % 2 === 0 ? '13100000031' : `1310000998${tries}`;
      codes.push((await owner.call(...change(named, strongPassword, another))).body.errCode);
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'OPS01001'), 'OPS10003', 'OPS10003']);
    expect(fixture.verifies()).toBe(count + 5);
    // At most one more guard, the caller's own: nothing is stored about the named mobiles.
    expect((await guardsOf()).length).toBeLessThanOrEqual(before.length + 1);
    expect(await (await fixture.browser()).login('13100000031', strongPassword)).toMatchObject(fine);
    expect(await owner.call(...change('13100000030', strongPassword, another))).toMatchObject(failed(400, 'OPS10003'));
  });

  it('R4.5 wrong old passwords count towards the lock', async () => {
    await fixture.register('13100000005');
    const visitor = await fixture.browser();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await visitor.call(...change('13100000005', 'wrong', another))).toMatchObject(failed(400, 'OPS01001'));
    }
    const refused = await visitor.call(...change('13100000005', strongPassword, another));
    expect(refused).toMatchObject(failed(400, 'OPS10003'));
    expect(await visitor.login('13100000005', strongPassword)).toMatchObject(failed(400, 'OPS10003'));
  });

  it('R5.2 none of the last five can be used again, the sixth can', async () => {
    const owner = await fixture.register('13100000006');
    const passwords = [strongPassword, ...[1, 2, 3, 4, 5].map((round) => `Turn-Around-${round}x`)];
    const turnTo = async (from: string, to: string) => {
      const reply = await owner.call(...change('13100000006', from, to));
      if (reply.status === 200) await owner.raw.start();
      return reply;
    };
    for (let round = 1; round < 5; round += 1) {
      const present = passwords[round - 1] ?? '';
      for (const past of passwords.slice(0, round)) {
        expect(await turnTo(present, past)).toMatchObject(failed(400, 'OPS01002'));
      }
      expect(await turnTo(present, passwords[round] ?? '')).toMatchObject(fine);
    }
    expect(await turnTo(passwords[4] ?? '', strongPassword)).toMatchObject(failed(400, 'OPS01002'));
    expect(await turnTo(passwords[4] ?? '', passwords[5] ?? '')).toMatchObject(fine);
    expect(await turnTo(passwords[5] ?? '', strongPassword)).toMatchObject(fine);
    const kept = await fixture.app.rows(
      "select count(*) as hashes from password_history join user_account using (user_id) where mobile_masked = '131****0006'",
    );
    expect(kept).toEqual([{ hashes: 5 }]);
  });

  it('R5.2 a weak password is refused before the old one is verified, and counts no try', async () => {
    await fixture.register('13100000007');
    const visitor = await fixture.browser();
    const count = fixture.verifies();
    for (const newPwd of ['short-1', 'onlyletters', 'a12345678', '131-0000-0007']) {
      expect(await visitor.call(...change('13100000007', 'wrong', newPwd))).toMatchObject(failed(400, 'OPSB0009'));
    }
    expect(await visitor.call(...change('13100000007', '', another))).toMatchObject(failed(400, 'OPS100011'));
    expect(await visitor.call(...change('13100000007', 'wrong', ''))).toMatchObject(failed(400, 'OPS100011'));
    expect(fixture.verifies()).toBe(count);
  });

  it('R5.5 a malformed mobile is a 422 that names the field, an empty one has the error for missing fields', async () => {
    const visitor = await fixture.browser();
    for (const mobile of ['12345', 'nothing', '2380000000']) {
      const reply = await visitor.call(...change(mobile, strongPassword, another));
      expect(reply).toMatchObject({
        status: 422,
        body: { errCode: 'RHSY422', data: { fields: [{ path: 'mobile' }] } },
      });
    }
    expect(await visitor.call(...change('', strongPassword, another))).toMatchObject(failed(400, 'OPS100011'));
  });

  it('R8.6 that an account is closed or locked is answered only to the right old password', async () => {
    await fixture.register('13100000008');
    const visitor = await fixture.browser();
    for (const [status, code] of [
      ['cancelled', 'OPS100012'],
      ['locked', 'OPS01003'],
    ] as const) {
      await setStatus('131****0008', status);
      expect(await visitor.call(...change('13100000008', 'wrong', another))).toMatchObject(failed(400, 'OPS01001'));
      expect(await visitor.call(...change('13100000008', strongPassword, another))).toMatchObject(failed(400, code));
    }
  });

  it('R4.12 of two parallel changes of a password one succeeds', async () => {
    await fixture.register('13100000009');
    const browsers = await Promise.all(Array.from({ length: 4 }, () => fixture.browser()));
    const replies = await Promise.all(
      browsers.map((browser, at) => browser.call(...change('13100000009', strongPassword, `Racing-Horse-${at}x`))),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.body.errCode === 'OPS01001')).toHaveLength(3);
    const winner = replies.findIndex((reply) => reply.status === 200);
    expect(await (await fixture.browser()).login('13100000009', `Racing-Horse-${winner}x`)).toMatchObject(fine);
  });
});

describe('R5.3 resetting a forgotten password', () => {
  const withCode = async (mobile: string) => {
    await fixture.app.clock.advance({ seconds: 61 });
    const browser = await fixture.browser();
    const smsCode = await browser.codeFor(mobile, 'findPwd');
    return {
      browser,
      find: (newPwd: string, code = smsCode) => browser.call('portal.findPwd', { mobile, newPwd, smsCode: code }),
    };
  };

  it('R5.3 with the code sets the password, ends every session and uses the code up', async () => {
    const owner = await fixture.register('13100000020');
    const { find } = await withCode('13100000020');
    expect(await find(another)).toMatchObject(fine);
    expect(await isSignedIn(owner)).toBe(false);
    expect(await find('Third-Pass-99')).toMatchObject(failed(400, 'OPS10004'));
    const fresh = await fixture.browser();
    expect(await fresh.login('13100000020', strongPassword)).toMatchObject(failed(400, 'OPS10001'));
    expect(await fresh.login('13100000020', another)).toMatchObject(fine);
  });

  it('R5.3 without the code changes nothing, and reveals nothing of the account', async () => {
    await fixture.register('13100000021');
    const known = await withCode('13100000021');
    const unknown = await withCode('13100000022');
    const wrong = [];
    for (const { find } of [known, unknown]) wrong.push(await fixture.workOf(() => find(another, 'nothing')));
    expect(wrong[0]?.reply).toMatchObject(failed(400, 'OPS10004'));
    expect(wrong[1]).toEqual(wrong[0]);
    expect(wrong[0]?.hashes).toBe(0);
    expect(await unknown.find(another)).toMatchObject(failed(409, 'RHAC002'));
  });

  it('R5.2 a password of the last five is refused and the code stays valid, for five tries in all', async () => {
    await fixture.register('13100000023');
    const { find } = await withCode('13100000023');
    for (let tries = 0; tries < 4; tries += 1)
      expect(await find(strongPassword)).toMatchObject(failed(400, 'OPS01002'));
    expect(await find('weak')).toMatchObject(failed(400, 'OPSB0009'));
    expect(await find(another)).toMatchObject(fine);
    const second = await withCode('13100000023');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await second.find(another)).toMatchObject(failed(400, 'OPS01002'));
    expect(await second.find('Third-Pass-99')).toMatchObject(failed(400, 'OPS10004'));
  });

  it('R5.3 of twenty parallel uses of one code one sets the password', async () => {
    await fixture.register('13100000024');
    const { browser } = await withCode('13100000024');
    const smsCode = (await fixture.app.sent('sms')).findLast((each) => each['mobile'] === '13100000024')?.['code'];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        browser.callWithRetry('portal.findPwd', { mobile: '13100000024', newPwd: `Twenty-Times-${at}`, smsCode }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const winner = replies.findIndex((reply) => reply.status === 200);
    expect(await (await fixture.browser()).login('13100000024', `Twenty-Times-${winner}`)).toMatchObject(fine);
  });

  it('R8.6 a closed account stays closed and a locked one locked', async () => {
    await fixture.register('13100000025');
    for (const [status, code] of [
      ['cancelled', 'OPS100012'],
      ['locked', 'OPS01003'],
    ] as const) {
      await setStatus('131****0025', status);
      const { find } = await withCode('13100000025');
      expect(await find(another)).toMatchObject(failed(400, code));
    }
    await setStatus('131****0025', 'active');
    expect(await (await fixture.browser()).login('13100000025', strongPassword)).toMatchObject(fine);
  });
});
