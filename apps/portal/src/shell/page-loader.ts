import { use } from 'react';
import type { Page, Route } from '../routes.ts';

/** How long a chunk may take. @unit ms @source R2.2, R9.1 */
export const chunkTimeoutMs = 120_000;

/** A page's chunk that failed to load or did not come in time. @source R2.2 */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

type Load = NonNullable<Route['load']>;

const loading = new Map<Load, Promise<Page>>();
const loaded = new Map<Load, Page>();

const loadInTime = (load: Load): Promise<Page> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('the chunk did not load in time')), chunkTimeoutMs);
    load()
      .then(resolve, (cause: unknown) => reject(new ChunkError('the chunk failed to load', { cause })))
      .finally(() => clearTimeout(timer));
  });

/** Fetches a page, once however often it is asked for; one that failed stays failed until `forgetFailedPage`. */
export const loadPage = (load: Load): Promise<Page> => {
  const known = loading.get(load);
  if (known !== undefined) return known;
  const started = loadInTime(load);
  loading.set(load, started);
  started.then(
    (page) => loaded.set(load, page),
    () => undefined,
  );
  return started;
};

/** Lets a page that has failed be fetched again. */
export const forgetFailedPage = (load: Load): void => {
  if (!loaded.has(load)) loading.delete(load);
};

/** Names a page that is at hand already: the one that the server renders. */
export const presetPage = (load: Load, page: Page): void => {
  loaded.set(load, page);
};

/** The page, or a suspension until it is there. */
export const useLoadedPage = (load: Load): Page => loaded.get(load) ?? use(loadPage(load));
