import { buy } from '../company.ts';
import { desk } from '../server.ts';
import { agree, expect, expectNoFindings, firstPassword, leave, logIn, newMobile, register, test } from '../visitor.ts';

test('R1.1 a visitor configures, sees the price, logs in, loses nothing, and ends with an order', async ({ page }) => {
  test.slow();
  const mobile = newMobile();
  await register(page, mobile);
  await leave(page);
  await page.goto('/#/portal/skuConfig/flex-benefits/purchase');
  const total = page.getByRole('complementary', { name: '价格' }).getByText('合计').locator('..');
  await page.getByRole('radio', { name: '电子卡加实体卡' }).check({ force: true });
  await page.getByRole('radio', { name: '12 个月' }).check({ force: true });
  await page.getByRole('spinbutton', { name: /数量/ }).fill('100');
  await page.getByRole('spinbutton', { name: /数量/ }).press('Enter');
  // 100 people × 12 months × (¥11.00 from 100 on + ¥1.00 for the card), 90 percent for the year.
  await expect(total).toContainText('¥12,960.00');
  await page.getByRole('button', { name: '登录并确认' }).click();
  await logIn(page, mobile, firstPassword);
  await expect(page).toHaveURL(/step=confirm/);
  await expect(total).toContainText('¥12,960.00');
  await expect(page.getByText('电子卡加实体卡', { exact: true })).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByText('请阅读并同意《产品采购协议》')).toBeVisible();
  await agree(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByRole('heading', { name: '订单已提交' })).toBeFocused();
  await expect(page.getByText('先完成企业认证')).toBeVisible();
  await expectNoFindings(page);
  await page.reload();
  const orderNo = (await page.getByText(/^DD\d{8}-\d{8}$/).textContent()) ?? 'none';
  await page.getByRole('link', { name: '查看订单' }).click();
  await expect(page).toHaveURL(new RegExp(`userCenter/order\\?open=${orderNo}`));
  const drawer = page.getByRole('dialog', { name: '订单详情' });
  await expect(drawer.getByText('通过企业认证之后，订单才会继续审核。')).toBeVisible();
  expect(await desk(process.env['E2E_DATA_DIR'] ?? '', 'order', 'approve', orderNo)).toContain('尚未通过企业认证');
});

test('R10.2 the list of orders is empty at first, then filtered by its address, which a reload and the way back keep', async ({
  page,
}) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/order');
  await expect(page).toHaveTitle(/^我的订单 - /);
  await expect(page.getByText('还没有订单')).toBeVisible();
  await expectNoFindings(page);
  const orderNo = await buy(page, 'flex-benefits/purchase?step=confirm');
  const other = await buy(page, 'festival-gifts/purchase?step=confirm');
  const rowOf = (number: string) => page.getByRole('main').locator(`a[href*="${number}"]`);
  await page.goto('/#/merchant/userCenter/order');
  await expect(rowOf(orderNo)).toBeVisible();
  await expect(rowOf(other)).toBeVisible();
  await expectNoFindings(page);
  await page.goto('/#/merchant/userCenter/order?pid=flex-benefits&status=pendingReview');
  await expect(rowOf(orderNo)).toBeVisible();
  await expect(rowOf(other)).toBeHidden();
  await page.getByRole('button', { name: '已开通' }).click();
  await expect(page).toHaveURL(/status=active/);
  await expect(page.getByText('没有符合条件的订单')).toBeVisible();
  await page.reload();
  await expect(page.getByText('没有符合条件的订单')).toBeVisible();
  await expectNoFindings(page);
  await page.goBack();
  await expect(rowOf(orderNo)).toBeVisible();
});

test('R10.2 an order stands in a drawer with its own link, is cancelled with what that means said before, and bought again', async ({
  page,
}) => {
  await register(page, newMobile());
  const orderNo = await buy(page, 'flex-benefits/purchase?step=confirm');
  await page.goto(`/#/merchant/userCenter/order?open=${orderNo}`);
  const drawer = page.getByRole('dialog', { name: '订单详情' });
  await expect(drawer.getByRole('heading', { name: '办理经过' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: /产品采购协议/ })).toBeVisible();
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '取消订单' }).click();
  const question = page.getByRole('alertdialog', { name: '取消这张订单？' });
  await expect(question).toContainText(`订单 ${orderNo}，共 ¥120.00`);
  await expectNoFindings(page);
  await question.getByLabel('原因（选填）').fill('选错了规格');
  await question.getByRole('button', { name: '取消订单' }).click();
  await expect(question).toBeHidden();
  await expect(drawer.getByText('选错了规格')).toBeVisible();
  await drawer.getByRole('link', { name: '再次购买' }).click();
  await expect(page).toHaveURL(/skuConfig\/flex-benefits\/purchase\?sku=standard/);
  await page.goto('/#/merchant/userCenter/order?open=DD20260101-00000000');
  await expect(drawer.getByText('没有这张订单')).toBeVisible();
  await expectNoFindings(page);
});

test('R10.6 a loan asks for each consent in a box of its own, never ticked beforehand', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/portal/skuConfig/biz-loan-advisory/purchase?step=confirm&sku=self');
  await expect(page.getByText(/单独同意：向岚汀小额贷款/)).toBeVisible();
  await expect(page.getByText(/年化利率/).first()).toBeVisible();
  const boxes = page.getByRole('main').getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  await expectNoFindings(page);
});
