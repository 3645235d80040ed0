import type { Locator, Page } from '@playwright/test';
import { moveClock, startServer } from '../server.ts';
import {
  expect,
  expectNoFindings,
  firstPassword,
  leave,
  logIn,
  newMobile,
  passSmsCode,
  passwordBox,
  pressLogIn,
  register,
  registerByHand,
  test,
} from '../visitor.ts';

// A journey visits many screens, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const minute = 60_000;
const newPassword = (page: Page) => page.locator('input[name=newPwd]');

/** A message of R8's table has one line and covers neither its field nor what stands below it. */
const expectInSight = async (page: Page, field: Locator, text: string): Promise<void> => {
  const message = page.getByRole('alert').filter({ hasText: text }).last();
  await expect(message).toBeVisible();
  await expect(field).toBeInViewport();
  const [over, below] = [await message.boundingBox(), await field.boundingBox()];
  expect(over?.height).toBeLessThan(64);
  const isBeside = (over?.x ?? 0) >= (below?.x ?? 0) + (below?.width ?? 0);
  expect(isBeside || (over?.y ?? 0) + (over?.height ?? 0) <= (below?.y ?? 0), JSON.stringify([over, below])).toBe(true);
};

test('R1.1 a visitor registers with the sent code, logs out and logs in again', async ({ page }) => {
  const mobile = newMobile();
  await page.goto('/#/portal/register');
  await expect(page).toHaveTitle(/^注册 - /);
  await expect(page.getByAltText('图形验证码')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '注册并登录' }).click();
  await expect(page.getByLabel('手机号')).toBeFocused();
  await expectNoFindings(page);
  await registerByHand(page, mobile);
  await expectNoFindings(page);
  await leave(page);
  await page.goto('/#/portal/login?back=%2Fportal%2Fproducts');
  await expect(page).toHaveTitle(/^登录 - /);
  await expectNoFindings(page);
  await logIn(page, mobile, firstPassword);
  await expect(page).toHaveURL(/#\/portal\/products$/);
});

test('R10.6 opening a text does not tick its box, agreeing at its end does', async ({ page }) => {
  await page.goto('/#/portal/register');
  const box = page.getByRole('checkbox', { name: /隐私政策/ });
  await page.getByRole('button', { name: '《隐私政策》' }).click();
  const dialog = page.getByRole('dialog', { name: '隐私政策' });
  await expect(dialog.getByText(/起生效/)).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(box).not.toBeChecked();
  await page.getByRole('button', { name: '《隐私政策》' }).press('Enter');
  await dialog.getByRole('button', { name: '我已阅读并同意' }).click();
  await expect(box).toBeChecked();
});

test('R5.3 a wrong image code is replaced; the spoken form can be requested', async ({ page }) => {
  await page.goto('/#/portal/login?way=sms');
  await page.getByLabel('手机号').fill(newMobile());
  const picture = page.getByAltText('图形验证码');
  const before = await picture.getAttribute('src');
  await page.getByLabel('图形验证码').fill('wxyz');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText('验证码错误，已换一张，请重新输入')).toBeVisible();
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  await page.getByRole('button', { name: '听语音' }).click();
  await page.getByRole('button', { name: '播放' }).click();
  await expect(page.getByRole('button', { name: '正在播放' })).toBeVisible();
  await expectNoFindings(page);
});

test('R4.4 a change of password ends every other session', async ({ page, browser, contextOptions }) => {
  const mobile = newMobile();
  await register(page, mobile);
  const elsewhere = await (await browser.newContext(contextOptions)).newPage();
  await elsewhere.goto(`${process.env['E2E_URL'] ?? ''}/#/portal/login`);
  await logIn(elsewhere, mobile, firstPassword);
  await expect(elsewhere).toHaveURL(/#\/merchant\/userCenter\/home$/);
  await page.goto('/#/portal/changePassword');
  await expect(page).toHaveTitle(/^修改密码 - /);
  await expect(page.getByText(/当前账号：19\d\*{4}\d{4}/)).toBeVisible();
  await expectNoFindings(page);
  await page.getByLabel('手机号').fill(mobile);
  await page.getByLabel('原密码').fill('Wrong-password-1');
  await newPassword(page).fill('Merchant-2027');
  await page.getByRole('main').getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('其他设备上的登录会全部退出');
  await expectNoFindings(page);
  await page.getByRole('button', { name: '确认修改' }).click();
  await expect(page.getByLabel('原密码')).toBeFocused();
  await page.getByLabel('原密码').fill(firstPassword);
  await page.getByRole('main').getByRole('button', { name: '修改密码' }).click();
  await page.getByRole('button', { name: '确认修改' }).click();
  await expect(page.getByRole('heading', { name: '密码已修改' })).toBeVisible();
  await expectNoFindings(page);
  await page.reload();
  await expect(page.getByText(/当前账号/)).toBeVisible();
  await elsewhere.goto(`${process.env['E2E_URL'] ?? ''}/#/portal/changePassword`);
  await elsewhere.reload();
  await expect(elsewhere.getByLabel('手机号')).toBeVisible();
  await expect(elsewhere.getByText(/当前账号/)).toBeHidden();
  await elsewhere.context().close();
});

test('R1.1 a visitor logs in with an SMS code; a mobile without an account is led to the registration', async ({
  page,
}) => {
  const mobile = newMobile();
  await page.goto('/#/portal/login?way=sms');
  await expect(page.getByAltText('图形验证码')).toBeVisible();
  await expectNoFindings(page);
  await page.getByLabel('手机号').fill(mobile);
  await passSmsCode(page, mobile);
  await expectNoFindings(page);
  await page.getByRole('main').getByRole('button', { name: '登录' }).click();
  await expect(page.getByLabel('手机号')).toBeFocused();
  await page.getByRole('link', { name: '现在注册' }).click();
  await expect(page).toHaveURL(/#\/portal\/register/);
  await expect(page.getByLabel('手机号')).toHaveValue(mobile);
});

test('R1.1 a forgotten password is reset by SMS, and the old one is refused', { tag: '@h5' }, async ({ page }) => {
  const mobile = newMobile();
  await register(page, mobile);
  await leave(page);
  await page.goto('/#/portal/findPassword');
  await expect(page).toHaveTitle(/^找回密码 - /);
  await expect(page.getByAltText('图形验证码')).toBeVisible();
  await expectNoFindings(page);
  await page.getByLabel('手机号').fill(mobile);
  await passSmsCode(page, mobile);
  await newPassword(page).fill(firstPassword);
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(newPassword(page)).toBeFocused();
  await expect(page.getByRole('main').getByText('新密码与历史密码相同，请重新设置')).toBeVisible();
  await expectInSight(page, newPassword(page), '新密码与历史密码相同，请重新设置');
  await newPassword(page).fill('Merchant-2027');
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(page.getByText('密码已重置，已为您登录')).toBeVisible();
  await expect(page).toHaveURL(/#\/merchant\/userCenter\/home$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expectNoFindings(page);
  await leave(page);
  await page.goto('/#/portal/login');
  await logIn(page, mobile, firstPassword);
  await expect(page.getByRole('main').getByText('账号或密码错误')).toBeVisible();
  await expectInSight(page, passwordBox(page), '账号或密码错误');
  await logIn(page, mobile, 'Merchant-2027');
  await expect(page).toHaveURL(/#\/merchant\/userCenter\/home$/);
});

test('R4.5 five wrong passwords lock the mobile for ten minutes, which the page counts down', async ({ page }) => {
  const server = await startServer();
  try {
    const mobile = newMobile();
    await register(page, mobile, { at: server.url, dataDir: server.dataDir });
    await leave(page);
    // Another browser, because the owner's own device counts separately.
    await page.goto(`${server.url}/#/portal/login`);
    for (let tries = 1; tries <= 5; tries += 1) {
      const answered = page.waitForResponse(/operationId=portal\.login/);
      await logIn(page, mobile, `Wrong-password-${tries}`);
      await answered;
    }
    await logIn(page, mobile, firstPassword);
    await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/);
    await expect(page.getByRole('main').getByText('账号已锁定，请十分钟后重试')).toBeVisible();
    await expect(passwordBox(page)).toHaveValue(firstPassword);
    await expectNoFindings(page);
    await moveClock(server, 12 * minute);
    await pressLogIn(page);
    await expect(page).toHaveURL(/#\/merchant\/userCenter\/home$/);
  } finally {
    // The page goes on asking for what it may need next.
    await page.goto('about:blank');
    await server.stop();
  }
});
