import { enterConsole } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test('R10.6 R11.3 the next version of an agreement is written beside its preview, says whom it will ask, and is published beside the former', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    await enterConsole(page, server);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('navigation', { name: '运营台' }).getByRole('link', { name: '协议', exact: true }).click();
    const link = page.getByRole('main').getByRole('link', { name: '用户服务协议' });
    await expect(link).toBeVisible();
    await expectNoFindings(page);
    await link.click();
    const standing = page.getByRole('region', { name: '已发布的版本' });
    await expect(standing.getByText(/SHA-256 [0-9a-f]{64}/)).toHaveCount(2);
    await page.getByRole('button', { name: '写新版本' }).click();
    await page.getByLabel(/^生效日期/).fill('2099-01-01');
    await expect(page.getByRole('region', { name: '这一版会请谁同意' })).toContainText('2099-01-01 起');

    // Nothing that is typed runs: raw HTML and a link that would run are text.
    const text = page.getByRole('textbox', { name: '正文' });
    await text.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('\n\n<img src=x onerror="alert(1)"> [见此](javascript:alert(1))');
    const preview = page.getByRole('region', { name: '预览' });
    await expect(preview.getByText('<img src=x onerror="alert(1)">')).toBeVisible();
    await expect(preview.getByText('[见此](javascript:alert(1))')).toBeVisible();
    await expect(preview.locator('img, [href^="javascript"]')).toHaveCount(0);
    await text.click();
    await page.keyboard.press('ControlOrMeta+End');
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.insertText('\n\n新增：本协议的变更会提前公示。');
    await expect(preview.getByText(/javascript/)).toBeHidden();
    await expect(preview.getByText('新增：本协议的变更会提前公示。')).toBeVisible();
    for (const width of [820, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFindings(page);
    }
    await page.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '发布' });
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: '立即发布' }).click();
    await expect(dialog).toBeHidden();
    await expect(standing.getByText(/SHA-256 [0-9a-f]{64}/)).toHaveCount(3);
    await expect(page.getByRole('button', { name: '写新版本' })).toBeVisible();
  } finally {
    await page.goto('about:blank');
    await server.stop();
  }
});
