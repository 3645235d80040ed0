import type { Locator, Page } from '@playwright/test';
import { buy, certify, drawPicture } from '../company.ts';
import { sharedServer, stepOrder } from '../review.ts';
import { moveClock, type StartedServer, startServer } from '../server.ts';
import { agree, expect, expectNoFindings, firstPassword, leave, logIn, newMobile, register, test } from '../visitor.ts';

/** The steps of the behaviour records that the server accepts from now on, each once. */
const watchSteps = (page: Page): (() => string[]) => {
  const taken = new Set<string>();
  page.on('response', (response) => {
    const data = new URLSearchParams(response.request().postData() ?? '').get('data') ?? '{}';
    const { records = [] }: { records?: { beaconEventId: string; beaconPageId: string }[] } = JSON.parse(data);
    for (const { beaconEventId, beaconPageId } of response.ok() ? records : []) {
      if (beaconEventId.startsWith('step.')) taken.add(`${beaconEventId} ${beaconPageId}`);
    }
  });
  return () => [...taken];
};

test('R1.1 R11.8 a visitor configures, sees the price, logs in, loses nothing, and ends with an order; each step is reported', {
  tag: '@h5',
}, async ({ page }) => {
  test.slow();
  const mobile = newMobile();
  await register(page, mobile);
  await leave(page);
  const steps = watchSteps(page);
  await page.clock.install();
  const stay = () => page.clock.fastForward(1000);
  await page.goto('/#/portal/home');
  await page.getByRole('heading', { name: '为经营者准备的产品' }).waitFor();
  await stay();
  await page
    .getByRole('link', { name: /员工弹性福利/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: '员工弹性福利' }).waitFor();
  await stay();
  await page.getByRole('link', { name: '选择 标准版' }).click();
  await page.getByRole('spinbutton', { name: /数量/ }).waitFor();
  await stay();
  const total = page.getByRole('complementary', { name: '价格' }).getByText('合计').locator('..');
  await page.getByRole('radio', { name: '电子卡加实体卡' }).check();
  await page.getByRole('radio', { name: '12 个月' }).check();
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
  await expect
    .poll(steps)
    .toEqual([
      'step.home /portal/home',
      'step.product /portal/productsDetail/flex-benefits',
      'step.config /portal/skuConfig/flex-benefits/purchase',
      'step.order /portal/skuConfig/flex-benefits/purchase',
    ]);
  const orderNo = (await page.getByText(/^DD\d{8}-\d{8}$/).textContent()) ?? 'none';
  await page.getByRole('link', { name: '查看订单' }).click();
  await expect(page).toHaveURL(new RegExp(`userCenter/order\\?open=${orderNo}`));
  const drawer = page.getByRole('dialog', { name: '订单详情' });
  await expect(drawer.getByText('通过企业认证之后，订单才会继续审核。')).toBeVisible();
  // Refused: the merchant is not certified.
  await expect(stepOrder(sharedServer(), 'approve', { orderNo })).rejects.toThrow(/RH/);
});

test('R10.2 the list of orders is empty at first, then filtered by its address, which survives a reload and going back', async ({
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

test('R10.2 an order opens in a drawer with its own link, is cancelled after its consequences were shown, and bought again', async ({
  page,
}) => {
  await register(page, newMobile());
  const orderNo = await buy(page, 'flex-benefits/purchase?step=confirm');
  await page.goto('/#/merchant/userCenter/order');
  await page.getByRole('link', { name: orderNo, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '订单详情' });
  const question = page.getByRole('alertdialog', { name: '取消这张订单？' });
  await drawer.getByRole('button', { name: '取消订单' }).click();
  await expect(question).toBeVisible();
  // The question, then the drawer; pressed again, nothing more is left.
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/userCenter\/order$/);
  await page.goto(`/#/merchant/userCenter/order?open=${orderNo}`);
  await expect(drawer.getByRole('heading', { name: '办理经过' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: /产品采购协议/ })).toBeVisible();
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '取消订单' }).click();
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

test('R10.6 a loan asks for each consent in an unticked box of its own', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/portal/skuConfig/biz-loan-advisory/purchase?step=confirm&sku=self');
  await expect(page.getByText(/单独同意：向岚汀小额贷款/)).toBeVisible();
  await expect(page.getByText(/年化利率/).first()).toBeVisible();
  const boxes = page.getByRole('main').getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  await expectNoFindings(page);
});

test.describe('after the purchase', () => {
  let server: StartedServer;
  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(() => server.stop());

  /** Sends a voucher, in place of a returned one beside the `kept` files of it. */
  const sendSlips = async (page: Page, drawer: Locator, names: readonly string[], kept = 0): Promise<void> => {
    await drawer.getByRole('button', { name: /^(重新)?上传凭证$/ }).click();
    const buffer = await drawPicture(page, '银行回单');
    const files = names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
    await drawer.locator('input[type=file]').setInputFiles(files);
    await expect(drawer.getByRole('list', { name: '已选择的文件' }).getByRole('listitem')).toHaveCount(
      names.length + kept,
    );
    await drawer.getByRole('button', { name: '提交凭证' }).click();
    await expect(drawer.getByText('凭证已提交，我们核对到账之后进入待开通。')).toBeVisible();
    await expect(drawer.getByRole('form', { name: '上传付款凭证' })).toBeHidden();
  };

  test('R4.8 an order is paid, sent back, paid again, opened and renewed, the renewal refunded, and in the end it expires', async ({
    page,
  }) => {
    test.slow();
    const { dataDir, url } = server;
    const mobile = newMobile();
    await register(page, mobile, { at: `${url}/`, dataDir });
    await certify(page, { url, dataDir });
    const orderNo = await buy(page, 'flex-benefits/purchase?step=confirm', url);
    const drawer = page.getByRole('dialog', { name: '订单详情' });

    expect(await stepOrder(server, 'approve', { orderNo })).toBe('pendingPayment');
    await page.goto(`${url}/#/merchant/userCenter/order?open=${orderNo}`);
    await page.reload();
    await expect(drawer.getByText(/之前转账 ¥120.00 并上传凭证/)).toBeVisible();
    await expect(drawer.getByRole('button', { name: '打印', exact: true })).toBeVisible();
    // On paper the order is a document of its own: head, product, amount and payee, without the page behind it and without buttons.
    await page.emulateMedia({ media: 'print' });
    await expect(drawer.getByText(`订单 ${orderNo}`, { exact: true })).toBeVisible();
    await expect(drawer.getByText('员工弹性福利', { exact: true })).toBeVisible();
    await expect(drawer.getByText('¥120.00', { exact: true }).first()).toBeVisible();
    await expect(drawer.getByText('收款户名')).toBeVisible();
    await expect(drawer.locator('button:visible')).toHaveCount(0);
    await expect(page.locator('main h1:visible')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await sendSlips(page, drawer, ['回单一.jpg', '回单二.jpg']);
    await expect(drawer.getByText('凭证审核中').first()).toBeVisible();
    await expect(drawer.getByRole('button', { name: '上传凭证', exact: true })).toBeHidden();
    await expect(drawer.getByRole('button', { name: '取消订单' })).toBeHidden();

    expect(await stepOrder(server, 'sendBackPayment', { orderNo, reason: '金额与订单不符' })).toBe('pendingPayment');
    await page.reload();
    const slip = drawer.getByRole('region', { name: '下一步' });
    await expect(slip).toContainText('退回原因：金额与订单不符。款项若已付出，无需再次转账');
    await expect(drawer.getByText('凭证被退回').first()).toBeVisible();
    await expectNoFindings(page);
    await sendSlips(page, drawer, ['补交回单.jpg'], 2);

    expect(await stepOrder(server, 'acceptPayment', { orderNo })).toBe('pendingActivation');
    await page.reload();
    await expect(drawer.getByText('款项已核对，我们正在为您开通。')).toBeVisible();
    expect(await stepOrder(server, 'activate', { orderNo })).toBe('active');
    await page.reload();
    await expect(drawer.getByText('服务期')).toBeVisible();

    await drawer.getByRole('button', { name: '续费' }).click();
    const renewal = page.getByRole('dialog', { name: '续费' });
    await expect(renewal.getByText(/接在原订单之后/)).toBeVisible();
    await expect(renewal.getByRole('button', { name: '提交续费订单' })).toBeEnabled();
    await expectNoFindings(page);
    await renewal.getByRole('button', { name: '提交续费订单' }).click();
    await expect(renewal).toBeHidden();
    await expect(drawer.getByText('续费自')).toBeVisible();
    const renewedBy = /open=(DD\d{8}-\d{8})/.exec(page.url())?.[1] ?? 'none';
    expect(renewedBy).not.toBe(orderNo);

    expect(await stepOrder(server, 'approve', { orderNo: renewedBy })).toBe('pendingPayment');
    await page.reload();
    await sendSlips(page, drawer, ['续费回单.jpg']);
    expect(await stepOrder(server, 'acceptPayment', { orderNo: renewedBy })).toBe('pendingActivation');
    expect(await stepOrder(server, 'refund', { orderNo: renewedBy, reason: '商户不再续费' })).toBe('refunded');
    await page.reload();
    await expect(drawer.getByText(/已退款：商户不再续费/)).toBeVisible();

    // Longer than the purchased month.
    await moveClock(server, 32 * 86_400_000);
    await leave(page);
    await page.goto(`${url}/#/portal/login?back=${encodeURIComponent('/merchant/userCenter/order?status=expired')}`);
    await logIn(page, mobile, firstPassword);
    await page.getByRole('main').locator(`a[href*="${orderNo}"]`).first().click();
    await expect(drawer.getByText('已到期').first()).toBeVisible();
    await expect(drawer.getByRole('link', { name: '再次购买' })).toBeVisible();
    await expectNoFindings(page);
  });
});
