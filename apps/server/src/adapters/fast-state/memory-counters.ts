interface Counter {
  windowStartMs: number;
  count: number;
  before: number;
}

const maxCounters = 200_000;

/** Drops the counter whose window began first. */
const dropOldest = (counters: Map<string, Counter>): void => {
  for (const key of counters.keys()) {
    counters.delete(key);
    return;
  }
};

/** Counts many uses of many keys: two numbers a key. */
interface Counters {
  /** Counts a use; gives the time to wait, 0 while it is allowed. @unit ms */
  count(key: string, limit: number, windowMs: number): number;
}

/** A window that moves: what is left of the previous one counts by its share. Beyond 200,000 keys the ones that began first are dropped. */
export const createMemoryCounters = (clock: { nowMs(): number }, most = maxCounters): Counters => {
  const counters = new Map<string, Counter>();
  const counterOf = (key: string, nowMs: number): Counter => {
    let counter = counters.get(key);
    if (counter === undefined) {
      // Not all of them: a flood of keys would free every other one of what it has used.
      if (counters.size >= most) dropOldest(counters);
      counter = { windowStartMs: nowMs, count: 0, before: 0 };
      counters.set(key, counter);
    }
    return counter;
  };
  return {
    count(key, limit, windowMs) {
      const nowMs = clock.nowMs();
      const counter = counterOf(key, nowMs);
      const age = nowMs - counter.windowStartMs;
      if (age >= windowMs || age < 0) {
        const isNext = age >= 0 && age < 2 * windowMs;
        counter.before = isNext ? counter.count : 0;
        counter.windowStartMs = isNext ? counter.windowStartMs + windowMs : nowMs;
        counter.count = 0;
        // In the order of their windows.
        counters.delete(key);
        counters.set(key, counter);
      }
      const share = 1 - (nowMs - counter.windowStartMs) / windowMs;
      if (counter.count + counter.before * share >= limit) return counter.windowStartMs + windowMs - nowMs;
      counter.count += 1;
      return 0;
    },
  };
};
