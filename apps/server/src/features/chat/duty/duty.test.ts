import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { closedHours, dataOf, enterDesk, newClientId, runChatJob, say, setService } from '../chat.fixture.ts';
import { listenOn, openDeskStream } from '../stream/stream.fixture.ts';

let app: TestApp;
let port: number;
let desk: TestBrowser;
let colleague: TestBrowser;
beforeAll(async () => {
  app = await testApp({ streams: { lookMs: 200 } });
  port = await listenOn(app);
  [desk, colleague] = [await enterDesk(app), await enterDesk(app)];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.rows(
    "update chat_reception set state = 'ended', ended_at = app_now(), ended_by = 'silence' where state <> 'ended'",
  );
  await app.rows('delete from chat_duty');
  await setService(desk, { assignment: 'turn' });
});

const setDuty = (browser: TestBrowser, status: 'online' | 'busy' | 'off') =>
  dataOf(browser.call('ops.chat.setDuty', { status }));
const dutyOf = (browser: TestBrowser) => dataOf(browser.call('ops.chat.duty', {}));
const receptionOf = async (browser: TestBrowser) => (await dataOf(browser.call('chat.open'))).reception;
const staffIdOf = async (browser: TestBrowser): Promise<string> =>
  (await dataOf(browser.call('ops.user.info'))).user.staffId;
/** A merchant who asks and waits, or has somebody at once. */
const ask = async () => {
  const { browser } = await makeMerchant(app);
  const { conversationId } = await say(browser, '账单少了一笔');
  return { browser, conversationId: String(conversationId), reception: await receptionOf(browser) };
};
const servedBy = async (conversationId: string): Promise<unknown> =>
  (
    await app.rows("select staff_id from chat_reception where conversation_id = $1 and state = 'serving'", [
      conversationId,
    ])
  )[0]?.['staff_id'];

describe('service 5.3 receptions are given in turn', () => {
  it('service 5.3 to those who are 在线, one after the other, at once: the customer reads who serves', async () => {
    await setDuty(desk, 'online');
    await setDuty(colleague, 'online');
    const talks = [await ask(), await ask(), await ask(), await ask()];
    for (const { reception } of talks) expect(reception).toMatchObject({ state: 'serving', agent: expect.any(String) });
    const served = await Promise.all(talks.map(({ conversationId }) => servedBy(conversationId)));
    expect(served[0]).not.toBe(served[1]);
    expect(served.slice(2)).toEqual(served.slice(0, 2));
    expect(await dutyOf(desk)).toEqual({ status: 'online', serving: 2, online: 2 });
  });

  it('service 5.3 nobody gets more than maxPerAgent: the rest wait, with their place, and the one who ends a reception has the next', async () => {
    await setService(desk, { assignment: 'turn', maxPerAgent: 1 });
    await setDuty(desk, 'online');
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect(first.reception).toMatchObject({ state: 'serving' });
    expect(third.reception).toMatchObject({ state: 'waiting', waitingBefore: 1 });
    await dataOf(desk.call('ops.chat.end', { receptionId: first.reception.receptionId }));
    expect(await receptionOf(second.browser)).toMatchObject({ state: 'serving' });
    expect(await receptionOf(third.browser)).toMatchObject({ state: 'waiting', waitingBefore: 0 });
    // The customer's own end makes room, too.
    await dataOf(second.browser.call('chat.end', { conversationId: second.conversationId }));
    expect(await receptionOf(third.browser)).toMatchObject({ state: 'serving' });
  });

  it('service 5.3 of twenty who ask at once nobody has too many, and nobody is given twice', async () => {
    await setService(desk, { assignment: 'turn', maxPerAgent: 5 });
    await setDuty(desk, 'online');
    await setDuty(colleague, 'online');
    const customers = await Promise.all(Array.from({ length: 20 }, async () => (await makeMerchant(app)).browser));
    await Promise.all(customers.map((browser) => say(browser, '有人吗')));
    await runChatJob(app, 'chat.assign');
    const served = await app.rows(
      "select staff_id, count(*)::int as count from chat_reception where state = 'serving' group by staff_id",
    );
    expect(served.map(({ count }) => count)).toEqual([5, 5]);
    expect(await app.rows("select count(*)::int as count from chat_reception where state = 'waiting'")).toEqual([
      { count: 10 },
    ]);
  });

  it('service 5.3 two who ask at once both have the only member, who has room for both', async () => {
    await setDuty(desk, 'online');
    for (let round = 0; round < 5; round += 1) {
      const customers = await Promise.all([1, 2].map(async () => (await makeMerchant(app)).browser));
      await Promise.all(customers.map((browser) => say(browser, '有人吗')));
      for (const browser of customers) expect(await receptionOf(browser)).toMatchObject({ state: 'serving' });
      await app.rows(
        "update chat_reception set state = 'ended', ended_at = app_now(), ended_by = 'silence' where state <> 'ended'",
      );
    }
  });

  it('service 5.3 by hand they wait, and so they do while all are 忙碌, or the hours are over; who comes 在线 has those who wait', async () => {
    await setService(desk, { assignment: 'hand' });
    await setDuty(desk, 'online');
    expect((await ask()).reception).toMatchObject({ state: 'waiting' });
    await setService(desk, { assignment: 'turn' });
    await setDuty(desk, 'busy');
    const waiting = await ask();
    expect(waiting.reception).toMatchObject({ state: 'waiting' });
    await setDuty(desk, 'online');
    expect(await receptionOf(waiting.browser)).toMatchObject({ state: 'serving' });
    await setService(desk, { assignment: 'turn', hours: closedHours(app) });
    expect((await ask()).reception).toMatchObject({ state: 'left' });
  });

  it('service 5.3 who gives a reception back is not given it again, and a colleague is', async () => {
    await setDuty(desk, 'online');
    const { browser, conversationId, reception } = await ask();
    const asked = { receptionId: reception.receptionId, idempotencyKey: newClientId() };
    await dataOf(desk.call('ops.chat.giveBack', asked));
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting' });
    await setDuty(colleague, 'online');
    expect(await servedBy(conversationId)).toBe(await staffIdOf(colleague));
  });

  it('service 5.3 a member who may not answer any more is given nothing', async () => {
    const gone = await enterStaff(app, 'duty-gone', { roles: ['support'] });
    await setDuty(gone, 'online');
    await app.rows("update staff set status = 'locked' where account = 'duty-gone'");
    expect((await ask()).reception).toMatchObject({ state: 'waiting' });
  });
});

describe('service 5.3 a member who goes away', () => {
  it('service 5.3 gives back after two minutes, with a note, and a colleague who is there has it', async () => {
    await setDuty(desk, 'online');
    const { browser, conversationId } = await ask();
    await app.clock.advance({ seconds: 90 });
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'serving' });
    await app.clock.advance({ seconds: 40 });
    await setDuty(colleague, 'online');
    await runChatJob(app, 'chat.assign');
    expect(await servedBy(conversationId)).toBe(await staffIdOf(colleague));
    const { notes } = await dataOf(colleague.call('ops.chat.notes', { conversationId }));
    expect(notes).toMatchObject([{ kind: 'giveBack', content: expect.stringContaining('2 分钟') }]);
    // Who comes back is 离线 until they choose again.
    expect(await dutyOf(desk)).toEqual({ status: 'off', serving: 0, online: 1 });
  });

  it('service 5.3 has the same happen to what they took by hand', async () => {
    await setService(desk, { assignment: 'hand' });
    await dutyOf(desk);
    const { browser, reception } = await ask();
    await dataOf(desk.call('ops.chat.take', { receptionId: reception.receptionId }));
    await app.clock.advance({ minutes: 3 });
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting' });
  });

  it('service 5.3 is there as long as a page asks; a stream that is open, as behind a closed lid, says nothing', async () => {
    await setDuty(desk, 'online');
    const { browser } = await ask();
    for (let minute = 0; minute < 4; minute += 1) {
      await app.clock.advance({ seconds: 60 });
      await dutyOf(desk);
    }
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'serving' });
    const stream = await openDeskStream(port, desk);
    await app.clock.advance({ minutes: 3 });
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting' });
    stream.close();
  });
});

it('service 5.3 colleagues are named with what they say of themselves and how many they serve', async () => {
  await setDuty(colleague, 'online');
  await ask();
  const colleagueId = await staffIdOf(colleague);
  const of = async () =>
    (await dataOf(desk.call('ops.chat.colleagues', {}))).items.find(
      ({ staffId }: { staffId: string }) => staffId === colleagueId,
    );
  expect(await of()).toMatchObject({ status: 'online', serving: 1 });
  await app.clock.advance({ minutes: 3 });
  expect(await of()).toMatchObject({ status: 'off', serving: 1 });
});
