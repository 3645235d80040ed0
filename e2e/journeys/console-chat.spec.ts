import type { Locator, Page } from '@playwright/test';
import { enterConsole, enterConsoleOnce, expectNoFindingsAtWidths } from '../console/entry.ts';
import { enterAdminWithColleague, newKey } from '../staff.ts';
import { expect, expectFits, expectNoFindings, test } from '../visitor.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const say = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('textbox', { name: '消息' }).fill(words);
  await page.keyboard.press('Enter');
};
const rows = (page: Page): Locator => page.locator('.ck-row');
const queue = (page: Page, group: string): Locator => page.getByRole('region', { name: group }).getByRole('link');

/** An hour of every day that is far from now. */
const closedHours = (): readonly [opens: string, closes: string] =>
  new Date(Date.now() + 8 * 3_600_000).getUTCHours() < 12 ? ['20:00', '21:00'] : ['03:00', '04:00'];

test('service 3.4 service 5.2 out of the hours a visitor leaves a message on a phone, staff answer it and transfer it with a note: the visitor reads who serves, and no note', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  const made = { account: 'su-min', name: '苏敏', roles: ['support'] };
  const colleague = await enterAdminWithColleague(server, made);
  const visitor = await (await browser.newContext(phone)).newPage();
  const other = await (await browser.newContext()).newPage();
  try {
    await enterConsole(page, server);
    await page.goto(`${server.url}/console/#/chat`);
    await page.getByRole('button', { name: '服务时间' }).click();
    const setting = page.getByRole('dialog', { name: '客服的服务时间' });
    const [opens, closes] = closedHours();
    await setting.getByLabel(/^服务时间/).selectOption({ label: '每天的部分时间' });
    await setting.getByLabel(/^从/).fill(opens);
    await setting.getByLabel(/^到/).fill(closes);
    await expectNoFindings(page);
    await setting.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText(`每天 ${opens}–${closes}`)).toBeVisible();

    await visitor.goto(`${server.url}/#/portal/chat`);
    await say(visitor, '转人工');
    await expect(rows(visitor).getByText(/现在不在客服的服务时间.*留言/)).toBeVisible();
    await expect(visitor.getByText('已转为留言')).toBeVisible();
    await say(visitor, '请把上月的发票再发一次');
    await expect(visitor.getByText('已送达').last()).toBeVisible();
    await expectFits(visitor);
    await expectNoFindings(visitor);

    await queue(page, '排队').filter({ hasText: '留言' }).last().click();
    await expect(rows(page).getByText('请把上月的发票再发一次')).toBeVisible();
    await say(page, '已重新发送，请查收');
    await expect(rows(visitor).getByText('已重新发送，请查收')).toBeVisible();
    await page.getByRole('button', { name: '转交' }).click();
    const giving = page.getByRole('dialog', { name: /转交接待/ });
    await giving.getByLabel(/^接手的同事/).selectOption({ label: '苏敏（离线）' });
    await giving.getByLabel(/^备注/).fill('还差一张');
    await giving.getByRole('button', { name: '转交', exact: true }).click();
    await expect(visitor.getByText('客服 苏敏 正在为您服务')).toBeVisible();
    await expect(page.getByRole('note')).toContainText('转交给 苏敏');

    await enterConsoleOnce(other, server.url, colleague);
    await other.goto(`${server.url}/console/#/chat`);
    await queue(other, '我的').filter({ hasText: '访客' }).click();
    await expect(other.getByRole('note')).toContainText('还差一张');
    await say(other, '还有一张，马上补发');
    await expect(rows(visitor).getByText('还有一张，马上补发')).toBeVisible();
    await expect(visitor.getByText('还差一张')).toBeHidden();
    await page.getByRole('button', { name: '加入' }).click();
    await expect(queue(page, '我的').filter({ hasText: '已加入' })).toBeVisible();
    await expectNoFindingsAtWidths(page);
    // The figures count it, and each leads to its receptions.
    await page.goto(`${server.url}/console/#/chat/figures`);
    await expect(page.getByRole('heading', { name: '按客服' })).toBeVisible();
    await expectNoFindingsAtWidths(page);
    await page
      .getByRole('link', { name: /^\d+\s次$/ })
      .first()
      .click();
    await expect(page.getByRole('table')).toContainText('访客');
    await expectNoFindingsAtWidths(page);
    await other.getByRole('button', { name: '结束接待' }).click();
    const ending = other.getByRole('dialog');
    await ending.getByLabel(/^小结/).fill('发票已补发');
    await ending.getByRole('button', { name: '结束接待' }).click();
    await expect(ending).toBeHidden();
  } finally {
    const { revision } = await colleague.staff('ops.chat.settings', {});
    const usual = { hours: null, promisedSec: 60, assignment: 'hand', maxPerAgent: 5 } as const;
    const always = { ...usual, revision, idempotencyKey: newKey() };
    await colleague.staff('ops.chat.setSettings', always);
    await visitor.context().close();
    await other.context().close();
  }
});
