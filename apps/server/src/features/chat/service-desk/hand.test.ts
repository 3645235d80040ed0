import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { answerFrom, dataOf, enterDesk, newClientId, openServed, say } from '../chat.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let colleague: TestBrowser;
let colleagueId: string;
const staffIdOf = async (browser: TestBrowser): Promise<string> =>
  (await dataOf(browser.call('ops.user.info'))).user.staffId;
beforeAll(async () => {
  app = await testApp();
  [desk, colleague] = [await enterDesk(app), await enterDesk(app)];
  colleagueId = await staffIdOf(colleague);
});
afterAll(() => app.close());

const codeOf = async (browser: TestBrowser, id: string, data: object) =>
  (await browser.call(id, { ...data })).body.errCode;
const served = async () => {
  const { browser } = await makeMerchant(app);
  return { customer: browser, ...(await openServed(browser, desk)) };
};
const keyed = (data: object) => ({ ...data, idempotencyKey: newClientId() });
const itemOf = async (browser: TestBrowser, conversationId: string) =>
  (await dataOf(browser.call('ops.chat.queue', {}))).items.find(
    (item: { conversationId: string }) => item.conversationId === conversationId,
  );
const notesOf = async (conversationId: string) => (await dataOf(desk.call('ops.chat.notes', { conversationId }))).notes;
const end = (browser: TestBrowser, receptionId: string) => dataOf(browser.call('ops.chat.end', { receptionId }));

describe('service 5.2 a reception is transferred', () => {
  it('service 5.2 with a note, to a colleague who has it at once: the customer reads the name, and the former one sends no more', async () => {
    const { customer, conversationId, receptionId } = await served();
    const before = (await dataOf(customer.call('chat.open'))).reception;
    const asked = keyed({ receptionId, to: colleagueId, note: '在等回单' });
    const { reception } = await dataOf(desk.call('ops.chat.transfer', asked));
    expect(reception).toMatchObject({ receptionId, state: 'serving', version: before.version + 1 });
    expect(reception.agent).not.toBe(before.agent);
    expect((await dataOf(customer.call('chat.open'))).reception).toEqual(reception);
    expect(await itemOf(colleague, conversationId)).toMatchObject({ own: 'serves', agent: reception.agent });
    expect(await itemOf(desk, conversationId)).toMatchObject({ own: null });
    const notes = await notesOf(conversationId);
    expect(notes).toMatchObject([{ kind: 'transfer', content: '在等回单', to: reception.agent, afterSeq: 1 }]);
    const answer = { conversationId, clientId: newClientId(), content: '还是我' };
    expect(await codeOf(desk, 'ops.chat.send', answer)).toBe('RHCS006');
    expect((await answerFrom(colleague, conversationId, '我来接着办')).seq).toBe(2);
    // The same once more is answered as at first, and noted once.
    expect((await dataOf(desk.call('ops.chat.transfer', asked))).reception).toEqual(reception);
    expect(await notesOf(conversationId)).toHaveLength(1);
    expect(JSON.stringify(await dataOf(customer.call('chat.history', { conversationId })))).not.toContain('在等回单');
  });

  it('service 5.2 only by who serves, while it goes on, and to somebody else who may serve', async () => {
    const { receptionId, conversationId } = await served();
    const locked = await enterStaff(app, 'hand-content', { roles: ['content'] });
    const ask = (browser: TestBrowser, data: object) => codeOf(browser, 'ops.chat.transfer', keyed(data));
    const own = await staffIdOf(desk);
    expect(await ask(colleague, { receptionId, to: own })).toBe('RHCS006');
    expect(await ask(desk, { receptionId, to: own })).toBe('RHSY422');
    expect(await ask(desk, { receptionId, to: await staffIdOf(locked) })).toBe('RHSY404');
    expect(await ask(desk, { receptionId: 'no-such-id', to: colleagueId })).toBe('RHSY404');
    expect(await itemOf(desk, conversationId)).toMatchObject({ own: 'serves' });
    expect(await notesOf(conversationId)).toEqual([]);
    await end(desk, receptionId);
    expect(await ask(desk, { receptionId, to: colleagueId })).toBe('RHCS001');
  });

  it('service 5.2 the colleagues to whom are those who may serve, without oneself', async () => {
    const { items } = await dataOf(desk.call('ops.chat.colleagues', {}));
    const ids = items.map(({ staffId }: { staffId: string }) => staffId);
    expect(ids).toContain(colleagueId);
    expect(ids).not.toContain(await staffIdOf(desk));
  });
});

describe('service 5.2 a reception is given back', () => {
  it('service 5.2 waits again at its place in the queue until a colleague takes it', async () => {
    const { customer, conversationId, receptionId } = await served();
    const { since } = await itemOf(desk, conversationId);
    const { reception } = await dataOf(desk.call('ops.chat.giveBack', keyed({ receptionId, note: '需要财务同事' })));
    expect(reception).toMatchObject({ receptionId, state: 'waiting' });
    expect(reception).not.toHaveProperty('agent');
    expect((await dataOf(customer.call('chat.open'))).reception).toMatchObject({ state: 'waiting' });
    expect(await itemOf(desk, conversationId)).toMatchObject({ state: 'waiting', own: null, agent: null, since });
    expect(await notesOf(conversationId)).toMatchObject([{ kind: 'giveBack', content: '需要财务同事' }]);
    const answer = { conversationId, clientId: newClientId(), content: '还在' };
    expect(await codeOf(desk, 'ops.chat.send', answer)).toBe('RHCS006');
    await dataOf(colleague.call('ops.chat.take', { receptionId }));
    expect(await itemOf(colleague, conversationId)).toMatchObject({ own: 'serves' });
  });

  it('service 5.2 only by who serves, while it goes on', async () => {
    const { receptionId } = await served();
    const ask = (browser: TestBrowser, id: string) => codeOf(browser, 'ops.chat.giveBack', keyed({ receptionId: id }));
    expect(await ask(colleague, receptionId)).toBe('RHCS006');
    expect(await ask(desk, 'no-such-id')).toBe('RHSY404');
    await end(desk, receptionId);
    expect(await ask(desk, receptionId)).toBe('RHCS001');
  });
});

describe('service 5.2 several steps at once', () => {
  it('service 5.2 a transfer, a giving back and an end of one reception: each is done or refused, and each that is done has its note', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { customer, conversationId, receptionId } = await served();
      const isDone = async (id: string, data: object) => (await desk.call(id, { ...data })).status === 200;
      const [isGiven, isBack, isEnded] = await Promise.all([
        isDone('ops.chat.transfer', keyed({ receptionId, to: colleagueId })),
        isDone('ops.chat.giveBack', keyed({ receptionId })),
        isDone('ops.chat.end', { receptionId }),
      ]);
      // Of the first two one alone has the reception; what was given back may still be ended.
      expect([isGiven, isBack].filter(Boolean).length + Number(isEnded && !isBack)).toBe(1);
      const state = isEnded ? 'ended' : isGiven ? 'serving' : 'waiting';
      expect((await dataOf(customer.call('chat.open'))).reception).toMatchObject({ receptionId, state });
      const kinds = (await notesOf(conversationId)).map(({ kind }: { kind: string }) => kind);
      expect(kinds).toEqual(isGiven ? ['transfer'] : isBack ? ['giveBack'] : []);
    }
  });

  it('service 5.2 two transfers at once: one colleague has it, and one note says so', async () => {
    const { conversationId, receptionId } = await served();
    const third = await enterDesk(app);
    const asked = [colleagueId, await staffIdOf(third)].map((to) => keyed({ receptionId, to }));
    const codes = await Promise.all(asked.map((data) => codeOf(desk, 'ops.chat.transfer', data)));
    expect(codes.filter((code) => code === 'RHCS006')).toHaveLength(1);
    expect(await notesOf(conversationId)).toHaveLength(1);
    const owns = [await itemOf(colleague, conversationId), await itemOf(third, conversationId)].map(({ own }) => own);
    expect(owns).toEqual(codes.map((code) => (code === 'RHCS006' ? null : 'serves')));
  });
});

describe('service 5.2 colleagues join', () => {
  it('service 5.2 who has joined answers too, sees it among their own, and may step out again', async () => {
    const { customer, conversationId, receptionId } = await served();
    const before = (await dataOf(customer.call('chat.open'))).reception;
    for (let twice = 0; twice < 2; twice += 1) await dataOf(colleague.call('ops.chat.join', { receptionId }));
    expect(await itemOf(colleague, conversationId)).toMatchObject({ own: 'joined' });
    expect(await itemOf(desk, conversationId)).toMatchObject({ own: 'serves' });
    expect((await answerFrom(colleague, conversationId, '补充一句')).seq).toBe(2);
    const shown = async (browser: TestBrowser, id: string) =>
      (await dataOf(browser.call(id, { conversationId }))).messages.at(-1);
    const { agent } = before;
    expect(await shown(desk, 'ops.chat.history')).toMatchObject({ seq: 2, agent: expect.stringMatching(/^desk-/) });
    expect((await shown(desk, 'ops.chat.history')).agent).not.toBe(agent);
    for (const reply of [await shown(colleague, 'ops.chat.history'), await shown(customer, 'chat.history')])
      expect(reply).not.toHaveProperty('agent');
    // The customer’s person stays the same.
    expect((await dataOf(customer.call('chat.open'))).reception).toEqual(before);
    expect(await codeOf(colleague, 'ops.chat.end', { receptionId })).toBe('RHCS006');
    for (let twice = 0; twice < 2; twice += 1) await dataOf(colleague.call('ops.chat.stepOut', { receptionId }));
    expect(await itemOf(colleague, conversationId)).toMatchObject({ own: null });
    const answer = { conversationId, clientId: newClientId(), content: '再补一句' };
    expect(await codeOf(colleague, 'ops.chat.send', answer)).toBe('RHCS006');
  });

  it('service 5.2 who joined and is given the reception serves it, and once it is handed on is out of it', async () => {
    const { conversationId, receptionId } = await served();
    await dataOf(colleague.call('ops.chat.join', { receptionId }));
    await dataOf(desk.call('ops.chat.transfer', keyed({ receptionId, to: colleagueId })));
    expect(await itemOf(colleague, conversationId)).toMatchObject({ own: 'serves' });
    await dataOf(colleague.call('ops.chat.transfer', keyed({ receptionId, to: await staffIdOf(desk) })));
    expect(await itemOf(colleague, conversationId)).toMatchObject({ own: null });
  });

  it('service 5.2 what waits is taken, not joined; nothing is joined after its end', async () => {
    const { browser } = await makeMerchant(app);
    await say(browser, '有人吗');
    const { receptionId } = (await dataOf(browser.call('chat.open'))).reception;
    expect(await codeOf(colleague, 'ops.chat.join', { receptionId })).toBe('RHCS006');
    await dataOf(desk.call('ops.chat.take', { receptionId }));
    // Joining one’s own changes nothing.
    await dataOf(desk.call('ops.chat.join', { receptionId }));
    expect(await app.rows('select 1 from chat_reception_colleague where reception_id = $1', [receptionId])).toEqual([]);
    await end(desk, receptionId);
    expect(await codeOf(colleague, 'ops.chat.join', { receptionId })).toBe('RHCS001');
    for (const id of ['ops.chat.join', 'ops.chat.stepOut'])
      expect(await codeOf(colleague, id, { receptionId: 'no-such-id' })).toBe('RHSY404');
  });

  it('service 5.2 a customer’s role has no privilege on who has joined', async () => {
    const [held] = await app.rows(
      `select has_table_privilege('ronghui_tenant', 'chat_reception_colleague', 'select, insert, update, delete, truncate, references, trigger') as may`,
    );
    expect(held).toEqual({ may: false });
  });
});
