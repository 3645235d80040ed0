import { expect, expectNoFindings, test } from '../visitor.ts';

test('R1.1 a visitor finds a document by a word inside a sentence, reads it and rates it as helpful', async ({
  page,
}) => {
  await page.goto('/#/portal/docs');
  await expect(page).toHaveTitle('文档中心 - 融惠');
  await expect(page.getByRole('heading', { level: 1, name: '文档中心' })).toBeVisible();
  await expectNoFindings(page);
  const search = page.getByRole('main').getByRole('searchbox', { name: '搜索文档' });
  await search.fill('验证码');
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /搜索“验证码”/ })).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText('验证码');
  await expectNoFindings(page);
  const first = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link').first();
  const name = await first.innerText();
  await first.click();
  await expect(page).toHaveTitle(`${name} - 融惠`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: '有帮助', exact: true }).click();
  await expect(page.getByText('谢谢，您的反馈会用来改进这篇文档。')).toBeVisible();
  await expectNoFindings(page);
});

test('R2.10 an anchor of a document is an address of its own', { tag: '@h5' }, async ({ page, isMobile }) => {
  await page.goto('/#/portal/docs/register-an-account');
  const heading = page.getByRole('article').getByRole('heading', { level: 2 }).last();
  const text = await heading.innerText();
  if (isMobile) await page.getByRole('button', { name: '本页内容' }).click();
  await page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: text }).first().click();
  await expect(page).toHaveURL(/\?at=/);
  await expect(heading).toBeInViewport();
  await page.reload();
  await expect(heading).toBeInViewport();
});

test('R2.10 the outline leads to the same heading repeatedly', { tag: '@h5' }, async ({ page, isMobile }) => {
  await page.goto('/#/portal/docs/register-an-account');
  const heading = page.getByRole('article').getByRole('heading', { level: 2 }).last();
  const text = await heading.innerText();
  for (const _ of [1, 2]) {
    await page.evaluate(() => scrollTo(0, 0));
    await expect(heading).not.toBeFocused();
    if (isMobile) await page.getByRole('button', { name: '本页内容' }).click();
    await page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: text }).first().click();
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  }
});

test('R2.3 a search focuses its results, and going back restores the centre’s title', async ({ page }) => {
  await page.goto('/#/portal/docs');
  const search = page.getByRole('main').getByRole('searchbox', { name: '搜索文档' });
  for (const words of ['验证码', '账单']) {
    await search.fill(words);
    await search.press('Enter');
    const found = page.getByRole('heading', { level: 1, name: `搜索“${words}”` });
    await expect(found).toBeFocused();
    await expect(page).toHaveTitle(`搜索“${words}” - 融惠`);
  }
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: '文档中心' })).toBeVisible();
  await expect(page).toHaveTitle('文档中心 - 融惠');
});

test('R1.1 the tree keeps the shown document visible', { tag: '@h5' }, async ({ page, isMobile }) => {
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 420 });
  await page.goto('/#/portal/docs/register-an-account');
  const tree = page.getByRole('navigation', { name: '文档目录' });
  if (isMobile) return expect(tree).toHaveCount(0);
  const last = tree.getByRole('link').last();
  await tree.locator('details').evaluateAll((groups) => groups.forEach((group) => group.setAttribute('open', '')));
  await last.click();
  await expect(page).not.toHaveURL(/register-an-account/);
  const isInSight = () =>
    tree.locator('[aria-current=page]').evaluate((link) => {
      let frame: Element | null = link;
      while (frame !== null && getComputedStyle(frame).overflowY !== 'auto') frame = frame.parentElement;
      const [inner, outer] = [link.getBoundingClientRect(), frame?.getBoundingClientRect()];
      return outer !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
    });
  await expect.poll(isInSight).toBe(true);
});

test('R1.1 previous and next follow the reading order', async ({ page }) => {
  await page.goto('/#/portal/docs/register-an-account');
  const next = page.getByRole('navigation', { name: '上一篇与下一篇' }).getByRole('link').last();
  await next.click();
  await page.getByRole('navigation', { name: '上一篇与下一篇' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/register-an-account/);
});

test('R2.9 a search without results says what to do', async ({ page }) => {
  await page.goto('/#/portal/docs?keyword=%E9%BE%98%E9%BE%98%E9%BE%98');
  await expect(page.getByText('没有找到相关的文档')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '联系我们' })).toBeVisible();
  await expectNoFindings(page);
});

test('R1.1 the header searches documents from anywhere', { tag: '@h5' }, async ({ page, isMobile }) => {
  if (isMobile) {
    await page.goto('/#/portal/home');
    await page.getByRole('link', { name: '文档', exact: true }).click();
    await expect(page).toHaveURL(/portal\/docs/);
    return;
  }
  await page.goto('/#/portal/about');
  // The document that the server sends is that of the home page: this title is there once the scripts run, before which Enter sends nothing.
  await expect(page).toHaveTitle('关于我们 - 融惠');
  const box = page.getByRole('banner').getByRole('searchbox', { name: '搜索文档' });
  await box.fill('对账');
  await box.press('Enter');
  await expect(page).toHaveURL(/portal\/docs\?keyword=/);
});
