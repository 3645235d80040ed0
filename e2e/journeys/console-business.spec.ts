import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test('R11.2 staff see how the business goes, by month and by day, and each figure leads to as many rows', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    await page.goto(`${server.url}/console/`);
    await enterConsole(page, server);
    await page.getByRole('link', { name: '经营概览' }).click();
    await expect(page.getByRole('heading', { name: '经营概览', level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: '未结清账龄' })).toBeVisible();
    await expect(page.getByText('答复用时（中位数）')).toBeVisible();
    await expectNoFindingsAtWidths(page);

    // Each sum with a unit leads to a list of that many rows.
    const card = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
    for (const name of ['企业认证', '线索', '差异反馈']) {
      const links = card(name).locator('dl').getByRole('link');
      for (let place = 0; place < (await links.count()); place += 1) {
        const text = await links.nth(place).innerText();
        const count = /^(\d+)\s[份条]$/.exec(text)?.[1];
        if (count === undefined) continue;
        await links.nth(place).click();
        await expect(page.getByText(new RegExp(`^共 ${count} `)).first(), `${name} ${text}`).toBeVisible();
        await page.goBack();
        await expect(card(name).locator('dl')).toBeVisible();
      }
    }
    await card('出账').locator('dl').getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: '账单', level: 1 })).toBeVisible();
    await expectNoFindingsAtWidths(page);
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page);
    await page.keyboard.press('Escape');

    await page.goto(`${server.url}/console/#/business?by=day`);
    await expect(page.getByRole('table', { name: '未结清账龄' })).toBeVisible();
    await expectNoFindingsAtWidths(page);
    await page.goto(`${server.url}/console/#/business?from=2024-01-01&to=2026-01-01`);
    await expect(page.getByText(/一次最多查看 366/).first()).toBeVisible();
    await expectNoFindingsAtWidths(page);
  } finally {
    await server.stop();
  }
});
