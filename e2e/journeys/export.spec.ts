import { readFile } from 'node:fs/promises';
import { buy, certify } from '../company.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';
import { partsOf } from '../workbook.ts';

test('R10.5 orders are exported from their list, the file opens, and it is fetched once more from the exports', async ({
  page,
}) => {
  test.slow();
  await register(page, newMobile());
  await certify(page, { dataDir: process.env['E2E_DATA_DIR'] ?? '' });
  const orderNo = await buy(page, 'flex-benefits/purchase?step=confirm');
  await page.goto('/#/merchant/userCenter/order');
  await page.getByRole('button', { name: '导出' }).click();
  const dialog = page.getByRole('dialog', { name: '导出订单' });
  await expect(dialog.getByText('全部', { exact: true })).toBeVisible();
  await expect(dialog.getByText('1 行', { exact: true })).toBeVisible();
  await expectNoFindings(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '开始导出' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^订单-\d{8}-\d{4}\.xlsx$/);
  const parts = partsOf(await readFile(await file.path()));
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="订单"');
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain(orderNo);
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('筛选条件');
  await expect(dialog.getByText(/已下载，\d{4}-\d\d-\d\d \d\d:\d\d 前还可以/)).toBeVisible();
  await dialog.getByRole('link', { name: '导出任务' }).click();
  await expect(page).toHaveTitle(/^导出任务 - /);
  const list = page.getByRole('main');
  await expect(list.getByText('可下载', { exact: true })).toBeVisible();
  await expect(list.getByText(/前可下载/)).toBeVisible();
  await expectNoFindings(page);
  const again = page.waitForEvent('download');
  await list.getByRole('button', { name: /^下载 订单/ }).click();
  expect((await again).suggestedFilename()).toBe(file.suggestedFilename());
});

test('R4.13 a new merchant is led from the exports to the certification', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/exports');
  await expect(page.getByText('请先完成企业认证')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: '去认证' }).click();
  await expect(page).toHaveURL(/accountCenter\/verify/);
});
