import type { Page } from '@playwright/test';
import { resetAdmin } from '../commands.ts';
import { codeOf, enrolTotp, logInStaff as logIn, setOwnPassword } from '../console/staff-entry.ts';
import { moveClock, startServer } from '../server.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

const adminPassword = 'Harbour-Green-42';
const memberPassword = 'Lantern-Grey-77';
let offsetMs = 0;

/** By a code of the next step: the present one has enrolled. */
const prove = async (page: Page, secret: string): Promise<void> => {
  const question = page.getByRole('dialog', { name: '验证身份' });
  await question.getByLabel('动态口令或恢复码').fill(codeOf(secret, offsetMs + 30_000));
  await question.getByRole('button', { name: '确认' }).click();
};

test('R11.1 the first admin sets up the account, makes a member of staff, who logs in with its roles', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const server = await startServer({ DEMO: 'off' });
  try {
    const { oneTimePassword } = await resetAdmin({ DATA_DIR: server.dataDir });
    await page.goto(`${server.url}/console/#/staff`);
    // The card stands in the middle of the window, not in the column of a menu that is not there.
    const card = await page.getByRole('form').boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(Math.abs((card?.x ?? 0) + (card?.width ?? 0) / 2 - width / 2)).toBeLessThan(20);
    await expect(page.getByRole('heading', { name: /^登录/ })).toBeVisible();
    await expectNoFindings(page);
    await logIn(page, 'admin', oneTimePassword);
    await setOwnPassword(page, oneTimePassword, adminPassword);
    await expect(page.getByRole('form', { name: '绑定动态口令' })).toBeVisible();
    await expectNoFindings(page);
    const secret = await enrolTotp(page, offsetMs);
    // The page that was asked for is there under its own address.
    await expect(page.getByRole('heading', { name: '运营人员' })).toBeVisible();
    await expectNoFindings(page);

    await page.getByRole('button', { name: '新建运营人员' }).click();
    await page.locator('input[name=account]').fill('li.na');
    await page.locator('input[name=name]').fill('李娜');
    await page.getByRole('checkbox', { name: '审核员' }).check();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '新建', exact: true }).click();
    await prove(page, secret);
    const made = await page.getByLabel('一次性密码', { exact: true }).innerText();
    await page.getByRole('button', { name: '我已交给本人' }).click();
    await page.getByRole('link', { name: 'li.na' }).click();
    await expect(page).toHaveURL(/#\/staff\?open=/);
    await expect(page.getByRole('dialog').getByText('审核员')).toBeVisible();
    await expectNoFindings(page);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '前往' }).fill('我的账号');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '我的账号' })).toBeVisible();
    await expectNoFindings(page);
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(page.getByRole('navigation', { name: '运营台' })).toBeHidden();
    await page.getByRole('button', { name: '菜单' }).click();
    await expectNoFindings(page);
    await page.getByRole('navigation', { name: '运营台' }).getByRole('link', { name: '首页', exact: true }).click();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect(page.getByRole('heading', { name: /您好/ })).toBeVisible();
    await expectNoFindings(page);

    // Fifteen minutes idle: the login stands in the page's place, and the page comes back.
    await page.goto(`${server.url}/console/#/staff`);
    await expect(page.getByRole('link', { name: 'li.na' })).toBeVisible();
    offsetMs += 16 * 60_000;
    await moveClock(server, offsetMs);
    await page.keyboard.press('/');
    await page.keyboard.type('li.');
    await expect(page.locator('input[name=account]')).toBeVisible();
    await logIn(page, 'admin', adminPassword);
    await page.getByLabel('动态口令或恢复码').fill(codeOf(secret, offsetMs));
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByRole('link', { name: 'li.na' })).toBeVisible();
    await expect(page).toHaveURL(/#\/staff\?keyword=li\.$/);
    await page.getByRole('banner').locator('summary').click();
    await page.getByRole('button', { name: '退出登录' }).click();

    await logIn(page, 'li.na', made);
    // Its thirty minutes are not over yet.
    await setOwnPassword(page, made, memberPassword);
    await enrolTotp(page, offsetMs);
    await expect(page.getByText('客户与认证（查看、办理）')).toBeVisible();
    await expect(page.getByRole('link', { name: '运营人员' })).toHaveCount(0);
    await page.goto(`${server.url}/console/#/staff`);
    await expect(page.getByText('您没有访问该页面的权限')).toBeVisible();
  } finally {
    await server.stop();
  }
});
