import { ownMatterOf } from '@ronghui/domain/chat/own-matter';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { everydayQuestions } from '#features/doc/doc-questions.fixture';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import type { TestBrowser } from '#kernel/testing/test-client';
import { dataOf, rest, say } from '../chat.fixture.ts';
import { hasRobot } from '../robot.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await openOrderFixture();
  // The robot is there once there is a document.
  await fixture.app.rows(`update site_setting set value = value || '{"docCenter":"on"}' where key = 'site'`);
  await fixture.app.rows(
    "insert into doc_section (section_id, title, position, rank, summary) values ('s', '账单', 0, 0, '')",
  );
  await fixture.app.rows(
    `insert into document (doc_id, slug, section_id, position, rank, title, summary, markdown, html, plain, outline, search, updated_at)
      values ('d', 'pay-a-bill', 's', 0, 0, '支付账单', '', '', '', '到期', '[]', '', app_now())`,
  );
});
afterAll(() => fixture.close());

const answerTo = async (browser: TestBrowser, question: string) => {
  await rest(fixture.app);
  const { conversationId } = await say(browser, question);
  const { messages } = await dataOf(browser.call('chat.history', { conversationId }));
  return messages.at(-1);
};

it('service 4.1 a merchant who asks for their own bill or order has it as a card, and no stored word holds a figure', async () => {
  const { app, first } = fixture;
  expect(await hasRobot(app.database.reading('service'))).toBe(true);
  await fixture.certify(first);
  const orderNo = await first.buy();
  const now = app.clock.now();
  await addBill(app, first, { issuedAt: now });
  const early = await addBill(app, first, { issuedAt: new Date(now.getTime() - 3 * 86_400_000) });
  const bill = await answerTo(first.browser, '我的账单什么时候到期');
  expect(bill).toMatchObject({ sender: 'robot', type: 'custom', card: { kind: 'bill', id: early.billNo } });
  expect(bill.content).not.toMatch(/\d/);
  const order = await answerTo(first.browser, '订单审核进度');
  expect(order).toMatchObject({ sender: 'robot', card: { kind: 'order', id: orderNo } });
  expect(order.content).not.toMatch(/\d/);
});

it('service 4.1 another merchant has nothing of it, and reads that there is none; a visitor has a document', async () => {
  const { app } = fixture;
  const { browser } = await makeMerchant(app);
  expect(await answerTo(browser, '我的账单什么时候到期')).toMatchObject({
    sender: 'robot',
    type: 'text',
    content: '您现在没有未结清的账单。',
  });
  expect(await answerTo(browser, '我的发票开了吗')).toMatchObject({ type: 'text', content: '您还没有申请过发票。' });
  const visitor = await app.open();
  expect((await answerTo(visitor, '我的账单什么时候到期')).card?.kind).not.toBe('bill');
});

it('service 4.1 questions that documents answer are not taken for one’s own matters', () => {
  const taken = everydayQuestions.filter(([question]) => ownMatterOf(question) !== null);
  expect(taken).toEqual([]);
});
