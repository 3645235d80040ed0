import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { answerFrom, dataOf, enterDesk, newClientId, openServed, runChatJob, say } from './chat.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
beforeAll(async () => {
  app = await testApp({ limits: { chatDays: 400 } });
  desk = await enterDesk(app);
  // Nobody may change a message; only the owner of the tables lets a test make it older.
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  await owner.query('grant update (at) on chat_message, chat_note to ronghui_service');
  await owner.end();
});
afterAll(() => app.close());

/** Lets the messages of a conversation up to a number, its notes and its receptions be older by some days. */
const age = async (conversationId: string, days: number, { upTo = 999 } = {}): Promise<void> => {
  const shift = `- ${days} * interval '1 day'`;
  await app.rows(`update chat_message set at = at ${shift} where conversation_id = $1 and seq <= $2`, [
    conversationId,
    upTo,
  ]);
  await app.rows(`update chat_note set at = at ${shift} where conversation_id = $1 and after_seq <= $2`, [
    conversationId,
    upTo,
  ]);
  if (upTo === 999)
    await app.rows(
      `update chat_reception set spoken_at = spoken_at ${shift}, opened_at = opened_at ${shift}, ended_at = ended_at ${shift} where conversation_id = $1`,
      [conversationId],
    );
};
const tables = [
  'chat_message',
  'chat_note',
  'chat_reception',
  'chat_cursor',
  'chat_answer_rating',
  'chat_conversation',
];
/** How many rows of each table are a conversation's. */
const leftOf = async (conversationId: string): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const [row] = await app.rows(`select count(*)::int as n from ${table} where conversation_id = $1`, [
          conversationId,
        ]);
        return [table, Number(row?.['n'])] as const;
      }),
    ),
  );
const note = (conversationId: string) =>
  dataOf(desk.call('ops.chat.note', { conversationId, clientId: newClientId(), content: '备注' }));
const dropOld = () => runChatJob(app, 'chat.dropOld');
const seqsOf = async (browser: TestBrowser, conversationId: string) =>
  (await dataOf(browser.call('chat.history', { conversationId }))).messages.map(({ seq }: { seq: number }) => seq);

describe('service 3.5 what is written in customer service goes after its time', () => {
  it('service 3.5 a visitor’s words go after 180 days, the oldest first; what is left keeps its numbers, and the next one goes on', async () => {
    const visitor = await app.open();
    const { conversationId } = await openServed(visitor, desk);
    await answerFrom(desk, conversationId, '您好');
    await note(conversationId);
    await app.rows('insert into chat_answer_rating (conversation_id, seq, helpful) values ($1, 2, true)', [
      conversationId,
    ]);
    await say(visitor, '今天再问');
    await age(conversationId, 179, { upTo: 2 });
    await dropOld();
    expect(await seqsOf(visitor, conversationId)).toEqual([1, 2, 3]);
    await age(conversationId, 2, { upTo: 2 });
    await dropOld();
    expect(await seqsOf(visitor, conversationId)).toEqual([3]);
    expect(await leftOf(conversationId)).toMatchObject({ chat_message: 1, chat_note: 0, chat_answer_rating: 0 });
    expect(await dataOf(visitor.call('chat.open'))).toMatchObject({ firstSeq: 3, lastSeq: 3 });
    expect((await say(visitor, '还能写')).seq).toBe(4);
    const { messages, hasMore } = await dataOf(visitor.call('chat.history', { conversationId, before: 4 }));
    expect([messages.map(({ seq }: { seq: number }) => seq), hasMore]).toEqual([[3], false]);
  });

  it('service 3.5 of a visitor whose cookie is over and whose words are gone nothing stays, not even the conversation', async () => {
    const visitor = await app.open();
    const { conversationId, receptionId } = await openServed(visitor, desk);
    await note(conversationId);
    await dataOf((await enterDesk(app)).call('ops.chat.join', { receptionId }));
    const [row] = await app.rows('select visitor_id from chat_conversation where conversation_id = $1', [
      conversationId,
    ]);
    const visitorId = String(row?.['visitor_id']);
    await age(conversationId, 181);
    await dropOld();
    expect(await leftOf(conversationId)).toMatchObject({ chat_message: 0, chat_reception: 0, chat_conversation: 1 });
    expect(await dataOf(visitor.call('chat.open'))).toMatchObject({ firstSeq: 2, lastSeq: 1, reception: null });
    await app.rows("update chat_visitor set expires_at = app_now() - interval '1 day' where visitor_id = $1", [
      visitorId,
    ]);
    await dropOld();
    expect(Object.values(await leftOf(conversationId))).toEqual(tables.map(() => 0));
    expect(await app.rows('select 1 from chat_visitor where visitor_id = $1', [visitorId])).toEqual([]);
    const waits = await app.rows('select 1 from chat_reception_colleague where reception_id = $1', [receptionId]);
    expect(waits).toEqual([]);
  });

  it('service 3.5 a tenant’s words go after the days of the limit, and the conversation goes on under its numbers and versions', async () => {
    const { browser } = await makeMerchant(app);
    const { conversationId } = await openServed(browser, desk);
    const { reception } = await dataOf(browser.call('chat.open'));
    await age(conversationId, 399);
    await dropOld();
    expect(await leftOf(conversationId)).toMatchObject({ chat_message: 1, chat_reception: 1 });
    await age(conversationId, 2);
    await dropOld();
    expect(await leftOf(conversationId)).toMatchObject({ chat_message: 0, chat_reception: 0, chat_conversation: 1 });
    expect((await say(browser, '三年后')).seq).toBe(2);
    const opened = await dataOf(browser.call('chat.open'));
    expect(opened).toMatchObject({ firstSeq: 2, lastSeq: 2, reception: { state: 'waiting' } });
    expect(opened.reception.version).toBe(reception.version + 1);
  });

  it('service 3.5 a job that runs twice at once does no harm, and what is not old stays as it is', async () => {
    const { browser } = await makeMerchant(app);
    const { conversationId } = await say(browser, '旧的');
    await say(browser, '新的');
    await age(conversationId, 401, { upTo: 1 });
    await Promise.all([dropOld(), dropOld()]);
    expect(await seqsOf(browser, conversationId)).toEqual([2]);
    const before = await leftOf(conversationId);
    await dropOld();
    expect(await leftOf(conversationId)).toEqual(before);
  });
});
