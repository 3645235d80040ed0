import type { Page } from '@playwright/test';
import { adminPassword, newStaffPassword } from '../staff.ts';
import { expect, expectFits, expectNoFindings } from '../visitor.ts';

/**
 * Checks a screen at the widths of the console: that it fits at a large desk and at a tablet, and with axe at a desk, where it ends. Every page as
 * it loads is checked with axe at a tablet too (`every-page/console-pages.spec.ts`).
 */
export const expectNoFindingsAtWidths = async (page: Page, height = 1000): Promise<void> => {
  for (const width of [1920, 820]) {
    await page.setViewportSize({ width, height });
    await expectFits(page);
  }
  await page.setViewportSize({ width: 1280, height });
  await expectNoFindings(page);
};

const logIn = async (page: Page, url: string, account: string, pwd: string): Promise<void> => {
  await page.goto(`${url}/console/`);
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=pwd]').fill(pwd);
  await page.getByRole('button', { name: '登录', exact: true }).click();
};

const expectEntered = (page: Page): Promise<void> => expect(page.getByRole('heading', { name: /您好/ })).toBeVisible();

/** Logs in at the console of a demonstration with a one-time password, and sets a password. */
export const enterConsoleOnce = async (
  page: Page,
  url: string,
  { account, oneTimePassword }: { readonly account: string; readonly oneTimePassword: string },
): Promise<void> => {
  const password = newStaffPassword();
  await logIn(page, url, account, oneTimePassword);
  await page.locator('input[name=oldPwd]').fill(oneTimePassword);
  await page.locator('input[name=newPwd]').fill(password);
  await page.locator('input[name=again]').fill(password);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expectEntered(page);
};

/** Logs the first admin in at the console of a demonstration. */
export const enterConsole = async (page: Page, { url }: { readonly url: string }): Promise<void> => {
  await logIn(page, url, 'admin', adminPassword);
  await expectEntered(page);
};
