import { demoMerchant } from '../merchant.ts';
import { expect, logIn, test } from '../visitor.ts';
import { brokenValues } from './broken-values.ts';

/** The pages of the merchant area with lists, below its first path. */
const lists = ['order', 'bill', 'invoice', 'feedback', 'loanConsult', 'exports', 'reconManagement'] as const;

test('ux Always: numbers, days and amounts of a merchant’s lists stay on one line at a desk and at a laptop', async ({
  page,
}) => {
  await page.goto('/#/portal/login');
  await logIn(page, demoMerchant.mobile, demoMerchant.password);
  await expect(page).not.toHaveURL(/portal\/login/);
  for (const list of lists) {
    await page.goto(`/#/merchant/userCenter/${list}`, { waitUntil: 'networkidle' });
    await expect(page.locator('td').first(), list).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenValues(page), `${list} at ${width}`).toEqual([]);
    }
  }
});
