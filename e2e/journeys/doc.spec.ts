import { expect, expectNoFindings, test } from '../visitor.ts';

test('R1.1 a visitor finds a document by a word inside a sentence, reads it and says that it helped', async ({
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

test('R2.10 an anchor of a document is an address of its own', async ({ page, isMobile }) => {
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

test('R1.1 previous and next follow the reading order', async ({ page }) => {
  await page.goto('/#/portal/docs/register-an-account');
  const next = page.getByRole('navigation', { name: '上一篇与下一篇' }).getByRole('link').last();
  await next.click();
  await page.getByRole('navigation', { name: '上一篇与下一篇' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/register-an-account/);
});

test('R2.9 a search without finds says what to do', async ({ page }) => {
  await page.goto('/#/portal/docs?keyword=%E9%BE%98%E9%BE%98%E9%BE%98');
  await expect(page.getByText('没有找到相关的文档')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '联系我们' })).toBeVisible();
  await expectNoFindings(page);
});

test('R1.1 the header searches documents from anywhere', async ({ page, isMobile }) => {
  if (isMobile) {
    await page.goto('/#/portal/home');
    await page.getByRole('link', { name: '文档', exact: true }).click();
    await expect(page).toHaveURL(/portal\/docs/);
    return;
  }
  await page.goto('/#/portal/about');
  const box = page.getByRole('banner').getByRole('searchbox', { name: '搜索文档' });
  await box.fill('对账');
  await box.press('Enter');
  await expect(page).toHaveURL(/portal\/docs\?keyword=/);
});
