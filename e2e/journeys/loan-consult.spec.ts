import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R10.5 a new merchant finds the page, its filter and its drawer by their links', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/loanConsult');
  await expect(page).toHaveTitle(/^贷款咨询明细 - /);
  await expect(page.getByText('还没有贷款咨询明细')).toBeVisible();
  await expectNoFindings(page);

  await page.goto('/#/merchant/userCenter/loanConsult?loanNo=abc');
  await page.getByRole('button', { name: '清除条件' }).last().click();
  await expect(page).toHaveURL(/loanConsult$/);

  await page.goto('/#/merchant/userCenter/loanConsult?open=nothing');
  const drawer = page.getByRole('dialog', { name: '贷款咨询明细详情' });
  await expect(drawer.getByText('没有找到贷款咨询明细')).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('R4.3 a visitor who opens it is led to the login', async ({ page }) => {
  await page.goto('/#/merchant/userCenter/loanConsult');
  await expect(page).toHaveURL(/#\/portal\/login/);
});
