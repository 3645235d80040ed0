import { dayOf } from '@ronghui/domain/calendar';
import type { ReceptionKind } from '@ronghui/domain/chat/reception-kind';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';
import { answerFrom, dataOf, enterDesk, rest, runChatJob, say } from '../chat.fixture.ts';
import { groupReceptions } from './figures.sql.ts';
import { listReceptions } from './reception-list.sql.ts';

let app: TestApp;
let desk: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  desk = await enterDesk(app);
});
afterAll(() => app.close());

const today = () => dayOf(app.clock.now());
const span = () => ({ from: today(), to: today() });
const figures = () => dataOf(desk.call('ops.chat.figures', span()));
const receptions = (more: object = {}) => dataOf(desk.call('ops.chat.receptions', { ...span(), ...more }));
const receptionOf = async (browser: TestBrowser): Promise<string> =>
  (await dataOf(browser.call('chat.open'))).reception.receptionId;

/** A reception that a member takes and answers after some seconds, and ends after some more. */
const serve = async (
  member: TestBrowser,
  { wait, lasts, category }: { wait: number; lasts: number; category: string },
) => {
  const { browser } = await makeMerchant(app);
  const { conversationId } = await say(browser, '我的账单少了一笔');
  await app.clock.advance({ seconds: wait });
  const receptionId = await receptionOf(browser);
  await dataOf(member.call('ops.chat.take', { receptionId }));
  await answerFrom(member, conversationId, '已为您核对');
  await app.clock.advance({ seconds: lasts });
  await dataOf(member.call('ops.chat.end', { receptionId, category, summary: '核对账单' }));
  return { browser, conversationId, receptionId };
};

it('service 5.5 counts receptions, first answers, resolutions and ratings, by day, category and member, and leads to each of them', async () => {
  const colleague = await enterDesk(app);
  const first = await serve(desk, { wait: 10, lasts: 50, category: '账单' });
  await serve(desk, { wait: 30, lasts: 100, category: '账单' });
  await serve(colleague, { wait: 20, lasts: 40, category: '付款' });
  await dataOf(first.browser.call('chat.rate', { receptionId: first.receptionId, stars: 2, words: '太慢了' }));
  // Nobody comes: it becomes a message, and is answered after minutes.
  const { browser } = await makeMerchant(app);
  const { conversationId } = await say(browser, '有人吗');
  await app.clock.advance({ seconds: 70 });
  await runChatJob(app, 'chat.leave');
  await app.clock.advance({ minutes: 8 });
  const late = { left: 1, unanswered: 1, answered: 3 };
  expect((await figures()).total).toMatchObject(late);
  await answerFrom(desk, conversationId, '您好，我在');

  const { total, days, categories, members } = await figures();
  expect(total).toEqual({
    receptions: 4,
    robot: 0,
    handedOver: 4,
    answered: 4,
    unanswered: 0,
    left: 1,
    rated: 1,
    poor: 1,
    stars: 2,
    // Of 10, 20 and 30 seconds: what was left for later is in no time.
    firstAnswerSec: { median: 20, p95: 29 },
    resolutionSec: { median: 60, p95: 123 },
  });
  expect(days).toEqual([{ on: today(), ...total }]);
  expect(categories.map((row: { category: string; receptions: number }) => [row.category, row.receptions])).toEqual([
    ['账单', 2],
    ['付款', 1],
    [null, 1],
  ]);
  expect(members.map((row: { receptions: number }) => row.receptions)).toEqual([3, 1]);
  const all = await receptions();
  expect(all.items).toHaveLength(4);
  expect(all.items.at(-1)).toMatchObject({
    receptionId: first.receptionId,
    conversationId: first.conversationId,
    state: 'ended',
    category: '账单',
    summary: '核对账单',
    firstAnswerSec: 10,
    stars: 2,
    ratingWords: '太慢了',
    agent: expect.any(String),
    tenantName: expect.any(String),
  });
  for (const kind of [
    'robot',
    'handedOver',
    'answered',
    'unanswered',
    'left',
    'rated',
    'poor',
  ] satisfies ReceptionKind[])
    expect((await receptions({ kind })).total, kind).toBe(total[kind]);
  expect((await receptions({ category: '账单' })).total).toBe(2);
  expect((await receptions({ category: '' })).total).toBe(1);
  expect((await receptions({ staffId: members[1].staffId })).total).toBe(1);
});

it('service 5.5 what the robot answered alone is its own, and a day without receptions has none', async () => {
  await app.rows(`update chat_reception set opened_at = opened_at - interval '2 days'`);
  const from = dayOf(new Date(app.clock.now().getTime() - 2 * 86_400_000));
  const { browser } = await makeMerchant(app);
  await say(browser, '你好');
  await app.rows(`update chat_reception set waiting_at = null, state = 'robot' where state = 'waiting'`);
  const { total, days } = await dataOf(desk.call('ops.chat.figures', { from, to: today() }));
  expect(total).toMatchObject({ robot: 1, handedOver: 4 });
  expect(days).toHaveLength(3);
  expect(days[1]).toMatchObject({ receptions: 0, firstAnswerSec: null, resolutionSec: null });
  expect(days[2]).toMatchObject({ receptions: 1, robot: 1, answered: 0, firstAnswerSec: null });
});

it('service 5.5 the list goes on after a cursor without a gap', async () => {
  await rest(app);
  const { browser } = await makeMerchant(app);
  const { conversationId } = await say(browser, '很多次');
  await app.rows(
    `insert into chat_reception (reception_id, conversation_id, state, version, opened_at, ended_at, ended_by)
     select 'many-' || n, $1, 'ended', 100 + n, '2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z', 'staff' from generate_series(1, 35) n`,
    [conversationId],
  );
  const days = { from: '2026-01-05', to: '2026-01-05', pageSize: 10 };
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const part: { items: { receptionId: string }[]; nextCursor: string | null } = await dataOf(
      desk.call('ops.chat.receptions', { ...days, ...(cursor && { cursor }) }),
    );
    seen.push(...part.items.map(({ receptionId }) => receptionId));
    cursor = part.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(35);
  expect(seen).toHaveLength(35);
});

it('service 5.5 wrong days are named, and who reads no conversations reads no figures', async () => {
  for (const operation of ['ops.chat.figures', 'ops.chat.receptions', 'ops.chat.exportReceptions']) {
    const refused = async (from: string, to: string) => (await desk.call(operation, { from, to })).body;
    expect(await refused('2026-02-31', '2026-03-01')).toMatchObject({ data: { fields: [{ path: 'from' }] } });
    expect(await refused('2026-03-02', '2026-03-01')).toMatchObject({ data: { fields: [{ path: 'to' }] } });
    expect(await refused('2025-01-01', '2026-03-01')).toMatchObject({
      errCode: 'RHSY422',
      data: { fields: [{ path: 'to' }] },
    });
    const finance = await enterStaff(app, `finance-of-${operation.slice(9).toLowerCase()}`, { roles: ['finance'] });
    expect((await finance.call(operation, span())).status).toBe(403);
  }
});

it('service 5.5 a page of a year of receptions reads little more than it shows, and figures the days that were asked for', async () => {
  const { browser } = await makeMerchant(app);
  const { conversationId } = await say(browser, '一年');
  await app.rows(
    `insert into chat_reception (reception_id, conversation_id, state, version, staff_id, opened_at, waiting_at, taken_at, answered_at, ended_at, ended_by, category)
     select 'year-' || n, $1, 'ended', 1000 + n, (select staff_id from staff limit 1), t, t, t + interval '20 seconds', t + n % 300 * interval '1 second',
         t + interval '10 minutes', 'staff', '账单'
       from generate_series(1, 20000) n, lateral (select timestamptz '2024-01-01' + n * interval '20 minutes' as t) o`,
    [conversationId],
  );
  await runAsAdmin(app.url, 'analyze chat_reception');
  const db = app.database.reading('service');
  const year = { from: '2024-01-01', to: '2024-12-31' };
  const listing = { page: 1, pageSize: 20, offset: 0, after: null, wantsTotal: false };
  const [staff] = await app.rows('select staff_id from chat_reception where staff_id is not null limit 1');
  for (const filter of [
    year,
    { ...year, staffId: String(staff?.['staff_id']) },
    { ...year, kind: 'answered' as const },
  ]) {
    const [reading] = await readingsOf(db, (read) => listReceptions(read, { filter, listing }));
    expect((reading?.fetched ?? 0) + (reading?.entries ?? 0), JSON.stringify(filter)).toBeLessThan(400);
  }
  const [month] = await readingsOf(db, (read) => groupReceptions(read, { from: '2024-03-01', to: '2024-03-31' }));
  expect(month?.indexes).toContain('chat_reception_opened');
  expect(month?.fetched).toBeLessThan(31 * 72 + 1);
});

it('service 5.5 receptions are exported as they are listed, without a text that would start a formula, and the trail says which', async () => {
  await app.rows(
    `update chat_reception set summary = '=1+1' where category = '账单' and opened_at > now() - interval '9 days'`,
  );
  const from = dayOf(new Date(app.clock.now().getTime() - 9 * 86_400_000));
  const filter = { from, to: today(), category: '账单' };
  const reply = await desk.call('ops.chat.exportReceptions', filter);
  expect(reply.headers['content-type']).toContain('text/csv');
  const lines = reply.text.trim().split(/\r?\n/);
  const { items } = await dataOf(desk.call('ops.chat.receptions', { ...filter, pageSize: 50 }));
  expect(lines).toHaveLength(items.length + 1);
  expect(lines[1]).toContain(items[0].receptionId);
  expect(lines[1]).toContain("'=1+1");
  const [event] = await app.rows(
    "select after from audit_event where event = 'ops.chat.exportReceptions' and result = 'ok' order by event_id desc limit 1",
  );
  expect(event).toMatchObject({ after: { count: items.length, filter } });
  const all = { from: '2024-01-01', to: '2024-12-31' };
  expect(await desk.call('ops.chat.exportReceptions', all)).toMatchObject({
    status: 422,
    body: { data: { fields: [{ path: 'from' }] } },
  });
});

it('service 5.5 figures that take too long are refused under a code that no client repeats', async () => {
  await runAsAdmin(
    app.url,
    `create function too_slow() returns boolean language plpgsql as $$ begin raise exception 'too slow' using errcode = '57014'; end $$;
     create policy too_slow on chat_reception as restrictive for select to ronghui_service using (too_slow())`,
  );
  try {
    const reply = await desk.call('ops.chat.figures', span());
    expect(reply).toMatchObject({ status: 503, body: { errCode: 'RHCS013' } });
  } finally {
    await runAsAdmin(app.url, 'drop policy too_slow on chat_reception; drop function too_slow()');
  }
});
