import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buy, certify } from '../company.ts';
import { stepOrder } from '../review.ts';
import { enterAdmin } from '../staff.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R4.13 a new merchant is led from the invoices to the certification', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/invoice');
  await expect(page).toHaveTitle(/^发票 - /);
  await expect(page.getByText('请先完成企业认证')).toBeVisible();
  await expectNoFindings(page);
});

test('R10.12 a paid order is invoiced: applied for from its page, issued by staff, downloaded, and not applied for again', async ({
  page,
  server,
}) => {
  test.slow();
  const { dataDir, url } = server;
  await register(page, newMobile(), { at: `${url}/`, dataDir });
  await certify(page, { url, dataDir });
  const orderNo = await buy(page, 'flex-benefits/purchase?step=confirm', url);
  for (const step of ['approve', 'acceptPayment', 'activate'] as const) await stepOrder(server, step, { orderNo });

  await page.goto(`${url}/#/merchant/userCenter/order?open=${orderNo}`);
  await page.reload();
  await page.getByRole('dialog', { name: '订单详情' }).getByRole('link', { name: '申请发票' }).click();
  const application = page.getByRole('dialog', { name: '申请开票' });
  await expect(application.getByRole('checkbox', { name: new RegExp(orderNo) })).toBeChecked();
  await application.getByRole('radio', { name: /数电专票/ }).check();
  await expect(application.getByText('已选 1 项，¥120.00，含税额 ¥6.79')).toBeVisible();
  await expectNoFindings(page);
  await application.getByRole('button', { name: '下一步' }).click();
  const question = page.getByRole('alertdialog', { name: '提交开票申请？' });
  await expect(question.getByText('¥6.79（税率 6%）')).toBeVisible();
  await expectNoFindings(page);
  await question.getByRole('button', { name: '提交申请' }).click();
  await expect(application).toBeHidden();
  const number = page.getByRole('main').getByText(/^FP\d{8}-\d{8}$/);
  await expect(number).toBeVisible();
  const invoiceNo = (await number.textContent()) ?? '';
  await expectNoFindings(page);

  const staff = await enterAdmin(server);
  const idempotencyKey = randomBytes(16).toString('base64url');
  await staff('ops.invoice.issue', { invoiceNo, version: 1, idempotencyKey });

  await page.goto(`${url}/#/merchant/userCenter/invoice?open=${invoiceNo}`);
  await page.reload();
  const drawer = page.getByRole('dialog', { name: '发票详情' });
  await expect(drawer.getByText('已开票')).toBeVisible();
  await expect(drawer.getByText(/不是税务凭证/)).toBeVisible();
  await expectNoFindings(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: '下载发票' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^发票 \d{20}\.pdf$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 8)
      .toString(),
  ).toBe('%PDF-1.7');
  await drawer.getByRole('link', { name: `订单 ${orderNo}` }).click();
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible();

  // Found by the beginning of its number and by a part of its title; what finds nothing can be cleared.
  const found = page.getByRole('main').getByText(invoiceNo);
  await page.goto(`${url}/#/merchant/userCenter/invoice?keyword=${invoiceNo.slice(0, -2)}`);
  await expect(found).toBeVisible();
  await expectNoFindings(page);
  await page.goto(`${url}/#/merchant/userCenter/invoice?keyword=${encodeURIComponent('没有这个抬头')}`);
  await expect(page.getByText('没有符合条件的发票')).toBeVisible();
  await expect(found).toBeHidden();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '清除条件' }).last().click();
  await expect(found).toBeVisible();

  await page.goto(`${url}/#/merchant/userCenter/invoice?apply=order.${orderNo}`);
  await expect(application.getByText(/已申请过开票/)).toBeVisible();
  await expect(application.getByText('没有可开票的订单')).toBeVisible();
  await expectNoFindings(page);
});
