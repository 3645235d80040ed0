import { drawPicture } from '../company.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, expectPublished, test } from '../visitor.ts';

test('R11.3 the brand’s name and a slide are changed at the console, seen in the portal within a second, and rolled back', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  const visitor = await browser.newPage();
  try {
    await enterConsole(page, server);
    const sider = page.getByRole('navigation', { name: '运营台' });
    const publish = async (): Promise<void> => {
      await page.getByRole('button', { name: '发布', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: '发布' });
      await expect(dialog.getByText('门户上会有这些变化')).toBeVisible();
      await expectNoFindings(page);
      await dialog.getByRole('button', { name: '立即发布' }).click();
      await expect(dialog).toBeHidden();
    };
    const seen = (text: string) => expectPublished(visitor, `${server.url}/`, visitor.getByText(text).first());

    await sider.getByRole('link', { name: '站点设置' }).click();
    const name = page.getByLabel(/^品牌名称/);
    await expect(name).toHaveValue('融惠');
    await expectNoFindings(page);
    await expectNoFindingsAtWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await name.fill('云栖惠通');
    await expect(page.getByRole('figure').first()).toContainText('云栖惠通');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByText(/草稿由 admin 保存于/)).toBeVisible();
    await publish();
    await seen('云栖惠通');

    await sider.getByRole('link', { name: '首页轮播' }).click();
    const first = page.getByRole('listitem', { name: '每一笔账，都说得清来龙去脉' });
    await expect(first).toBeVisible();
    await expectNoFindings(page);
    await first.getByLabel(/^标题/).fill('每一笔账都看得懂');
    const changed = page.getByRole('listitem', { name: '每一笔账都看得懂' });
    await changed.locator('input[type=file]').setInputFiles({
      name: '轮播.jpg',
      mimeType: 'image/jpeg',
      buffer: await drawPicture(page, '新的轮播'),
    });
    await expect(changed.getByRole('img', { name: '图片' })).toHaveAttribute('src', /\.jpg$/);
    // The order, by keyboard alone.
    await changed.getByRole('button', { name: '下移 每一笔账都看得懂' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/每一笔账都看得懂 现在是第 2.项/)).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/每一笔账都看得懂 现在是第 1.项/)).toBeVisible();
    await publish();
    await seen('每一笔账都看得懂');

    await page.getByRole('button', { name: '历史版本' }).click();
    const versions = page.getByRole('dialog', { name: '首页轮播的历史版本' });
    await expect(versions.getByText('第 2 版')).toBeVisible();
    await expectNoFindings(page);
    await versions.getByRole('button', { name: '查看' }).nth(1).click();
    await page.getByRole('button', { name: '退回到这一版' }).click();
    await expect(page.getByText('门户上会有这些变化')).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '确认退回并发布' }).click();
    await expect(versions.getByText(/第 \d+ 版\s+退回到第 1 版/)).toBeVisible();
    await seen('每一笔账，都说得清来龙去脉');
  } finally {
    // The page goes on asking who else has it open.
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
  }
});
