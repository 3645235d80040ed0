// @vitest-environment node
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missing, openList, range, scrollTo, settle, shiftDuring, whole } from './list-probe.ts';
import { type OpenStage, openStage, strictPolicy } from './open-stage.ts';
import type { StageMessage } from './stage.tsx';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('./', import.meta.url), 'stage.html');
}, 120_000);
afterAll(() => stage?.close());

test('R12.1 it opens at its very end, with all rows in the document', async () => {
  const page = await openList(stage, 1000);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  expect(await page.locator('.ck-row').count()).toBe(1000);
  expect(await page.evaluate(() => window.violations)).toEqual([]);
  await page.close();
}, 60_000);

test('R12.1 at the end it follows, by one message and by a hundred, and never stops a few pixels short', async () => {
  const page = await openList(stage, 200);
  for (const [from, to] of [
    [200, 201],
    [201, 301],
    [301, 302],
  ] as const) {
    await page.evaluate((list) => window.stage.append(list), range(from, to));
    await settle(page);
    expect(await missing(page)).toBeLessThanOrEqual(1);
  }
  await page.setViewportSize({ width: 420, height: 700 });
  await settle(page);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  await page
    .locator('.ck-html')
    .last()
    .evaluate((last) => {
      (last instanceof HTMLElement ? last : document.body).style.height = '400px';
    });
  await settle(page);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  await page.close();
}, 60_000);

test('R12.1 it never moves someone who reads older messages, whatever comes in below', async () => {
  const page = await openList(stage, 400);
  await scrollTo(page, 6000);
  for (const count of [1, 20, 100]) {
    const shift = await shiftDuring(page, () =>
      page.evaluate((list) => window.stage.append(list), range(1000, 1000 + count)),
    );
    expect(shift).toBeLessThanOrEqual(1);
  }
  expect(await page.locator('.ck-jump-end').textContent()).toMatch(/^\d+ 条新消息$/u);
  await page.locator('.ck-jump-end').click();
  await settle(page);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  expect(await page.locator('.ck-jump-end').count()).toBe(0);
  await page.close();
}, 60_000);

test('R12.1 older messages put in above move the row in view by at most 1 px, at the very top too', async () => {
  const page = await openList(stage, 300);
  for (const [top, from, to] of [
    [4000, -50, 0],
    [300, -100, -50],
    [0, -150, -100],
    [0, -1150, -150],
  ] as const) {
    await scrollTo(page, top);
    const shift = await shiftDuring(page, async () => {
      await page.evaluate((list) => window.stage.prepend(list), range(from, to));
      await page.waitForFunction(() => document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'false');
    });
    expect(shift).toBeLessThanOrEqual(1);
  }
  expect(await page.locator('.ck-row').count()).toBe(1450);
  await page.close();
}, 90_000);

const setShown = async (page: Page, isShown: boolean): Promise<void> => {
  await page.locator('#root').evaluate((root, shown) => {
    if (root instanceof HTMLElement) root.style.display = shown ? '' : 'none';
  }, isShown);
  await settle(page);
};

test('R12.1 R12.5 a list that was hidden is where its reader was, or at its end, whatever came in meanwhile', async () => {
  const page = await openList(stage, 300);
  await setShown(page, false);
  await page.evaluate((list) => window.stage.append(list), range(300, 320));
  await setShown(page, true);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  await scrollTo(page, 5000);
  const shift = await shiftDuring(page, async () => {});
  expect(shift).toBeLessThanOrEqual(1);
  const placeOf = (): Promise<string> =>
    page.locator('[role=log]').evaluate((log) => {
      const view = log.getBoundingClientRect();
      const row = document.elementFromPoint(view.left + view.width / 2, view.top + 200)?.closest('.ck-row');
      return `${row?.textContent} at ${Math.round(row?.getBoundingClientRect().top ?? 0)}`;
    });
  const before = await placeOf();
  await setShown(page, false);
  await page.evaluate((list) => window.stage.append(list), range(320, 330));
  await page.evaluate((list) => window.stage.prepend(list), range(-50, 0));
  await setShown(page, true);
  expect(await placeOf()).toBe(before);
  await page.close();
}, 60_000);

test('R12.1 a list that opens hidden is at its end when it is shown', async () => {
  const page = await stage.open({ policy: strictPolicy });
  await setShown(page, false);
  await page.evaluate((list) => window.stage.show(list, { strict: true }), range(0, 200));
  await settle(page);
  await setShown(page, true);
  await page.waitForFunction(() => document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'false');
  await settle(page);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  await page.close();
}, 60_000);

test('R12.1 a row above that grows late does not move what is read', async () => {
  const page = await openList(stage, 300);
  await scrollTo(page, 5000);
  const shift = await shiftDuring(page, () =>
    page.evaluate(async () => {
      // within one frame, because an unpainted position is not visible
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const log = document.querySelector('[role=log]');
      const top = log?.getBoundingClientRect().top ?? 0;
      const above = [...document.querySelectorAll<HTMLElement>('.ck-row')].findLast(
        (row) => row.getBoundingClientRect().bottom < top,
      );
      if (above !== undefined) above.style.paddingBottom = '237px';
    }),
  );
  expect(shift).toBeLessThanOrEqual(1);
  await page.close();
}, 60_000);

test('R12.1 the browser’s own search and select-all find the oldest message', async () => {
  const page = await openList(stage, 1200);
  const found = await page.evaluate(() => Reflect.apply(Reflect.get(window, 'find'), window, ['第 1 条']));
  expect(found).toBe(true);
  await page.locator('[role=log]').evaluate((log) => getSelection()?.selectAllChildren(log));
  const text = await page.evaluate(() => getSelection()?.toString() ?? '');
  expect(text).toContain('第 0 条');
  expect(text).toContain('第 1199 条');
  await page.close();
}, 60_000);

test('R12.1 no view is blank on the way to the top and back, nor after a jump', async () => {
  const page = await openList(stage, 1500);
  const blank = await page.evaluate(async () => {
    const log = document.querySelector('[role=log]');
    if (log === null) throw new Error('no list');
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const view = log.getBoundingClientRect();
    const isBlank = (): boolean => {
      const hit = document.elementFromPoint(view.left + view.width / 2, view.top + view.height / 2);
      return hit?.closest('.ck-row') === null || hit === null;
    };
    let count = 0;
    for (const by of [-1400, 1400]) {
      for (let step = 0; step < 200; step += 1) {
        const before = log.scrollTop;
        log.scrollTop += by;
        if (log.scrollTop === before) break;
        await frame();
        if (isBlank()) count += 1;
      }
    }
    for (const part of [0, 1, 0.5, 0, 1]) {
      log.scrollTop = part * log.scrollHeight;
      await frame();
      await frame();
      if (isBlank()) count += 1;
    }
    return count;
  });
  expect(blank).toBe(0);
  await page.close();
}, 90_000);

test('R12.1 Home and End reach the true top and end, also while older messages are still being rendered', async () => {
  const page = await stage.open({ policy: strictPolicy });
  // all inside the page: from outside, a key may come when the last row is there
  const busy = await page.evaluate(
    async (list) => {
      const rowIsThere = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('.ck-row') === null) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, subtree: true });
      });
      await window.stage.show(list, { strict: true });
      await rowIsThere;
      const log = document.querySelector('[role=log]');
      if (log === null) throw new Error('no list');
      const press = (key: string): void => {
        log.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      };
      // the modifier makes it the browser's own key
      log.scrollTop = 100;
      log.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true, cancelable: true }));
      if (log.scrollTop !== 100) throw new Error('a key with a modifier scrolled');
      press('Home');
      return log.getAttribute('aria-busy');
    },
    range(0, 4000),
  );
  expect(busy).toBe('true');
  await whole(page);
  expect(await page.locator('[role=log]').evaluate((log) => log.scrollTop)).toBe(0);
  expect(await page.locator('.ck-row').first().textContent()).toContain('第 0 条');
  await page.locator('[role=log]').focus();
  await page.keyboard.press('End');
  await settle(page);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  await page.close();
}, 60_000);

test('R12.1 everything is reached by keyboard: the list, its pictures, its links and the way down', async () => {
  const page = await stage.open({ policy: strictPolicy });
  await page.evaluate((list) => window.stage.show(list), [
    ...range(0, 60),
    { dialogId: 'p', messageSender: 'agent', messageType: 'image', messageContent: '回单', multimediaUrl: '/a.png' },
    {
      dialogId: 'l',
      messageSender: 'agent',
      messageType: 'link',
      messageContent: '文档',
      multimediaUrl: 'https://example.com/',
    },
  ] satisfies StageMessage[]);
  await page.waitForSelector('.ck-image');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.role)).toBe('log');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('[role=log]')?.scrollTop === 0);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.ck-jump-end') === null);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.ck-viewer[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.ck-viewer', { state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('ck-image');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('文档');
  await page.close();
}, 60_000);
