import type { Page } from '@playwright/test';

declare global {
  interface Window {
    longTasks: { startMs: number; ms: number }[];
  }
}

/** Records every task over 50 ms with its start and its duration. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        window.longTasks.push({ startMs: startTime, ms: duration });
      }
    }).observe({ type: 'longtask' });
  });
}

/** Milliseconds since the page was opened. */
export const pageNow = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** The longest task over 50 ms that started between two times; 0 if there was none. */
export function longestTask(page: Page, fromMs: number, toMs: number): Promise<number> {
  return page.evaluate(
    async ([from, to]) => {
      // a task is reported after its end
      await new Promise((resolve) => setTimeout(resolve, 100));
      const within = window.longTasks.filter(({ startMs }) => startMs >= from && startMs < to);
      return Math.max(0, ...within.map(({ ms }) => ms));
    },
    [fromMs, toMs] as const,
  );
}

/** Milliseconds until the oldest message is in the document, with nothing else running. */
export function measureFilling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const startedAt = performance.now();
    // polled at most once a frame, because a check is cheap
    while (!window.contestant.isComplete() && performance.now() - startedAt < 12_000) {
      await new Promise((resolve) => setTimeout(resolve, 16));
    }
    return performance.now() - startedAt;
  });
}

/** Appends messages continuously, which delays filling, until the oldest message is in the document. */
export function measureAppends(page: Page): Promise<{ ms: number; appends: Append[] }> {
  return page.evaluate(async () => {
    const startedAt = performance.now();
    const appends: { ms: number; frames: number }[] = [];
    do appends.push(await window.contestant.append());
    while (!window.contestant.isComplete() && performance.now() - startedAt < 12_000);
    return { ms: performance.now() - startedAt, appends };
  });
}

/** Time and frames until an appended message is painted. */
export interface Append {
  ms: number;
  frames: number;
}

/** Looks for the oldest message by select-all and by the browser's search. The time includes the browser's layout of ten thousand rows. */
export function lookForOldest(page: Page, messages: number): Promise<{ findsOldest: boolean; selectsAll: boolean }> {
  return page.evaluate((count) => {
    const scroller = window.contestant.scroller();
    const selection = getSelection();
    if (scroller !== null) selection?.selectAllChildren(scroller);
    const all = selection?.toString() ?? '';
    selection?.removeAllRanges();
    const selectsAll = all.includes('第 0 条') && all.includes(`第 ${count - 1} 条`);
    const top = scroller?.scrollTop ?? 0;
    const hasFind = 'find' in window && typeof window.find === 'function';
    const findsOldest: boolean =
      hasFind && Reflect.apply(Reflect.get(window, 'find'), window, ['（第 0 条）']) === true;
    selection?.removeAllRanges();
    if (scroller !== null) scroller.scrollTop = top;
    return { findsOldest, selectsAll };
  }, messages);
}

/** Scrolls to the top and back by two views a frame, and records the longest frame and the frames with a blank area. */
export function measureScroll(page: Page): Promise<{ worstFrameMs: number; blankFrames: number }> {
  return page.evaluate(async () => {
    const scroller = window.contestant.scroller();
    if (scroller === null) return { worstFrameMs: Number.NaN, blankFrames: Number.NaN };
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const view = scroller.getBoundingClientRect();
    const isBlank = (): boolean =>
      [0.3, 0.7].every((part) => {
        const hit = document.elementFromPoint(view.left + view.width / 2, view.top + view.height * part);
        return (hit?.closest('.ck-row') ?? null) === null;
      });
    let last = await nextFrame();
    let worstFrameMs = 0;
    let blankFrames = 0;
    const step = scroller.clientHeight * 2;
    const run = async (by: number, isOver: () => boolean): Promise<void> => {
      const endAt = performance.now() + 30_000;
      while (!isOver() && performance.now() < endAt) {
        scroller.scrollTop += by;
        const now = await nextFrame();
        worstFrameMs = Math.max(worstFrameMs, now - last);
        last = now;
        if (isBlank()) blankFrames += 1;
      }
    };
    await run(-step, () => scroller.scrollTop <= 0);
    await run(step, () => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= 2);
    return { worstFrameMs, blankFrames };
  });
}

/** Jumps to the top, the middle and the end and counts the painted frames without a row in view. */
export function measureJumps(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const scroller = window.contestant.scroller();
    if (scroller === null) return Number.NaN;
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const view = scroller.getBoundingClientRect();
    let blank = 0;
    for (const part of [0, 0.5, 0.25, 1, 0.9, 0.1, 1]) {
      scroller.scrollTop = scroller.scrollHeight * part;
      for (let frame = 0; frame < 3; frame += 1) {
        await nextFrame();
        const hit = document.elementFromPoint(view.left + view.width / 2, view.top + view.height / 2);
        if (frame > 0 && (hit === null || hit.matches('.ck-section, .ck-content') || hit === scroller)) blank += 1;
      }
    }
    return blank;
  });
}

/** Scrolls up, prepends 50 messages, and measures how far the row in view moves; the same at the top. */
export function measurePrepend(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const scroller = window.contestant.scroller();
    if (scroller === null) return Number.NaN;
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const settle = async (): Promise<void> => {
      for (let frame = 0; frame < 6; frame += 1) await nextFrame();
    };
    let worst = 0;
    for (const top of [3000, 400, 0]) {
      scroller.scrollTop = top;
      await settle();
      const view = scroller.getBoundingClientRect();
      const hit = document.elementFromPoint(view.left + view.width / 2, view.top + view.height / 2);
      const row = hit?.closest('.ck-row') ?? null;
      if (row === null) return Number.NaN;
      const before = row.getBoundingClientRect().top;
      window.contestant.prepend(50);
      for (let frame = 0; frame < 20; frame += 1) {
        await nextFrame();
        // the previous frame was painted with this position
        if (frame > 0) worst = Math.max(worst, Math.abs(row.getBoundingClientRect().top - before));
      }
    }
    return worst;
  });
}
