import type { Page } from '@playwright/test';
import { enterConsole } from '../console/entry.ts';
import { running, watchRuns } from '../console/hostile-page.ts';
import { hostileTexts } from '../console/hostile-text.ts';
import { demoMerchant, enterMerchant } from '../merchant.ts';
import { expect, test } from '../visitor.ts';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const row = (...cells: readonly string[]): string => cells.map(quoted).join(',');
/** A file whose name, heads and cells try to run. */
const hostileFile = {
  name: '"><img src=x onerror=alert(1)>.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([row(...hostileTexts), row(...hostileTexts), row(...hostileTexts.toReversed())].join('\r\n')),
};

const expectTexts = async (page: Page, where: string): Promise<void> => {
  for (const text of hostileTexts) await expect(page.getByText(text).first(), where).toBeAttached();
  expect(await page.locator(running).count(), where).toBe(0);
  expect(await page.title(), where).not.toBe('ran');
};

test('R11.6 R10.10 security 4.9 what tries to run in the name, the heads and the cells of a file stays text where its first rows are shown', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  const context = await browser.newContext();
  const merchant = await context.newPage();
  const ran = [watchRuns(page), watchRuns(merchant)];
  try {
    await enterConsole(page, server);
    await page.goto(`${server.url}/console/#/lines`);
    await page.getByRole('button', { name: '导入明细' }).first().click();
    const upload = page.getByRole('dialog', { name: '导入明细' });
    await upload.getByLabel(/^账期/).selectOption({ index: 1 });
    await upload.locator('input[type=file]').setInputFiles(hostileFile);
    const drawer = page.getByRole('dialog', { name: '明细导入' });
    await expect(drawer.getByRole('region', { name: '前几行' })).toBeVisible();
    await expectTexts(page, 'the rows of an import');

    await (await enterMerchant(server.url, demoMerchant)).openIn(context);
    await merchant.goto(`${server.url}/#/merchant/userCenter/reconManagement/new`);
    await merchant.locator('input[type=file]').setInputFiles(hostileFile);
    await expect(merchant.getByLabel('商户账的前几行')).toBeVisible();
    await expectTexts(merchant, 'the rows of a ledger');
    expect(ran).toEqual([[], []]);
  } finally {
    await page.goto('about:blank');
    await context.close();
  }
});
