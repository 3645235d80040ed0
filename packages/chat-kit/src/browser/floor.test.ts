// @vitest-environment node
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { range, whole } from './list-probe.ts';
import { type OpenStage, openStage } from './open-stage.ts';

const stages: OpenStage[] = [];
beforeAll(async () => {
  for (const input of ['stage.html', 'dialogs.html'])
    stages.push(await openStage(new URL('./', import.meta.url), input));
}, 120_000);
afterAll(() => Promise.all(stages.map((stage) => stage.close())));

/** Takes away what browsers have learnt since Chrome 109 and Safari 16. */
function grow(): void {
  const lost: [object, string[]][] = [
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [AbortSignal, ['any']],
    [URL, ['canParse', 'parse']],
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Element.prototype, ['setHTML', 'checkVisibility']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    [window, ['Sanitizer', 'requestIdleCallback', 'scheduler']],
  ];
  for (const [owner, names] of lost) for (const name of names) Reflect.deleteProperty(owner, name);
  const matches: unknown = Reflect.get(Element.prototype, 'matches');
  Reflect.set(Element.prototype, 'matches', function (this: Element, selector: string): boolean {
    if (selector.includes(':popover-open')) throw new SyntaxError(selector);
    return typeof matches === 'function' && Reflect.apply(matches, this, [selector]) === true;
  });
}

async function open(at: number): Promise<{ page: Page; errors: string[] }> {
  const page = await stages[at]?.open({ before: grow, viewport: { width: 1200, height: 800 } });
  if (page === undefined) throw new Error('no stage');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}

test('R12.10 in a browser of the floor the list fills, takes older and new messages, and shows HTML', async () => {
  const { page, errors } = await open(0);
  await page.evaluate((list) => window.stage.show(list), range(0, 300));
  await whole(page);
  await page.evaluate((list) => window.stage.prepend(list), range(-60, 0));
  await page.evaluate((list) => window.stage.append(list), range(300, 310));
  await page.waitForFunction(() => document.querySelectorAll('.ck-row').length === 370);
  await page.locator('.ck-html li').last().waitFor();
  expect(errors).toEqual([]);
  await page.close();
}, 60_000);

test('R12.10 in a browser of the floor window, confirmation and button with its reason work', async () => {
  const { page, errors } = await open(1);
  const click = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  await click('打开窗口');
  await page.getByRole('button', { name: '转人工' }).hover();
  // this browser's own style still hides what has the attribute
  await page.locator('.ck-hint', { hasText: '请先完成认证' }).waitFor({ state: 'attached' });
  await click('结束会话');
  await click('取消');
  await click('关闭');
  expect(await page.evaluate(() => window.dialogs.asked)).toEqual(['cancelled']);
  expect(errors).toEqual([]);
  await page.close();
}, 60_000);
