import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { dataOf, enterDesk, newClientId, runChatJob, say, setService } from '../chat.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let colleague: TestBrowser;
beforeAll(async () => {
  app = await testApp();
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

describe('service 5.3 what a member leaves who goes away', () => {
  it('service 5.3 after a stop of the service nobody is away until pages could ask again', async () => {
    await setDuty(desk, 'online');
    const { browser } = await ask();
    const ended = () =>
      app.rows(
        `insert into scheduled_job (name, next_at, ended_at) values ('chat.assign', app_now(), app_now())
          on conflict (name) do update set ended_at = app_now()`,
      );
    await ended();
    await app.clock.advance({ minutes: 10 });
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'serving' });
    await ended();
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting' });
    await app.rows("delete from scheduled_job where name = 'chat.assign'");
  });

  it('service 3.4 a customer whom nobody answered before the member went away is offered to leave a message', async () => {
    await setDuty(desk, 'online');
    const { browser } = await ask();
    await app.clock.advance({ minutes: 3 });
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting' });
    await runChatJob(app, 'chat.leave');
    expect(await receptionOf(browser)).toMatchObject({ state: 'left' });
  });

  it('service 5.3 who was never at the desk has two minutes to see what was transferred to them', async () => {
    await setDuty(desk, 'online');
    const { browser, conversationId, reception } = await ask();
    const to = await staffIdOf(colleague);
    await app.rows('delete from chat_duty where staff_id = $1', [to]);
    const asked = { receptionId: reception.receptionId, to, idempotencyKey: newClientId() };
    await dataOf(desk.call('ops.chat.transfer', asked));
    await runChatJob(app, 'chat.assign');
    expect(await servedBy(conversationId)).toBe(to);
    await app.clock.advance({ minutes: 3 });
    await runChatJob(app, 'chat.assign');
    expect(await receptionOf(browser)).toMatchObject({ state: 'waiting' });
  });
});
