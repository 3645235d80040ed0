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
  /** Sends records (at most `maxPerSend`); a rejection keeps them for the next time. */
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
 * and sent at the next start. Records whose sending failed wait for the next flush; the newest 200 are kept.
 *
 * @source R12.9, R5.6, R4.7, R9.1
 */
export function createTracker(options: TrackerOptions): Tracker {
  const { send, storage, userId, maxEntries = 10, flushMs = 300_000, maxPerSend = 50, now = Date.now } = options;
  const local = createLocalQueue(storage, options.storageKey ?? 'chat-kit.behavior', keptAtMost);
  let waiting: BeaconRecord[] = [];
  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const arm = (): void => {
    if (waiting.length > 0) timer ??= setTimeout(() => void flush(), flushMs);
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const lot = waiting;
    waiting = [];
    for (let from = 0; from < lot.length; from += maxPerSend) {
      try {
        await send(lot.slice(from, from + maxPerSend));
      } catch {
        waiting = [...lot.slice(from), ...waiting].slice(-keptAtMost);
        break;
      }
    }
    if (left) keep();
    else arm();
  };
  const keep = (): void => {
    left = true;
    clearTimeout(timer);
    timer = undefined;
    local.add(waiting);
    waiting = [];
  };
  const takeBack = (): void => {
    left = false;
    waiting = [...local.take(), ...waiting];
    arm();
  };

  return {
    track(eventId, pageId) {
      const user = userId?.();
      waiting.push({
        beaconEventId: eventId,
        beaconPageId: pageId.split('?')[0] ?? '',
        beaconOccurTime: now(),
        ...(user === undefined ? {} : { userId: user }),
      });
      if (left) keep();
      else if (waiting.length >= maxEntries && waiting.length % maxEntries === 0) void flush();
      else arm();
    },
    flush,
    start(page = window) {
      takeBack();
      if (waiting.length > 0) void flush();
      const onHide = (): void => {
        if (document.visibilityState === 'hidden') keep();
        else takeBack();
      };
      const watching = new AbortController();
      page.addEventListener('pagehide', keep, watching);
      page.addEventListener('pageshow', takeBack, watching);
      document.addEventListener('visibilitychange', onHide, watching);
      return () => {
        watching.abort();
        keep();
      };
    },
    size: () => waiting.length,
  };
}
