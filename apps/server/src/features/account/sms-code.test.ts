import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AccountFixture, openAccountFixture } from './account.fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const wrong = { status: 400, body: { errCode: 'OPS10004' } };
const good = { newPwd: 'Another-Pass-55' };

describe('R5.3 sending a code', () => {
  it('R5.3 needs a fresh ticket, and tells when the next one may be asked for', async () => {
    const browser = await fixture.browser();
    const bare = { mobile: '13500000001', scene: 'register', imageTicket: 'nothing' };
    expect(await browser.call('portal.sendSmsCode', bare)).toMatchObject(wrong);
    const reply = await browser.sendCode('13500000001', 'register');
    expect(reply).toMatchObject({ status: 200, body: { data: { expiresIn: 300, retryAfter: 60 } } });
    const [message] = (await fixture.app.sent('sms')).filter((each) => each['mobile'] === '13500000001');
    expect(message).toMatchObject({ scene: 'register', code: expect.stringMatching(/^\d{6}$/) });
  });

  it('R5.3 a registered mobile and an unknown one get the same reply for the same work', async () => {
    await fixture.register('13500000010');
    await fixture.app.clock.advance({ seconds: 61 });
    const browser = await fixture.browser();
    const known = await fixture.workOf(() => browser.sendCode('13500000010', 'findPwd'));
    const unknown = await fixture.workOf(() => browser.sendCode('13500000011', 'findPwd'));
    expect(unknown).toEqual(known);
  });

  it('R5.3 one code a minute for a mobile: of fifty parallel requests one is sent', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => fixture.browser({ address: `10.1.0.${at}` })),
    );
    const tickets: string[] = [];
    for (const browser of browsers) tickets.push(await browser.imageTicket());
    const replies = await Promise.all(
      browsers.map((browser, at) =>
        browser.call('portal.sendSmsCode', {
          mobile: '13500000020',
          scene: 'login',
          imageTicket: tickets[at],
        }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    for (const reply of replies.filter((each) => each.status !== 200)) {
      expect(reply).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
      expect(reply.body.data.retryAfter).toBeGreaterThan(0);
      expect(reply.body.data.retryAfter).toBeLessThanOrEqual(60);
    }
    expect((await fixture.app.sent('sms')).filter((each) => each['mobile'] === '13500000020')).toHaveLength(1);
  });

  it('R5.3 ten a day for a mobile, whatever the scene, and again a day later', async () => {
    const scenes = ['register', 'login', 'findPwd', 'newDevice'] as const;
    for (let count = 0; count < 10; count += 1) {
      const browser = await fixture.browser({ address: `10.2.0.${count}` });
      const reply = await browser.sendCode('13500000030', scenes[count % 4] ?? 'login');
      expect(reply.status).toBe(200);
      await fixture.app.clock.advance({ minutes: 13 });
    }
    const browser = await fixture.browser();
    const refused = await browser.sendCode('13500000030', 'login');
    expect(refused).toMatchObject({ status: 429 });
    expect(refused.body.data.retryAfter).toBeGreaterThan(78_000);
    await fixture.app.clock.advance({ seconds: 86_400 });
    const later = await fixture.browser();
    expect((await later.sendCode('13500000030', 'login')).status).toBe(200);
  });

  it('R5.3 running 2.5 five an hour for a mobile, as the carriers allow, and again an hour later', async () => {
    for (let count = 0; count < 5; count += 1) {
      const browser = await fixture.browser({ address: `10.4.0.${count}` });
      expect((await browser.sendCode('13500000031', 'login')).status).toBe(200);
      await fixture.app.clock.advance({ seconds: 61 });
    }
    const browser = await fixture.browser();
    const refused = await browser.sendCode('13500000031', 'login');
    expect(refused).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(refused.body.data.retryAfter).toBeGreaterThan(3200);
    expect(refused.body.data.retryAfter).toBeLessThanOrEqual(3600 - 5 * 61);
    await fixture.app.clock.advance({ minutes: 56 });
    const later = await fixture.browser();
    expect((await later.sendCode('13500000031', 'login')).status).toBe(200);
  });

  it('R5.3 twenty an hour for an address, whatever the mobile', async () => {
    const small = await openAccountFixture({ limits: { smsPerAddressPerHour: 20 } });
    onTestFinished(() => small.close());
    const browser = await small.browser({ address: '10.3.3.3' });
    for (let count = 0; count < 20; count += 1) {
      expect((await browser.sendCode(`135010000${10 + count}`, 'login')).status).toBe(200);
    }
    expect(await browser.sendCode('13501000099', 'login')).toMatchObject({ status: 429 });
  }, 60_000);

  it('R8.6 an installation that has reached its limit of messages answers OPS10005 and sends nothing', async () => {
    const small = await openAccountFixture({ limits: { smsPerMinute: 2 } });
    onTestFinished(() => small.close());
    const browser = await small.browser();
    await browser.sendCode('13500000040', 'login');
    await browser.sendCode('13500000041', 'login');
    expect(await browser.sendCode('13500000042', 'login')).toMatchObject({
      status: 503,
      body: { errCode: 'OPS10005' },
    });
    expect((await small.app.sent('sms')).map((each) => each['mobile'])).not.toContain('13500000042');
    await small.app.clock.advance({ seconds: 61 });
    expect((await browser.sendCode('13500000042', 'login')).status).toBe(200);
  });

  it('R5.3 neither code nor mobile is stored in clear text', async () => {
    const browser = await fixture.browser();
    const code = await browser.codeFor('13500000050', 'register');
    const dump = await fixture.dump(['sms_code', 'sms_quota', 'outbox', 'audit_event']);
    expect(dump).not.toContain('13500000050');
    expect(dump).not.toContain(code);
    expect(dump).not.toContain(Buffer.from(code).toString('hex'));
  });
});

describe('R5.3 using a code', () => {
  const withCode = async (mobile: string) => {
    const browser = await fixture.browser();
    return { browser, code: await browser.codeFor(mobile, 'login') };
  };
  const login = (browser: Awaited<ReturnType<typeof fixture.browser>>, mobile: string, smsCode: string) =>
    browser.call('portal.loginBySms', { mobile, smsCode });
  const notRegistered = { status: 409, body: { errCode: 'RHAC002' } };
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('R5.3 five wrong tries invalidate it, and then the right one is refused too', async () => {
    const { browser, code } = await withCode('13500000060');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await login(browser, '13500000060', other(code))).toMatchObject(wrong);
    expect(await login(browser, '13500000060', code)).toMatchObject(wrong);
  });

  it('R5.3 four wrong tries leave it usable, once', async () => {
    const { browser, code } = await withCode('13500000061');
    for (let tries = 0; tries < 4; tries += 1) await login(browser, '13500000061', other(code));
    expect(await login(browser, '13500000061', code)).toMatchObject(notRegistered);
    expect(await login(browser, '13500000061', code)).toMatchObject(wrong);
  });

  it('R5.3 of fifty parallel uses one succeeds', async () => {
    const { browser, code } = await withCode('13500000062');
    const replies = await Promise.all(Array.from({ length: 50 }, () => login(browser, '13500000062', code)));
    expect(replies.filter((reply) => reply.body.errCode === 'RHAC002')).toHaveLength(1);
    expect(replies.filter((reply) => reply.body.errCode === 'OPS10004')).toHaveLength(49);
  });

  it('R5.3 is bound to mobile, scene and browser session', async () => {
    const { browser, code } = await withCode('13500000063');
    const otherBrowser = await fixture.browser();
    expect(await login(otherBrowser, '13500000063', code)).toMatchObject(wrong);
    expect(await login(browser, '13500000064', code)).toMatchObject(wrong);
    const elsewhere = await browser.call('portal.findPwd', { mobile: '13500000063', ...good, smsCode: code });
    expect(elsewhere).toMatchObject(wrong);
    expect(await login(browser, '13500000063', code)).toMatchObject(notRegistered);
  });

  it('R5.3 is valid for five minutes, and a new one replaces the old one', async () => {
    const { browser, code } = await withCode('13500000065');
    await fixture.app.clock.advance({ seconds: 61 });
    const fresh = await browser.codeFor('13500000065', 'login');
    if (fresh !== code) expect(await login(browser, '13500000065', code)).toMatchObject(wrong);
    await fixture.app.clock.advance({ seconds: 301 });
    expect(await login(browser, '13500000065', fresh)).toMatchObject(wrong);
  });
});
