import { expect, type Page } from '@playwright/test';
import { newMobile } from '../visitor.ts';
import { test as base } from '../worker-server.ts';

/** Cuts off the chunk of the about page: from the very start, because the page fetches what may be needed next while it is idle. */
const cutAbout = async (page: Page): Promise<void> => {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const isAbout = (await response.text()).includes('联系与投诉');
    await (isAbout ? route.abort() : route.fulfill({ response }));
  });
};

// The missing chunk makes the browser log errors, which is expected here, so the console is not checked.
base('R2.2 a page whose chunk does not come offers another try, which works', async ({ page }) => {
  await cutAbout(page);
  // The document shows the home page before the scripts run; the start-up call says that they do.
  const started = page.waitForResponse('**/ftc/api/sys/commonConfig');
  await page.goto('/#/portal/home');
  await started;
  await expect(page.getByRole('heading', { name: '为经营者准备的产品' })).toBeVisible();
  await page.goto('/#/portal/about');
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
  await expect(page.getByText('页面出错了，请重试')).toBeVisible();
  await page.unroute('**/assets/*.js');
  const retry = page.getByRole('button', { name: '重试' });
  const reload = page.getByRole('button', { name: '刷新页面' });
  const about = page.getByRole('heading', { name: '联系与投诉' });
  await retry.click();
  // Browsers cache a module that failed to load; when the retry fails again, the page still offers a reload.
  await expect(async () => {
    if (await reload.isVisible()) await reload.click({ timeout: 1_000 });
    await expect(about).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

base(
  'R2.9 between a phone and a desk a product and a text of the help have the columns of their skeletons',
  async ({ page }) => {
    await page.setViewportSize({ width: 860, height: 900 });
    const placeOf = async (part: string): Promise<number> =>
      Math.round((await page.getByRole('main').locator(part).first().boundingBox())?.x ?? 0);
    for (const [hash, part] of [
      ['portal/productsDetail/flex-benefits', 'img'],
      ['portal/docs', 'h1'],
    ] as const) {
      await page.route('**/assets/*.js', () => undefined);
      await page.goto('about:blank');
      await page.goto(`/#/${hash}`, { waitUntil: 'commit' });
      await expect(page.getByText('loading')).toBeVisible();
      const waiting = await placeOf(part);
      await page.unroute('**/assets/*.js');
      await page.goto('about:blank');
      await page.goto(`/#/${hash}`, { waitUntil: 'networkidle' });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      // They stand in the second column, there as here.
      expect(waiting, hash).toBeGreaterThan(200);
      expect(Math.abs((await placeOf(part)) - waiting), hash).toBeLessThanOrEqual(8);
    }
  },
);

base('R2.10 a merchant page sends a visitor to the login and back to itself', async ({ page }) => {
  await page.goto('/#/merchant/accountCenter/safety');
  await expect(page).toHaveURL(/#\/portal\/login\?back=/);
  await expect(page.getByText('登录已过期')).toHaveCount(0);
});

base('R8.3 without a network the page says so and recovers', async ({ page }) => {
  await page.goto('/#/portal/home');
  await expect(page.getByRole('heading', { name: '为经营者准备的产品' })).toBeVisible();
  await page.route('**/ops?operationId=portal.productQueryDetail', (route) => route.abort('internetdisconnected'));
  await page.goto('/#/portal/productsDetail/e-invoice');
  await expect(
    page.getByRole('heading', { name: '网络环境异常' }).or(page.getByText('网络环境异常')).first(),
  ).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/ops?operationId=portal.productQueryDetail');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '数电发票服务' })).toBeVisible();
});

base(
  'R1.1 the first paint has one style sheet, and no chunk fetches again what is in it',
  { tag: '@h5' },
  async ({ page }) => {
    const sheets: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') sheets.push(new URL(request.url()).pathname);
    });
    /** What the one sheet of the document says that it contains. */
    const contained = () =>
      page.evaluate(() => {
        const names =
          getComputedStyle(document.documentElement)
            .getPropertyValue('--css')
            .match(/[^\s"]+/g) ?? [];
        return names.map((name) => `/assets/${name}`);
      });
    const title = page.getByRole('heading', { name: '为经营者准备的产品' });

    await page.goto('/#/portal/home');
    await page.waitForFunction(() => !('words' in document.documentElement.dataset));
    await expect(title).toBeVisible();
    await page.waitForLoadState('networkidle');
    const all = await contained();
    expect(sheets.slice(0, 1)).toEqual(['/home.css']);
    for (const path of all) expect(sheets).not.toContain(path);

    sheets.length = 0;
    await page.goto('about:blank');
    await page.goto('/#/portal/login');
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    const frames = await contained();
    const homes = all.filter((path) => !frames.includes(path));
    expect([frames.length, homes.length]).not.toContain(0);
    await page.evaluate(() => location.assign('#/portal/home'));
    await expect(title).toBeVisible();
    expect(sheets.slice(0, 1)).toEqual(['/site.css']);
    expect(sheets).not.toContain('/home.css');
    for (const path of frames) expect(sheets).not.toContain(path);
    for (const path of homes) expect(sheets.filter((sheet) => sheet === path)).toHaveLength(1);
  },
);

base(
  'ux a browser that is too old for the scripts gets a page that says so, in the portal and at the console',
  async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'));
    const ways = { '/#/portal/about': '/', '/console/': '/console/' };
    for (const [address, back] of Object.entries(ways)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: '请更新浏览器' })).toBeVisible();
      await expect(page.getByRole('link', { name: '已经更新，重新打开' })).toHaveAttribute('href', back);
    }
    await expect(page.getByText(/也可以打电话给我们/)).toBeVisible();
  },
);

base(
  'running 1.10 a visitor whose calls meet a node that dies reads the page, writes to the provider once, and notices nothing',
  async ({ page }) => {
    const asked = { start: 0, read: 0, write: 0 };
    const answers: unknown[] = [];
    // The node behind the first of each call is gone: before it did anything, or after.
    await page.route('**/ftc/api/sys/commonConfig', async (route) => {
      asked.start += 1;
      await (asked.start === 1 ? route.abort('connectionreset') : route.continue());
    });
    await page.route(/operationId=agreement\./, async (route) => {
      asked.read += 1;
      await (asked.read === 1 ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.continue());
    });
    await page.route('**/ops?operationId=portal.contact', async (route) => {
      asked.write += 1;
      const response = await route.fetch();
      answers.push(Object((await response.json()).data));
      await (asked.write === 1 ? route.abort('connectionreset') : route.fulfill({ response }));
    });
    await page.goto('/#/portal/home');
    await expect(page.getByRole('heading', { name: '为经营者准备的产品' })).toBeVisible();
    await page.goto('/#/portal/agreement/privacy/2026-06');
    await expect(page.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible();
    await page.goto('/#/portal/feedBack?topic=complaint&pid=factoring');
    await expect(page.getByText('应收账款保理')).toBeVisible();
    await expect(page.getByAltText('图形验证码')).toBeVisible();
    await page.getByLabel('留言内容').fill('放款前被要求缴费');
    await page.getByLabel('您的称呼').fill('王小明');
    await page.getByLabel('手机号').fill(newMobile());
    await page.getByLabel('图形验证码').fill('abcd');
    await page.getByRole('checkbox', { name: /联系信息处理告知/ }).check();
    await page.getByRole('button', { name: '提交' }).click();
    await expect(page.getByRole('heading', { name: '留言已收到' })).toBeFocused();
    await expect(page.getByRole('alert')).toBeEmpty();
    expect(asked.start).toBeGreaterThan(1);
    expect(asked.read).toBe(2);
    expect(asked.write).toBe(2);
    // The first answer was given again: one message was written.
    expect(answers[1]).toEqual(answers[0]);
  },
);
