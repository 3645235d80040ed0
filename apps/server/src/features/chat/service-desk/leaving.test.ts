import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import {
  answerFrom,
  closedHours,
  dataOf,
  enterDesk,
  newClientId,
  openServed,
  runChatJob,
  say,
  setService,
} from '../chat.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let colleague: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  [desk, colleague] = [await enterDesk(app), await enterDesk(app)];
});
afterAll(() => app.close());

const receptionOf = async (browser: TestBrowser) => (await dataOf(browser.call('chat.open'))).reception;
interface Shown {
  readonly seq: number;
  readonly sender: string;
  readonly content: string;
}
const messagesOf = async (browser: TestBrowser, conversationId: string): Promise<readonly Shown[]> =>
  (await dataOf(browser.call('chat.history', { conversationId }))).messages;
const itemOf = async (conversationId: string) =>
  (await dataOf(desk.call('ops.chat.queue', {}))).items.find(
    (item: { conversationId: string }) => item.conversationId === conversationId,
  );

const noticesOf = (userId: string) =>
  app.rows("select title, kind from notice where user_id = $1 and place = 'chat'", [userId]);

/** So many conversations whose messages were left two days ago. */
const leaveOlder = async (count: number): Promise<void> => {
  await app.rows(
    `insert into chat_visitor (visitor_id, token_hash, session_id, expires_at)
      select 'left-' || n, sha256(('left-' || n)::bytea), 'left-' || n, app_now() + interval '1 day' from generate_series(1, $1::int) n`,
    [count],
  );
  await app.rows(
    "insert into chat_conversation (conversation_id, visitor_id) select 'left-' || n, 'left-' || n from generate_series(1, $1::int) n",
    [count],
  );
  await app.rows(
    `insert into chat_reception (reception_id, conversation_id, state, version, waiting_at)
      select 'left-' || n, 'left-' || n, 'left', 1, app_now() - interval '2 days' from generate_series(1, $1::int) n`,
    [count],
  );
};

describe('service 5.1 the queue of the desk', () => {
  it('service 5.1 a hundred messages that were left hide nobody who waits, and no reception of one’s own', async () => {
    await setService(desk, {});
    const served = await openServed(await app.open(), desk);
    const { conversationId } = await say(await app.open(), '有人吗');
    await leaveOlder(100);
    try {
      const { items } = await dataOf(desk.call('ops.chat.queue', {}));
      expect(items).toHaveLength(100);
      expect(items[0]).toMatchObject({ conversationId: served.conversationId, own: 'serves' });
      expect(items.slice(1).find(({ state }: { state: string }) => state !== 'left')).toMatchObject({ conversationId });
      const others = (await dataOf(colleague.call('ops.chat.queue', {}))).items.slice(0, 2);
      expect(others.map(({ state }: { state: string }) => state).toSorted()).toEqual(['serving', 'waiting']);
    } finally {
      await app.rows("delete from chat_reception where reception_id like 'left-%'");
    }
  });
});

describe('service 3.4 out of the hours', () => {
  it('service 3.4 a message is left at once: the robot names the hours, once, it waits in the queue, and its answer opens serving', async () => {
    await setService(desk, { hours: closedHours(app) });
    const { browser, userId } = await makeMerchant(app);
    const { conversationId } = await say(browser, '账单金额不对');
    expect(await receptionOf(browser)).toMatchObject({ state: 'left', version: 2 });
    await say(browser, '编号 ZD1');
    const messages = await messagesOf(browser, conversationId);
    expect(messages.map(({ sender }) => sender)).toEqual(['user', 'robot', 'user']);
    expect(messages[1]?.content).toMatch(/服务时间（每天 \d\d:\d\d–\d\d:\d\d）.*留言/);
    expect(await itemOf(conversationId)).toMatchObject({ state: 'left', own: null, unread: 2 });

    await setService(desk, {});
    const answer = { conversationId, clientId: newClientId(), content: '已更正' };
    const first = await dataOf(desk.call('ops.chat.send', answer));
    expect(first.seq).toBe(4);
    expect(await dataOf(desk.call('ops.chat.send', answer))).toEqual(first);
    expect(await receptionOf(browser)).toMatchObject({ state: 'serving', version: 3 });
    expect(await itemOf(conversationId)).toMatchObject({ state: 'serving', own: 'serves' });
    expect(await noticesOf(userId)).toEqual([{ title: '客服已回复您的留言', kind: 'system' }]);
    await answerFrom(desk, conversationId, '还有别的吗');
    expect(await noticesOf(userId)).toHaveLength(1);
    const second = await colleague.call('ops.chat.send', { ...answer, clientId: newClientId() });
    expect(second.body.errCode).toBe('RHCS006');
  });

  it('service 3.4 what the robot hands over then is left, and the customer’s step reads so', async () => {
    const { browser } = await makeMerchant(app);
    const { conversationId } = await say(browser, '转人工之前');
    // As it would be with a robot.
    await app.rows("update chat_reception set state = 'robot', waiting_at = null where conversation_id = $1", [
      conversationId,
    ]);
    await setService(desk, { hours: closedHours(app) });
    const { reception } = await dataOf(browser.call('chat.handOver', { conversationId }));
    expect(reception).toMatchObject({ state: 'left', version: 3 });
    expect((await dataOf(browser.call('chat.handOver', { conversationId }))).reception).toEqual(reception);
    const named = await dataOf(browser.call('chat.handOver', { conversationId, subject: '账单' }));
    expect(named.reception).toMatchObject({ state: 'left', version: 4 });
    expect(await messagesOf(browser, conversationId)).toHaveLength(2);
    await setService(desk, {});
  });

  it('service 3.4 a visitor’s message is answered without a notice', async () => {
    await setService(desk, { hours: closedHours(app) });
    const visitor = await app.open();
    const { conversationId } = await say(visitor, '想了解费率');
    const [before] = await app.rows('select count(*)::int as n from notice');
    expect((await answerFrom(desk, conversationId, '您好')).seq).toBe(3);
    expect(await app.rows('select count(*)::int as n from notice')).toEqual([before]);
    expect(await receptionOf(visitor)).toMatchObject({ state: 'serving' });
    await setService(desk, {});
  });

  it('service 3.4 what still waited when the hours ended is left by the job; a reception that is served goes on', async () => {
    const [one, two] = [await makeMerchant(app), await makeMerchant(app)];
    const { conversationId } = await say(one.browser, '还没有人来');
    await openServed(two.browser, desk);
    await setService(desk, { hours: closedHours(app) });
    await runChatJob(app, 'chat.leave');
    expect(await receptionOf(one.browser)).toMatchObject({ state: 'left' });
    expect((await messagesOf(one.browser, conversationId)).at(-1)).toMatchObject({ seq: 2, sender: 'robot' });
    expect(await receptionOf(two.browser)).toMatchObject({ state: 'serving' });
    await setService(desk, {});
  });
});

describe('service 3.4 nobody takes it within the promised time', () => {
  it('service 3.4 the robot says so and offers to leave a message, when the time is over and not before, once', async () => {
    const { browser, userId } = await makeMerchant(app);
    const { conversationId } = await say(browser, '有人吗');
    await app.clock.advance({ seconds: 50 });
    await runChatJob(app, 'chat.leave');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting', version: 1 });
    await app.clock.advance({ seconds: 11 });
    await Promise.all([runChatJob(app, 'chat.leave'), runChatJob(app, 'chat.leave')]);
    await runChatJob(app, 'chat.leave');
    expect(await receptionOf(browser)).toMatchObject({ state: 'left', version: 2 });
    const messages = await messagesOf(browser, conversationId);
    expect(messages).toMatchObject([
      { sender: 'user' },
      { sender: 'robot', content: expect.stringMatching(/客服正忙/) },
    ]);
    // It can be taken as before.
    await dataOf(desk.call('ops.chat.take', { receptionId: (await receptionOf(browser)).receptionId }));
    expect(await receptionOf(browser)).toMatchObject({ state: 'serving' });
    // The notice comes with the answer.
    expect(await noticesOf(userId)).toEqual([]);
    await answerFrom(desk, conversationId, '久等了');
    expect(await noticesOf(userId)).toHaveLength(1);
  });

  it('service 5.2 one that was given back keeps waiting: somebody has been with this customer', async () => {
    const { browser } = await makeMerchant(app);
    const { receptionId } = await openServed(browser, desk);
    await dataOf(desk.call('ops.chat.giveBack', { receptionId, idempotencyKey: newClientId() }));
    await app.clock.advance({ seconds: 120 });
    await runChatJob(app, 'chat.leave');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting' });
  });
});

describe('service 1.4 silence', () => {
  it('service 1.4 its end is announced at 25 minutes, once after the last words, and comes at 30', async () => {
    const { browser } = await makeMerchant(app);
    const { conversationId } = await openServed(browser, await enterDesk(app));
    const announced = async () =>
      (await messagesOf(browser, conversationId)).filter(({ sender }) => sender === 'system').length;
    await app.clock.advance({ minutes: 24 });
    await runChatJob(app, 'chat.announceSilence');
    expect(await announced()).toBe(0);
    await app.clock.advance({ minutes: 1 });
    await Promise.all([runChatJob(app, 'chat.announceSilence'), runChatJob(app, 'chat.announceSilence')]);
    await runChatJob(app, 'chat.announceSilence');
    expect(await announced()).toBe(1);
    await say(browser, '还在');
    await app.clock.advance({ minutes: 25 });
    await runChatJob(app, 'chat.announceSilence');
    expect(await announced()).toBe(2);
    expect(await receptionOf(browser)).toMatchObject({ state: 'serving' });
    await app.clock.advance({ minutes: 5 });
    await runChatJob(app, 'chat.endSilent');
    expect(await receptionOf(browser)).toMatchObject({ state: 'ended' });
    [desk, colleague] = [await enterDesk(app), await enterDesk(app)];
  });

  it('service 1.4 the announcement is no word of anybody: it is unread for nobody, and silence goes on', async () => {
    const { browser } = await makeMerchant(app);
    const { conversationId } = await openServed(browser, desk);
    await answerFrom(desk, conversationId, '请稍候');
    await app.rows(
      "update chat_reception set spoken_at = app_now() - interval '26 minutes' where conversation_id = $1",
      [conversationId],
    );
    const before = await dataOf(browser.call('chat.open'));
    await runChatJob(app, 'chat.announceSilence');
    const after = await dataOf(browser.call('chat.open'));
    expect(after).toMatchObject({ lastSeq: before.lastSeq + 1, unread: before.unread, cursors: before.cursors });
    await app.clock.advance({ minutes: 4 });
    expect(await receptionOf(browser)).toMatchObject({ state: 'ended' });
    desk = await enterDesk(app);
  });
});

describe('service 5.3 the settings', () => {
  const set = (more: object) =>
    desk.call('ops.chat.setSettings', {
      hours: null,
      promisedSec: 60,
      assignment: 'hand',
      maxPerAgent: 5,
      idempotencyKey: newClientId(),
      ...more,
    });

  it('service 5.3 hours and the promised time are read and set, by one at a time', async () => {
    const { revision } = await dataOf(desk.call('ops.chat.settings', {}));
    const hours = { days: 'working', opensMinute: 540, closesMinute: 1080 };
    const stored = await dataOf(set({ hours, promisedSec: 120, revision }));
    expect(stored).toMatchObject({
      hours,
      promisedSec: 120,
      revision: revision + 1,
      setBy: expect.stringMatching(/^desk-/),
    });
    expect(await dataOf(colleague.call('ops.chat.settings', {}))).toEqual(stored);
    expect(await set({ revision })).toMatchObject(
      cameSecond(expect.stringMatching(/^desk-/), '设置服务时间、承诺的接待时间与分配'),
    );
    // Nobody has set them so often.
    expect((await set({ revision: Number.MAX_SAFE_INTEGER })).body.errCode).toBe('RHSY409');
    expect(await dataOf(desk.call('ops.chat.settings', {}))).toEqual(stored);
    await setService(desk, {});
  });

  it('service 5.3 hours that end before they begin are refused at their field, and nothing is stored', async () => {
    const before = await dataOf(desk.call('ops.chat.settings', {}));
    const hours = { days: 'every', opensMinute: 600, closesMinute: 600 };
    const reply = await set({ hours, revision: before.revision });
    expect(reply).toMatchObject({
      status: 422,
      body: { errCode: 'RHSY422', data: { fields: [{ path: 'hours.closesMinute' }] } },
    });
    expect(await dataOf(desk.call('ops.chat.settings', {}))).toEqual(before);
  });
});
