import type { Page } from '@playwright/test';
import { expect, expectNoFindings, newMobile, readToEnd, test } from '../visitor.ts';

// A journey visits many screens, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const contact = async (page: Page, mobile: string): Promise<void> => {
  await page.getByLabel('联系人').fill('王小明');
  await page.getByLabel('手机号').fill(mobile);
  await page.getByLabel('公司名称').fill('示例商贸有限公司');
};

test('R4.13 a visitor requests a trial without a login', async ({ page }) => {
  await page.goto('/#/portal/skuConfig/flex-benefits/trial');
  await page.getByRole('radio', { name: /进阶版/ }).check();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '下一步：填写联系方式' }).click();
  await expect(page.getByAltText('图形验证码')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '提交试用申请' }).click();
  await expect(page.getByLabel('联系人')).toBeFocused();
  await contact(page, newMobile());
  await page.reload();
  await expect(page.getByLabel('公司名称')).toHaveValue('示例商贸有限公司');
  const box = page.getByRole('checkbox', { name: /试用条款/ });
  await box.click();
  const text = page.getByRole('region', { name: '试用条款' });
  const agree = page.getByRole('button', { name: '我已阅读并同意' });
  await expect(text.getByText(/起生效/)).toBeVisible();
  await expect(agree).toBeDisabled();
  await expectNoFindings(page);
  await readToEnd(page);
  await agree.click();
  await expect(box).toBeChecked();
  await page.getByLabel('图形验证码').fill('abcd');
  await page.getByRole('button', { name: '提交试用申请' }).click();
  await expect(page.getByRole('heading', { name: '试用申请已提交' })).toBeFocused();
  await expect(page.getByText(/^SY\d+/)).toBeVisible();
  await expectNoFindings(page);
  const number = await page.getByText(/^SY\d+/).textContent();
  await page.reload();
  await expect(page.getByText(number ?? 'none')).toBeVisible();
});

test('R10.13 a loan is configured with its yearly rate and the warning visible', async ({ page }) => {
  await page.goto('/#/portal/skuConfig/factoring/purchase');
  await expect(page.getByText(/年化利率/).first()).toBeVisible();
  await expect(page.getByText('贷款有风险，借款需谨慎').first()).toBeVisible();
  await expect(page.getByText('按实际用量后付，开通时无需付款').first()).toBeVisible();
  await page.goto('/#/portal/skuConfig/nothing/purchase');
  await expect(page.getByText('没有找到这个页面')).toBeVisible();
  await expectNoFindings(page);
});

test('R1.1 a visitor writes to the provider about a product and gets a number', async ({ page }) => {
  await page.goto('/#/portal/feedBack?topic=complaint&pid=factoring');
  await expect(page).toHaveTitle(/^投诉 - /);
  await expect(page.getByText('应收账款保理')).toBeVisible();
  await expect(page.getByAltText('图形验证码')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByLabel('留言内容')).toBeFocused();
  await expectNoFindings(page);
  await page.getByLabel('留言内容').fill('放款前被要求缴费');
  await page.getByLabel('您的称呼').fill('王小明');
  await page.getByLabel('手机号').fill(newMobile());
  await page.getByLabel('图形验证码').fill('abcd');
  await page.getByRole('checkbox', { name: /联系信息处理告知/ }).check();
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByRole('heading', { name: '留言已收到' })).toBeFocused();
  await expect(page.getByText(/^LX\d+/)).toBeVisible();
  await expectNoFindings(page);
});

test('R10.6 an agreement is read, compared with its earlier version and printed', async ({ page }) => {
  await page.goto('/#/portal/agreement/privacy/2026-06');
  await expect(page.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: /查看现行版本/ }).click();
  await expect(page.getByText('2026-11-01')).toBeVisible();
  await expect(page).toHaveTitle(/^隐私政策 - /);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible();
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.goto('/#/portal/agreement/nothing');
  await expect(page.getByText('没有找到这份协议')).toBeVisible();
  await expectNoFindings(page);
});
