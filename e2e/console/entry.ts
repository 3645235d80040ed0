import type { Page } from '@playwright/test';
import { resetAdmin } from '../commands.ts';
import { newStaffPassword } from '../staff.ts';
import { expect, expectFits, expectNoFindings } from '../visitor.ts';

/** The password of the first admin of a test's own server. */
export const adminPassword = 'Harbour-Green-42';

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

/** Logs in at the console of a demonstration with a one-time password, and sets a password. */
export const enterConsoleOnce = async (
  page: Page,
  url: string,
  {
    account,
    oneTimePassword,
    password = newStaffPassword(),
  }: { readonly account: string; readonly oneTimePassword: string; readonly password?: string },
): Promise<void> => {
  await page.goto(`${url}/console/`);
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=pwd]').fill(oneTimePassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('input[name=oldPwd]').fill(oneTimePassword);
  await page.locator('input[name=newPwd]').fill(password);
  await page.locator('input[name=again]').fill(password);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByRole('heading', { name: /您好/ })).toBeVisible();
};

/** Logs the first admin in at the console of a demonstration, and sets a password, by default one that the admin of a worker's server has not had. */
export const enterConsole = async (
  page: Page,
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  password = newStaffPassword(),
): Promise<void> => enterConsoleOnce(page, url, { ...(await resetAdmin({ DATA_DIR: dataDir })), password });
