import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';
import { answerFrom, dataOf, enterDesk, openServed, say } from '../chat.fixture.ts';
import { findMessages } from './search.sql.ts';

let app: TestApp;
let desk: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  desk = await enterDesk(app);
});
afterAll(() => app.close());

const find = (asked: Readonly<Record<string, unknown>>) => dataOf(desk.call('ops.chat.search', asked));
const wordsOf = async (asked: Readonly<Record<string, unknown>>) =>
  (await find(asked)).items.map(({ content }: { content: string }) => content);

it('service 5.5 finds messages by their words however they are written, by merchant, by member and by day, newest first', async () => {
  const [one, other, colleague] = [await makeMerchant(app), await makeMerchant(app), await enterDesk(app)];
  const { conversationId } = await openServed(one.browser, desk);
  await say(one.browser, '附言码（ＡＢ 12）填错了');
  await answerFrom(desk, conversationId, '附言码已为您更正');
  const theirs = await openServed(other.browser, colleague);
  await answerFrom(colleague, theirs.conversationId, '附言码在账单上');
  expect(await wordsOf({ words: '附言码' })).toEqual(['附言码在账单上', '附言码已为您更正', '附言码（ＡＢ 12）填错了']);
  expect(await wordsOf({ words: 'ab12)' })).toEqual(['附言码（ＡＢ 12）填错了']);
  expect(await wordsOf({ words: '没有人说过' })).toEqual([]);
  expect(await wordsOf({ words: '附言码', tenantId: one.tenantId })).toHaveLength(2);
  const { staffId } = (await dataOf(colleague.call('ops.user.info', {}))).user;
  expect(await find({ staffId })).toMatchObject({
    items: [
      {
        conversationId: theirs.conversationId,
        seq: 2,
        sender: 'agent',
        agent: expect.any(String),
        tenantName: expect.any(String),
      },
    ],
    nextCursor: null,
  });
  const today = new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await wordsOf({ words: '附言码', from: today, to: today })).toHaveLength(3);
  expect(await wordsOf({ words: '附言码', to: '2020-01-01' })).toEqual([]);
});

it('service 5.5 what was taken back is not found', async () => {
  const { browser } = await makeMerchant(app);
  const { conversationId, seq } = await say(browser, '这句说错了话');
  expect(await wordsOf({ words: '说错了话' })).toHaveLength(1);
  await dataOf(browser.call('chat.recall', { conversationId, seq }));
  expect(await wordsOf({ words: '说错了话' })).toEqual([]);
});

it('service 5.5 goes on after the last one without a gap, also where many were written at one moment', async () => {
  const { browser } = await makeMerchant(app);
  const { conversationId } = await say(browser, '第一句');
  await app.rows(
    `with c as (update chat_conversation set last_seq = 80 where conversation_id = $1 returning conversation_id)
     insert into chat_message (conversation_id, seq, sender, author_id, type, content, at)
     select conversation_id, n, 'user', 'x', 'text', '同时写的 ' || n, '2026-01-05T08:00:00Z' from c, generate_series(2, 80) n`,
    [conversationId],
  );
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page: { items: { seq: number }[]; nextCursor: string | null } = await find({
      words: '同时写的',
      ...(cursor && { cursor }),
    });
    seen.push(...page.items.map(({ seq }) => seq));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 79 }, (_, at) => 80 - at));
});

it('service 5.5 a wrong day or cursor is named, and who reads no conversations finds none', async () => {
  const refused = async (asked: Readonly<Record<string, unknown>>) => (await desk.call('ops.chat.search', asked)).body;
  for (const [path, value] of [
    ['from', '2026-02-31'],
    ['to', '2026-13-01'],
    ['cursor', 'AAAA'],
  ] as const)
    expect(await refused({ [path]: value })).toMatchObject({ errCode: 'RHSY422', data: { fields: [{ path }] } });
  const finance = await enterStaff(app, 'finance-of-search', { roles: ['finance'] });
  expect((await finance.call('ops.chat.search', { words: '附言码' })).status).toBe(403);
});

it('service 5.5 the newest, a member’s and a rare word are read along their indexes, whatever else was written', async () => {
  const { browser } = await makeMerchant(app);
  const { conversationId } = await say(browser, '很多');
  await app.rows(
    `with c as (update chat_conversation set last_seq = 6001 where conversation_id = $1 returning conversation_id)
     insert into chat_message (conversation_id, seq, sender, author_id, type, content, at)
     select conversation_id, n, case when n % 2000 = 0 then 'agent' else 'user' end, case when n % 2000 = 0 then 'rare' else 'x' end, 'text',
       case when n % 3000 = 0 then '稀见的词' else '常见的话' end, timestamptz '2025-01-01' + n * interval '1 minute' from c, generate_series(2, 6001) n`,
    [conversationId],
  );
  await runAsAdmin(app.url, 'analyze chat_message, chat_conversation');
  const db = app.database.reading('service');
  for (const filter of [{}, { staffId: 'rare' }, { words: '稀见的词' }, { words: '常见的话' }]) {
    const [reading] = await readingsOf(db, (read) => findMessages(read, filter, { after: null, limit: 10 }));
    expect((reading?.fetched ?? 0) + (reading?.entries ?? 0), JSON.stringify(filter)).toBeLessThan(400);
  }
});
