import type { Page } from '@playwright/test';
import { ops } from '../commands.ts';
import { enterConsole } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { agree, expect, expectNoFindings, firstPassword, leave, logIn, newMobile, register, test } from '../visitor.ts';

/** How the tracker's records are taken: each call that the server accepted. */
const countReports = (page: Page): (() => number) => {
  let records = 0;
  page.on('response', (response) => {
    const data = new URLSearchParams(response.request().postData() ?? '').get('data') ?? '{}';
    const { records: sent = [] }: { records?: readonly { beaconEventId: string }[] } = JSON.parse(data);
    if (response.ok()) records += sent.filter(({ beaconEventId }) => beaconEventId.startsWith('step.')).length;
  });
  return () => records;
};

/** Goes from the first page to an order, logging in on the way; one who looks at a product alone goes no further. */
const visit = async (page: Page, url: string, mobile?: string): Promise<void> => {
  const reported = countReports(page);
  const stay = () => page.clock.fastForward(1000);
  await page.goto(`${url}/#/portal/home`);
  await page.getByRole('heading', { name: '为经营者准备的产品' }).waitFor();
  await stay();
  await page
    .getByRole('link', { name: /员工弹性福利/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: '员工弹性福利' }).waitFor();
  await stay();
  if (mobile !== undefined) {
    await page.getByRole('link', { name: '选择 标准版' }).click();
    await page.getByRole('spinbutton', { name: /数量/ }).waitFor();
    await stay();
    await page.getByRole('button', { name: '登录并确认' }).click();
    await logIn(page, mobile, firstPassword);
    await page.getByRole('button', { name: '提交订单' }).waitFor();
    await agree(page);
    await page.getByRole('button', { name: '提交订单' }).click();
    await expect(page.getByRole('heading', { name: '订单已提交' })).toBeVisible();
  }
  // What waits is sent when the portal is opened again.
  await page.reload();
  await expect.poll(reported).toBeGreaterThanOrEqual(mobile === undefined ? 2 : 4);
};

test('R11.8 R12.9 what visitors did stands in the funnel of the console, and each figure leads to the pages that make it up', async ({
  page,
  browser,
}) => {
  test.setTimeout(200_000);
  const server = await startServer();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const mobile = newMobile();
    await register(page, mobile, { at: `${server.url}/`, dataDir: server.dataDir });
    await leave(page);
    await page.clock.install();
    await visit(page, server.url, mobile);
    await leave(page);
    await visit(page, server.url);
    expect(await ops({ DATA_DIR: server.dataDir }, 'behavior', 'count')).toContain('已统计');

    const desk = await context.newPage();
    await enterConsole(desk, server);
    await desk.getByRole('link', { name: '访客行为' }).click();
    // The demonstration's visits are of the days before.
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
    await expect(desk).toHaveURL(/#\/behavior/);
    await desk.evaluate((query) => {
      location.hash = `#/behavior?${query}`;
    }, `from=${today}&to=${today}`);
    const funnel = desk.getByRole('table', { name: '从首页到下单的漏斗' });
    const countOf = (step: string) =>
      funnel.getByRole('row').filter({ has: desk.getByRole('rowheader', { name: step, exact: true }) });
    await expect(countOf('首页').getByRole('link')).toHaveText('2');
    await expect(countOf('产品详情').getByRole('link')).toHaveText('2');
    await expect(countOf('选择规格').getByRole('link')).toHaveText('1');
    await expect(countOf('提交订单').getByRole('link')).toHaveText('1');
    await expect(countOf('选择规格')).toContainText('50%');
    for (const width of [820, 1280]) {
      await desk.setViewportSize({ width, height: 1000 });
      await expectNoFindings(desk);
    }

    // A figure leads to the pages of its step, and a page to its days.
    await countOf('产品详情').getByRole('link').click();
    await expect(desk).toHaveURL(/step=product/);
    const pages = desk
      .getByRole('table')
      .filter({ has: desk.getByRole('columnheader', { name: '页面', exact: true }) });
    const rows = pages.locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('/portal/productsDetail/flex-benefits');
    await expect(rows.first().getByRole('cell').nth(3)).toHaveText('2');
    await expectNoFindings(desk);
    await rows.first().getByRole('link').click();
    await expect(desk).toHaveURL(/pageId=/);
    await expect(rows).toHaveCount(1);
    await desk.goBack();
    await desk.goBack();
    await countOf('提交订单').getByRole('link').click();
    await expect(desk).toHaveURL(/step=order/);
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('/portal/skuConfig/flex-benefits/purchase');
    await expectNoFindings(desk);
  } finally {
    await context.close();
    await server.stop();
  }
});
