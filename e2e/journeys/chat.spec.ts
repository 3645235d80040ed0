import type { Locator, Page } from '@playwright/test';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { expect, expectFits, expectNoFindings, test } from '../visitor.ts';

const field = (page: Page): Locator => page.getByRole('textbox', { name: '消息' });
const say = async (page: Page, words: string): Promise<void> => {
  await field(page).fill(words);
  await page.keyboard.press('Enter');
};
const rows = (page: Page): Locator => page.locator('.ck-row');

test('R12.11 a visitor asks, the robot answers with a document, and staff take over at the desk: each reads the other at once, across a reload, to the end and its rating', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  const desk = await (await browser.newContext()).newPage();
  await enterConsole(desk, server);
  await page.goto(`${server.url}/#/portal/chat`);
  await expect(page.getByText('您好，请问有什么可以帮您？')).toBeVisible();
  await expectFits(page);
  await expectNoFindings(page);
  const words = '忘记密码怎么办';
  await say(page, words);
  await expect(page.getByText('已送达')).toBeVisible();
  await expect(page.getByRole('link', { name: '查看全文' })).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '转人工' }).click();
  await expect(page.getByText(/正在为您转接客服/)).toBeVisible();

  await desk.goto(`${server.url}/console/#/chat`);
  const waiting = desk.getByRole('region', { name: '排队' }).getByRole('link', { name: /访客/ });
  await waiting.last().click();
  await expect(rows(desk).getByText(words)).toBeVisible();
  await expect(desk.getByText('接待后才能回复')).toBeVisible();
  await desk.getByRole('button', { name: '接待', exact: true }).click();
  await expect(page.getByText(/正在为您服务/)).toBeVisible();
  await expect(page.getByText('已读')).toBeVisible();
  // Others of the desk may stand beside it: this is the open one.
  await expect(desk.getByRole('region', { name: '我的' }).locator('a[aria-current="true"]')).toContainText('访客');
  await desk.getByRole('button', { name: '备注' }).click();
  const noting = desk.getByRole('dialog');
  await noting.getByRole('textbox').fill('先查到期日');
  await noting.getByRole('button', { name: '保存备注' }).click();
  await expect(desk.getByRole('note')).toContainText('先查到期日');
  await say(desk, '12 月 4 日到期');
  await expect(rows(page).getByText('12 月 4 日到期')).toBeVisible();
  await expect(page.getByText('先查到期日')).toBeHidden();
  await expectNoFindings(page);
  await expectNoFindingsAtWidths(desk);

  await page.reload();
  await expect(rows(page).getByText('12 月 4 日到期')).toBeVisible();
  await say(page, '谢谢');
  await expect(rows(desk).getByText('谢谢')).toBeVisible();

  await desk.getByRole('button', { name: '结束接待' }).click();
  const ending = desk.getByRole('dialog');
  await ending.getByLabel(/^小结/).fill('告知到期日');
  await ending.getByRole('button', { name: '结束接待' }).click();
  await expect(ending).toBeHidden();
  await expect(page.getByText(/本次接待已结束/)).toBeVisible();
  await page.getByRole('radio', { name: '非常满意' }).check();
  await page.getByLabel('想说的话（选填）').fill('很快');
  await expectNoFindings(page);
  await page.getByRole('button', { name: '提交评价' }).click();
  await expect(page.getByRole('radiogroup')).toBeHidden();
  await desk.context().close();
});

test('service 3.2 what a visitor sends while the net is gone goes in its order when it is back, once', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  await page.goto(`${server.url}/#/portal/chat`);
  await say(page, '第一句');
  await expect(page.getByText('已送达')).toBeVisible();
  await context.setOffline(true);
  await say(page, '第二句');
  await say(page, '第三句');
  await expect(page.getByText('网络断开，恢复后自动发送')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('.ck-status')).toHaveText([/^已送达/, /^已送达/, /^已送达/]);
  await page.reload();
  const own = rows(page).filter({ has: page.locator('.ck-status') });
  await expect(own).toHaveCount(3);
  expect(await own.locator('.ck-bubble').allInnerTexts()).toEqual(['第一句', '第二句', '第三句']);
});
