import { CallError } from '@ronghui/client';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAnswerStore, useFirstAnswer } from './first-answer.ts';
import { clearQueries, QueryProvider } from './query-client.ts';

/** A page whose reads are answered when the test says so, in a frame that waits for the first answer. */
const open = (...names: readonly string[]) => {
  const reads = new Map(names.map((name) => [name, Promise.withResolvers<string>()]));
  const useRead = (name: string) =>
    useQuery({ queryKey: [name], queryFn: () => reads.get(name)?.promise ?? '', retry: false });
  const { result, rerender, unmount } = renderHook(
    () => {
      // As many in each rendering.
      for (const name of names) useRead(name);
      return useFirstAnswer();
    },
    { wrapper: QueryProvider },
  );
  return {
    isThere: () => result.current,
    rerender,
    unmount,
    answer: (name: string) => act(async () => reads.get(name)?.resolve(name)),
    fail: (name: string) =>
      act(async () => reads.get(name)?.reject(new CallError({ kind: 'reply', operationId: 'x.y', status: 403 }))),
  };
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  firstAnswerStore.set(false);
});
afterEach(() => {
  cleanup();
  clearQueries();
  vi.useRealTimers();
});

describe('the first answer of a page', () => {
  it('stack first load: what can wait is asked for after the page was answered and painted', async () => {
    const page = open('order');
    await pass(1_000);
    expect(page.isThere()).toBe(false);
    await page.answer('order');
    await pass(199);
    expect(page.isThere()).toBe(false);
    await pass(1);
    expect(page.isThere()).toBe(true);
  });

  it('stack first load: answers that come one soon after the other are waited for together', async () => {
    const page = open('order', 'sum');
    await page.answer('order');
    await pass(150);
    await page.answer('sum');
    await pass(150);
    expect(page.isThere()).toBe(false);
    await pass(50);
    expect(page.isThere()).toBe(true);
  });

  it('R2.9 a refusal is an answer', async () => {
    const page = open('order');
    await page.fail('order');
    await pass(200);
    expect(page.isThere()).toBe(true);
  });

  it('stack first load: a page that asks for nothing, or gets no answer, holds it back for three seconds', async () => {
    for (const names of [[], ['order']]) {
      firstAnswerStore.set(false);
      const page = open(...names);
      await pass(2_999);
      expect(page.isThere()).toBe(false);
      await pass(1);
      expect(page.isThere()).toBe(true);
      page.unmount();
    }
  });

  it('stack first load: once there it stays, also for the pages that follow, and a frame that is gone sets nothing', async () => {
    const gone = open();
    gone.unmount();
    await pass(10_000);
    expect(firstAnswerStore.get()).toBe(false);
    const page = open('order');
    await page.answer('order');
    await pass(200);
    page.unmount();
    expect(open('bill').isThere()).toBe(true);
  });
});
