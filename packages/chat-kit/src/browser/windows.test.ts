// @vitest-environment node
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenStage, openStage } from './open-stage.ts';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('./', import.meta.url), 'windows.html');
}, 120_000);
afterAll(() => stage?.close());

async function open(query = ''): Promise<Page> {
  const page = await stage.open({ path: `/windows.html${query}`, viewport: { width: 1200, height: 800 } });
  await page.getByRole('dialog', { name: '乙' }).waitFor();
  return page;
}
const box = async (page: Page, name: string): Promise<number[]> => {
  const found = await page.getByRole('dialog', { name }).boundingBox();
  return found === null ? [] : [found.x, found.y, found.width, found.height].map(Math.round);
};
/** The title of the window at a point. */
const at = (page: Page, x: number, y: number): Promise<string | undefined> =>
  page.evaluate(
    (point) => document.elementFromPoint(point.x, point.y)?.closest('dialog')?.querySelector('h2')?.textContent,
    { x, y },
  );
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

test.each([
  ['beside the page', ''],
  ['in the top layer', '?top'],
])(
  'R12.5 %s a window that is pressed or gets the focus comes above the others',
  async (_name, query) => {
    const page = await open(query);
    expect(await at(page, 300, 300)).toBe('乙');
    await page.getByLabel('输入甲').fill('草稿');
    await page.mouse.click(110, 390);
    expect(await at(page, 300, 300)).toBe('甲');
    await page.getByLabel('输入乙').focus();
    expect(await at(page, 300, 300)).toBe('乙');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('输入乙');
    await page
      .getByRole('dialog', { name: '甲' })
      .locator('.ck-popup-title')
      .click({ position: { x: 5, y: 5 } });
    expect(await at(page, 300, 300)).toBe('甲');
    expect(await page.getByLabel('输入甲').inputValue()).toBe('草稿');
    await page.close();
  },
  60_000,
);

test('R12.5 a window in the top layer is above every z-index, gives its focus back, and opens again', async () => {
  const page = await open('?top');
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0 0 auto; height: 260px; z-index: 2147483647';
    document.body.append(cover);
  });
  expect(await at(page, 150, 150)).toBe('甲');
  await page.getByRole('dialog', { name: '甲' }).getByRole('button', { name: '关闭' }).click();
  await page.getByRole('dialog', { name: '乙' }).getByRole('button', { name: '关闭' }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: '打开' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.textContent === '打开');
  await page.close();
}, 60_000);

test.each([
  ['in a box that is moved and scaled', '?transformed'],
  ['in the top layer of such a page', '?transformed&top'],
])(
  'R12.5 %s a window opens where it should, and follows the pointer',
  async (_name, query) => {
    const page = await open(query);
    await expect.poll(() => box(page, '甲')).toEqual([100, 100, 400, 300]);
    await drag(page, [150, 120], [200, 160]);
    await expect.poll(() => box(page, '甲')).toEqual([150, 140, 400, 300]);
    await drag(page, [150 + 399, 160], [150 + 449, 160]);
    await expect.poll(() => box(page, '甲')).toEqual([150, 140, 450, 300]);
    await page.close();
  },
  60_000,
);

test.each<[string, [number, number], number[]]>([
  ['north west', [0, 0], [80, 70, 420, 330]],
  ['north east', [399, 0], [100, 70, 380, 330]],
  ['south west', [0, 299], [80, 100, 420, 270]],
  ['south east', [399, 299], [100, 100, 380, 270]],
])(
  'R12.5 the rounded corner in the %s can be grasped at its very pixel',
  async (_name, [x, y], wanted) => {
    const page = await open();
    await page.mouse.click(110, 390);
    await drag(page, [100 + x, 100 + y], [80 + x, 70 + y]);
    await expect.poll(() => box(page, '甲')).toEqual(wanted);
    await page.close();
  },
  60_000,
);

test('R12.5 a page that is small for a while gives back the size that the person gave', async () => {
  const page = await open();
  await page.mouse.click(110, 390);
  await drag(page, [499, 399], [899, 699]);
  await expect.poll(() => box(page, '甲')).toEqual([100, 100, 800, 600]);
  await page.setViewportSize({ width: 640, height: 400 });
  await expect.poll(() => box(page, '甲')).toEqual([0, 0, 640, 400]);
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(() => box(page, '甲')).toEqual([100, 100, 800, 600]);
  await page.close();
}, 60_000);
