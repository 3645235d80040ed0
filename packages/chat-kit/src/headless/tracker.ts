import { createLocalQueue, type LocalQueue, type QueueStorage } from './local-queue.ts';

/** A behaviour record as it is sent. @unit beaconOccurTime is milliseconds since 1970 @source R12.9 */
export interface BeaconRecord {
  beaconEventId: string;
  beaconPageId: string;
  beaconOccurTime: number;
  userId?: string;
}

/** Options of a tracker. */
export interface TrackerOptions {
  /**
   * Sends records (at most `maxPerSend`); a rejection keeps them for the next attempt, so resolve for records that are
   * refused permanently.
   */
  send: (records: BeaconRecord[]) => unknown;
  /** Stores records while no page is open; without it they are sent when the page is hidden or left, and wait in memory if that fails. */
  storage?: QueueStorage | undefined;
  /** Key in the storage; default `chat-kit.behavior`. */
  storageKey?: string;
  /**
   * The user of a record. It is sent and never stored on the device; a record that comes back from the storage keeps it
   * on the same page while the user is the same. A server should prefer its own session.
   */
  userId?: () => string | undefined;
  /** Number of records that triggers a send; default 10. */
  maxEntries?: number;
  /** Time after the first waiting record that triggers a send; default 300 000 ms. */
  flushMs?: number;
  /** Maximum of records in one call of `send`; default 50. */
  maxPerSend?: number;
  now?: () => number;
}

/** Collects events of a page and sends them in small batches. */
export interface Tracker {
  /** Records an event. The page's id is cut at `?`, so that it contains no input of a person. */
  track: (eventId: string, pageId: string) => void;
  /** Sends the waiting records; resolves when the attempt has ended, even if it failed. */
  flush: () => Promise<void>;
  /** Starts watching the page and sends what an earlier visit stored; the returned function stops watching. */
  start: (page?: EventTarget) => () => void;
  /** Number of waiting records. */
  size: () => number;
}

const keptAtMost = 200;

/**
 * Makes a behaviour tracker: it sends after 10 records or 300 000 ms, stores records when the page is left and sends
 * them at the next start. Records whose sending failed wait for the next flush; the newest 200 are kept. Records in
 * flight when the page is left are stored too, because their reply cannot be seen: they may arrive twice, but are not
 * lost.
 *
 * @source R12.9, R5.6, R4.7, R9.1
 */
export function createTracker(options: TrackerOptions): Tracker {
  const { send, storage, userId, maxEntries = 10, flushMs = 300_000, maxPerSend = 50, now = Date.now } = options;
  const local = keepUsers(createLocalQueue(storage, options.storageKey ?? 'chat-kit.behavior', keptAtMost));
  let waiting: BeaconRecord[] = [];
  /** Batches in flight; records that have been accepted are removed from them. */
  const underWay = new Set<BeaconRecord[]>();
  /** Number of records added since the last attempt. */
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
  /** Sends at once if enough records wait, otherwise schedules by the oldest record's time. */
  const consider = (): void => {
    const [oldest] = waiting;
    if (fresh >= maxEntries) void flush();
    else if (oldest !== undefined) flushIn(Math.min(oldest.beaconOccurTime - now(), 0) + flushMs);
  };
  const flush = async (): Promise<void> => {
    begin();
    const batch = waiting;
    waiting = [];
    underWay.add(batch);
    try {
      while (batch.length > 0) {
        await send(batch.slice(0, maxPerSend));
        batch.splice(0, maxPerSend);
      }
    } catch {
      if (!left || !local.add(batch)) {
        waiting = [...batch, ...waiting].slice(-keptAtMost);
        flushIn(flushMs);
      }
    }
    underWay.delete(batch);
    consider();
  };
  const keep = (): void => {
    begin();
    left = local.add(waiting);
    if (left) waiting = [];
    else if (waiting.length > 0) void flush();
  };
  const go = (): void => {
    for (const batch of underWay) if (local.add(batch)) batch.splice(0);
    keep();
  };
  const takeBack = (): void => {
    left = false;
    const back = local.take(userId?.());
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

/** A local queue that remembers in memory, for as long as the page lives, whose its records are. */
function keepUsers(local: LocalQueue) {
  const users = new Map<string, string>();
  return {
    add(records: readonly BeaconRecord[]): boolean {
      if (!local.add(records)) return false;
      for (const record of records) if (record.userId !== undefined) users.set(nameOf(record), record.userId);
      return true;
    },
    /** All records; those of the given user carry it again, those of another one carry none. */
    take(user: string | undefined): BeaconRecord[] {
      const records = local.take();
      const back = records.map((record) => (users.get(nameOf(record)) === user ? withUser(record, user) : record));
      users.clear();
      return back;
    },
  };
}

const withUser = (record: BeaconRecord, user: string | undefined): BeaconRecord =>
  user === undefined ? record : { ...record, userId: user };

/** A record's name, from what a storage keeps of it. */
const nameOf = (record: BeaconRecord): string =>
  [record.beaconOccurTime, record.beaconEventId, record.beaconPageId].join();

const recordOf = (eventId: string, pageId: string, at: number, user: string | undefined): BeaconRecord =>
  withUser({ beaconEventId: eventId, beaconPageId: pageId.split('?')[0] ?? '', beaconOccurTime: at }, user);

/** Follows the page's lifecycle: left, hidden, shown again. The returned function stops it, as if the page were hidden. */
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
