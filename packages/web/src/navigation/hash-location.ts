import { useSyncExternalStore } from 'react';

/** Where the application is: path and search, both out of the hash (`#/path?key=value`). @source R2.1 */
export interface HashLocation {
  /** Begins with `/`, without the search. */
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
}

const notified = 'ronghui:location';

/** The address of a link to a path. */
export const href = (path: string): string => `#${path}`;

/** Takes a hash (or a path) apart. */
export const parseHash = (hash: string): HashLocation => {
  const text = hash.replace(/^#/, '');
  const at = text.indexOf('?');
  const path = at < 0 ? text : text.slice(0, at);
  return { path: path.startsWith('/') ? path : `/${path}`, search: at < 0 ? '' : text.slice(at + 1) };
};

/** Where the application is now. */
export const currentLocation = (): HashLocation => parseHash(globalThis.location?.hash ?? '');

/** Goes to a path with its search; `replace` leaves no entry in the history. */
export const navigate = (to: string, { replace = false }: { replace?: boolean } = {}): void => {
  if (replace) history.replaceState(history.state, '', `#${to}`);
  else if (location.hash !== `#${to}`) history.pushState(null, '', `#${to}`);
  dispatchEvent(new Event(notified));
};

const subscribe = (listener: () => void) => {
  const events = ['hashchange', 'popstate', notified];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
};

let renderedHash = '';

/** Names the place that a first response is rendered for; hydration starts from it. */
export const seedLocation = (path: string): void => {
  renderedHash = href(path);
};

/** Where the application is, followed. */
export const useHashLocation = (): HashLocation =>
  parseHash(
    useSyncExternalStore(
      subscribe,
      () => location.hash,
      () => renderedHash,
    ),
  );

/** The search of the hash, and a way to change some of it; an empty value leaves it out. @source R2.10 */
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
