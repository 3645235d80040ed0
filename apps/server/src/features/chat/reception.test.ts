import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { dataOf, enterDesk, newClientId, openServed, say, textOf } from './chat.fixture.ts';
import { chatJobs } from './chat.jobs.ts';

let app: TestApp;
let desk: TestBrowser;
let colleague: TestBrowser;
let merchant: Merchant;
beforeAll(async () => {
  app = await testApp({ limits: { newChatsPerAddressPerHour: 3 } });
  [desk, colleague] = [await enterDesk(app), await enterDesk(app)];
});
afterAll(() => app.close());

const codeOf = async (browser: TestBrowser, id: string, data: object) =>
  (await browser.call(id, { ...data })).body.errCode;
const receptionOf = async (browser: TestBrowser) => (await dataOf(browser.call('chat.open'))).reception;
const served = async () => {
  merchant = await makeMerchant(app);
  return openServed(merchant.browser, desk);
};
const endSilent = () =>
  Promise.all(chatJobs.map(({ run }) => run({ database: app.database, ports: app.ports, log: app.ports.log })));

describe('service 1.4 a reception', () => {
  it('service 1.4 opens with the first message, waits, is served by who takes it, and ends; the next message opens the next', async () => {
    merchant = await makeMerchant(app);
    const { conversationId } = await say(merchant.browser, '您好');
    const first = await receptionOf(merchant.browser);
    expect(first).toMatchObject({ state: 'waiting', version: 1, waitingBefore: 0 });
    const handed = await dataOf(merchant.browser.call('chat.handOver', { conversationId, subject: '账单' }));
    expect(handed.reception).toMatchObject({ state: 'waiting', version: 2 });
    expect(
      (await dataOf(merchant.browser.call('chat.handOver', { conversationId, subject: '账单' }))).reception,
    ).toEqual(handed.reception);
    const { reception } = await dataOf(desk.call('ops.chat.take', { receptionId: first.receptionId }));
    expect(reception).toMatchObject({ state: 'serving', version: 3 });
    expect(await receptionOf(merchant.browser)).toEqual(reception);
    expect(reception.agent).toMatch(/^desk-/);
    const ended = await dataOf(merchant.browser.call('chat.end', { conversationId }));
    expect(ended.reception).toEqual({ receptionId: first.receptionId, state: 'ended', version: 4 });
    for (const id of ['chat.end', 'chat.handOver'])
      expect(await codeOf(merchant.browser, id, { conversationId })).toBe('RHCS001');
    await say(merchant.browser, '还有一个问题');
    const next = await receptionOf(merchant.browser);
    expect(next).toMatchObject({ state: 'waiting', version: 5 });
    expect(next.receptionId).not.toBe(first.receptionId);
  });

  it('service 1.4 says how many wait before it', async () => {
    const [one, two] = [await makeMerchant(app), await makeMerchant(app)];
    await say(one.browser, '先来');
    await say(two.browser, '后到');
    const { waitingBefore } = await receptionOf(one.browser);
    expect(await receptionOf(two.browser)).toMatchObject({ waitingBefore: waitingBefore + 1 });
  });

  it('service 1.4 is over after 30 minutes of silence by the clock, before a job has stored it and as it stores it', async () => {
    const { receptionId } = await served();
    const { browser } = merchant;
    await app.rows("update chat_reception set spoken_at = app_now() - interval '31 minutes' where reception_id = $1", [
      receptionId,
    ]);
    const derived = await dataOf(browser.call('chat.open'));
    expect(derived.reception).toMatchObject({ receptionId, state: 'ended' });
    expect(await app.rows('select state from chat_reception where reception_id = $1', [receptionId])).toEqual([
      { state: 'serving' },
    ]);
    await endSilent();
    const stored = await dataOf(browser.call('chat.open'));
    expect(stored.reception).toEqual(derived.reception);
    expect(
      await app.rows(
        "select state, ended_by, ended_at = spoken_at + interval '30 minutes' as on_time from chat_reception where reception_id = $1",
        [receptionId],
      ),
    ).toEqual([{ state: 'ended', ended_by: 'silence', on_time: true }]);
  });

  it('service 1.4 a message after a silence that nobody has stored opens the next one, under rising versions', async () => {
    const { receptionId } = await served();
    const before = await receptionOf(merchant.browser);
    await app.rows("update chat_reception set spoken_at = app_now() - interval '31 minutes' where reception_id = $1", [
      receptionId,
    ]);
    await say(merchant.browser, '又来了');
    expect(await receptionOf(merchant.browser)).toMatchObject({ state: 'waiting', version: before.version + 2 });
    const states = await app.rows('select state, ended_by from chat_reception where reception_id = $1', [receptionId]);
    expect(states).toEqual([{ state: 'ended', ended_by: 'silence' }]);
  });

  it('service 1.4 is rated once, after its end, for seven days', async () => {
    const { conversationId, receptionId } = await served();
    expect(await codeOf(merchant.browser, 'chat.rate', { receptionId, stars: 5 })).toBe('RHCS005');
    await dataOf(merchant.browser.call('chat.end', { conversationId }));
    await dataOf(merchant.browser.call('chat.rate', { receptionId, stars: 5, words: '很快' }));
    await dataOf(merchant.browser.call('chat.rate', { receptionId, stars: 5, words: '很快' }));
    expect(await codeOf(merchant.browser, 'chat.rate', { receptionId, stars: 1 })).toBe('RHCS005');
    const late = await served();
    await dataOf(merchant.browser.call('chat.end', { conversationId: late.conversationId }));
    await app.rows("update chat_reception set ended_at = ended_at - interval '8 days' where reception_id = $1", [
      late.receptionId,
    ]);
    expect(await codeOf(merchant.browser, 'chat.rate', { receptionId: late.receptionId, stars: 5 })).toBe('RHCS005');
  });
});

describe('service 5.2 the desk', () => {
  it('service 5.2 two who take at once: one has it, and is answered the same again', async () => {
    merchant = await makeMerchant(app);
    await say(merchant.browser, '谁来');
    const { receptionId } = await receptionOf(merchant.browser);
    const replies = await Promise.all([desk, colleague].map((one) => one.call('ops.chat.take', { receptionId })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(replies.find(({ status }) => status === 409)?.body.errCode).toBe('RHCS006');
    const winner = replies[0]?.status === 200 ? desk : colleague;
    const again = await dataOf(winner.call('ops.chat.take', { receptionId }));
    expect(again.reception).toEqual(replies.find(({ status }) => status === 200)?.body.data.reception);
  });

  it('service 5.2 who serves sends under the same rules as the customer; nobody else does, and nobody after the end', async () => {
    const { conversationId, receptionId } = await served();
    const answer = { conversationId, clientId: newClientId(), content: '马上为您查' };
    const first = await dataOf(desk.call('ops.chat.send', answer));
    expect(await dataOf(desk.call('ops.chat.send', answer))).toEqual(first);
    expect(await codeOf(desk, 'ops.chat.send', { ...answer, content: '另一句' })).toBe('RHCS003');
    expect(await codeOf(colleague, 'ops.chat.send', { ...answer, clientId: newClientId() })).toBe('RHCS006');
    expect(await codeOf(colleague, 'ops.chat.end', { receptionId })).toBe('RHCS006');
    const { messages } = await dataOf(merchant.browser.call('chat.history', { conversationId }));
    expect(messages.at(-1)).toMatchObject({ seq: 2, sender: 'agent', content: '马上为您查' });
    expect(JSON.stringify(messages)).not.toContain(answer.clientId);
    const { reception } = await dataOf(desk.call('ops.chat.end', { receptionId, category: '费率', summary: '已告知' }));
    expect(reception).toMatchObject({ state: 'ended' });
    expect(await dataOf(desk.call('ops.chat.send', answer))).toEqual(first);
    expect(await codeOf(desk, 'ops.chat.send', { ...answer, clientId: newClientId() })).toBe('RHCS001');
    expect(await codeOf(desk, 'ops.chat.end', { receptionId })).toBe('RHCS001');
    expect(await codeOf(desk, 'ops.chat.take', { receptionId })).toBe('RHCS001');
    const [row] = await app.rows('select category, summary from chat_reception where reception_id = $1', [receptionId]);
    expect(row).toEqual({ category: '费率', summary: '已告知' });
  });

  it('service 5.1 the queue shows who waits and who is served, those first that wait longest, without the words of a recall', async () => {
    const { conversationId, receptionId } = await served();
    const { seq } = await say(merchant.browser, '请看这里');
    const itemOf = async (asked: object) =>
      (await dataOf(desk.call('ops.chat.queue', { ...asked }))).items.find(
        (item: { receptionId: string }) => item.receptionId === receptionId,
      );
    expect(await itemOf({})).toMatchObject({
      conversationId,
      state: 'serving',
      tenantName: expect.stringMatching(/^商户/),
      unread: 2,
      lastWords: '请看这里',
    });
    expect(await itemOf({ state: 'waiting' })).toBeUndefined();
    await dataOf(merchant.browser.call('chat.recall', { conversationId, seq }));
    expect(await itemOf({ state: 'serving' })).toMatchObject({ lastWords: '' });
    const { items } = await dataOf(desk.call('ops.chat.queue', { state: 'waiting' }));
    const times = items.map(({ since }: { since: string }) => since);
    expect(times).toEqual(times.toSorted());
  });

  it('service 5.2 what there is not is answered as such, and what is asked wrongly', async () => {
    for (const [id, data] of [
      ['ops.chat.history', { conversationId: 'no-such-id' }],
      ['ops.chat.take', { receptionId: 'no-such-id' }],
      ['ops.chat.send', { conversationId: 'no-such-id', clientId: newClientId(), content: '在' }],
      ['ops.chat.read', { conversationId: 'no-such-id', seq: 1 }],
      ['ops.chat.end', { receptionId: 'no-such-id' }],
    ] as const)
      expect(await codeOf(desk, id, data), id).toBe('RHSY404');
    const { conversationId } = await served();
    expect(await codeOf(desk, 'ops.chat.history', { conversationId, before: 2, after: 1 })).toBe('RHSY422');
  });
});

describe('service 2.6 bounds', () => {
  it('service 2.6 the eleventh message in ten seconds waits, in order, and a repeat of one that was taken does not count', async () => {
    merchant = await makeMerchant(app);
    const sent = Array.from({ length: 10 }, (_, at) => textOf(`第 ${at} 条`));
    for (const message of sent) await dataOf(merchant.browser.call('chat.send', message));
    const reply = await merchant.browser.call('chat.send', textOf('太快'));
    expect(reply).toMatchObject({
      status: 429,
      body: { errCode: 'RHCS002', data: { retryAfter: expect.any(Number) } },
    });
    expect(reply.body.data.retryAfter).toBeLessThanOrEqual(10);
    expect((await dataOf(merchant.browser.call('chat.send', sent[9] ?? {}))).seq).toBe(10);
    await app.clock.advance({ seconds: reply.body.data.retryAfter });
    expect((await say(merchant.browser, '现在')).seq).toBe(11);
  });

  it('service 2.6 a message of 5,000 characters is taken, one more is not', async () => {
    merchant = await makeMerchant(app);
    await say(merchant.browser, '好'.repeat(5000));
    expect(await codeOf(merchant.browser, 'chat.send', textOf('好'.repeat(5001)))).toBe('RHSY422');
  });

  it('service 2.6 an address begins so many visitors’ conversations an hour; those that are there go on', async () => {
    const visitors = await Promise.all([app.open(), app.open(), app.open()]);
    for (const one of visitors) await say(one, '您好');
    const reply = await (await app.open()).call('chat.send', textOf('您好'));
    expect(reply.body).toMatchObject({ errCode: 'RHCS002', data: { retryAfter: expect.any(Number) } });
    for (const one of visitors) await say(one, '还在');
  });
});
