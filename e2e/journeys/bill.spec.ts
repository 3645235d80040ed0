import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R4.13 a new merchant is led from the bills to the certification', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/bill');
  await expect(page).toHaveTitle(/^我的账单 - /);
  await expect(page.getByText('请先完成企业认证')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: '去认证' }).click();
  await expect(page).toHaveURL(/accountCenter\/verify/);
});

test('R4.3 a visitor who opens a bill is led to the login', async ({ page }) => {
  await page.goto('/#/merchant/userCenter/bill?open=ZD20261118-00000042');
  await expect(page).toHaveURL(/#\/portal\/login/);
});
