import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BeaconRecord, createTracker, type TrackerOptions } from './tracker.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

function setUp(options: Partial<TrackerOptions> = {}) {
  const sent: BeaconRecord[][] = [];
  const tracker = createTracker({
    send: (records) => void sent.push(records),
    storage: localStorage,
    now: () => 1_790_000_000_000,
    ...options,
  });
  return { tracker: { ...tracker, start: () => void stops.push(tracker.start()) }, sent };
}

const keptText = (): string => JSON.stringify(Object.entries(localStorage));

function turn(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

test('R12.9 a record holds event, page, time in milliseconds and user', async () => {
  const { tracker, sent } = setUp({ userId: () => 'u1' });
  tracker.track('visit', 'portal.home');
  await tracker.flush();
  expect(sent).toEqual([
    [{ beaconEventId: 'visit', beaconPageId: 'portal.home', beaconOccurTime: 1_790_000_000_000, userId: 'u1' }],
  ]);
});

test('R5.6 the list is sent and emptied at 10 entries, not before', () => {
  const { tracker, sent } = setUp();
  for (let index = 0; index < 9; index += 1) tracker.track(`e${index}`, 'p');
  expect([sent.length, tracker.size()]).toEqual([0, 9]);
  tracker.track('e9', 'p');
  expect([sent.length, sent[0]?.length, tracker.size()]).toEqual([1, 10, 0]);
});

test('R5.6 or 300 000 ms after the first entry', async () => {
  const { tracker, sent } = setUp();
  tracker.track('e', 'p');
  await vi.advanceTimersByTimeAsync(299_999);
  expect(sent).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent.length, tracker.size()]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
});

test('R4.7 records are kept locally on unload and sent on the next start', async () => {
  const first = setUp();
  first.tracker.start();
  first.tracker.track('visit', 'portal.home');
  window.dispatchEvent(new Event('pagehide'));
  expect(first.tracker.size()).toBe(0);
  const second = setUp();
  second.tracker.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(second.sent).toEqual([
    [{ beaconEventId: 'visit', beaconPageId: 'portal.home', beaconOccurTime: 1_790_000_000_000 }],
  ]);
  expect(localStorage.length).toBe(0);
});

test('R12.9 the queue kept locally holds nothing personal', () => {
  const { tracker } = setUp({ userId: () => 'user-13800000001' });
  tracker.start();
  tracker.track('search', 'portal.docs?keyword=13800000001&name=张三');
  window.dispatchEvent(new Event('pagehide'));
  expect(keptText()).toContain('portal.docs');
  expect(keptText()).not.toMatch(/13800000001|张三|userId|user-/u);
});

test('R12.9 a page that is hidden keeps its records, takes them back when shown, and sends none twice', async () => {
  const { tracker, sent } = setUp();
  tracker.start();
  tracker.track('a', 'p');
  turn('hidden');
  expect(keptText()).toContain('"a');
  tracker.track('b', 'p');
  expect(tracker.size()).toBe(0);
  turn('visible');
  await tracker.flush();
  expect(sent.flat().map((record) => record.beaconEventId)).toEqual(['a', 'b']);
  expect(localStorage.length).toBe(0);
});

test('R12.9 two tabs that are left add to one queue', () => {
  const one = setUp();
  const two = setUp();
  one.tracker.start();
  two.tracker.start();
  one.tracker.track('one', 'p');
  two.tracker.track('two', 'p');
  window.dispatchEvent(new Event('pagehide'));
  const next = setUp();
  next.tracker.start();
  expect(next.sent.flat().map((record) => record.beaconEventId)).toEqual(['one', 'two']);
});

test('R12.9 records whose sending failed wait for the next flush, in order', async () => {
  let fails = true;
  const sent: BeaconRecord[] = [];
  const { tracker } = setUp({
    send: async (records) => {
      if (fails) throw new Error('offline');
      sent.push(...records);
    },
  });
  for (let index = 0; index < 10; index += 1) tracker.track(`e${index}`, 'p');
  await vi.advanceTimersByTimeAsync(0);
  expect(tracker.size()).toBe(10);
  tracker.track('e10', 'p');
  fails = false;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(sent.map((record) => record.beaconEventId)).toEqual(Array.from({ length: 11 }, (_, index) => `e${index}`));
});

test('R12.9 what failed after the page was left is kept locally', async () => {
  let fail: () => void = () => {};
  const { tracker } = setUp({ send: () => new Promise((_, reject) => (fail = () => reject(new Error('gone')))) });
  tracker.start();
  tracker.track('a', 'p');
  const flushed = tracker.flush();
  window.dispatchEvent(new Event('pagehide'));
  fail();
  await flushed;
  expect(keptText()).toContain('"a');
});

test('R12.9 a call carries at most 50 records, and at most 200 wait', async () => {
  const { tracker, sent } = setUp({ maxEntries: 1000 });
  for (let index = 0; index < 120; index += 1) tracker.track(`e${index}`, 'p');
  await tracker.flush();
  expect(sent.map((lot) => lot.length)).toEqual([50, 50, 20]);
  const failing = setUp({ maxEntries: 1000, send: () => Promise.reject(new Error('offline')) });
  for (let index = 0; index < 300; index += 1) failing.tracker.track(`e${index}`, 'p');
  await failing.tracker.flush();
  expect(failing.tracker.size()).toBe(200);
});

test('R12.9 a storage that is full, forbidden or tampered with never breaks the page', () => {
  const forbidden = {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('denied');
    },
  };
  const { tracker } = setUp({ storage: forbidden });
  tracker.start();
  tracker.track('a', 'p');
  window.dispatchEvent(new Event('pagehide'));
  localStorage.setItem(
    'chat-kit.behavior',
    '[{"beaconEventId":1},"x",null,{"beaconEventId":"ok","beaconPageId":"p","beaconOccurTime":1,"userId":"u"}]',
  );
  const next = setUp();
  next.tracker.start();
  expect(next.sent).toEqual([[{ beaconEventId: 'ok', beaconPageId: 'p', beaconOccurTime: 1 }]]);
});
