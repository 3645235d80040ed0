import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '#kernel/secrets/totp';
import {
  type AccountBrowser,
  type AccountFixture,
  bytesOfBase32,
  openAccountFixture,
  strongPassword,
} from './account.fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

type Payload = Readonly<Record<string, unknown>>;
const oneMinute = () => fixture.app.clock.advance({ seconds: 61 });
const sendCode = (browser: AccountBrowser, payload: Payload) => browser.call('user.sendVerifyCode', payload);
/** Asks for a code and reads it from the outbox. */
const codeFor = async (browser: AccountBrowser, payload: Payload, to: string): Promise<string> => {
  await oneMinute();
  const reply = await sendCode(browser, payload);
  if (reply.status !== 200) throw new Error(reply.text);
  if (payload['channel'] === 'sms') {
    const sent = (await fixture.app.sent('sms')).findLast(
      ({ mobile, scene }) => mobile === to && scene === payload['scene'],
    );
    return sent?.['code'] ?? '';
  }
  const mail = (await fixture.app.sent('mail')).findLast((message) => message['to'] === to.toLowerCase());
  return /\d{6}/.exec(mail?.['text'] ?? '')?.[0] ?? '';
};
const ticket = async (browser: AccountBrowser): Promise<string> =>
  (await browser.callWithRetry('user.verifyCode', { scene: 'stepUp', pwd: strongPassword })).body.data.stepTicket;
const bindEmail = async (browser: AccountBrowser, email: string) => {
  const code = await codeFor(browser, { channel: 'email', scene: 'updateEmail', target: email }, email);
  return browser.call('user.updateEmail', { email, code, stepTicket: await ticket(browser) });
};
const safety = async (browser: AccountBrowser) => (await browser.call('user.safety')).body.data;
/** Starts the browser anew after its session's key has changed, as the client does by itself. */
const restart = async (browser: AccountBrowser) => browser.raw.start();

describe('R10.9 codes for a signed-in user', () => {
  it('R10.9 an SMS code to one’s own mobile gives a ticket once; the ticket serves one step', async () => {
    const browser = await fixture.register('13900000201');
    const code = await codeFor(browser, { channel: 'sms', scene: 'stepUp' }, '13900000201');
    expect(code).toMatch(/^\d{6}$/);
    const first = await browser.call('user.verifyCode', { scene: 'stepUp', code });
    expect(first).toMatchObject({ status: 200, body: { data: { expiresIn: 300 } } });
    expect(await browser.call('user.verifyCode', { scene: 'stepUp', code })).toMatchObject({
      body: { errCode: 'OPS10004' },
    });
    const step = { on: true, stepTicket: first.body.data.stepTicket };
    expect((await browser.call('user.setNewDeviceProof', step)).status).toBe(200);
    expect(await browser.call('user.setNewDeviceProof', step)).toMatchObject({
      status: 403,
      body: { errCode: 'RHAC003' },
    });
  });

  it('R5.3 of 20 uses of one code at the same time one is right', async () => {
    const browser = await fixture.register('13900000202', {});
    const code = await codeFor(browser, { channel: 'sms', scene: 'stepUp' }, '13900000202');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.callWithRetry('user.verifyCode', { scene: 'stepUp', code })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('R5.3 a code is burnt after five tries, and serves no other scene or session', async () => {
    const browser = await fixture.register('13900000203');
    const code = await codeFor(browser, { channel: 'sms', scene: 'stepUp' }, '13900000203');
    const other = await fixture.browser();
    await other.login('13900000203', strongPassword);
    expect((await other.call('user.verifyCode', { scene: 'stepUp', code })).body.errCode).toBe('OPS10004');
    expect((await browser.call('user.verifyCode', { scene: 'closeAccount', code })).body.errCode).toBe('OPS10004');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tried = 0; tried < 5; tried += 1) await browser.call('user.verifyCode', { scene: 'stepUp', code: wrong });
    expect((await browser.call('user.verifyCode', { scene: 'stepUp', code })).body.errCode).toBe('OPS10004');
  });

  it('R5.3 one code a minute, counted with the other codes of the mobile; a mail address is counted separately', async () => {
    const browser = await fixture.register('13900000204');
    await oneMinute();
    expect((await sendCode(browser, { channel: 'sms', scene: 'stepUp' })).status).toBe(200);
    const again = await sendCode(browser, { channel: 'sms', scene: 'updateMobileOld' });
    expect(again).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(again.body.data.retryAfter).toBeGreaterThan(0);
    const mail = { channel: 'email', scene: 'updateEmail', target: 'w@shop.example' };
    expect((await sendCode(browser, mail)).status).toBe(200);
    expect((await sendCode(browser, mail)).status).toBe(429);
  });

  it('R8.6 a code asked for an address that is not on record is OPSB0006', async () => {
    const browser = await fixture.register('13900000205');
    expect(await sendCode(browser, { channel: 'email', scene: 'stepUp' })).toMatchObject({
      status: 400,
      body: { errCode: 'OPSB0006' },
    });
  });

  it('R8.6 a code for which the whole installation has no message left is OPS10005, and none is kept', async () => {
    const poor = await openAccountFixture({ limits: { smsPerMinute: 1, smsPerMobilePerMinute: 9 } });
    const browser = await poor.register('13900000207');
    expect(await sendCode(browser, { channel: 'sms', scene: 'stepUp' })).toMatchObject({
      status: 503,
      body: { errCode: 'OPS10005' },
    });
    expect(await poor.app.rows(`select 1 from sms_code where scene = 'stepUp'`)).toEqual([]);
    expect(await poor.app.sent('sms')).toHaveLength(1);
    await poor.close();
  });

  it('R5.5 an invalid recipient is a 422 that names the field, and nothing is sent', async () => {
    const browser = await fixture.register('13900000206');
    await oneMinute();
    const before = (await fixture.app.sent('sms')).length;
    for (const [payload, path] of [
      [{ channel: 'sms', scene: 'stepUp', target: '13900000999' }, 'target'],
      [{ channel: 'sms', scene: 'updateMobileNew', target: '123' }, 'target'],
      [{ channel: 'sms', scene: 'updateMobileNew' }, 'target'],
      [{ channel: 'email', scene: 'updateEmail', target: 'no address' }, 'target'],
      [{ channel: 'sms', scene: 'updateEmail', target: 'a@b.example' }, 'channel'],
      [{ channel: 'email', scene: 'updateMobileOld' }, 'channel'],
    ] as const) {
      const reply = await sendCode(browser, payload);
      expect(reply, JSON.stringify(payload)).toMatchObject({ status: 422 });
      expect(reply.body.data.fields[0].path).toBe(path);
    }
    expect(await browser.call('user.verifyCode', { scene: 'stepUp' })).toMatchObject({ status: 422 });
    expect((await fixture.app.sent('sms')).length).toBe(before);
  });
});

describe('R10.7 the address', () => {
  it('R10.7 is bound by a code to the new address and a fresh proof; kept sealed, shown masked', async () => {
    const browser = await fixture.register('13900000211');
    expect((await bindEmail(browser, 'Wang@Shop.Example')).status).toBe(200);
    expect((await safety(browser)).emailMasked).toBe('w***@shop.example');
    const dump = await fixture.dump(['user_account', 'sms_code', 'audit_event', 'outbox', 'notice']);
    expect(dump).not.toContain('wang@shop.example');
    const { body } = await browser.call('notice.page', { kind: 'security' });
    expect(body.data.items[0].title).toBe('邮箱已变更');
    const code = await codeFor(browser, { channel: 'email', scene: 'stepUp' }, 'wang@shop.example');
    expect((await browser.call('user.verifyCode', { scene: 'stepUp', code })).status).toBe(200);
  });

  it('R10.7 without the proof, or with another address’s code, nothing changes and the code still serves', async () => {
    const browser = await fixture.register('13900000212');
    const email = 'li@shop.example';
    const code = await codeFor(browser, { channel: 'email', scene: 'updateEmail', target: email }, email);
    const stepTicket = await ticket(browser);
    const update = (payload: Payload) => browser.call('user.updateEmail', { email, code, stepTicket, ...payload });
    expect((await update({ email: 'other@shop.example' })).body.errCode).toBe('OPS10004');
    expect((await update({ stepTicket: 'no-such-ticket' })).body.errCode).toBe('RHAC003');
    expect((await safety(browser)).emailMasked).toBe('');
    expect((await update({})).status).toBe(200);
    expect((await update({})).body.errCode).toBe('OPS10004');
  });
});

describe('R10.9 the mobile', () => {
  const codesFor = async (browser: AccountBrowser, from: string, to: string) => {
    const oldCode = await codeFor(browser, { channel: 'sms', scene: 'updateMobileOld' }, from);
    const newCode = await codeFor(browser, { channel: 'sms', scene: 'updateMobileNew', target: to }, to);
    return { newMobile: to, oldCode, newCode };
  };

  it('R4.4 codes to both change it: the caller goes on in a new session, all others end, the new number logs in', async () => {
    const [from, to] = ['13900000221', '13900000222'];
    const browser = await fixture.register(from);
    const other = await fixture.browser();
    await other.login(from, strongPassword);
    const before = browser.raw.cookies.get('sid');
    expect((await browser.call('user.updateMobile', await codesFor(browser, from, to))).status).toBe(200);
    expect(browser.raw.cookies.get('sid')).not.toBe(before);
    await restart(browser);
    expect((await safety(browser)).mobileMasked).toBe('139****0222');
    await restart(other);
    expect((await other.call('user.safety')).status).toBe(401);
    const fresh = await fixture.browser();
    expect((await fresh.login(from, strongPassword)).body.errCode).toBe('OPS10001');
    expect((await fresh.login(to, strongPassword)).status).toBe(200);
    const [row] = await fixture.app.rows(
      `select before, after from audit_event where operation = 'user.updateMobile' and result = 'ok'`,
    );
    expect(row).toEqual({ before: { mobile: '139****0221' }, after: { mobile: '139****0222' } });
  });

  it('R10.9 who has a second factor proves it too: codes to both cards are not enough, and stay valid for the call with the proof', async () => {
    const [from, to] = ['13900000251', '13900000252'];
    const browser = await fixture.register(from);
    const { secret } = (await browser.call('user.enrolTotp', { stepTicket: await ticket(browser) })).body.data;
    const codeNow = () => totpCode(bytesOfBase32(secret), Math.floor(fixture.app.clock.now().getTime() / 30_000));
    expect((await browser.call('user.confirmTotp', { code: codeNow() })).status).toBe(200);
    const codes = await codesFor(browser, from, to);
    for (const stepTicket of [undefined, 'no-such-ticket']) {
      const bare = await browser.call('user.updateMobile', { ...codes, ...(stepTicket && { stepTicket }) });
      expect(bare).toMatchObject({ status: 403, body: { errCode: 'RHAC003' } });
    }
    expect((await safety(browser)).mobileMasked).toBe('139****0251');
    const proved = await browser.callWithRetry('user.verifyCode', { scene: 'stepUp', totp: codeNow() });
    const { stepTicket } = proved.body.data;
    expect((await browser.call('user.updateMobile', { ...codes, stepTicket })).status).toBe(200);
    await restart(browser);
    expect((await safety(browser)).mobileMasked).toBe('139****0252');
  });

  it('R10.9 one wrong code changes nothing, and both tries count', async () => {
    const [from, to] = ['13900000223', '13900000224'];
    const browser = await fixture.register(from);
    const codes = await codesFor(browser, from, to);
    for (const wrong of [{ oldCode: '000000' }, { newCode: '000000' }]) {
      expect((await browser.call('user.updateMobile', { ...codes, ...wrong })).body.errCode).toBe('OPS10004');
    }
    const tries = await fixture.app.rows(`select tries from sms_code where scene like 'updateMobile%'`);
    expect(tries).toEqual([{ tries: 2 }, { tries: 2 }]);
    expect((await browser.call('user.updateMobile', { ...codes, newMobile: from })).body.errCode).toBe('RHAC005');
    expect((await browser.call('user.updateMobile', codes)).status).toBe(200);
  });

  it('R10.9 that a number has an account is answered only after its code is proved, and both accounts stay unchanged', async () => {
    const [from, taken] = ['13900000225', '13900000226'];
    const browser = await fixture.register(from);
    await fixture.register(taken);
    const reply = await browser.call('user.updateMobile', await codesFor(browser, from, taken));
    expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHAC001' } });
    expect((await safety(browser)).mobileMasked).toBe('139****0225');
  });

  it('R4.12 of two users who take one number at the same time one gets it', async () => {
    const to = '13900000229';
    const [one, other] = [await fixture.register('13900000227'), await fixture.register('13900000228')];
    const first = await codesFor(one, '13900000227', to);
    const second = await codesFor(other, '13900000228', to);
    const replies = await Promise.all([one.call('user.updateMobile', first), other.call('user.updateMobile', second)]);
    expect(replies.map(({ body }) => body.errCode ?? 'ok').toSorted()).toEqual(['RHAC001', 'ok']);
  });

  it('R4.12 the same two codes change a mobile once, even when they are sent several times', async () => {
    const [from, to] = ['13900000230', '13900000231'];
    const browser = await fixture.register(from);
    const codes = await codesFor(browser, from, to);
    const replies = await Promise.all(Array.from({ length: 4 }, () => browser.call('user.updateMobile', codes)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const notices = await fixture.app.rows(`select 1 from notice where title = '手机号已变更' and text like '%0230%'`);
    expect(notices).toHaveLength(1);
  });

  it('R4.5 a mobile with a lock that only the platform lifts cannot be changed', async () => {
    const [from, to] = ['13900000232', '13900000233'];
    const browser = await fixture.register(from);
    const thief = await fixture.browser();
    for (let tried = 0; tried < 15; tried += 1) {
      if (tried % 5 === 0) await fixture.app.clock.advance({ minutes: 10, seconds: 1 });
      expect((await thief.login(from, `Not-The-Password-${tried}`)).body.errCode).toMatch(/^OPS1000(?:1|3|21)$/);
      await safety(browser);
    }
    expect((await thief.login(from, strongPassword)).body.errCode).toBe('OPS100021');
    const reply = await browser.call('user.updateMobile', await codesFor(browser, from, to));
    expect(reply).toMatchObject({ status: 400, body: { errCode: 'OPS100021' } });
    expect((await safety(browser)).mobileMasked).toBe('139****0232');
  });

  it.each([
    ['cancelled', 'OPS100012', '13900000234'],
    ['locked', 'OPS100021', '13900000235'],
  ] as const)(
    'R8.6 an account that is %s meanwhile keeps its number, and %s says why',
    async (status, errCode, from) => {
      const browser = await fixture.register(from);
      const codes = await codesFor(browser, from, '13900000236');
      const reply = await fixture.whileStatusBecomes(status, from, () => browser.call('user.updateMobile', codes));
      expect(reply).toMatchObject({ status: 400, body: { errCode } });
      const [{ masked } = {}] = await fixture.app.rows(
        'select mobile_masked as masked from user_account where mobile_digest = $1',
        [fixture.app.ports.digests.of('mobile', from)],
      );
      expect(masked).toBe(`139****${from.slice(-4)}`);
    },
  );
});
