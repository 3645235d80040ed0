import { createLocalQueue, type QueueStorage, without } from './local-queue.ts';

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
  /** Whether a rejection of `send` stands for ever: those records are dropped. None does unless given. */
  isFinal?: (error: unknown) => boolean;
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
 * way when the page is left is kept as well, because nobody will hear whether it arrived: it may arrive twice, and is not lost.
 *
 * @source R12.9, R5.6, R4.7, R9.1
 */
export function createTracker(options: TrackerOptions): Tracker {
  const { send, isFinal, storage, userId } = options;
  const { maxEntries = 10, flushMs = 300_000, maxPerSend = 50, now = Date.now } = options;
  const local = createLocalQueue(storage, options.storageKey ?? 'chat-kit.behavior', keptAtMost);
  let waiting: BeaconRecord[] = [];
  let underWay: BeaconRecord[] = [];
  /** How many of those that wait, the first ones, have been refused before, and when the last time was. */
  let failed = 0;
  let failedAt = 0;
  /** Whether the page is left: then everything, also what is on its way, stands in the storage. */
  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const disarm = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  /** Sends at once what is enough, or arms the clock for the oldest record. */
  const consider = (): void => {
    const [oldest] = waiting;
    if (oldest === undefined) return;
    if (waiting.length - failed >= maxEntries) return void flush();
    const restMs = Math.max(oldest.beaconOccurTime, failedAt) + flushMs - now();
    timer ??= setTimeout(() => void flush(), Math.min(Math.max(restMs, 0), flushMs));
  };
  /** What is still to be sent after a part of it has been; false ends the sending. */
  const sendPart = async (part: BeaconRecord[]): Promise<boolean> => {
    try {
      await send(part);
    } catch (error) {
      if (isFinal?.(error) !== true) return false;
    }
    underWay = underWay.filter((record) => !part.includes(record));
    if (left) local.drop(part);
    return true;
  };
  const flush = async (): Promise<void> => {
    disarm();
    const lot = waiting;
    underWay = [...underWay, ...lot];
    waiting = [];
    failed = 0;
    let from = 0;
    while (from < lot.length && (await sendPart(lot.slice(from, from + maxPerSend)))) from += maxPerSend;
    const unsent = lot.slice(from);
    underWay = underWay.filter((record) => !unsent.includes(record));
    if (left) return;
    waiting = [...unsent, ...waiting].slice(-keptAtMost);
    if (unsent.length > 0) {
      failed = Math.min(failed + unsent.length, waiting.length);
      failedAt = now();
    }
    consider();
  };
  const keep = (): void => {
    disarm();
    local.add(left ? waiting : [...underWay, ...waiting]);
    left = true;
    waiting = [];
    failed = 0;
  };
  const takeBack = (): void => {
    left = false;
    waiting = [...without(local.take(), underWay), ...waiting];
    consider();
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
      else consider();
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
