import { enterConsole } from '../console/entry.ts';
import { demoMerchant } from '../merchant.ts';
import { startServer } from '../server.ts';
import { adminPassword } from '../staff.ts';
import { expect, expectFits, expectNoFindings, logIn, test } from '../visitor.ts';

/** As staff type a moment. */
const inHours = (hours: number): string =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

test('running 6.5 staff announce maintenance and make the site read-only: every page says so, and a merchant reads on', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const server = await startServer();
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    await enterConsole(page, server);
    await page.getByRole('link', { name: '维护' }).click();
    await expect(page.getByText('没有通知')).toBeVisible();
    await page.getByRole('button', { name: '修改' }).click();
    const dialog = page.getByRole('dialog', { name: '修改维护设置' });
    await dialog.getByLabel(/^维护通知/).fill('今晚升级系统，期间可能短暂无法登录');
    await dialog.getByLabel(/^维护开始/).fill(inHours(1));
    await dialog.getByLabel(/^维护结束/).fill(inHours(3));
    await dialog.getByLabel(/^只读到/).fill(inHours(2));
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: '保存并生效' }).click();
    const question = page.getByRole('dialog', { name: '验证身份' });
    await question.getByLabel('登录密码').fill(adminPassword);
    await question.getByRole('button', { name: '确认' }).click();
    await expect(page.getByText('每一页的开头写着')).toBeVisible();
    await expectNoFindings(page);

    const merchant = await phone.newPage();
    await merchant.goto(`${server.url}/#/portal/login`);
    await expect(merchant.getByText(/^系统维护中，.+ 前只能查看/)).toBeVisible();
    await expect(merchant.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    await expectFits(merchant);
    await expectNoFindings(merchant);
    await logIn(merchant, demoMerchant.mobile, demoMerchant.password);
    await expect(merchant).not.toHaveURL(/portal\/login/);
    await merchant.goto(`${server.url}/#/merchant/userCenter/basicInfo`);
    await merchant.reload();
    await expect(merchant.getByText(/^系统维护中，.+ 前只能查看/)).toBeVisible();
    await expect(merchant.getByRole('heading', { level: 1 })).not.toBeEmpty();
    await expect(merchant.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectFits(merchant);
    await expectNoFindings(merchant);
  } finally {
    await phone.close();
    await server.stop();
  }
});
