import type { Page } from '@playwright/test';
import { expect, expectNoFindings, firstPassword, logIn, newMobile, register, test } from '../visitor.ts';

/** Answers every call of an operation in place of the server. */
const answer = (page: Page, operationId: string, status: number, body: unknown) =>
  page.route(`**/ops?operationId=${operationId}`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );
const ended = { code: 'FAIL', errCode: 'RHSY401', errMsg: '请先登录', status: 401, traceId: 'trace-401' };

test('R2.7 a message on a phone is 80 px from the top', { tag: '@h5' }, async ({ page, isMobile }) => {
  await page.goto('/#/portal/login');
  await logIn(page, newMobile(), firstPassword);
  const message = page.locator('[popover=manual] [role=alert] > div', { hasText: '账号或密码错误' });
  await expect.poll(async () => (await message.boundingBox())?.y).toBe(isMobile ? 80 : 76);
});

test('R2.4 an unknown route shows a way home', async ({ page }) => {
  await page.goto('/#/portal/nothing');
  await expect(page).toHaveTitle('页面不存在 - 融惠');
  await expect(page.getByRole('main').getByRole('link', { name: /首页/ })).toBeVisible();
  await expectNoFindings(page);
});

test('ux a phone has its tabs at the roots alone; below them one bar stands at the bottom', { tag: '@h5' }, async ({
  page,
  isMobile,
}) => {
  const tabs = page.getByRole('navigation', { name: '底部导航' });
  for (const [path, hasTabs] of [
    ['products', true],
    ['docs', true],
    ['about', false],
    ['skuConfig/aggregated-pay/purchase', false],
    ['productsDetail/aggregated-pay', false],
  ] as const) {
    await page.goto(`/#/portal/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(tabs).toHaveCount(isMobile && hasTabs ? 1 : 0);
  }
  if (!isMobile) return;
  const buy = page.getByRole('main').getByRole('link', { name: '立即购买' }).last();
  const height = page.viewportSize()?.height ?? 0;
  await expect.poll(async () => height - ((await buy.boundingBox())?.y ?? 0)).toBeLessThan(64);
});

test('R4.2 a session that ended warns once, however many calls fail, and leads to the login and back', async ({
  page,
}) => {
  await register(page, newMobile());
  await answer(page, 'portal.productQueryDetail', 401, ended);
  await page.goto('/#/portal/productsDetail/factoring');
  await expect(page).toHaveURL(/#\/portal\/login\?back=/);
  await expect(page.getByText('登录已过期')).toHaveCount(1);
});

test('R4.2 a user who was never logged in goes to the login without a warning', async ({ page }) => {
  await answer(page, 'portal.productQueryDetail', 401, ended);
  await page.goto('/#/portal/productsDetail/factoring');
  await expect(page).toHaveURL(/#\/portal\/login/);
  await expect(page.getByText('登录已过期')).toHaveCount(0);
});

test('R4.3 a session that ended before the tenant’s record was fetched leads to the login without a message, and the user stays there', async ({
  page,
}) => {
  await register(page, newMobile());
  await answer(page, 'tenant.get', 401, ended);
  await page.goto('/#/merchant/accountCenter/basicInfo');
  await expect(page).toHaveURL(/#\/portal\/login\?back=%2Fmerchant%2FaccountCenter%2FbasicInfo$/);
  await expect(page.getByLabel('手机号')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(/#\/portal\/login\?back=/);
  await expect(page.getByText(/登录已过期|登录超时|请先登录/)).toHaveCount(0);
});

test('R4.1 when the start-up call fails the document centre is hidden and the rest of the portal works', {
  tag: '@h5',
}, async ({ page, isMobile }) => {
  await page.route('**/ftc/api/sys/commonConfig', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/#/portal/about');
  await expect(page.getByRole('heading', { name: '联系与投诉' })).toBeVisible();
  if (isMobile) await page.goto('/#/portal/products');
  const place = isMobile ? page.getByRole('navigation', { name: '底部导航' }) : page.getByRole('banner');
  await expect(place).toBeVisible();
  await expect(place.getByRole('link', { name: /文档/ })).toHaveCount(0);
});

test('R2.6 while the document centre is off its routes do not exist', async ({ page }) => {
  await page.route('**/ftc/api/sys/commonConfig', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.text()).replace('"IS_VISIBLE_DOC_CENTER":"on"', '"IS_VISIBLE_DOC_CENTER":"off"');
    await route.fulfill({ response: reply, body });
  });
  await page.goto('/#/portal/docs');
  await expect(page).toHaveTitle('页面不存在 - 融惠');
  await page.goto('/#/portal/home');
  await expect(page.getByRole('heading', { name: '新手先读' })).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: '搜索文档' })).toHaveCount(0);
});

test('R8.4 a call that fails shows its sentence, a retry and the trace id, and the retry works', async ({ page }) => {
  await answer(page, 'portal.queryPage', 500, {
    code: 'FAIL',
    errCode: 'RHSY500',
    errMsg: '',
    status: 500,
    traceId: 'trace-500',
  });
  await page.goto('/#/portal/about');
  await expect(page.getByText('系统异常，请联系开发或运维人员')).toBeVisible();
  await expect(page.getByText('trace-500')).toBeVisible();
  await expectNoFindings(page);
  await page.unroute('**/ops?operationId=portal.queryPage');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('main').locator('img').first()).toBeAttached();
});

test('R7.4 a client with a wrong clock or an old key recovers without the user', async ({ page }) => {
  await page.clock.install({ time: new Date(Date.now() - 3_600_000) });
  await page.goto('/#/portal/about');
  await expect(page.getByRole('main').locator('img').first()).toBeAttached();
  await page.context().clearCookies();
  await page.getByRole('link', { name: /产品/ }).first().click();
  await page.goto('/#/portal/partners');
  await expect(page.getByRole('heading', { name: '想成为合作伙伴？' })).toBeVisible();
});

test('ux on a phone a title stands once: a product’s in its page, a text’s in the header, and no heading repeats its words', {
  tag: '@h5',
}, async ({ page, isMobile }) => {
  await page.goto('/#/portal/productsDetail/flex-benefits');
  await expect(page.getByRole('heading', { level: 1, name: '员工弹性福利' })).toBeInViewport();
  if (!isMobile) return;
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('banner').getByText('员工弹性福利')).toHaveCount(0);
  // The skeleton's heading makes way for the page's: there is a moment without a box.
  const expectHidden = () =>
    expect.poll(async () => (await page.locator('span:has(> h1)').boundingBox())?.height ?? 99).toBeLessThanOrEqual(1);
  for (const path of ['partners', 'about']) {
    await page.goto(`/#/portal/${path}`);
    await expect(page.getByRole('banner').getByText(/合作伙伴|关于我们/)).toBeVisible();
    await expectHidden();
  }
});

test('R2.10 Back never passes through the login, whichever of its pages was visited', async ({ page }) => {
  await page.goto('/#/portal/about');
  await page.goto('/#/portal/partners');
  await page.goto('/#/portal/login');
  await page.getByRole('main').getByRole('link', { name: '免费注册' }).click();
  await expect(page).toHaveURL(/register/);
  await page.getByRole('link', { name: '直接登录' }).click();
  await page.getByRole('link', { name: '忘记密码' }).click();
  await expect(page).toHaveURL(/findPassword/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/portal\/partners$/);
});
