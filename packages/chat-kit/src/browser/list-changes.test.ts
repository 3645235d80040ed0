// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missing, openList, range, scrollTo, settle, shiftDuring, whole } from './list-probe.ts';
import { type OpenStage, openStage } from './open-stage.ts';
import type { StageMessage } from './stage.tsx';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('./', import.meta.url), 'stage.html');
}, 120_000);
afterAll(() => stage?.close());

test('R12.1 the way to the top shows the oldest message, and what is then loaded above leaves the reader there', async () => {
  const older = [1, 2, 3, 4].map((part) => range(part * -50, (part - 1) * -50));
  const page = await openList(stage, 400, { older });
  await page.getByRole('button', { name: '回到顶部' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.ck-row').length === 450);
  // enough time for further pages
  for (let time = 0; time < 4; time += 1) await settle(page);
  expect(await page.locator('.ck-row').count()).toBe(450);
  const offset = await page.evaluate(() => {
    const row = document.querySelectorAll('.ck-row')[50];
    const log = document.querySelector('[role=log]');
    return Math.abs((row?.getBoundingClientRect().top ?? 0) - (log?.getBoundingClientRect().top ?? 0));
  });
  // the first row starts 8 px below the row of 32 px that says what loads
  expect(offset).toBeLessThanOrEqual(41);
  await page.close();
}, 60_000);

test.each<[string, (messages: StageMessage[]) => StageMessage[]]>([
  ['a list that is cut at its top while new ones come', (list) => [...list, ...range(1000, 1020)].slice(20)],
  ['a message above that is recalled', (list) => list.toSpliced(90, 1)],
  [
    'older ones behind a first one of the caller’s own',
    (list) => [...list.slice(0, 1), ...range(-60, 0), ...list.slice(1)],
  ],
])(
  'R12.1 %s does not move what is read',
  async (_, change) => {
    const page = await openList(stage, 400);
    await scrollTo(page, 10_000);
    const next = change(range(0, 400));
    const shift = await shiftDuring(page, () => page.evaluate((list) => window.stage.set(list), next));
    expect(shift).toBeLessThanOrEqual(1);
    expect(await page.locator('.ck-row').count()).toBe(next.length);
    await page.close();
  },
  60_000,
);

test('R12.1 another conversation in the same list opens at its end, also for one who read above', async () => {
  const page = await openList(stage, 400);
  await scrollTo(page, 300);
  await page.evaluate((list) => window.stage.set(list), range(5000, 5600));
  await whole(page);
  expect(await missing(page)).toBeLessThanOrEqual(1);
  expect(await page.locator('.ck-row').count()).toBe(600);
  expect(await page.locator('.ck-jump-end').count()).toBe(0);
  expect(await page.getByRole('status').textContent()).toBe('');
  await page.close();
}, 60_000);

test('R12.1 the focus stays in the list when a way up or down has been taken and is gone', async () => {
  const page = await openList(stage, 200);
  for (const name of ['回到顶部', '回到底部']) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.role)).toBe('log');
  }
  await page.close();
}, 60_000);

test('R12.1 on paper no section is skipped', async () => {
  const page = await openList(stage, 300);
  await page.emulateMedia({ media: 'print' });
  const kinds = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('.ck-section')].map((one) => getComputedStyle(one).contentVisibility)),
  ]);
  expect(kinds).toEqual(['visible']);
  await page.close();
}, 60_000);

test('R12.2 a picture opens in a new tab when the viewer cannot be loaded, and the page stays', async () => {
  const page = await openList(stage, 20);
  await page.route('**/image-viewer*', (route) => route.abort());
  await page.context().route('**/a.png', (route) => route.fulfill({ body: 'a picture' }));
  await page.evaluate(() =>
    window.stage.append([
      { messageType: 'image', messageSender: 'agent', messageContent: '回单', multimediaUrl: '/a.png' },
    ]),
  );
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: '查看图片：回单' }).click();
  await (await opened).waitForURL('**/a.png', { waitUntil: 'commit' });
  expect(await page.locator('.ck-row').count()).toBe(21);
  expect(await page.locator('.ck-viewer').count()).toBe(0);
  await page.close();
}, 60_000);
