import type { Page } from '@playwright/test';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

const area = (path: string) => `/#/merchant/${path}`;
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;

test('R10.1 the first page shows to-dos, and links to every page of the area', async ({ page }) => {
  await register(page, newMobile());
  await page.goto(area('userCenter/home'));
  await expect(page).toHaveTitle(/^商户中心 - /);
  await expect(page.getByText('完成企业认证，开通全部功能')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: /^未读通知/ }).click();
  await expect(page).toHaveURL(/#\/merchant\/userCenter\/notice$/);
  await page.goBack();
  await page.getByRole('link', { name: /0 ?待付款/ }).click();
  await expect(page).toHaveURL(/#\/merchant\/userCenter\/order\?status=pendingPayment$/);
  await page.goBack();
  if (isPhone(page)) {
    await page.getByRole('main').getByRole('link', { name: '基本信息' }).click();
    await expect(page.getByRole('link', { name: '返回' })).toBeVisible();
  } else {
    await page.getByRole('navigation', { name: '商户中心' }).getByRole('link', { name: '基本信息' }).click();
    await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('商户中心基本信息');
  }
  await expect(page).toHaveURL(/#\/merchant\/accountCenter\/basicInfo$/);
});
