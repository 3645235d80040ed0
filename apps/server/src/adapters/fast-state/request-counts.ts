import type { RequestCount, RequestTotal } from '#kernel/fast-state/use.sql';

interface Counted {
  windowNo: number;
  windowMs: number;
  /** As far as this node knows, with what it has not sent yet. */
  total: number;
  before: number;
  /** What it has not sent yet. */
  unsent: number;
}

/** How many keys are known, and how many are exchanged in one statement. */
const mostKeys = 200_000;
const mostAtOnce = 2000;
const everyMs = 1000;

/**
 * Requests by address, counted on each node and exchanged each second: a call does not wait for another node's count, and goes on being counted here where
 * nobody can be reached.
 *
 * @source running 1.5
 */
export const createRequestCounts = (
  clock: { nowMs(): number },
  exchange: (counts: readonly RequestCount[]) => Promise<readonly RequestTotal[]>,
) => {
  const counted = new Map<string, Counted>();
  let exchangedMs = -everyMs;
  let isUnderWay = false;

  const unsentOf = (nowMs: number): RequestCount[] => {
    const found: RequestCount[] = [];
    for (const [key, { windowNo, windowMs, unsent }] of counted) {
      if (unsent === 0 || windowNo !== Math.floor(nowMs / windowMs)) continue;
      found.push({ key, windowNo, windowMs, count: unsent });
      if (found.length === mostAtOnce) break;
    }
    return found;
  };

  const sendAll = async (nowMs: number): Promise<void> => {
    const sent = unsentOf(nowMs);
    if (sent.length === 0) return;
    const totals = new Map((await exchange(sent)).map((total) => [total.key, total]));
    for (const { key, windowNo, count } of sent) {
      const entry = counted.get(key);
      const total = totals.get(key);
      if (entry === undefined || total === undefined || entry.windowNo !== windowNo) continue;
      entry.unsent -= count;
      entry.total = total.count + entry.unsent;
      entry.before = total.before;
    }
  };

  /** Nobody waits for it; what could not be sent is sent the next time. */
  const sendInTurn = (): void => {
    const nowMs = performance.now();
    if (isUnderWay || nowMs - exchangedMs < everyMs) return;
    isUnderWay = true;
    exchangedMs = nowMs;
    const end = () => {
      isUnderWay = false;
    };
    sendAll(clock.nowMs()).then(end, end);
  };

  const entryOf = (key: string, windowNo: number, windowMs: number): Counted => {
    const known = counted.get(key);
    if (known?.windowNo === windowNo) return known;
    const before = known?.windowNo === windowNo - 1 ? known.total : 0;
    const entry = { windowNo, windowMs, total: 0, before, unsent: 0 };
    // In the order of their windows, so that the oldest is dropped.
    counted.delete(key);
    if (counted.size >= mostKeys) for (const oldest of counted.keys()) if (counted.delete(oldest)) break;
    counted.set(key, entry);
    return entry;
  };

  return {
    /** Counts a request. @returns the time to wait, 0 while it is allowed, in ms */
    count(key: string, limit: number, windowMs: number): number {
      const nowMs = clock.nowMs();
      const windowNo = Math.floor(nowMs / windowMs);
      const entry = entryOf(key, windowNo, windowMs);
      const passed = nowMs - windowNo * windowMs;
      const isAllowed = entry.total + entry.before * (1 - passed / windowMs) < limit;
      if (isAllowed) {
        entry.total += 1;
        entry.unsent += 1;
      }
      sendInTurn();
      return isAllowed ? 0 : windowMs - passed;
    },
  };
};
