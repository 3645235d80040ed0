import { useSyncExternalStore } from 'react';

/** A value outside React that screens subscribe to. */
export interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  /** Sets the value that the first response was rendered with; hydration starts from it. */
  seed(value: Value): void;
  subscribe(listener: () => void): () => void;
  /** The value in a screen; the hook subscribes to it. */
  use(): Value;
}

/** Creates a store. It has its default until `seed` or `set`. */
export const makeStore = <Value>(initial: Value): Store<Value> => {
  let value = initial;
  let seeded = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const set = (next: Value) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of Array.from(listeners)) listener();
  };
  return {
    get,
    set,
    seed: (next) => {
      seeded = next;
      set(next);
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, () => seeded),
  };
};
