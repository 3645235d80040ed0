// @vitest-environment node
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type OpenStage, openStage } from './open-stage.ts';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('../../gallery/', import.meta.url), 'index.html');
}, 120_000);
afterAll(() => stage?.close());

const box = async (page: Page): Promise<number[]> => {
  const found = await page.locator('.ck-popup[open]').boundingBox();
  return found === null ? [] : [found.x, found.y, found.width, found.height].map(Math.round);
};
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
const opener = (page: Page, name: string) => page.locator('#popup').getByRole('button', { name, exact: true });

test('house 11 a browser is not started without knowing how', async () => {
  vi.stubEnv('CHROME_ARGS', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(openStage(new URL('../../gallery/', import.meta.url), 'index.html')).rejects.toThrow('CHROME_ARGS');
});

test('R9.1 R12.5 a window opens at its default place, is dragged, resized, and stops at the page’s edge', async () => {
  const page = await stage.open({ viewport: { width: 1440, height: 900 } });
  await opener(page, '默认大小').click();
  // the page’s scroll bar is not part of it
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(await box(page)).toEqual([10, 20, Math.round(width * 0.45), 765]);
  expect(await page.locator('.ck-popup[open]').evaluate((one) => getComputedStyle(one).zIndex)).toBe('200');
  const [, , wide = 0] = await box(page);
  await page.mouse.move(200, 40);
  await page.mouse.down();
  await page.mouse.move(300, 90, { steps: 5 });
  await page.mouse.up();
  expect(await box(page)).toEqual([110, 70, wide, 765]);
  await page.mouse.move(300, 90);
  await page.mouse.down();
  await page.mouse.move(320, 100, { steps: 2 });
  await page.mouse.move(5, 100);
  await page.mouse.move(500, 100);
  expect(await box(page)).toEqual([130, 80, wide, 765]);
  await page.mouse.up();
  await page.mouse.move(130 + wide - 2, 400);
  await page.mouse.down();
  await page.mouse.move(130 + wide + 98, 400, { steps: 4 });
  await page.mouse.up();
  expect(await box(page)).toEqual([130, 80, wide + 100, 765]);
  await page.close();
}, 60_000);

test('R12.5 by keyboard alone: opened, moved, resized, closed, and the focus is back where it was', async () => {
  const page = await stage.open({ viewport: { width: 1440, height: 900 } });
  await opener(page, '自定大小').focus();
  await page.keyboard.press('Enter');
  expect(await box(page)).toEqual([320, 120, 360, 300]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  expect(await box(page)).toEqual([330, 170, 360, 300]);
  await page.locator('.ck-popup[open] .ck-edge-se').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  expect(await box(page)).toEqual([330, 170, 410, 290]);
  await page.keyboard.press('Escape');
  expect(await page.locator('.ck-popup[open]').count()).toBe(0);
  expect(await focused(page)).toBe('自定大小');
  await page.keyboard.press('Enter');
  expect(await box(page)).toEqual([330, 170, 410, 290]);
  await page.close();
}, 60_000);

test('R12.5 on a phone it is a sheet over the page; a tap beside it closes it and gives the focus back', async () => {
  const page = await stage.open({ path: '/index.html?frame', viewport: { width: 390, height: 844 } });
  await opener(page, '自定大小').click();
  const [x, top, width, height] = await box(page);
  expect([x, top, width, height]).toEqual([0, 80, 390, 764]);
  expect(await page.locator('.ck-popup[open]').evaluate((one) => one.matches(':modal'))).toBe(true);
  await page.mouse.click(200, 30);
  expect(await page.locator('.ck-popup[open]').count()).toBe(0);
  expect(await focused(page)).toBe('自定大小');
  await page.close();
}, 60_000);

test('R12.6 the warning and the reason stand in the top layer beside their button, inside the page', async () => {
  const page = await stage.open({ viewport: { width: 1440, height: 900 } });
  const button = page.locator('#limited').getByRole('button', { name: '每 5 秒一次' });
  await button.click();
  await button.click();
  const bubble = page.getByRole('alert').filter({ hasText: '5秒内请勿频繁点击' });
  const place = await bubble.boundingBox();
  const anchor = await button.boundingBox();
  expect(await bubble.evaluate((one) => one.matches(':popover-open'))).toBe(true);
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual((anchor?.y ?? 0) + 1);
  await page.locator('#disabled').getByRole('button', { name: '异步：指上来看原因' }).hover();
  await page.getByRole('tooltip').filter({ hasText: '请先完成企业认证' }).waitFor();
  await page.close();
}, 60_000);

test('R12.7 a confirmation takes the focus in, holds it while pending, and gives it back', async () => {
  const page = await stage.open({ viewport: { width: 1440, height: 900 } });
  const open = page.locator('#confirm').getByRole('button', { name: '异步确认' });
  await open.focus();
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('确定');
  await page.keyboard.press('Enter');
  await page.locator('.ck-confirm[open] [aria-busy="true"]').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.locator('.ck-confirm[open]').count()).toBe(1);
  await page.locator('.ck-confirm[open]').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('异步确认');
  await page.close();
}, 60_000);
