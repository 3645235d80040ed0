import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { answerFrom, dataOf, enterDesk, openServed, say } from '../chat.fixture.ts';
import { listenOn, openStream, seqsOf, until } from './stream.fixture.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ env: { ALLOWED_ORIGINS: 'https://www.example.com' } });
  port = await listenOn(app);
});
afterAll(() => app.close());

const answer = answerFrom;

describe('service 2.2 the stream', () => {
  it('service 2.2 opens with a snapshot, then brings every message under its number as its id, and nothing else has one', async () => {
    const [{ browser }, desk] = [await makeMerchant(app), await enterDesk(app)];
    const { conversationId } = await openServed(browser, desk);
    const stream = await openStream(port, browser);
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    await until(() => expect(seqsOf(stream)).toEqual([1]));
    await answer(desk, conversationId, '您好，请讲');
    await dataOf(desk.call('ops.chat.read', { conversationId, seq: 2 }));
    const { receptionId } = (await dataOf(browser.call('chat.open'))).reception;
    await dataOf(desk.call('ops.chat.end', { receptionId }));
    await until(() => {
      expect(seqsOf(stream)).toEqual([1, 2]);
      expect(stream.events.some(({ event, data }) => event === 'reception' && data.state === 'ended')).toBe(true);
      expect(stream.events.some(({ event, data }) => event === 'unread' && data.count === 1)).toBe(true);
      expect(stream.events.some(({ event, data }) => event === 'cursor' && data.other === 2)).toBe(true);
    });
    expect(stream.text()).toMatch(/^retry: \d{4,5}\n\n/);
    const [first] = stream.events;
    expect(first).toMatchObject({
      id: null,
      event: 'snapshot',
      data: { conversationId, lastSeq: 1, reception: { state: 'serving' }, cursors: { own: 1, other: 0 }, unread: 0 },
    });
    for (const { id, event, data } of stream.events) expect(id).toBe(event === 'message' ? String(data.seq) : null);
    expect(stream.events.find(({ data }) => data.seq === 1)?.data).toMatchObject({
      sender: 'user',
      clientId: expect.any(String),
    });
    expect(stream.events.find(({ data }) => data.seq === 2)?.data).not.toHaveProperty('clientId');
    stream.close();
  });

  it('service 2.2 Last-Event-ID wins over after, and hundreds of messages that were missed come once, in order, without a gap', async () => {
    const [{ browser }, desk] = [await makeMerchant(app), await enterDesk(app)];
    const { conversationId } = await openServed(browser, desk);
    for (let batch = 0; batch < 8; batch += 1)
      await Promise.all(Array.from({ length: 16 }, (_, at) => answer(desk, conversationId, `第 ${at} 条`)));
    await answer(desk, conversationId, '最后一条');
    const all = await openStream(port, browser);
    await until(() => expect(seqsOf(all)).toEqual(Array.from({ length: 130 }, (_, at) => at + 1)));
    const again = await openStream(port, browser, { query: '?after=2', headers: { 'last-event-id': '128' } });
    await until(() => expect(seqsOf(again)).toEqual([129, 130]));
    const now = await openStream(port, browser, { query: '' });
    await until(() => expect(now.events).toHaveLength(1));
    await answer(desk, conversationId, '新的一条');
    for (const stream of [all, again, now]) await until(() => expect(seqsOf(stream).at(-1)).toBe(131));
    expect(seqsOf(now)).toEqual([131]);
    for (const stream of [all, again, now]) stream.close();
  });

  it('service 2.2 a visitor’s stream that was open before the first message brings it, and what comes after', async () => {
    const [visitor, desk] = [await app.open(), await enterDesk(app)];
    const stream = await openStream(port, visitor);
    await until(() =>
      expect(stream.events).toMatchObject([{ event: 'snapshot', data: { conversationId: null, lastSeq: 0 } }]),
    );
    const { conversationId } = await openServed(visitor, desk);
    await answer(desk, conversationId, '您好');
    await until(() => expect(seqsOf(stream)).toEqual([1, 2]));
    stream.close();
  });

  it('service 1.1 brings nothing of anybody else’s, and nobody without a session or a cookie has one', async () => {
    const [one, other] = [await makeMerchant(app), await makeMerchant(app)];
    await say(one.browser, '只给自己');
    const [own, foreign] = [await openStream(port, one.browser), await openStream(port, other.browser)];
    await until(() => expect(seqsOf(own)).toEqual([1]));
    await say(one.browser, '还是只给自己');
    await until(() => expect(seqsOf(own)).toEqual([1, 2]));
    expect(foreign.events.map(({ event }) => event)).toEqual(['snapshot']);
    expect((await openStream(port, app.browser())).status).toBe(401);
    for (const stream of [own, foreign]) stream.close();
  });

  it('service 2.2 ends on logout at once, and on a new login in the same browser; other devices go on', async () => {
    const { browser, mobile } = await makeMerchant(app);
    const phone = await logIn(app, mobile);
    const [first, second] = [await openStream(port, browser), await openStream(port, phone)];
    await until(() => expect([first.events.length, second.events.length]).toEqual([1, 1]));
    await dataOf(browser.call('portal.logout'));
    await until(() => expect(first.hasEnded()).toBe(true));
    expect(second.hasEnded()).toBe(false);
    const anonymous = await app.open();
    const before = await openStream(port, anonymous);
    await until(() => expect(before.events).toHaveLength(1));
    await dataOf(anonymous.call('portal.login', { mobile, pwd: 'Harbour-Blue-42' }));
    await until(() => expect(before.hasEnded()).toBe(true));
    second.close();
  });

  it('service 2.6 five streams a person, and a place is free again when one is closed', async () => {
    const { browser } = await makeMerchant(app);
    const five = await Promise.all(Array.from({ length: 5 }, () => openStream(port, browser)));
    expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await until(() => expect(five.every(({ events }) => events.length === 1)).toBe(true));
    const sixth = await openStream(port, browser);
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '30']);
    five[0]?.close();
    await until(() => expect(five[0]?.hasEnded()).toBe(true));
    await expect.poll(async () => (await openStream(port, browser)).status, { timeout: 30_000 }).toBe(200);
    for (const stream of five) stream.close();
  });

  it('security 4.2 a page of another site has none; what is asked wrongly is refused', async () => {
    const { browser } = await makeMerchant(app);
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await openStream(port, browser, { headers: cross })).status).toBe(403);
    const listed = await openStream(port, browser, {
      headers: { 'sec-fetch-site': 'same-site', origin: 'https://www.example.com' },
    });
    expect(listed.headers['access-control-allow-origin']).toBe('https://www.example.com');
    listed.close();
    for (const query of ['?after=-1', '?after=x', '?after=1&after=2', '?other=1'])
      expect((await openStream(port, browser, { query })).status, query).toBe(400);
  });
});
