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
  const said: string[][] = [];
  const announcer = createAnnouncer({ say: (messages) => void said.push(messages.map(({ text }) => text)) });
  return { announcer, said };
}
const of = (...pairs: [key: string, text: string][]) => pairs.map(([key, text]) => ({ key, text }));

test('R12.1 a streamed answer is said once, when it is whole', () => {
  const { announcer, said } = setUp();
  for (const text of ['您', '您好，', '您好，请问']) {
    announcer.hear(of(['a', text]));
    vi.advanceTimersByTime(900);
  }
  expect(said).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(said).toEqual([['您好，请问']]);
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(1);
});

test('R12.1 each of several messages is said, in their order, also behind one that is still growing', () => {
  const { announcer, said } = setUp();
  announcer.hear(of(['a', '一'], ['b', '二']));
  vi.advanceTimersByTime(600);
  announcer.hear(of(['a', '一一'], ['b', '二'], ['c', '三']));
  vi.advanceTimersByTime(400);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(600);
  expect(said.flat()).toEqual(['一一', '二', '三']);
});

test('R12.1 what is recalled before it is said, or belongs to a conversation that was left, is not said', () => {
  const { announcer, said } = setUp();
  announcer.hear(of(['a', '一'], ['b', '二']));
  announcer.hear(of(['b', '二']));
  vi.advanceTimersByTime(1000);
  announcer.hear(of(['c', '三']));
  announcer.forget();
  vi.advanceTimersByTime(1000);
  expect(said).toEqual([['二']]);
});
