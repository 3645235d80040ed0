// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnnouncer } from './announcer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const announced: string[][] = [];
  const announcer = createAnnouncer({ say: (messages) => void announced.push(messages.map(({ text }) => text)) });
  return { announcer, announced };
}
const of = (...pairs: [key: string, text: string][]) => pairs.map(([key, text]) => ({ key, text }));

test('R12.1 a streamed answer is announced once, when it is whole', () => {
  const { announcer, announced } = setUp();
  for (const text of ['您', '您好，', '您好，请问']) {
    announcer.hear(of(['a', text]));
    vi.advanceTimersByTime(900);
  }
  expect(announced).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(announced).toEqual([['您好，请问']]);
  vi.advanceTimersByTime(60_000);
  expect(announced).toHaveLength(1);
});

test('R12.1 each of several messages is announced, in their order, also behind one that is still growing', () => {
  const { announcer, announced } = setUp();
  announcer.hear(of(['a', '一'], ['b', '二']));
  vi.advanceTimersByTime(600);
  announcer.hear(of(['a', '一一'], ['b', '二'], ['c', '三']));
  vi.advanceTimersByTime(400);
  expect(announced).toEqual([]);
  vi.advanceTimersByTime(600);
  expect(announced.flat()).toEqual(['一一', '二', '三']);
});

test('R12.1 what is recalled before it is announced, or belongs to a conversation that was left, is not announced', () => {
  const { announcer, announced } = setUp();
  announcer.hear(of(['a', '一'], ['b', '二']));
  announcer.hear(of(['b', '二']));
  vi.advanceTimersByTime(1000);
  announcer.hear(of(['c', '三']));
  announcer.forget();
  vi.advanceTimersByTime(1000);
  expect(announced).toEqual([['二']]);
});
