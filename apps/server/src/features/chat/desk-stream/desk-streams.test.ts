import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { answerFrom, dataOf, enterDesk, newClientId, openServed, say } from '../chat.fixture.ts';
import { type HeardStream, listenOn, openDeskStream, openStream, until } from '../stream/stream.fixture.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ streams: { lookMs: 300 } });
  port = await listenOn(app);
});
afterAll(() => app.close());

const hintsOf = ({ events }: HeardStream) => events.filter(({ event }) => event === 'hint').map(({ data }) => data);
/** The last number that a stream has been hinted at. */
const hintedAt = (stream: HeardStream, conversationId: string): number | undefined =>
  hintsOf(stream).findLast((hint) => hint.conversationId === conversationId)?.lastSeq;
const versionOf = (stream: HeardStream): unknown => hintsOf(stream).findLast((hint) => hint.of === 'queue')?.version;
const begun = async (stream: HeardStream): Promise<HeardStream> => {
  await until(() => expect(stream.events[0]?.event).toBe('snapshot'));
  return stream;
};

describe('service 2.3 the desk’s stream', () => {
  it('service 2.3 says up to where a conversation has messages and that the queue has changed, and nothing of what they are', async () => {
    const [{ browser }, desk] = [await makeMerchant(app), await enterDesk(app)];
    const stream = await begun(await openDeskStream(port, desk));
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect(stream.events[0]).toMatchObject({ id: null, data: { version: expect.any(String) } });
    const { conversationId } = await say(browser, '请问发票什么时候开');
    await until(() => expect(hintedAt(stream, conversationId)).toBe(1));
    const { reception } = await dataOf(browser.call('chat.open'));
    const before = versionOf(stream);
    await dataOf(desk.call('ops.chat.take', { receptionId: reception.receptionId }));
    await until(() => expect(versionOf(stream)).not.toBe(before));
    await answerFrom(desk, conversationId, '已为您查到');
    await until(() => expect(hintedAt(stream, conversationId)).toBe(2));
    expect(stream.text()).not.toContain('请问发票');
    expect(stream.text()).not.toContain('已为您');
    for (const { id } of stream.events) expect(id).toBe(null);
    stream.close();
  });

  it('service 2.3 hears of what customers read, of notes, of colleagues who join, and of the end', async () => {
    const [{ browser }, desk, colleague] = [await makeMerchant(app), await enterDesk(app), await enterDesk(app)];
    const { conversationId, receptionId } = await openServed(browser, desk);
    await answerFrom(desk, conversationId, '您好');
    const stream = await begun(await openDeskStream(port, desk));
    const steps = [
      () => browser.call('chat.read', { conversationId, seq: 2 }),
      () => desk.call('ops.chat.note', { conversationId, clientId: newClientId(), content: '老客户' }),
      () => colleague.call('ops.chat.join', { receptionId }),
      () => colleague.call('ops.chat.stepOut', { receptionId }),
      () => desk.call('ops.chat.end', { receptionId }),
    ];
    for (const step of steps) {
      const heard = hintsOf(stream).filter((hint) => hint.conversationId === conversationId).length;
      const version = versionOf(stream);
      await dataOf(step());
      await until(() => {
        const now = hintsOf(stream).filter((hint) => hint.conversationId === conversationId).length;
        expect(now).toBeGreaterThan(heard);
        expect(versionOf(stream)).not.toBe(version);
      });
    }
    stream.close();
  });

  it('service 2.2 service 5.2 either side hears that the other is typing, without a number, and not more often than every two seconds', async () => {
    const [{ browser }, other, desk, colleague] = [
      await makeMerchant(app),
      await makeMerchant(app),
      await enterDesk(app),
      await enterDesk(app),
    ];
    const { conversationId } = await openServed(browser, desk);
    const [own, foreign, staff] = [
      await begun(await openStream(port, browser)),
      await begun(await openStream(port, other.browser)),
      await begun(await openDeskStream(port, colleague)),
    ];
    const typingIn = ({ events }: HeardStream) => events.filter(({ event }) => event === 'typing');
    await Promise.all(Array.from({ length: 4 }, () => dataOf(browser.call('chat.typing', { conversationId }))));
    await until(() =>
      expect(typingIn(staff)).toEqual([{ id: null, event: 'typing', data: { conversationId, sender: 'user' } }]),
    );
    expect(typingIn(own)).toEqual([]);
    // Who does not serve is not heard.
    await dataOf(colleague.call('ops.chat.typing', { conversationId }));
    await dataOf(desk.call('ops.chat.typing', { conversationId }));
    await dataOf(desk.call('ops.chat.typing', { conversationId }));
    await until(() => expect(typingIn(own)).toEqual([{ id: null, event: 'typing', data: { sender: 'agent' } }]));
    expect([typingIn(foreign), typingIn(staff).length]).toEqual([[], 1]);
    expect(await app.rows(`select seq from chat_message where conversation_id = $1`, [conversationId])).toHaveLength(1);
    // Another's conversation is none.
    expect((await other.browser.call('chat.typing', { conversationId })).body.errCode).toBe('RHSY404');
    expect((await (await app.open()).call('chat.typing', { conversationId })).body.errCode).toBe('RHSY404');
    for (const stream of [own, foreign, staff]) stream.close();
  });

  it('service 2.5 what was stored past the server is found by the look at the table', async () => {
    const [{ browser, userId }, desk] = [await makeMerchant(app), await enterDesk(app)];
    const { conversationId } = await openServed(browser, desk);
    const stream = await begun(await openDeskStream(port, desk));
    await app.rows(
      `with c as (update chat_conversation set last_seq = 2 where user_id = $1 returning conversation_id)
       insert into chat_message (conversation_id, seq, sender, author_id, type, content) select conversation_id, 2, 'user', 'x', 'text', '二' from c`,
      [userId],
    );
    await until(() => expect(hintedAt(stream, conversationId)).toBe(2));
    stream.close();
  });

  it('service 2.3 is for staff with ops.chat.read alone: their own cookie, their own keys', async () => {
    const { browser } = await makeMerchant(app);
    const review = await enterStaff(app, 'of-review', { roles: ['review'] });
    const open = async (caller: Parameters<typeof openDeskStream>[1]) => (await openDeskStream(port, caller)).status;
    expect([await open(browser), await open(app.browser()), await open(await app.openConsole())]).toEqual([
      401, 401, 401,
    ]);
    expect(await open(review)).toBe(403);
    const desk = await enterDesk(app);
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await openDeskStream(port, desk, cross)).status).toBe(403);
    expect((await openStream(port, desk, { path: '/chat/ops/stream', query: '?after=1' })).status).toBe(400);
    // A member's cookie opens no customer's stream.
    expect((await openStream(port, desk)).status).toBe(401);
  });

  it('service 2.6 five streams a member, and a place is free again when one is closed', async () => {
    const desk = await enterDesk(app);
    const five = await Promise.all(Array.from({ length: 5 }, () => openDeskStream(port, desk)));
    expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await openDeskStream(port, desk);
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '30']);
    five[0]?.close();
    await expect.poll(async () => (await openDeskStream(port, desk)).status, { timeout: 30_000 }).toBe(200);
    for (const stream of five) stream.close();
  });

  it('service 2.2 ends on logout at once, and once its session is gone', async () => {
    const [desk, other] = [await enterDesk(app), await enterDesk(app)];
    const [own, others] = [
      await begun(await openDeskStream(port, desk)),
      await begun(await openDeskStream(port, other)),
    ];
    await dataOf(desk.call('ops.logout'));
    await until(() => expect(own.hasEnded()).toBe(true));
    expect(others.hasEnded()).toBe(false);
    await app.rows(`delete from session where staff_id is not null`);
    await until(() => expect(others.hasEnded()).toBe(true));
  });
});

it('service 2.2 a desk’s stream says something while nothing happens, ends after its longest time, and a stop ends all at once', async () => {
  const short = await testApp({ streams: { commentMs: 50, longestMs: 1500 } });
  const socket = await listenOn(short);
  const desk = await enterDesk(short);
  const first = await begun(await openDeskStream(socket, desk));
  await until(() => expect(first.text()).toContain('\n:\n\n'));
  await until(() => expect(first.hasEnded()).toBe(true));
  const last = await begun(await openDeskStream(socket, desk));
  const closing = short.close();
  await until(() => expect(last.hasEnded()).toBe(true));
  await closing;
});
