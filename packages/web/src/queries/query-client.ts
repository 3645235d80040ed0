import { pauseBeforeRepeat, readRepeats } from '@ronghui/client';
import { notifyManager, onlineManager, QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { createElement, type JSX, type ReactNode } from 'react';
import { identityStore } from '../session/identity.ts';

/** How long an answer counts as fresh, and one of records that others change meanwhile: as long as a page is put together. @unit ms */
const freshMs = 60_000;
const visitMs = 500;
/**
 * The cache of the server's answers. An answer is fresh for a minute (`readAtEachVisit` names those that are not); a read that met a node that is gone is sent twice more; a call that is made offline
 * fails at once instead of waiting; a mutation is not kept after it settled, because its input may contain passwords.
 *
 * @source R2.9, R8.3, running 1.10, decision 0030
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (tried, error) =>
        tried < readRepeats && onlineManager.isOnline() && pauseBeforeRepeat(error, tried) !== undefined,
      retryDelay: (tried, error) => pauseBeforeRepeat(error, tried) ?? 0,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

/**
 * What others change while one works: it is read again whenever one comes to a page that shows it, and when its window gets the focus; what
 * was known stands there meanwhile.
 *
 * @param nouns the first parts of the keys; none stands for every answer
 */
export const readAtEachVisit = (...nouns: readonly string[]): void => {
  const prefixes: readonly QueryKey[] = nouns.length === 0 ? [[]] : nouns.map((noun) => [noun]);
  for (const prefix of prefixes) {
    queryClient.setQueryDefaults(prefix, { staleTime: visitMs, refetchOnWindowFocus: true });
  }
};

// An answer is rendered in the task in which it arrives.
notifyManager.setScheduler((draw) => queueMicrotask(draw));

// A page that was loaded offline also fetches again when the network is back.
if (globalThis.navigator?.onLine === false) onlineManager.setOnline(false);

/** Removes every answer: between two first responses, two users, or two tests. */
export const clearQueries = (): void => queryClient.clear();

let former = identityStore.get();
// Answers for one user or tenant must not be shown to another.
identityStore.subscribe(() => {
  const now = identityStore.get();
  if (former !== undefined && former !== now) clearQueries();
  former = now;
});

/**
 * After a write: marks every answer whose key has this prefix as stale. Shown ones are fetched again, and a running request is cancelled,
 * because its answer may be older than the write. Settles when the shown data is fresh: a write waits for it (`onSuccess: refresh`) only
 * where the page needs the fresh data to go on; otherwise its button is free at once (`onSuccess: () => void refresh()`).
 */
export const invalidate = async (...prefixes: readonly QueryKey[]): Promise<void> => {
  await Promise.all(
    prefixes.map(async (queryKey) => {
      // `invalidateQueries` alone would wait for the first answer of a running request.
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
};

/** Provides the query client to the screens of an application. */
export const QueryProvider = ({ children }: { readonly children: ReactNode }): JSX.Element =>
  createElement(QueryClientProvider, { client: queryClient }, children);

/** Shows the query client to the devtools of TanStack Query, an extension of the browser: in `npm run dev` alone. */
export const showToDevtools = (): void => {
  Object.assign(globalThis, { __TANSTACK_QUERY_CLIENT__: queryClient });
};
