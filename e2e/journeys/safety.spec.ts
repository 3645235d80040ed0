import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  expect,
  expectNoFindings,
  firstPassword,
  leave,
  logIn,
  messagesTo,
  newMobile,
  register,
  test,
} from '../visitor.ts';

/** The last mail to an address; an incomplete line is skipped. */
const mailTo = (address: string): string | undefined => {
  const lines = readFileSync(join(process.env['E2E_DATA_DIR'] ?? '', 'outbox/mail.jsonl'), 'utf8').split('\n');
  const mails: { readonly to: string; readonly text: string }[] = lines.slice(0, -1).map((line) => JSON.parse(line));
  return mails.findLast(({ to }) => to === address)?.text;
};

/** The last code that was sent to a mobile for a scene. */
const codeTo = async (mobile: string, scene: string): Promise<string> => {
  const sent = () => messagesTo(process.env['E2E_DATA_DIR'] ?? '', mobile).findLast((each) => each.scene === scene);
  await expect.poll(sent).toBeDefined();
  return sent()?.code ?? '';
};

/** The one-time password of a key, as an authenticator shows it. @source RFC 6238 */
const codeOf = (key: string, steps = 0): string => {
  const bits = [...key.replaceAll(' ', '')].map((each) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'),
  );
  const bytes = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', bytes).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(value % 1_000_000).padStart(6, '0');
};

/** Enters the password again where the page asks for it, or a code of who has a second factor. */
const proveIt = async (page: Page, code?: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '验证身份' });
  if (code === undefined) await dialog.getByLabel('登录密码', { exact: true }).fill(firstPassword);
  else await dialog.getByLabel('动态口令或恢复码', { exact: true }).fill(code);
  await dialog.getByRole('button', { name: '确认' }).click();
  await expect(dialog).toBeHidden();
};

/** The logins come when somebody scrolls to them, which is below the devices. */
const seeLogins = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: '登录中的设备' }).getByRole('listitem').last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await expect(page.getByRole('list', { name: '登录记录' })).toBeVisible();
};

const openSafety = async (page: Page): Promise<string> => {
  const mobile = newMobile();
  await register(page, mobile);
  await page.goto('/#/merchant/accountCenter/safety');
  await expect(page).toHaveTitle(/^安全设置 - /);
  await seeLogins(page);
  return mobile;
};

test('R10.7 a user changes the name and binds a mail address with the sent code', async ({ page }) => {
  test.slow();
  const mobile = await openSafety(page);
  await expectNoFindings(page);
  const account = page.getByRole('list', { name: '账号', exact: true });
  await account.getByRole('button', { name: '修改', exact: true }).first().click();
  await page.getByRole('dialog', { name: '修改名称' }).getByLabel(/^名称/).fill('王小明');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(account.getByText('王小明')).toBeVisible();

  await account.getByRole('button', { name: '绑定' }).click();
  const drawer = page.getByRole('dialog', { name: '绑定邮箱' });
  const address = `w${mobile}@shop.example`;
  await drawer.getByLabel(/新邮箱/).fill(address);
  await drawer.getByRole('button', { name: '获取验证码' }).click();
  await expect(drawer.getByText(/已发送至/)).toBeVisible();
  await expect(() => expect(mailTo(address)).toBeDefined()).toPass();
  await drawer.getByLabel(/邮箱验证码/).fill(/\d{6}/.exec(mailTo(address) ?? '')?.[0] ?? '');
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '绑定' }).click();
  await proveIt(page);
  await expect(account.getByText('w***@shop.example')).toBeVisible();
});

test('R10.9 the mobile is changed with codes to the old and to the new one, which logs in afterwards', async ({
  page,
}) => {
  test.slow();
  const mobile = await openSafety(page);
  const next = newMobile();
  const account = page.getByRole('list', { name: '账号', exact: true });
  await account.getByRole('button', { name: '更换' }).click();
  const drawer = page.getByRole('dialog', { name: '更换手机号' });
  await drawer.getByRole('button', { name: '获取验证码' }).first().click();
  const sent = drawer.getByText(/已发送至/);
  await expect(sent).toHaveCount(1);
  await drawer.getByLabel(/原手机号的验证码/).fill(await codeTo(mobile, 'updateMobileOld'));
  // The remaining button belongs to the new mobile, which is not typed yet.
  await drawer.getByRole('button', { name: '获取验证码' }).click();
  await expect(drawer.getByText(/请输入.*手机号/)).toBeVisible();
  await drawer.getByLabel(/^新手机号(?!的)/).fill(next);
  await drawer.getByRole('button', { name: '获取验证码' }).click();
  await expect(sent).toHaveCount(2);
  await drawer.getByLabel(/新手机号的验证码/).fill('000000');
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '更换', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: '更换手机号？' });
  await expect(question.getByText(/不能再登录。.*不能撤回/)).toBeVisible();
  await expectNoFindings(page);
  await question.getByRole('button', { name: '更换' }).click();
  await expect(drawer.getByText('验证码错误').first()).toBeVisible();
  await drawer.getByLabel(/新手机号的验证码/).fill(await codeTo(next, 'updateMobileNew'));
  await drawer.getByRole('button', { name: '更换', exact: true }).click();
  await question.getByRole('button', { name: '更换' }).click();
  await expect(drawer).toBeHidden();
  await expect(account.getByText(`${next.slice(0, 3)}****${next.slice(-4)}`)).toBeVisible();
  await expectNoFindings(page);

  await leave(page);
  await page.goto('/#/portal/login?back=%2Fmerchant%2FaccountCenter%2Fsafety');
  await logIn(page, mobile, firstPassword);
  await expect(page.getByText('账号或密码错误').first()).toBeVisible();
  await logIn(page, next, firstPassword);
  await expect(account).toBeVisible();
});

test('R10.9 a one-time password protects the login, which keeps the typed text', async ({ page }) => {
  test.slow();
  const mobile = await openSafety(page);
  await page.getByRole('list', { name: '登录保护' }).getByRole('button', { name: '开启' }).first().click();
  await expect(page.getByRole('dialog', { name: '验证身份' })).toBeVisible();
  await expectNoFindings(page);
  await proveIt(page);
  const drawer = page.getByRole('dialog', { name: '开启动态口令' });
  await expect(drawer.getByRole('img', { name: '动态口令的二维码' })).toBeVisible();
  await expectNoFindings(page);
  const key = (await drawer.locator('code').innerText()).trim();
  await drawer.getByLabel(/6\s位数字/).fill(codeOf(key));
  await drawer.getByRole('button', { name: '开启', exact: true }).click();
  const codes = page.getByRole('list', { name: '恢复码' });
  const recovery = (await codes.getByRole('listitem').first().innerText()).trim();
  const spare = (await codes.getByRole('listitem').last().innerText()).trim();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '我已保存好' }).click();
  await expect(page.getByText(/恢复码还剩 10\s个/)).toBeVisible();

  await leave(page);
  await page.goto('/#/portal/login?back=%2Fmerchant%2FaccountCenter%2Fsafety');
  await logIn(page, mobile, firstPassword);
  await expect(page.getByText('请再完成一步验证')).toBeVisible();
  await page.getByLabel(/动态口令/).fill('000000');
  await expectNoFindings(page);
  const submit = page.getByRole('main').getByRole('button', { name: '登录' });
  await submit.click();
  await expect(page.getByText('账号或密码错误').first()).toBeVisible();
  await page.getByRole('button', { name: '用恢复码' }).click();
  await page.getByLabel(/恢复码/).fill(recovery);
  await submit.click();
  await expect(page.getByText(/恢复码还剩 9\s个/)).toBeVisible();

  await leave(page);
  await page.goto('/#/portal/login?back=%2Fmerchant%2FaccountCenter%2Fsafety');
  await logIn(page, mobile, firstPassword);
  // The step that confirmed it cannot be used again, so the next step's code is entered a little early.
  await page.getByLabel(/动态口令/).fill(codeOf(key, 1));
  await submit.click();
  const protection = page.getByRole('list', { name: '登录保护' });
  await expect(protection.getByText('已开启', { exact: true })).toBeVisible();
  await protection.getByRole('button', { name: '解除' }).click();
  const question = page.getByRole('alertdialog', { name: '解除动态口令？' });
  await expect(question.getByText(/剩余的 9\s个恢复码立即作废，不能恢复/)).toBeVisible();
  await expectNoFindings(page);
  await question.getByRole('button', { name: '解除', exact: true }).click();
  await proveIt(page, spare);
  await expect(protection.getByText('已开启', { exact: true })).toBeHidden();
});

test('R10.9 another session is ended, the user’s data exported, the account’s closing requested and reverted', async ({
  page,
  browser,
}) => {
  test.slow();
  const mobile = await openSafety(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/#/portal/login?back=%2Fmerchant%2FaccountCenter%2Fsafety');
  await logIn(other, mobile, firstPassword);
  await expect(other.getByRole('list', { name: '登录中的设备' }).getByRole('listitem')).toHaveCount(2);
  await page.reload();
  const sessions = page.getByRole('list', { name: '登录中的设备' });
  await sessions.getByRole('button', { name: '结束' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/portal\/login/);
  await elsewhere.close();

  const own = page.getByRole('list', { name: '个人信息与注销' });
  await own.getByRole('button', { name: '导出' }).click();
  await expect(own.getByText(/已生成，.*前可以下载/)).toBeVisible({ timeout: 30_000 });
  await expectNoFindings(page);
  // The export is found again after coming back.
  await page.reload();
  const saved = page.waitForEvent('download');
  await own.getByRole('button', { name: '下载' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^个人信息-\d{4}-\d\d-\d\d\.zip$/);

  await own.getByRole('button', { name: '注销' }).click();
  const drawer = page.getByRole('dialog', { name: '注销账号' });
  await expect(drawer.getByRole('list', { name: '注销条件' }).getByText('已满足')).toHaveCount(3);
  const box = await drawer.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(page.viewportSize()?.height);
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '申请注销' }).click();
  const question = page.getByRole('alertdialog', { name: '申请注销账号？' });
  await expect(question.getByText(/15\s天后账号永久注销.*不能恢复/)).toBeVisible();
  await expectNoFindings(page);
  await question.getByRole('button', { name: '申请注销' }).click();
  await proveIt(page);
  await expect(page.getByText(/您已申请注销/)).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '撤回申请' }).click();
  await expect(page.getByText(/您已申请注销/)).toBeHidden();
});
