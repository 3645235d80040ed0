import type { Page } from '@playwright/test';
import { type OpenStage, strictPolicy } from './open-stage.ts';
import type { StageMessage, StageOptions } from './stage.tsx';

const words = '这一条消息有长有短，用来把行高变得不一样。';

/** A message whose height differs from its neighbours'; every seventh is HTML. */
const message = (id: number): StageMessage => ({
  dialogId: `d${id}`,
  messageSender: id % 3 === 0 ? 'user' : 'agent',
  messageType: 'text',
  messageContent:
    id % 7 === 0 ? `<p>${words}</p><ul><li>第 ${id} 条</li></ul>` : `${words.repeat(Math.abs(id) % 4)}第 ${id} 条`,
  createTime: '10:00',
});
/** Numbered messages, excluding the last number. */
export const range = (from: number, to: number): StageMessage[] =>
  Array.from({ length: to - from }, (_, index) => message(from + index));

/** Waits until several frames have been painted. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 8; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Distance of the view from the end, in pixels. */
export const missing = (page: Page): Promise<number> =>
  page.locator('[role=log]').evaluate((log) => Math.abs(log.scrollHeight - log.clientHeight - log.scrollTop));

/** Scrolls and waits for the consequences. */
export const scrollTo = async (page: Page, top: number): Promise<void> => {
  await page.locator('[role=log]').evaluate((log, to) => {
    log.scrollTop = to;
  }, top);
  await settle(page);
};

/** The largest movement, over all painted frames, of the row in the middle of the view during an action. */
export async function shiftDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const log = document.querySelector('[role=log]');
    const view = log?.getBoundingClientRect();
    if (log === null || view === undefined) throw new Error('no list');
    const row = document.elementFromPoint(view.left + view.width / 2, view.top + view.height / 2)?.closest('.ck-row');
    if (!(row instanceof HTMLElement)) throw new Error('no row in view');
    const before = row.getBoundingClientRect().top;
    const worst = { px: 0 };
    // one's own message is appended after a paint
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      worst.px = Math.max(worst.px, Math.abs(row.getBoundingClientRect().top - before));
      requestAnimationFrame(() => painted.port2.postMessage(undefined));
    };
    requestAnimationFrame(() => painted.port2.postMessage(undefined));
    Object.assign(window, { worst });
  });
  await act();
  await settle(page);
  return page.evaluate(() => Number(Reflect.get(Reflect.get(window, 'worst'), 'px')));
}

/** Waits until all rows are in the document. */
export async function whole(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'false');
  await settle(page);
}

/** Opens a page with a complete list. */
export async function openList(stage: OpenStage, count: number, options: StageOptions = {}): Promise<Page> {
  const page = await stage.open({ policy: strictPolicy });
  await page.evaluate(([list, set]) => window.stage.show(list, set), [
    range(0, count),
    { strict: true, ...options },
  ] as const);
  await whole(page);
  return page;
}
