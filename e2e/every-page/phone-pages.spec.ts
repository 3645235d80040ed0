import type { Page } from '@playwright/test';
import { demoMerchant, enterMerchant } from '../merchant.ts';
import { type Look, merchantPages, publicPages } from '../phone-pages.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

// What journeys prove on PC is seen here on a phone: a list, a drawer and a form of each noun, once for each look.
test.describe.configure({ timeout: 180_000 });

const isComplete = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // A page or a part that failed names its trace.
  await expect(page.getByText('追踪号')).toHaveCount(0);
};

const take = async (page: Page, looks: readonly Look[]): Promise<void> => {
  for (const { name, at, act } of looks) {
    await test.step(name, async () => {
      if (at !== undefined) {
        await page.goto('about:blank');
        await page.goto(`/#${at}`);
        await isComplete(page);
      }
      await act?.(page);
      await isComplete(page);
      await expectNoFindings(page, 'every');
    });
  }
};

for (const [route, looks] of Object.entries(publicPages)) {
  test(`ux on a phone the page ${route} is complete, fits the window and has no findings, nor do its drawers and forms`, {
    tag: '@h5',
  }, async ({ page }) => {
    await take(page, looks);
  });
}

for (const [route, looks] of Object.entries(merchantPages)) {
  test(`ux on a phone the page ${route} is complete, fits the window and has no findings, nor do its drawers and forms`, {
    tag: '@h5',
  }, async ({ page, baseURL }) => {
    await (await enterMerchant(baseURL ?? '', demoMerchant)).openIn(page.context());
    await take(page, looks);
  });
}

/** What is kept from a tenant until it is certified. @source R4.13 */
const certifiedOnly = ['bill', 'reconManagement', 'feedback', 'loanConsult', 'exports', 'invoice'] as const;

test('R4.13 on a phone a new merchant is led to the certification from every page that waits for it', {
  tag: '@h5',
}, async ({ page }) => {
  await register(page, newMobile());
  for (const path of certifiedOnly) {
    await test.step(path, async () => {
      await page.goto(`/#/merchant/userCenter/${path}`);
      await expect(page.getByText('请先完成企业认证')).toBeVisible();
      await expectNoFindings(page, 'every');
    });
  }
  await page.getByRole('link', { name: '去认证' }).click();
  await expect(page).toHaveURL(/accountCenter\/verify/);
});
