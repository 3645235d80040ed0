import type { Locator, Page } from '@playwright/test';
import { drawPicture } from '../company.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { enterAdmin, newKey } from '../staff.ts';
import { expect, expectFits, expectNoFindings, test } from '../visitor.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const say = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('textbox', { name: '消息' }).fill(words);
  await page.keyboard.press('Enter');
};
const rows = (page: Page): Locator => page.locator('.ck-row');
const queue = (page: Page, group: string): Locator => page.getByRole('region', { name: group }).getByRole('link');

test('service 1.2 1.3 2.2 5.2 staff answer with a quick reply and see that the visitor is typing; the visitor sends a picture and takes a message back, which both sides read', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  const visitor = await (await browser.newContext(phone)).newPage();
  const words = `发票寄到哪里 ${Date.now()}`;
  await visitor.goto(`${server.url}/#/portal/chat`);
  await say(visitor, '转人工');
  await expect(visitor.getByRole('status').filter({ hasText: '正在为您转接客服' })).toBeVisible();
  await say(visitor, words);
  await enterConsole(page, server);
  await page.goto(`${server.url}/console/#/chat`);
  await queue(page, '排队').filter({ hasText: words }).click();
  await expect(page.getByRole('complementary', { name: '客户' })).toContainText('访客');
  await page.getByRole('button', { name: '接待', exact: true }).click();
  await expect(visitor.getByText(/正在为您服务/)).toBeVisible();

  // A name of its own: a second attempt meets the one of the first.
  const title = `发票寄送${Date.now()}`;
  const reply = {
    title,
    content: '{客户}，发票在三个工作日内寄出',
    shared: false,
    idempotencyKey: newKey(),
  };
  await (await enterAdmin(server))('ops.chat.saveQuickReply', reply);
  const answer = page.getByRole('textbox', { name: '消息' });
  await answer.fill(`/${title}`);
  await expect(page.getByRole('listbox', { name: '快捷回复' }).getByRole('option')).toContainText(title);
  await answer.press('Enter');
  await expect(answer).toHaveValue('您，发票在三个工作日内寄出');
  await answer.press('Enter');
  await expect(rows(visitor).getByText('您，发票在三个工作日内寄出')).toBeVisible();

  // Sent every three seconds at most, and the words before were typed a moment ago.
  await expect(async () => {
    await visitor.getByRole('textbox', { name: '消息' }).pressSequentially('请问');
    await expect(page.getByText('正在输入…')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await visitor.getByRole('textbox', { name: '消息' }).fill('');

  const picture = await drawPicture(visitor, '发票');
  await visitor
    .locator('input[type="file"]')
    .setInputFiles({ name: '发票.jpg', mimeType: 'image/jpeg', buffer: picture });
  await visitor.getByRole('button', { name: '发送' }).click();
  await expect(rows(visitor).getByRole('img', { name: /发票/ })).toBeVisible();
  await expect(rows(page).getByRole('img', { name: /发票/ })).toBeVisible();

  await say(visitor, '这句写错了');
  await expect(rows(page).getByText('这句写错了')).toBeVisible();
  await rows(visitor).filter({ hasText: '这句写错了' }).getByRole('button', { name: '撤回' }).click();
  await expect(rows(page).getByText('客户撤回了一条消息')).toBeVisible();
  await expect(rows(page).getByText('这句写错了')).toBeHidden();
  await expectFits(visitor);
  await expectNoFindings(visitor);
  await expectNoFindingsAtWidths(page);
  await page.getByRole('button', { name: '查找记录' }).click();
  await page.getByRole('dialog').getByLabel(/^内容/).fill(words.slice(0, 6));
  await page.getByRole('dialog').getByRole('button', { name: /查找/ }).last().click();
  await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '结束接待' }).click();
  await page
    .getByRole('dialog', { name: /结束接待/ })
    .getByRole('button', { name: '结束接待' })
    .click();
  await expect(visitor.getByText(/本次接待已结束/)).toBeVisible();
  await visitor.context().close();
});
