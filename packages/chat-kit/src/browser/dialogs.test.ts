// @vitest-environment node
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DialogStage } from './dialogs.tsx';
import { type OpenStage, openStage } from './open-stage.ts';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('./', import.meta.url), 'dialogs.html');
}, 120_000);
afterAll(() => stage?.close());

const chat = '.ck-popup-window[open]';
const confirmation = '.ck-confirm[open]';
const viewer = '.ck-viewer[open]';
const sheet = '.ck-popup-sheet[open]';

const click = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click({ timeout: 15_000 });
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const asked = (page: Page): Promise<DialogStage['asked']> => page.evaluate(() => window.dialogs.asked);

/** Waits until everything that a key or a click triggered has finished. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

async function escape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await settled(page);
}

const open = async (page: Page, selector: string): Promise<boolean> => (await page.locator(selector).count()) === 1;

test('R12.5 Escape in the picture viewer closes the viewer, the next one the window', async () => {
  const page = await stage.open({ viewport: { width: 1200, height: 800 } });
  await click(page, '打开窗口');
  await click(page, '查看图片：回单');
  await page.locator(viewer).waitFor();
  expect(await focused(page)).toBe('关闭图片');
  await escape(page);
  expect([await open(page, viewer), await open(page, chat)]).toEqual([false, true]);
  expect(await focused(page)).toBe('查看图片：回单');
  await escape(page);
  expect(await open(page, chat)).toBe(false);
  await page.close();
}, 60_000);

test('R12.5 R12.7 Escape in a confirmation inside a window leaves the window open, pending or not', async () => {
  const page = await stage.open({ viewport: { width: 1200, height: 800 } });
  await click(page, '打开窗口');
  await click(page, '结束会话');
  await escape(page);
  expect([await open(page, confirmation), await open(page, chat), await asked(page)]).toEqual([
    false,
    true,
    ['cancelled'],
  ]);
  await click(page, '结束会话');
  await click(page, '确定');
  await escape(page);
  expect([await open(page, confirmation), await open(page, chat)]).toEqual([true, true]);
  await page.close();
}, 60_000);

test('R12.6 Escape that hides a button’s reason leaves the window open', async () => {
  const page = await stage.open({ viewport: { width: 1200, height: 800 } });
  await click(page, '打开窗口');
  await page.getByRole('button', { name: '转人工' }).focus();
  await page.getByRole('tooltip').waitFor();
  await escape(page);
  expect([await page.getByRole('tooltip').count(), await open(page, chat)]).toEqual([0, true]);
  await escape(page);
  expect(await open(page, chat)).toBe(false);
  await page.close();
}, 60_000);

test('R12.7 while its action is pending not even a second and a third Escape close a confirmation', async () => {
  const page = await stage.open({ viewport: { width: 1200, height: 800 } });
  await click(page, '打开确认');
  await click(page, '确定');
  await page.locator(`${confirmation} [aria-busy="true"]`).waitFor();
  for (let times = 0; times < 3; times += 1) {
    await escape(page);
    expect([await open(page, confirmation), await asked(page)]).toEqual([true, []]);
  }
  await page.evaluate(() => window.dialogs.settle());
  await page.locator(confirmation).waitFor({ state: 'detached' });
  expect(await asked(page)).toEqual(['confirmed']);
  await page.close();
}, 60_000);

test('R12.5 a sheet that its page keeps open stays open, modal and in focus, and asks for each Escape', async () => {
  const page = await stage.open({ viewport: { width: 390, height: 844 } });
  await click(page, '打开面板');
  for (let times = 1; times <= 3; times += 1) {
    await escape(page);
    expect(await asked(page)).toEqual(Array.from({ length: times }, () => 'sheet'));
    expect(await page.locator(sheet).evaluate((one) => one.matches(':modal'))).toBe(true);
    expect(await focused(page)).toBe('资料');
  }
  await click(page, '放弃');
  expect(await open(page, sheet)).toBe(false);
  await page.close();
}, 60_000);

test('R12.7 a press that begins inside a confirmation and ends beside it does not cancel it; one beside it does', async () => {
  const page = await stage.open({ viewport: { width: 1200, height: 800 } });
  await click(page, '打开确认');
  const words = await page.locator(`${confirmation} span`).boundingBox();
  await page.mouse.move((words?.x ?? 0) + 4, (words?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move(30, 780, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  expect([await open(page, confirmation), await asked(page)]).toEqual([true, []]);
  await page.mouse.click(30, 780);
  expect([await open(page, confirmation), await asked(page)]).toEqual([false, ['cancelled']]);
  await page.close();
}, 60_000);

test('R12.5 a tap beside a sheet presses nothing beneath it', async () => {
  const page = await stage.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await click(page, '打开面板');
  await page.touchscreen.tap(200, 16);
  await settled(page);
  expect([await asked(page), await page.evaluate(() => window.dialogs.pressed)]).toEqual([['sheet'], 0]);
  await page.close();
}, 60_000);

test.each([
  ['light', 'rgba(16, 24, 40, 0.48)'],
  ['dark', 'rgba(0, 0, 0, 0.6)'],
])(
  'R12.10 behind a confirmation and a sheet the page is veiled as the theme says: %s',
  async (theme, veil) => {
    const page = await stage.open({ viewport: { width: 390, height: 844 } });
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    for (const [opener, dialog] of [
      ['打开确认', confirmation],
      ['打开面板', sheet],
    ] as const) {
      await click(page, opener);
      const shown = page.locator(dialog);
      expect(await shown.evaluate((one) => getComputedStyle(one, '::backdrop').backgroundColor)).toBe(veil);
      await shown.evaluate((one) => one.style.setProperty('--ck-backdrop', 'rgb(1, 2, 3)'));
      expect(await shown.evaluate((one) => getComputedStyle(one, '::backdrop').backgroundColor)).toBe('rgb(1, 2, 3)');
      await page.keyboard.press('Escape');
    }
    await page.close();
  },
  60_000,
);

test('R9.1 a sheet begins 80 px under the page’s upper edge, however high the page is', async () => {
  for (const height of [500, 844, 1400]) {
    const page = await stage.open({ viewport: { width: 390, height } });
    await click(page, '打开面板');
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    expect(await page.locator(sheet).boundingBox()).toEqual({ x: 0, y: 80, width: 390, height: height - 80 });
    await page.close();
  }
}, 60_000);
