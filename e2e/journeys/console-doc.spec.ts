import { drawPicture } from '../company.ts';
import { enterConsole } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test('R11.3 a document is written, previewed, published and moved; a visitor reads it without anything else being done, rates it, and a search in vain is listed', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  const visitor = await browser.newPage();
  try {
    await enterConsole(page, server);
    await page.setViewportSize({ width: 1280, height: 900 });
    const menu = page.getByRole('navigation', { name: '运营台' });
    await menu.getByRole('link', { name: '文档', exact: true }).click();
    const first = page.getByRole('button', { name: /^展开 / }).first();
    await first.click();
    await expect(page.getByRole('button', { name: '在此新建文档' })).toBeVisible();
    await expectNoFindings(page);
    await page.setViewportSize({ width: 820, height: 1100 });
    await expectNoFindings(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('button', { name: '在此新建文档' }).click();
    const dialog = page.getByRole('dialog', { name: '新建文档' });
    await dialog.getByLabel(/^名称/).fill('怎样养独角兽');
    await dialog.getByLabel(/^标识/).fill('unicorn');
    await dialog.getByRole('button', { name: '新建草稿' }).click();

    // Typed in the editor, shown by the server's renderer; a dead link keeps it from being published.
    await expect(page.getByRole('group', { name: '格式' })).toBeVisible();
    await page.getByRole('textbox', { name: '正文' }).click();
    await page.keyboard.insertText('## 第一步\n\n喂**草**。见[别处](no-such-doc)');
    const preview = page.getByRole('region', { name: '访客看到的样子' });
    await expect(preview.getByRole('heading', { name: '第一步' })).toBeVisible();
    await expect(preview.getByText(/第 3 行的链接 no-such-doc/)).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('textbox', { name: '正文' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('## 第一步\n\n喂**草**。');
    // A link and a picture are put where the cursor stands: before the full stop.
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: '文档链接' }).click();
    const linking = page.getByRole('dialog', { name: '链接到其他文档' });
    await linking.getByRole('searchbox').fill('账单');
    await linking.getByRole('searchbox').press('Enter');
    const insert = linking.getByRole('button', { name: /^插入 / }).first();
    const linked = ((await insert.getAttribute('aria-label')) ?? '').replace('插入 ', '');
    await expectNoFindings(page);
    await insert.click();
    await expect(preview.getByRole('paragraph').getByRole('link', { name: linked })).toBeVisible();
    await expect(preview.getByText(`喂草${linked}。`)).toBeVisible();
    await page.getByRole('button', { name: '图片', exact: true }).click();
    const adding = page.getByRole('dialog', { name: '插入图片' });
    await expectNoFindings(page);
    await adding.locator('input[type=file]').setInputFiles({
      name: '草.jpg',
      mimeType: 'image/jpeg',
      buffer: await drawPicture(page, '草'),
    });
    await expect(adding).toBeHidden();
    await expect(preview.getByRole('img', { name: '图片说明' })).toBeVisible();
    await expect(preview.getByText(/no-such-doc/)).toBeHidden();
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByRole('dialog', { name: '发布' }).getByRole('button', { name: '立即发布' }).click();
    await expect(page.getByRole('dialog', { name: '发布' })).toBeHidden();
    await expect(async () => {
      await visitor.goto(`${server.url}/#/portal/docs/unicorn`);
      await visitor.reload();
      await expect(visitor.getByRole('heading', { name: '第一步' })).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 15_000, intervals: [200] });

    // By keyboard: it goes up, and the focus stays with it.
    await page.getByRole('link', { name: '文档', exact: true }).first().click();
    await page
      .getByRole('button', { name: /^展开 / })
      .first()
      .click();
    await page.getByRole('button', { name: '上移 怎样养独角兽' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('怎样养独角兽 已移动，门户随即更新')).toBeVisible();
    await expect(page.getByRole('button', { name: '上移 怎样养独角兽' })).toBeFocused();

    // The reader.
    await visitor.getByRole('button', { name: '没有帮助' }).click();
    await visitor.goto(`${server.url}/#/portal/docs?keyword=${encodeURIComponent('火星车')}`);
    await expect(visitor.getByText('没有找到相关的文档')).toBeVisible();
    await menu.getByRole('link', { name: '文档反馈', exact: true }).click();
    await expect(page.getByRole('heading', { name: '文档反馈', level: 1 })).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('tab', { name: '没有结果的搜索' }).click();
    await expect(page.getByText('火星车')).toBeVisible();
  } finally {
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
  }
});
