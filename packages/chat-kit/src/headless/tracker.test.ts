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
  expect(sent.map((batch) => batch.length)).toEqual([50, 50, 20]);
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

const names = (records: BeaconRecord[][]): string[] => records.flat().map((record) => record.beaconEventId);
/** A sender whose calls settle when the test decides. */
function slowSender() {
  const ends: { succeed: () => void; fail: (error: Error) => void }[] = [];
  const send = () => new Promise<void>((succeed, fail) => ends.push({ succeed, fail }));
  return { ends, send };
}

test('R4.7 R12.9 what is on its way when the page goes is sent at the next start', () => {
  const { send } = slowSender();
  const first = setUp({ send });
  first.tracker.start();
  for (let index = 0; index < 10; index += 1) first.tracker.track(`e${index}`, 'p');
  first.tracker.track('late', 'p');
  turn('hidden');
  window.dispatchEvent(new Event('pagehide'));
  const second = setUp();
  second.tracker.start();
  expect(names(second.sent).toSorted()).toEqual([...Array.from({ length: 10 }, (_, index) => `e${index}`), 'late']);
});

test('R4.7 of a large batch what has arrived when the page goes is not kept, the rest once', async () => {
  const { ends, send } = slowSender();
  const { tracker } = setUp({ send, maxEntries: 1000, maxPerSend: 2 });
  tracker.start();
  for (const event of ['a', 'b', 'c', 'd', 'e']) tracker.track(event, 'p');
  const flushed = tracker.flush();
  ends[0]?.succeed();
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('pagehide'));
  ends[1]?.fail(new Error('aborted'));
  await flushed;
  expect([ends.length, keptText().match(/Id\\":\\"[a-e]/gu)?.length]).toEqual([2, 3]);
});

test('R4.7 what an earlier visit left and this one is sending is not lost either when the page goes', () => {
  localStorage.setItem('chat-kit.behavior', '[{"beaconEventId":"old","beaconPageId":"p","beaconOccurTime":1}]');
  const first = setUp({ send: slowSender().send });
  first.tracker.start();
  window.dispatchEvent(new Event('pagehide'));
  const second = setUp();
  second.tracker.start();
  expect(names(second.sent)).toEqual(['old']);
});

test.each([
  ['while it is hidden', true],
  ['after it is shown again', false],
])('R12.9 what was on its way when the page was hidden, and arrives %s, is not sent again', async (_name, isEarly) => {
  const { ends, send } = slowSender();
  const sent: BeaconRecord[][] = [];
  const { tracker } = setUp({ send: (records) => (sent.push(records), send()) });
  tracker.start();
  tracker.track('a', 'p');
  const flushed = tracker.flush();
  tracker.track('a', 'p');
  turn('hidden');
  if (isEarly) ends[0]?.succeed();
  if (isEarly) await flushed;
  turn('visible');
  ends[0]?.succeed();
  await flushed;
  expect(tracker.size()).toBe(1);
  void tracker.flush();
  expect(names(sent)).toEqual(['a', 'a']);
  expect(localStorage.length).toBe(0);
});

test('R12.9 what fails after the page is shown again waits, once', async () => {
  const { ends, send } = slowSender();
  const { tracker } = setUp({ send });
  tracker.start();
  tracker.track('a', 'p');
  const flushed = tracker.flush();
  turn('hidden');
  turn('visible');
  ends[0]?.fail(new Error('offline'));
  await flushed;
  expect([tracker.size(), localStorage.length]).toEqual([1, 0]);
});

test('R5.6 the list is sent when what was kept carries it past 10', () => {
  const { tracker, sent } = setUp();
  tracker.start();
  for (let index = 0; index < 9; index += 1) tracker.track(`e${index}`, 'p');
  const kept = Array.from({ length: 3 }, () => ({ beaconEventId: 'k', beaconPageId: 'p', beaconOccurTime: 1 }));
  localStorage.setItem('chat-kit.behavior', JSON.stringify(kept));
  turn('visible');
  expect([sent.length, tracker.size()]).toEqual([1, 0]);
});

test('R5.6 after a failure the next 10 records try again, however many wait', async () => {
  let tries = 0;
  const { tracker } = setUp({ send: () => Promise.reject(new Error(`offline ${(tries += 1)}`)) });
  for (let index = 0; index < 7; index += 1) tracker.track('e', 'p');
  await tracker.flush();
  for (let index = 0; index < 9; index += 1) tracker.track('e', 'p');
  expect(tries).toBe(1);
  tracker.track('e', 'p');
  await vi.advanceTimersByTimeAsync(0);
  expect([tries, tracker.size()]).toEqual([2, 17]);
});

test('R5.6 a failure tries again 300 000 ms later, not before', async () => {
  let tries = 0;
  const { tracker } = setUp({ now: Date.now, send: () => Promise.reject(new Error(`offline ${(tries += 1)}`)) });
  tracker.track('e', 'p');
  await vi.advanceTimersByTimeAsync(300_000);
  await vi.advanceTimersByTimeAsync(299_999);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(tries).toBe(2);
});

test('R5.6 the 300 000 ms run on from the first entry while the page is hidden and shown', async () => {
  const { tracker, sent } = setUp({ now: Date.now });
  tracker.start();
  tracker.track('e', 'p');
  for (let index = 0; index < 2; index += 1) {
    await vi.advanceTimersByTimeAsync(100_000);
    turn('hidden');
    turn('visible');
  }
  await vi.advanceTimersByTimeAsync(99_999);
  expect(sent).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(1);
});

test('R12.9 a batch whose sender settles, refused for ever or not, is gone, and the next one leaves', async () => {
  const sent: string[] = [];
  const { tracker } = setUp({
    maxPerSend: 2,
    send: async ([first]) => {
      if (first?.beaconEventId === 'bad') return;
      if (first?.beaconEventId === 'late') throw new Error('503');
      sent.push(first?.beaconEventId ?? '');
    },
  });
  for (const event of ['bad', 'x', 'good', 'y', 'late']) tracker.track(event, 'p');
  await tracker.flush();
  expect([sent, tracker.size()]).toEqual([['good'], 1]);
});

test.each([
  ['without a storage', undefined],
  [
    'with a full storage',
    {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
      removeItem: () => {},
    },
  ],
])(
  'R12.9 %s nothing is lost while the tab is hidden: it is sent, and waits in memory if that fails',
  async (_, storage) => {
    const { ends, send } = slowSender();
    const sent: BeaconRecord[][] = [];
    const { tracker } = setUp({ storage, send: (records) => (sent.push(records), send()) });
    tracker.start();
    tracker.track('a', 'p');
    turn('hidden');
    expect(names(sent)).toEqual(['a']);
    tracker.track('b', 'p');
    ends[0]?.fail(new Error('offline'));
    await vi.advanceTimersByTimeAsync(0);
    turn('visible');
    expect(tracker.size()).toBe(2);
    void tracker.flush();
    expect(names(sent.slice(1))).toEqual(['a', 'b']);
  },
);

test.each([
  ['keeps its user', 'u1', 'u1'],
  ['loses its user when another one has come meanwhile', 'u2', undefined],
])('R12.9 a record that waits while the tab is hidden %s', async (_name, next, wanted) => {
  let user = 'u1';
  const { tracker, sent } = setUp({ userId: () => user });
  tracker.start();
  tracker.track('a', 'p');
  turn('hidden');
  expect(keptText()).not.toContain('u1');
  user = next;
  turn('visible');
  await tracker.flush();
  expect(sent.flat().map((record) => record.userId)).toEqual([wanted]);
});
