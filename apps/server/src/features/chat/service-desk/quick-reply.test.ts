import { afterAll, beforeAll, expect, it } from 'vitest';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { dataOf, enterDesk, newClientId } from '../chat.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const save = (desk: TestBrowser, more: object = {}) =>
  desk.call('ops.chat.saveQuickReply', {
    title: '发票',
    content: '{客户}您好，发票在付款后开具',
    shared: false,
    idempotencyKey: newClientId(),
    ...more,
  });
const remove = (desk: TestBrowser, replyId: string, version: number) =>
  desk.call('ops.chat.removeQuickReply', { replyId, version, idempotencyKey: newClientId() });
const titlesOf = async (desk: TestBrowser) =>
  (await dataOf(desk.call('ops.chat.quickReplies', {}))).items.map(({ title }: { title: string }) => title);

it('service 5.2 one’s own stand before the shared ones, and a colleague has no part in them', async () => {
  const [desk, colleague] = [await enterDesk(app), await enterDesk(app)];
  const shared = await dataOf(save(desk, { title: '付款', shared: true }));
  const own = await dataOf(save(desk));
  expect(await titlesOf(desk)).toEqual(['发票', '付款']);
  expect(await titlesOf(colleague)).toEqual(['付款']);
  // A colleague changes what is shared, and what is another's own does not exist for them.
  expect(await dataOf(save(colleague, { ...shared, title: '到账', shared: true }))).toMatchObject({ version: 2 });
  expect((await save(colleague, own)).body.errCode).toBe('RHSY404');
  expect((await remove(colleague, own.replyId, 1)).body.errCode).toBe('RHSY404');
  expect(await titlesOf(desk)).toEqual(['发票', '到账']);
  // What was read before the change decides nothing.
  expect((await save(desk, { ...shared, title: '旧的', shared: true })).body.errCode).toBe('RHSY409');
  expect(await remove(desk, shared.replyId, 1)).toMatchObject(cameSecond(somebody, '添加或修改快捷回复'));
  await dataOf(remove(desk, shared.replyId, 2));
  await dataOf(remove(desk, own.replyId, 1));
  expect([await titlesOf(desk), await titlesOf(colleague)]).toEqual([[], []]);
});

it('service 5.2 one that is sent twice under a key is stored once, and there are at most a hundred of one’s own', async () => {
  const desk = await enterDesk(app);
  const idempotencyKey = newClientId();
  const [first, second] = [await dataOf(save(desk, { idempotencyKey })), await dataOf(save(desk, { idempotencyKey }))];
  expect(second).toEqual(first);
  await app.rows(
    `insert into chat_quick_reply (reply_id, staff_id, title, content)
     select 'filled-' || n, q.staff_id, '第' || n, 'x' from chat_quick_reply q, generate_series(1, 99) n where q.reply_id = $1`,
    [first.replyId],
  );
  const refused = await save(desk, { title: '再来一条' });
  expect(refused.body).toMatchObject({ errCode: 'RHSY422', data: { fields: [{ path: 'title' }] } });
  expect((await save(desk, { shared: true, title: '共用的' })).status).toBe(200);
});

it('service 5.2 what is written is kept as it was written: no reply is taken for a mark-up', async () => {
  const desk = await enterDesk(app);
  const content = '<img src=x onerror=alert(1)> {客户} <script>alert(1)</script>';
  await dataOf(save(desk, { content, title: '<b>标题</b>' }));
  const { items } = await dataOf(desk.call('ops.chat.quickReplies', {}));
  expect(items).toContainEqual(expect.objectContaining({ content, title: '<b>标题</b>', shared: false }));
});
