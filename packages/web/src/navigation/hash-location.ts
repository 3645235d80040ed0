import { type MouseEvent, useSyncExternalStore } from 'react';

/** The location of the application: path and search, both from the hash (`#/path?key=value`). @source R2.1 */
export interface HashLocation {
  /** Begins with `/`, without the search. */
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
}

const notified = 'ronghui:location';

/** The address of a link to a path. */
export const href = (path: string): string => `#${path}`;

/** Parses a hash (or a path). */
export const parseHash = (hash: string): HashLocation => {
  const text = hash.replace(/^#/, '');
  const at = text.indexOf('?');
  const path = at < 0 ? text : text.slice(0, at);
  return { path: path.startsWith('/') ? path : `/${path}`, search: at < 0 ? '' : text.slice(at + 1) };
};

/** The present location. */
export const currentLocation = (): HashLocation => parseHash(globalThis.location?.hash ?? '');

/** Goes to a path with its search; `replace` adds no entry to the history. */
export const navigate = (to: string, { replace = false }: { replace?: boolean } = {}): void => {
  if (replace) history.replaceState(history.state, '', `#${to}`);
  else if (location.hash !== `#${to}`) history.pushState(null, '', `#${to}`);
  dispatchEvent(new Event(notified));
};

/**
 * For `onClick` of a link of the application: follows it in place of the present entry of the history, so that Back does not pass through
 * the page that is left. A link that opens elsewhere (a new tab) is left alone.
 *
 * @source R2.10
 */
export const followInPlace = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  navigate(event.currentTarget.hash.slice(1), { replace: true });
};

const subscribe = (listener: () => void) => {
  const events = ['hashchange', 'popstate', notified];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
};

let renderedHash = '';

/** Sets the location that a first response is rendered for; hydration starts from it. */
export const seedLocation = (path: string): void => {
  renderedHash = href(path);
};

/** Subscribes to the location. */
export const useHashLocation = (): HashLocation =>
  parseHash(
    useSyncExternalStore(
      subscribe,
      () => location.hash,
      () => renderedHash,
    ),
  );

/** The search of the hash, and a function that changes some keys; an empty value removes its key. @source R2.10 */
export const useSearch = (): [
  URLSearchParams,
  (changes: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void,
] => {
  const { path, search } = useHashLocation();
  return [
    new URLSearchParams(search),
    (changes, options) => {
      const next = new URLSearchParams(currentLocation().search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
      }
      const text = next.toString();
      navigate(text === '' ? path : `${path}?${text}`, options);
    },
  ];
};
