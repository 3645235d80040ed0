// @vitest-environment node
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenStage, openStage } from './open-stage.ts';

let stage: OpenStage;
let page: Page;
const lost: string[] = [];
beforeAll(async () => {
  stage = await openStage(new URL('../../gallery/', import.meta.url), 'index.html');
  page = await stage.open();
  page.on('response', (reply) => reply.status() >= 400 && lost.push(reply.url()));
  page.on('requestfailed', (request) => lost.push(request.url()));
  await page.waitForSelector('#types .ck-row');
}, 120_000);
afterAll(() => stage?.close());

test('R12.10 the gallery plays its voice and its film, and names nothing that is not there', async () => {
  const seconds = await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll<HTMLMediaElement>('#types :is(audio, video)')].map(async (player) => {
        player.muted = true;
        await player.play();
        player.pause();
        return Math.round(player.duration);
      }),
    ),
  );
  expect(seconds).toEqual([4, 2]);
  await page.locator('#rules').scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('#rules .listed-hosts .ck-image img').evaluate(isLoaded)).toBe(true);
  expect(lost).toEqual([]);
});
const isLoaded = (picture: Element): boolean => picture instanceof HTMLImageElement && picture.naturalWidth > 0;

test('R12.10 the gallery shows a list from the desk’s side', async () => {
  const side = (words: string) => page.locator('#desk .ck-row', { hasText: words }).getAttribute('class');
  expect([await side('红冲之后重开'), await side('发票抬头')]).toEqual([
    expect.stringContaining('ck-own'),
    expect.not.stringContaining('ck-own'),
  ]);
});

test('R12.10 the gallery shows what listed hosts, the own host alone and an own sanitiser let through', async () => {
  await page.waitForSelector('#rules .listed-hosts .ck-html img');
  const counted = (part: string) =>
    page
      .locator(`#rules .${part}`)
      .evaluate((list) =>
        ['.ck-html img', '.ck-image', 'a[target=_blank]'].map((one) => list.querySelectorAll(one).length),
      );
  expect(await counted('listed-hosts')).toEqual([1, 1, 0]);
  expect(await counted('own-host')).toEqual([0, 0, 1]);
  expect(await counted('own-sanitise')).toEqual([0, 0, 1]);
});

test('R12.10 the gallery shows toTop(), toEnd() and place()', async () => {
  const top = () => page.locator('#handle .ck-scroller').evaluate((list) => list.scrollTop);
  await page.getByRole('button', { name: 'toTop()' }).click();
  await expect.poll(top).toBe(0);
  await page.getByRole('button', { name: 'place()' }).click();
  expect(await page.locator('#handle output').textContent()).toContain('"');
  await page.getByRole('button', { name: 'toEnd()' }).click();
  await expect.poll(top).toBeGreaterThan(100);
});

test('R12.10 the gallery shows a shared window, a button without looks, and a confirmation that waits or stays', async () => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('两个按钮').click();
  await button('共用一个窗口').click();
  expect(await page.locator('#limited [role=status]').first().textContent()).toContain('生效 1 次');
  expect((await button('自己的外观').getAttribute('class'))?.trim()).toBe('g-button');
  const popup = page.locator('.ck-confirm[open]');
  const confirm = popup.getByRole('button', { name: '确定' });
  await button('先读后确认').click();
  expect(await confirm.isDisabled()).toBe(true);
  await popup.getByRole('checkbox').check();
  await confirm.click();
  await popup.waitFor({ state: 'hidden' });
  await button('没办成就不关').click();
  await confirm.click();
  await popup.getByText('再确认一次').waitFor();
  await confirm.click();
  await popup.waitFor({ state: 'hidden' });
});

test.each([
  ['ret 不是 0', { reason: 'ret', status: 200, body: { ret: '4001', msg: '会话已结束' } }],
  ['不是 HTTP 200', { reason: 'status', status: 503 }],
  ['超时', { reason: 'timeout', status: 0 }],
  ['调用方中止', { reason: 'aborted', status: 0 }],
  ['解不开的密文', { reason: 'ret', status: 200, body: { ret: '1', msg: 'decrypt failed' } }],
  ['没有网络', { reason: 'network', status: 0 }],
])('R12.10 R12.8 the gallery shows how a request is rejected: %s', async (name, expected) => {
  await page.locator('#failures').getByRole('button', { name }).click();
  await expect.poll(() => page.locator('#failures output').textContent()).toBe(JSON.stringify(expected));
});
