import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '#kernel/secrets/totp';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { addStaff, enterStaff, staffPassword, stepTicketOf } from './staff.fixture.ts';

/** Outside a demonstration, where the second factor is compulsory. */
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { DEMO: 'off' } });
});
afterAll(() => app.close());

const secretOf = (url: string): Buffer => {
  const text = new URL(url).searchParams.get('secret') ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((each) => alphabet.indexOf(each).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
};
const codeOf = (secret: Buffer): string => totpCode(secret, Math.floor(app.clock.now().getTime() / 30_000));
const nextStep = () => app.clock.advance({ seconds: 30 });

const enrol = async (browser: TestBrowser, stepTicket?: string) => {
  const begun = await browser.call('ops.totp.begin', stepTicket === undefined ? {} : { stepTicket });
  if (begun.status !== 200) throw new Error(begun.text);
  const secret = secretOf(begun.body.data.otpauthUrl);
  const confirmed = await browser.call('ops.totp.confirm', { code: codeOf(secret) });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  await nextStep();
  return { secret, codes: confirmed.body.data.recoveryCodes as string[], reply: confirmed };
};
/** A member of staff whose second factor was set up as a person does it. */
const enrolled = async (account: string) => {
  const browser = await enterStaff(app, account);
  return { browser, ...(await enrol(browser)) };
};
const logIn = async (account: string, totp?: string) => {
  const browser = await app.openConsole();
  const reply = await browser.call('ops.login', {
    account,
    pwd: staffPassword,
    ...(totp === undefined ? {} : { totp }),
  });
  return { browser, reply };
};

describe('R11.1 enrolling the second factor', () => {
  it('R11.1 opens the console: with the first right code, in a new session, and the others end', async () => {
    const browser = await enterStaff(app, 'enrols');
    const other = (await logIn('enrols')).browser;
    expect((await browser.call('ops.totp.confirm', { code: '123456' })).body.errCode).toBe('RHSY409');
    const begun = await browser.call('ops.totp.begin');
    const { secret, otpauthUrl } = begun.body.data;
    expect(otpauthUrl).toContain(`secret=${secret}`);
    expect((await browser.call('ops.totp.confirm', { code: '000000' })).body.errCode).toBe('OPS100019');
    expect((await browser.call('ops.user.info')).body.errCode).toBe('RHST001');
    const token = browser.cookies.get('ops');
    const reply = await browser.call('ops.totp.confirm', { code: codeOf(secretOf(otpauthUrl)) });
    expect(reply.body.data).toMatchObject({ totpRequired: false, user: { account: 'enrols' } });
    expect(new Set(reply.body.data.recoveryCodes).size).toBe(10);
    expect(browser.cookies.get('ops')).not.toBe(token);
    expect((await browser.call('ops.user.safety')).body.data).toEqual({ totp: { on: true, recoveryCodesLeft: 10 } });
    expect((await other.call('ops.logout')).body.data).toMatchObject({ reason: 'KEY_EXPIRED' });
  });

  it('R4.5 tries to confirm are counted: the sixth is not verified, and the right code has to wait as well', async () => {
    const browser = await enterStaff(app, 'guesses');
    const begun = await browser.call('ops.totp.begin');
    const right = codeOf(secretOf(begun.body.data.otpauthUrl));
    for (let at = 0; at < 5; at += 1) {
      expect((await browser.call('ops.totp.confirm', { code: '000000' })).body.errCode).toBe('OPS100019');
    }
    expect(await browser.call('ops.totp.confirm', { code: right })).toMatchObject({
      status: 400,
      body: { errCode: 'OPS10003', data: { retryAfter: expect.any(Number) } },
    });
  });

  it('R4.5 after the third lock of a day no code confirms: only another administrator unlocks', async () => {
    const browser = await enterStaff(app, 'guesses-on');
    let right = '';
    for (let round = 0; round < 3; round += 1) {
      if (round > 0) await app.clock.advance({ minutes: 10, seconds: 1 });
      right = codeOf(secretOf((await browser.call('ops.totp.begin')).body.data.otpauthUrl));
      for (let at = 0; at < 5; at += 1) {
        expect((await browser.call('ops.totp.confirm', { code: '000000' })).body.errCode).toBe('OPS100019');
      }
    }
    expect((await browser.call('ops.totp.confirm', { code: right })).body.errCode).toBe('OPS100021');
  });

  it('R11.1 a secret that was not confirmed within ten minutes is begun again', async () => {
    const browser = await enterStaff(app, 'waits');
    const begun = await browser.call('ops.totp.begin');
    await app.clock.advance({ minutes: 10, seconds: 1 });
    const code = codeOf(secretOf(begun.body.data.otpauthUrl));
    expect((await browser.call('ops.totp.confirm', { code })).body.errCode).toBe('RHSY409');
    expect((await enrol(browser)).reply.status).toBe(200);
  });

  it('R11.1 the code that enrolled it serves no login, and a code serves one', async () => {
    const browser = await enterStaff(app, 'replays');
    const begun = await browser.call('ops.totp.begin');
    const code = codeOf(secretOf(begun.body.data.otpauthUrl));
    expect((await browser.call('ops.totp.confirm', { code })).status).toBe(200);
    expect((await logIn('replays', code)).reply.body.errCode).toBe('OPS100019');
    await nextStep();
    const next = codeOf(secretOf(begun.body.data.otpauthUrl));
    const both = await Promise.all([logIn('replays', next), logIn('replays', next)]);
    expect(both.map(({ reply }) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('R11.1 another one needs a fresh proof, and the former stays in force until the new one is confirmed', async () => {
    const { browser, secret } = await enrolled('replaces');
    expect((await browser.call('ops.totp.begin')).body.errCode).toBe('RHAC003');
    const stepTicket = await stepTicketOf(browser, codeOf(secret));
    await nextStep();
    const begun = await browser.call('ops.totp.begin', { stepTicket });
    expect((await browser.call('ops.totp.begin', { stepTicket })).body.errCode).toBe('RHAC003');
    expect((await logIn('replaces', codeOf(secret))).reply.status).toBe(200);
    const fresh = secretOf(begun.body.data.otpauthUrl);
    expect((await browser.call('ops.totp.confirm', { code: codeOf(fresh) })).status).toBe(200);
    await nextStep();
    expect((await logIn('replaces', codeOf(secret))).reply.body.errCode).toBe('OPS100019');
    expect((await logIn('replaces', codeOf(fresh))).reply.status).toBe(200);
  });

  it('security 4.11 neither the database nor the trail has a secret or a recovery code', async () => {
    const { codes, secret } = await enrolled('unseen-totp');
    const tables = ['staff', 'staff_recovery_code', 'session', 'audit_event', 'idempotency'];
    const dumps = await Promise.all(tables.map((table) => app.rows(`select t::text as row from ${table} t`)));
    for (const hidden of [...codes, secret.toString('hex'), secret.toString('base64url')])
      expect(JSON.stringify(dumps)).not.toContain(hidden);
  });
});

describe('R11.1 recovery codes', () => {
  it('R11.1 one serves one login in place of a code, also of two at the same moment, however it is typed', async () => {
    const { codes } = await enrolled('recovers');
    const [first = '', second = ''] = codes;
    const both = await Promise.all([logIn('recovers', first), logIn('recovers', first)]);
    expect(both.map(({ reply }) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const { browser, reply } = await logIn('recovers', second.toLowerCase().replace('-', ''));
    expect(reply.status, reply.text).toBe(200);
    expect((await browser.call('ops.user.safety')).body.data.totp.recoveryCodesLeft).toBe(8);
  });

  it('R11.1 new ones replace the old, with a fresh proof and only where there is a second factor', async () => {
    const { browser, codes, secret } = await enrolled('renews');
    expect((await browser.call('ops.totp.renewCodes', { stepTicket: 'none' })).body.errCode).toBe('RHAC003');
    const ticket = await stepTicketOf(browser, codeOf(secret));
    const renewed = await browser.call('ops.totp.renewCodes', { stepTicket: ticket });
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect((await logIn('renews', codes[0])).reply.body.errCode).toBe('OPS100019');
    expect((await logIn('renews', renewed.body.data.recoveryCodes[0])).reply.status).toBe(200);
    await app.rows("update staff set totp_confirmed_at = null where account = 'renews'");
    const without = await browser.call('ops.totp.renewCodes', { stepTicket: await stepTicketOf(browser) });
    expect(without.body.errCode).toBe('RHSY409');
  });
});

describe('R11.1 a fresh proof', () => {
  it('R11.1 asks for the second factor where there is one: the password alone gives no ticket, a recovery code does', async () => {
    const { browser, codes } = await enrolled('proves-by-factor');
    expect(await browser.call('ops.user.verify', { pwd: staffPassword })).toMatchObject({
      status: 403,
      body: { errCode: 'RHAC003', data: { need: 'totp' } },
    });
    const reply = await browser.call('ops.user.verify', { totp: codes[0] });
    expect(reply.body.data).toMatchObject({ stepTicket: expect.any(String) });
  });

  it('R8.6 is the password or a code, once; wrong ones are counted and answered as at a login', async () => {
    const { browser, secret } = await enrolled('proves');
    const verify = async (given: Record<string, unknown>) => (await browser.call('ops.user.verify', given)).body;
    expect((await verify({})).errCode).toBe('RHSY422');
    expect((await verify({ pwd: '' })).errCode).toBe('OPS100011');
    expect((await verify({ pwd: 'Not-The-Password-1' })).errCode).toBe('OPS01006');
    expect((await verify({ totp: '000000' })).errCode).toBe('OPS100019');
    const totp = codeOf(secret);
    expect((await verify({ totp })).data).toMatchObject({ expiresIn: 300 });
    expect((await verify({ totp })).errCode).toBe('OPS100019');
    for (let tried = 0; tried < 5; tried += 1) await verify({ pwd: 'Not-The-Password-1' });
    expect((await verify({ pwd: staffPassword })).errCode).toBe('OPS10003');
  });

  it('R8.6 is refused to an account that was closed or locked meanwhile, and for good after the third lock of a day', async () => {
    const browser = (await enrolled('proves-late')).browser;
    for (const [status, code] of [
      ['locked', 'OPS100021'],
      ['closed', 'OPS100012'],
    ] as const) {
      await app.rows("update staff set status = $1 where account = 'proves-late'", [status]);
      expect((await browser.call('ops.user.verify', { pwd: staffPassword })).body.errCode).toBe(code);
    }
  });

  it('security 4.5 the proofs of an address are limited by the minute', async () => {
    const bounded = await testApp({ limits: { loginsPerAddressPerMinute: 1 } });
    try {
      const browser = await enterStaff(bounded, 'bounded-proof');
      expect((await browser.call('ops.user.verify', { pwd: staffPassword })).body.errCode).toBe('RHSY429');
    } finally {
      await bounded.close();
    }
  });
});

describe('security 4.1 one’s own sessions', () => {
  it('security 4.1 are listed with the present one marked, and ended one by one; a colleague’s are not found', async () => {
    const { browser, secret } = await enrolled('own-sessions');
    const other = (await logIn('own-sessions', codeOf(secret))).browser;
    const strange = (await enrolled('strange-sessions')).browser;
    const { items } = (await browser.call('ops.user.sessions')).body.data;
    expect(items).toHaveLength(2);
    const elsewhere = items.find((each: { isCurrent: boolean }) => !each.isCurrent);
    const end = (by: TestBrowser) => by.call('ops.user.endSession', { sessionId: elsewhere.sessionId });
    expect((await end(strange)).body.errCode).toBe('RHSY404');
    expect((await end(browser)).status).toBe(200);
    expect((await other.call('ops.user.info')).body.data).toMatchObject({ reason: 'KEY_EXPIRED' });
    const [own] = (await browser.call('ops.user.sessions')).body.data.items;
    expect(own).toMatchObject({ isCurrent: true });
    expect((await browser.call('ops.user.endSession', { sessionId: own.sessionId })).status).toBe(200);
    expect(browser.cookies.has('ops')).toBe(false);
  });
});

it('R11.1 an admin without a second factor is asked for it in a demonstration only if they set it up', async () => {
  const demo = await testApp();
  try {
    await addStaff(demo, 'by-choice');
    const browser = await demo.openConsole();
    await browser.call('ops.login', { account: 'by-choice', pwd: staffPassword });
    expect((await browser.call('ops.totp.begin')).body.errCode).toBe('RHAC003');
    const begun = await browser.call('ops.totp.begin', { stepTicket: await stepTicketOf(browser) });
    expect(begun.status, begun.text).toBe(200);
  } finally {
    await demo.close();
  }
});
