import { afterAll, beforeAll, describe, test } from 'vitest';
import { deleteSession } from '#kernel/calls/sessions/session.sql';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extra: sample });
});
afterAll(() => app.close());

const enter = async (userId: string): Promise<TestBrowser> => {
  const browser = await app.open();
  const reply = await browser.call('sample.enter', { userId, tenantId: `t-${userId}`, role: 'owner' });
  if (reply.status !== 200) throw new Error(reply.text);
  return browser;
};
const isIn = async (browser: TestBrowser): Promise<boolean> => (await browser.call('sample.own')).status === 200;

describe('R4.4 sessions', () => {
  test('R4.4 a login gives a new token and key, and ends the old ones', async ({ expect }) => {
    const browser = await app.open();
    const before = { token: browser.cookies.get('sid') ?? '', keyId: browser.keyId, key: browser.key };
    await browser.call('sample.enter', { userId: 'rotated', tenantId: 't', role: 'owner' });
    expect(browser.cookies.get('sid')).not.toBe(before.token);
    expect(browser.keyId).not.toBe(before.keyId);
    expect(await isIn(browser)).toBe(true);
    const old = app.browser();
    old.cookies.set('sid', before.token);
    Object.assign(old, { keyId: before.keyId, key: before.key });
    expect((await old.call('sys.isVisible', { key: 'x' })).body.data).toMatchObject({ reason: 'KEY_EXPIRED' });
  });

  test('R4.4 the database has neither the token nor the key', async ({ expect }) => {
    const browser = await enter('stored');
    const [row] = await app.rows("select row_to_json(s)::text as text from session s where user_id = 'stored'");
    const text = String(row?.['text']);
    expect(text).not.toContain(browser.cookies.get('sid'));
    expect(text).not.toContain(browser.key);
    expect(text).not.toContain(Buffer.from(browser.key, 'base64url').toString('hex'));
  });

  test('R4.4 ends after thirty minutes without a call; a call extends it, a poll does not', async ({ expect }) => {
    const [idle, used, polled] = [await enter('idle'), await enter('used'), await enter('polled')];
    await app.clock.advance({ minutes: 20 });
    expect(await isIn(used)).toBe(true);
    expect((await polled.call('sample.poll')).status).toBe(200);
    await app.clock.advance({ minutes: 11 });
    expect(await isIn(idle)).toBe(false);
    expect(await isIn(polled)).toBe(false);
    expect(await isIn(used)).toBe(true);
  });

  test('R4.4 ends after twelve hours in any case', async ({ expect }) => {
    const busy = await enter('busy');
    for (let hour = 0; hour < 36; hour += 1) {
      await app.clock.advance({ minutes: 19 });
      expect(await isIn(busy)).toBe(true);
    }
    await app.clock.advance({ minutes: 25 });
    expect((await busy.call('sample.own')).status).toBe(200);
    await app.clock.advance({ minutes: 18 });
    expect(await isIn(busy)).toBe(false);
  });

  test('R4.4 a user has at most five sessions, the oldest ends', async ({ expect }) => {
    const browsers: TestBrowser[] = [];
    for (let count = 0; count < 7; count += 1) browsers.push(await enter('many'));
    const alive = await Promise.all(browsers.map(isIn));
    expect(alive).toEqual([false, false, true, true, true, true, true]);
  });

  test('R4.4 all sessions of a user end at once, the caller’s optionally stays', async ({ expect }) => {
    const [caller, other, otherUser] = [await enter('ending'), await enter('ending'), await enter('otherUser')];
    expect([await isIn(caller), await isIn(other)]).toEqual([true, true]);
    await caller.call('sample.endAll', { keepCaller: true });
    expect([await isIn(caller), await isIn(other), await isIn(otherUser)]).toEqual([true, false, true]);
    await caller.call('sample.endAll', { keepCaller: false });
    expect([await isIn(caller), await isIn(otherUser)]).toEqual([false, true]);
  });

  test('R4.2 an ended session of a merchant is a 401 once the client has fetched a new key', async ({ expect }) => {
    const browser = await enter('returning');
    await browser.call('sample.endAll', { keepCaller: false });
    expect((await browser.call('sample.own')).body).toMatchObject({
      errCode: 'UMDP00001',
      data: { reason: 'KEY_EXPIRED' },
    });
    await browser.start();
    expect(await browser.call('sample.own')).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
  });

  test('R14.2 a session that another node ended is dropped on its notification', async ({ expect }) => {
    const browser = await enter('elsewhere');
    expect(await isIn(browser)).toBe(true);
    const [row] = await app.rows("select session_id from session where user_id = 'elsewhere'");
    await app.database.transact('service', (tx) => deleteSession(tx, String(row?.['session_id'])));
    await expect.poll(() => isIn(browser)).toBe(false);
  });
});
