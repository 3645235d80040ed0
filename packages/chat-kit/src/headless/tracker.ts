import { createLocalQueue, type QueueStorage } from './local-queue.ts';

/** A behaviour record as it is sent. @unit beaconOccurTime is milliseconds since 1970 @source R12.9 */
export interface BeaconRecord {
  beaconEventId: string;
  beaconPageId: string;
  beaconOccurTime: number;
  userId?: string;
}

/** Settings of a tracker. */
export interface TrackerOptions {
  /** Sends records (at most `maxPerSend`); a rejection keeps them for the next time, so let it resolve for what is refused for ever. */
  send: (records: BeaconRecord[]) => unknown;
  /** Where records wait while no page is open; without one nothing is kept. */
  storage?: QueueStorage | undefined;
  /** Entry of the storage; `chat-kit.behavior` unless given. */
  storageKey?: string;
  /** Who a record is from. It is sent and never kept locally; a server is to prefer its own session. */
  userId?: () => string | undefined;
  /** Number of records that are sent at once when reached; 10 unless given. */
  maxEntries?: number;
  /** Time after the first waiting record; 300 000 ms unless given. */
  flushMs?: number;
  /** Most records in one call of `send`; 50 unless given. */
  maxPerSend?: number;
  now?: () => number;
}

/** Collects what happens on a page and sends it in small lots. */
export interface Tracker {
  /** Notes an event. Anything from a `?` on is cut from the page's id, so that no input of a person gets in. */
  track: (eventId: string, pageId: string) => void;
  /** Sends what waits; resolves when the attempt is over, failed or not. */
  flush: () => Promise<void>;
  /** Begins to watch the page and sends what an earlier visit left; the returned function ends the watching. */
  start: (page?: EventTarget) => () => void;
  /** Number of records that wait. */
  size: () => number;
}

const keptAtMost = 200;

/**
 * Makes a behaviour tracker: sent and emptied at 10 records or after 300 000 ms, kept locally when the page is left
 * and sent at the next start. Records whose sending failed wait for the next flush; the newest 200 are kept. What is on its
 * way when the page goes is kept as well, because nobody will hear whether it arrived: it may arrive twice, and is not lost.
 *
 * @source R12.9, R5.6, R4.7, R9.1
 */
export function createTracker(options: TrackerOptions): Tracker {
  const { send, storage, userId, maxEntries = 10, flushMs = 300_000, maxPerSend = 50, now = Date.now } = options;
  const local = createLocalQueue(storage, options.storageKey ?? 'chat-kit.behavior', keptAtMost);
  let waiting: BeaconRecord[] = [];
  /** Lots that are being sent; what has arrived is taken out of them. */
  const underWay = new Set<BeaconRecord[]>();
  /** How many have come to those that wait since the last try. */
  let fresh = 0;
  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    fresh = 0;
  };
  const flushIn = (ms: number): void => {
    timer ??= setTimeout(() => void flush(), ms);
  };
  /** Sends at once what is enough, or waits for the oldest record's time. */
  const consider = (): void => {
    const [oldest] = waiting;
    if (fresh >= maxEntries) void flush();
    else if (oldest !== undefined) flushIn(Math.min(oldest.beaconOccurTime - now(), 0) + flushMs);
  };
  const flush = async (): Promise<void> => {
    begin();
    const lot = waiting;
    waiting = [];
    underWay.add(lot);
    try {
      while (lot.length > 0) {
        await send(lot.slice(0, maxPerSend));
        lot.splice(0, maxPerSend);
      }
    } catch {
      if (left) local.add(lot);
      else {
        waiting = [...lot, ...waiting].slice(-keptAtMost);
        flushIn(flushMs);
      }
    }
    underWay.delete(lot);
    consider();
  };
  const keep = (): void => {
    begin();
    left = true;
    local.add(waiting);
    waiting = [];
  };
  const go = (): void => {
    for (const lot of underWay) local.add(lot.splice(0));
    keep();
  };
  const takeBack = (): void => {
    left = false;
    const back = local.take();
    waiting = [...back, ...waiting];
    fresh += back.length;
    consider();
  };

  return {
    track(eventId, pageId) {
      waiting.push(recordOf(eventId, pageId, now(), userId?.()));
      fresh += 1;
      if (left) keep();
      else consider();
    },
    flush,
    start(page = window) {
      takeBack();
      if (waiting.length > 0) void flush();
      return watch(page, { go, keep, takeBack });
    },
    size: () => waiting.length,
  };
}

const recordOf = (eventId: string, pageId: string, at: number, user: string | undefined): BeaconRecord => ({
  beaconEventId: eventId,
  beaconPageId: pageId.split('?')[0] ?? '',
  beaconOccurTime: at,
  ...(user === undefined ? {} : { userId: user }),
});

/** Follows a page: it goes, it is only hidden, or it is here again. The returned function ends that, as if the page were hidden. */
function watch(page: EventTarget, on: Record<'go' | 'keep' | 'takeBack', () => void>): () => void {
  const watching = new AbortController();
  const onHide = (): void => (document.visibilityState === 'hidden' ? on.keep() : on.takeBack());
  page.addEventListener('pagehide', on.go, watching);
  page.addEventListener('pageshow', on.takeBack, watching);
  document.addEventListener('visibilitychange', onHide, watching);
  return () => {
    watching.abort();
    on.keep();
  };
}
