import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R10.6 a consent is found with its text as it was, withdrawn as easily as given, and taken along', async ({
  page,
}) => {
  test.slow();
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/authorizationRecord');
  await expect(page).toHaveTitle(/^授权记录 - /);
  await expect(page.getByRole('link', { name: /隐私政策/ })).toBeVisible();
  await expectNoFindings(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^授权记录-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('link', { name: /用户服务协议/ }).click();
  const drawer = page.getByRole('dialog', { name: '授权详情' });
  await drawer.getByRole('button', { name: '查看同意时的原文' }).click();
  await expect(drawer.getByRole('heading', { name: /本平台做什么/ })).toBeVisible();
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '撤回授权' }).click();
  const question = page.getByRole('alertdialog', { name: '撤回《用户服务协议》？' });
  await expect(question).toContainText('这是使用本平台所必需的同意');
  await expectNoFindings(page);
  await question.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(drawer.getByText('已撤回')).toBeVisible();
  await expect(drawer.getByRole('button', { name: '撤回授权' })).toBeHidden();
  await page.reload();
  await expect(drawer.getByText('已撤回')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '已撤回' }).click();
  await expect(page).toHaveURL(/status=withdrawn/);
  await expect(page.getByRole('link', { name: /用户服务协议/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /隐私政策/ })).toBeHidden();
  await expectNoFindings(page);
});
