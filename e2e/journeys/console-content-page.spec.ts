import type { FrameLocator, Page } from '@playwright/test';
import { drawPicture } from '../company.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, expectPublished, test } from '../visitor.ts';

const windowOf = (page: Page, name: '电脑' | '手机'): FrameLocator =>
  page.frameLocator(`iframe[title="${name}上的样子"]`);

/** Drags a block by its bar to the upper edge of another. */
const dragAbove = async (page: Page, name: RegExp, other: RegExp): Promise<void> => {
  const block = page.getByRole('listitem', { name });
  const target = page.getByRole('listitem', { name: other });
  // Below the windows, which stay in sight.
  await block.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const from = await block.locator('[title="拖动以调整顺序"]').boundingBox();
  const to = await target.boundingBox();
  if (from === null || to === null) throw new Error('not in sight');
  await page.mouse.move(from.x + 4, from.y + 4);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + 100, to.y + 6, { steps: 10 });
  await page.mouse.move(to.x + 104, to.y + 4, { steps: 4 });
  await expect(target).toHaveAttribute('data-over', 'before');
  await page.mouse.up();
};

test('R11.3 a page is composed of blocks with its PC and H5 preview, ordered by dragging and by keyboard, published and rolled back', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  const visitor = await browser.newPage();
  try {
    await enterConsole(page, server);
    await page.getByRole('navigation', { name: '运营台' }).getByRole('link', { name: '页面', exact: true }).click();
    await expect(page.getByRole('link', { name: '关于我们' })).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('link', { name: '关于我们' }).click();
    const blocks = page.getByRole('list', { name: '内容模块，按显示的顺序' });
    await expect(blocks.getByRole('listitem').first()).toContainText('融惠是谁');

    // The two windows lay the page out as the visitor's do.
    const [pc, phone] = [windowOf(page, '电脑'), windowOf(page, '手机')];
    await expect(pc.getByRole('heading', { name: '融惠是谁' })).toBeVisible();
    await expect(phone.getByRole('heading', { name: '融惠是谁' })).toBeVisible();
    const widths = await Promise.all([pc, phone].map((each) => each.locator('html').evaluate(() => window.innerWidth)));
    expect(widths).toEqual([1280, 390]);
    expect(await pc.locator('html').evaluate(() => document.compatMode)).toBe('CSS1Compat');
    await expectNoFindingsAtWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    // Text, seen in both while it is typed.
    await blocks.getByRole('button', { name: /^编辑 .*融惠是谁/ }).click();
    await blocks.getByLabel(/^标题/).fill('我们是谁');
    await expect(pc.getByRole('heading', { name: '我们是谁' })).toBeVisible();
    await expect(phone.getByRole('heading', { name: '我们是谁' })).toBeVisible();
    await blocks.locator('input[type=file]').setInputFiles({
      name: '图.jpg',
      mimeType: 'image/jpeg',
      buffer: await drawPicture(page, '新的图片'),
    });
    await expect(pc.locator('img').first()).toHaveAttribute('src', /^\/media\/.*\.jpg$/);
    await expectNoFindings(page);
    await blocks.getByRole('button', { name: /^收起 / }).click();

    // The order, by dragging and by keyboard alone.
    await dragAbove(page, /我们承诺/, /听我们说/);
    await expect(blocks.getByRole('listitem').nth(1)).toContainText('我们承诺');
    await blocks.getByRole('button', { name: /^上移 .*我们承诺/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/我们承诺 现在是第 1.项/)).toBeVisible();
    await expect(pc.getByRole('heading', { level: 2 }).first()).toHaveText('我们承诺');

    // Copied, added, removed.
    await blocks.getByRole('button', { name: /^复制 .*我们是谁/ }).click();
    await expect(blocks.getByRole('listitem', { name: /我们是谁/ })).toHaveCount(2);
    await blocks
      .getByRole('button', { name: /^移除 .*我们是谁/ })
      .last()
      .click();
    await page.getByRole('combobox', { name: '模块的模板' }).selectOption('template_card');
    await page.getByRole('button', { name: '添加模块' }).click();
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByText('发布前还需修改')).toBeVisible();
    const last = blocks.locator(':scope > li').last();
    await last.getByLabel(/^标题/).last().fill('一张卡片');
    await last.getByLabel(/^文字/).fill('卡片的文字');

    await page.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '发布' });
    await expect(dialog.getByText('门户上会有这些变化')).toBeVisible();
    await expectNoFindings(page);
    await expect(dialog).not.toContainText('[object');
    await dialog.getByRole('button', { name: '立即发布' }).click();
    await expect(dialog).toBeHidden();
    await expectPublished(visitor, `${server.url}/#/portal/about`, visitor.getByRole('heading', { name: '一张卡片' }));
    await expect(visitor.getByRole('heading', { name: '我们是谁' })).toBeVisible();

    await page.getByRole('button', { name: '历史版本' }).click();
    await page.getByRole('button', { name: '查看' }).nth(1).click();
    await page.getByRole('button', { name: '退回到这一版' }).click();
    await page.getByRole('button', { name: '确认退回并发布' }).click();
    await expect(page.getByText(/第 \d+ 版\s+退回到第 1 版/)).toBeVisible();
    await expectPublished(visitor, `${server.url}/#/portal/about`, visitor.getByRole('heading', { name: '融惠是谁' }));
  } finally {
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
  }
});
