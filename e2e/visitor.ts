import { type ConsoleMessage, expect, type Locator, type Page } from '@playwright/test';
import { expectFits, expectNoFindings } from './findings.ts';
import { openSession } from './merchant.ts';
import { firstPassword, messagesTo, newMobile, registerMobile } from './registration.ts';
import { isStopped } from './server.ts';
import { test as base } from './worker-server.ts';

export { expect, expectFits, expectNoFindings, firstPassword, messagesTo, newMobile };

/** Console messages that are expected: refusals that the test provoked, a net that it took away, and a server that it stopped under an open page. */
const isExpected = (message: ConsoleMessage): boolean =>
  /^Failed to load resource: (?:the server responded|net::ERR_INTERNET_DISCONNECTED)/.test(message.text()) ||
  (/net::ERR_/.test(message.text()) && isStopped(message.location().url));

/** Waits until the scripts have hydrated the page, because a test is faster than a person. A page that is none of the portal's is ready at once. */
const untilHydrated = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () => {
        const container = document.getElementById('ice-container');
        return container === null || Object.keys(container).some((key) => key.startsWith('__reactContainer'));
      },
      undefined,
      { timeout: 15_000 },
    )
    .catch(() => undefined);

/** A test that fails when its page violates a policy, throws or logs an error. */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ page }, provide) => {
      const faults: string[] = [];
      const goto = page.goto.bind(page);
      page.goto = async (...given) => {
        const reply = await goto(...given);
        await untilHydrated(page);
        return reply;
      };
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
          reportError(new Error(`policy: ${violatedDirective} ${blockedURI} ${sample}`));
        });
      });
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message)) faults.push(message.text());
      });
      await provide();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Scrolls to the end of the open text, repeatedly, because it may still be loading. */
export const readToEnd = (page: Page): Promise<void> =>
  expect(async () => {
    await page.getByRole('dialog').last().getByRole('region').press('End');
    await expect(page.getByRole('button', { name: '我已阅读并同意' })).toBeEnabled({ timeout: 500 });
  }).toPass();

/** Checks every box in a part of the page, reading each unread text to its end first. */
export const agree = async (page: Page, part: Locator = page.getByRole('main')): Promise<void> => {
  const boxes = part.getByRole('checkbox');
  await boxes.first().waitFor();
  for (const box of await boxes.all()) {
    await box.click();
    if (await box.isChecked()) continue;
    await readToEnd(page);
    await page.getByRole('button', { name: '我已阅读并同意' }).click();
    await expect(box).toBeChecked();
  }
};

/** Types the image code, requests an SMS code and types the one that was sent. */
export const passSmsCode = async (page: Page, mobile: string, dataDir = process.env['E2E_DATA_DIR'] ?? '') => {
  const before = messagesTo(dataDir, mobile).length;
  // A code that is typed before its picture is loaded belongs to no picture.
  await expect(page.getByRole('img', { name: '图形验证码' })).toHaveAttribute('src', /^data:/);
  await page.getByLabel('图形验证码').fill('abcd');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText(/已发送至/)).toBeVisible();
  await expect.poll(() => messagesTo(dataDir, mobile).length).toBeGreaterThan(before);
  await page.getByLabel('短信验证码').fill(messagesTo(dataDir, mobile).at(-1)?.code ?? '');
};

/** Registers an account as a person does; it is signed in afterwards. */
export const registerByHand = async (
  page: Page,
  mobile: string,
  { at = '/', dataDir }: { at?: string; dataDir?: string } = {},
) => {
  await page.goto(`${at}#/portal/register`);
  await page.getByLabel('手机号').fill(mobile);
  await passSmsCode(page, mobile, dataDir);
  await page.getByLabel('设置密码').fill(firstPassword);
  await page.getByRole('checkbox', { name: /用户服务协议/ }).check();
  await page.getByRole('checkbox', { name: /隐私政策/ }).check();
  await page.getByRole('button', { name: '注册并登录' }).click();
  await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible();
};

/** An account for a test that is not about registering; the browser is signed in afterwards, with no page open. */
export const register = async (
  page: Page,
  mobile: string,
  { at, dataDir, company }: { at?: string; dataDir?: string; company?: string } = {},
): Promise<void> => {
  const url = (at ?? process.env['E2E_URL'] ?? '').replace(/\/$/, '');
  const server = { url, dataDir: dataDir ?? process.env['E2E_DATA_DIR'] ?? '' };
  await openSession(page.context(), url, await registerMobile(server, mobile, company));
  await page.goto('about:blank');
};

/** Clears the session, as if in another browser. */
export const leave = async (page: Page): Promise<void> => {
  await page.context().clearCookies();
  await page.goto('about:blank');
};

/** The password field of the login. */
export const passwordBox = (page: Page): Locator => page.locator('input[name=pwd]');

/** Presses the button of the login form, once an earlier try is over: a press meanwhile does nothing. */
export const pressLogIn = async (page: Page): Promise<void> => {
  const button = page.getByRole('main').getByRole('button', { name: '登录' });
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  await button.click();
};

/** Fills in the login form; the test checks the result. */
export const logIn = async (page: Page, mobile: string, password: string): Promise<void> => {
  await page.getByLabel('手机号').fill(mobile);
  await passwordBox(page).fill(password);
  await pressLogIn(page);
};

/** Loads a page anew until it shows what was published: the first or the next, a second later. Each has the time that a busy machine takes to draw one. */
export const expectPublished = async (page: Page, url: string, what: Locator): Promise<void> => {
  await expect(async () => {
    await page.goto(url);
    // Another way within a page loads nothing.
    if (url.includes('#')) await page.reload();
    await expect(what, await page.locator('body').innerText()).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 45_000, intervals: [200] });
};
