import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R4.13 a new merchant is led from the lines to the certification', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/loanConsult');
  await expect(page).toHaveTitle(/^业务明细 - /);
  await expect(page.getByText('请先完成企业认证')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: '去认证' }).click();
  await expect(page).toHaveURL(/accountCenter\/verify/);
});

test('R4.3 a visitor who opens it is led to the login', async ({ page }) => {
  await page.goto('/#/merchant/userCenter/loanConsult');
  await expect(page).toHaveURL(/#\/portal\/login/);
});
