import type { Page } from '@playwright/test';
import { expect, expectNoFindings, firstPassword, logIn, newMobile, register, test } from '../visitor.ts';

/** Returns to a page from another tab: the page then polls at once. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('R10.11 a notice arrives without a reload, is read, and the next ones are also sent by SMS when the user enables that', async ({
  page,
  browser,
}) => {
  test.slow();
  const mobile = newMobile();
  await register(page, mobile);
  await page.goto('/#/merchant/userCenter/home');
  const bell = page.getByRole('banner').getByRole('link', { name: /^通知/ });
  await expect(bell).toHaveAccessibleName('通知');
  await page.evaluate(() => Object.assign(document, { wasNotReloaded: true }));

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/#/portal/login');
  await logIn(other, mobile, firstPassword);
  await expect(other.getByRole('button', { name: /\d{3}\*{4}\d{4}/ }).or(other.getByText('我的'))).not.toHaveCount(0);
  await expect(async () => {
    await comeBack(page);
    await expect(bell).toHaveAccessibleName('通知，1 条未读', { timeout: 1000 });
  }).toPass();
  await elsewhere.close();

  await bell.click();
  await expect(page).toHaveTitle(/^通知 - /);
  const notices = page.getByRole('list', { name: '通知' });
  await expect(notices.getByRole('link', { name: '新设备登录' })).toBeVisible();
  await expectNoFindings(page);
  expect(await page.evaluate(() => 'wasNotReloaded' in document)).toBe(true);

  await page.getByRole('button', { name: '未读', exact: true }).click();
  await expect(page).toHaveURL(/unread=1/);
  await page.getByRole('button', { name: '全部标为已读' }).click();
  await expect(page.getByText('没有符合条件的通知')).toBeVisible();
  await expect(bell).toHaveAccessibleName('通知');
  await page.getByRole('button', { name: '清除条件' }).click();
  await expect(notices.getByRole('link', { name: '新设备登录' })).toBeVisible();

  await page.getByRole('button', { name: '通知设置' }).click();
  const settings = page.getByRole('dialog', { name: '通知设置' });
  const security = settings.getByRole('checkbox', { name: '账号安全：短信' });
  await expect(security).not.toBeChecked();
  await expect(settings.getByRole('checkbox', { name: '账号安全：邮件' })).toBeDisabled();
  await expectNoFindings(page);
  await security.check();
  await settings.getByRole('button', { name: '保存' }).click();
  await expect(settings).toBeHidden();
  await page.getByRole('button', { name: '通知设置' }).click();
  await expect(security).toBeChecked();
});
