import type { Page } from '@playwright/test';
import { applyBySignedCalls } from '../applicant.ts';
import { drawPicture } from '../company.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

/** Sends back what is on the screen by two of its fields, or passes it. */
const review = async (page: Page, isPass: boolean): Promise<void> => {
  if (isPass) await page.keyboard.press('a');
  else {
    for (const key of ['ArrowDown', '1', 'ArrowDown', 'ArrowDown', '1', 'r']) await page.keyboard.press(key);
  }
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
};

test('R11.4 ten certifications are reviewed by the keyboard alone in under two minutes', async ({ page }) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    await page.goto(`${server.url}/console/`);
    const picture = await drawPicture(page, '营业执照');
    const names = Array.from({ length: 10 }, (_, index) => `第${index + 1}家商贸有限公司`);
    for (const name of names) await applyBySignedCalls(server, name, picture);
    await enterConsole(page, server);
    await page.goto(`${server.url}/console/#/certifications`);
    await expect(page.getByRole('link', { name: names[0] ?? '' })).toBeVisible();
    await expectNoFindings(page);

    const began = Date.now();
    await page.getByRole('link', { name: '从第一份开始' }).press('Enter');
    for (const [index, name] of names.entries()) {
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('img', { name: '营业执照' })).toBeVisible();
      await review(page, index % 3 !== 1);
    }
    expect(Date.now() - began).toBeLessThan(120_000);
    await expect(page.getByText('没有等待审核的认证')).toBeVisible();
    await page.goto(`${server.url}/console/#/certifications?status=rejected`);
    await expect(page.getByRole('link', { name: names[1] ?? '' })).toBeVisible();
    await expect(page.getByRole('link', { name: names[0] ?? '' })).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test('R11.4 a review shows the documents beside the fields at every width, and what was changed since the last one', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    await page.goto(`${server.url}/console/`);
    const { submissionNo } = await applyBySignedCalls(server, '云栖商贸有限公司', await drawPicture(page, '营业执照'));
    await enterConsole(page, server);
    await page.goto(`${server.url}/console/#/certifications/${submissionNo}`);
    await expect(page.getByRole('img', { name: '营业执照' })).toBeVisible();
    await expectNoFindingsAtWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: '显示法定代表人身份证号' }).click();
    await expect(page.getByText('11010519491231002X')).toBeVisible();
    await page.keyboard.press('z');
    await page.getByRole('button', { name: '旋转' }).click();
    await page.getByRole('button', { name: '统一社会信用代码' }).click();
    await page.getByLabel('统一社会信用代码退回的原因').fill('与执照上的代码不一致');
    await expectNoFindings(page);
    // What was typed is there after a reload, too.
    await page.reload();
    await expect(page.getByText('1\u00a0项退回')).toBeVisible();
    await page.getByRole('button', { name: '退回 R' }).click();
    await expect(page.getByRole('dialog').getByText('与执照上的代码不一致')).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('dialog').getByRole('button', { name: '退回', exact: true }).click();
    await expect(page.getByText('没有等待审核的认证')).toBeVisible();
  } finally {
    await server.stop();
  }
});
