import type { Page } from '@playwright/test';
import { expect, expectNoFindings, logIn, newMobile, register, test } from '../visitor.ts';

const area = (path: string) => `/#/merchant/${path}`;
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;

test('R10.1 a new tenant is guided on the first page, which links to every page of the area', { tag: '@h5' }, async ({
  page,
}) => {
  await register(page, newMobile());
  await page.goto(area('userCenter/home'));
  await expect(page).toHaveTitle(/^商户中心 - /);
  await expect(page.getByRole('heading', { name: '三步开通' })).toBeVisible();
  await expect(page.getByText('已完成 0 / 3')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('main').getByRole('link', { name: '去认证' }).click();
  await expect(page).toHaveURL(/#\/merchant\/accountCenter\/verify/);
  await page.goBack();
  await page.getByRole('link', { name: /通知$/ }).last().click();
  await expect(page).toHaveURL(/#\/merchant\/userCenter\/notice$/);
  await page.goBack();
  if (isPhone(page)) {
    await page.getByRole('main').getByRole('link', { name: '基本信息' }).click();
    await expect(page.getByRole('link', { name: '返回' })).toBeVisible();
  } else {
    await page.getByRole('navigation', { name: '商户中心' }).getByRole('link', { name: '基本信息' }).click();
    await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('商户中心基本信息');
  }
  await expect(page).toHaveURL(/#\/merchant\/accountCenter\/basicInfo$/);
});

test('R14.1 R10.1 the demonstration’s first page says what is to be paid and what waits, and leads to the order that waits', async ({
  page,
}) => {
  await page.goto('/#/portal/login');
  await logIn(page, '13800000001', 'Demo-Merchant-1');
  await expect(page).not.toHaveURL(/portal\/login/);
  await page.goto(area('userCenter/home'));
  const figures = page.getByRole('list', { name: '应付与在用' });
  await expect(figures).toContainText('¥15,411.60');
  await expect(figures).toContainText('2 笔，最早');
  const todos = page.getByRole('list', { name: '待办' });
  await expect(todos.getByRole('listitem')).toHaveCount(7);
  await expect(page.getByRole('list', { name: '最近的订单' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('list', { name: '最近的通知' }).getByRole('listitem')).toHaveCount(5);
  await expectNoFindings(page);
  await todos.getByRole('link', { name: '重新上传' }).click();
  const slip = page.getByRole('dialog', { name: '订单详情' }).getByRole('region', { name: '下一步' });
  await expect(slip).toContainText('退回原因：付款户名与企业名称不符');
  await expect(slip).toContainText('¥5,702.40');
});

test('R10.1 R10.2 what is to be paid and what is being checked lead to two lists of orders, each of which sums up to its figure', async ({
  page,
}) => {
  await page.goto('/#/portal/login');
  await logIn(page, '13800000001', 'Demo-Merchant-1');
  await expect(page).not.toHaveURL(/portal\/login/);
  const figures = page.getByRole('list', { name: '应付与在用' });
  const orders = page.getByRole('main').locator('a[href*="open=DD"]');
  for (const [name, payment, tag, count] of [
    [/^待付款/, 'open', /待付款|凭证被退回/, 2],
    [/^凭证审核中/, 'inCheck', /凭证审核中/, 1],
  ] as const) {
    await page.goto(area('userCenter/home'));
    const figure = figures.getByRole('link', { name });
    const amount = /¥[\d,]+\.\d\d/.exec(await figure.innerText())?.[0] ?? 'none';
    await figure.click();
    await expect(page).toHaveURL(new RegExp(`status=pendingPayment&payment=${payment}$`));
    await expect(orders).toHaveCount(count);
    await expect(page.getByRole('main').getByText(tag).last()).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: `${amount}（${count}\u00a0笔）` })).toBeVisible();
    await expectNoFindings(page);
  }
  await page.goto(area('userCenter/order?payment=returned'));
  await expect(orders).toHaveCount(1);
});
