import { CallError } from '@ronghui/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { startUpStore, whoOf } from './start-up.ts';

/**
 * What a query is. Names and meaning are those of TanStack Query, of which this is the part that public pages need, at a seventh of
 * the bytes (decision 0013).
 */
export interface QueryOptions<Data> {
  /** Queries with an equal key share their answer. */
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly former: unknown }) => Promise<Data>;
  /** False asks nothing. */
  readonly enabled?: boolean;
  /** What is known already, and since when. */
  readonly initialData?: () => Data | undefined;
  readonly initialDataUpdatedAt?: () => number | undefined;
  /** What stands in sight until the first answer to a new key: mostly the former key's. */
  readonly placeholderData?: (former: Data | undefined) => Data | undefined;
}

/** What is known of a query. */
export interface Query<Data> {
  readonly data: Data | undefined;
  /** Why the last try failed; null when it did not. */
  readonly error: unknown;
  readonly isFetching: boolean;
  /** Asks again; settles when that is answered. */
  readonly refetch: () => Promise<unknown>;
}

type Ask = (signal: AbortSignal, former: unknown) => Promise<unknown>;

interface State {
  readonly data: unknown;
  readonly error: unknown;
  readonly isFetching: boolean;
  /** @unit epoch ms; 0 before the first answer */
  readonly updatedAt: number;
}

/** What is kept of one key. */
export interface Entry {
  readonly key: readonly unknown[];
  state: State;
  running: { readonly promise: Promise<unknown>; readonly controller: AbortController } | undefined;
  readonly ask: Ask;
  readonly listeners: Set<() => void>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** How long an answer counts as fresh. @unit ms */
const freshMs = 60_000;
/** How many more tries there are when a failure may pass, and the pause before the first; it doubles. @unit ms */
const retries = 2;
const firstPauseMs = 1_000;
/** How many answers are kept that no page shows. */
const keptUnseen = 60;

const entries = new Map<string, Entry>();

/** Forgets every answer: between two first responses, between two users, between two tests. */
export const clearQueries = (): void => {
  for (const { running } of entries.values()) running?.controller.abort();
  entries.clear();
};

let former = whoOf(startUpStore.get());
// What was asked for another user or tenant is shown to nobody else.
startUpStore.subscribe(() => {
  const now = whoOf(startUpStore.get());
  if (former !== undefined && former !== now) clearQueries();
  former = now;
});

/** Declares a query once, for several hooks. */
export const queryOptions = <Data>(options: QueryOptions<Data>): QueryOptions<Data> => options;

const entryOf = <Data>(hash: string, options: QueryOptions<Data>): Entry => {
  const known = entries.get(hash);
  if (known !== undefined) return known;
  const data = options.initialData?.();
  const updatedAt = data === undefined ? 0 : (options.initialDataUpdatedAt?.() ?? 0);
  const listeners = new Set<() => void>();
  const entry: Entry = {
    key: options.queryKey,
    state: { data, error: null, isFetching: false, updatedAt },
    running: undefined,
    ask: (signal, former) => options.queryFn({ signal, former }),
    listeners,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // Another page may take over in the same moment.
        queueMicrotask(() => leave(entry));
      };
    },
  };
  entries.set(hash, entry);
  forgetUnseen();
  return entry;
};

const forgetUnseen = (): void => {
  const unseen = [...entries].filter(([, { listeners, running }]) => listeners.size === 0 && running === undefined);
  for (const [hash] of unseen.slice(0, -keptUnseen)) entries.delete(hash);
};

const update = (entry: Entry, changes: Partial<State>): void => {
  entry.state = { ...entry.state, ...changes };
  for (const listener of Array.from(entry.listeners)) listener();
};

/** Whether another try may help: no answer, or a server that is busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'unreachable' || error.status === 503);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const askWithRetries = async (asked: Ask, entry: Entry, signal: AbortSignal): Promise<unknown> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await asked(signal, entry.state.data);
    } catch (error) {
      if (tried === retries || signal.aborted || !isPassing(error)) throw error;
      await pause(firstPauseMs * 2 ** tried, signal);
      if (signal.aborted) throw error;
    }
  }
};

/** Asks, once for all who wait; a page that asks again while the answer is on its way waits for the same one. */
export const ask = (entry: Entry, asked: Ask = entry.ask): Promise<unknown> => {
  if (entry.running !== undefined) return entry.running.promise;
  const controller = new AbortController();
  const settle = (changes: Partial<State>) => {
    if (entry.running?.controller !== controller) return;
    entry.running = undefined;
    update(entry, { ...changes, isFetching: false });
  };
  const promise = askWithRetries(asked, entry, controller.signal).then(
    (data) => settle({ data, error: null, updatedAt: Date.now() }),
    (error: unknown) => settle({ error }),
  );
  entry.running = { promise, controller };
  update(entry, { isFetching: true, ...(entry.state.data === undefined && { error: null }) });
  return promise;
};

const askIfStale = (entry: Entry): void => {
  const { error, updatedAt } = entry.state;
  if (error !== null || Date.now() - updatedAt >= freshMs) void ask(entry);
};

const giveUp = (entry: Entry): void => {
  entry.running?.controller.abort();
  entry.running = undefined;
  entry.state = { ...entry.state, isFetching: false };
};

/** Nobody waits any more: what is on its way is given up. */
const leave = (entry: Entry): void => {
  if (entry.listeners.size === 0) giveUp(entry);
};

const beginsWith = (key: readonly unknown[], prefix: readonly unknown[]): boolean =>
  JSON.stringify(key.slice(0, prefix.length)) === JSON.stringify(prefix);

/**
 * After a write: every answer whose key begins so counts as stale. Those in sight are asked for anew, and one that is on its way, which
 * may be older than the write, is given up. Settles when what is in sight is fresh.
 */
export const invalidate = async (keyPrefix: readonly unknown[]): Promise<void> => {
  const stale = [...entries.values()].filter(({ key }) => beginsWith(key, keyPrefix));
  await Promise.all(
    stale.map(async (entry) => {
      const { updatedAt, error } = entry.state;
      const wasAsked = entry.running !== undefined || updatedAt > 0 || error !== null;
      giveUp(entry);
      entry.state = { ...entry.state, updatedAt: 0 };
      if (wasAsked && entry.listeners.size > 0) await ask(entry);
    }),
  );
};

if (typeof addEventListener === 'function') {
  addEventListener('online', () => {
    for (const entry of entries.values()) if (entry.listeners.size > 0) askIfStale(entry);
  });
}

/**
 * Asks when a page shows it and its answer is missing or older than a minute, tries what passes twice more, and keeps the last
 * answer in sight when asking anew fails.
 */
export const useQuery = <Data>(options: QueryOptions<Data>): Query<Data> => {
  const { entry, ...query } = useEntry(options);
  return { ...query, refetch: () => ask(entry) };
};

/** A query with the entry behind it: for hooks that ask in ways of their own. */
export const useEntry = <Data>(options: QueryOptions<Data>): Omit<Query<Data>, 'refetch'> & { entry: Entry } => {
  const { enabled = true } = options;
  const hash = JSON.stringify(options.queryKey);
  const entry = entryOf(hash, options);
  const state = useSyncExternalStore(
    entry.subscribe,
    () => entry.state,
    () => entry.state,
  );
  // An entry holds what queries of its key answer.
  const own = state.data as Data | undefined;
  const [former, setFormer] = useState(own);
  if (own !== undefined && own !== former) setFormer(own);
  useEffect(() => {
    if (enabled) askIfStale(entry);
  }, [entry, enabled]);
  return {
    data: own ?? options.placeholderData?.(former),
    error: state.error,
    isFetching: state.isFetching,
    entry,
  };
};
