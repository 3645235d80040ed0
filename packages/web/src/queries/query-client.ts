import { CallError } from '@ronghui/client';
import { notifyManager, onlineManager, QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { createElement, type JSX, type ReactNode } from 'react';
import { identityStore } from '../session/identity.ts';

/** How long an answer counts as fresh. @unit ms */
const freshMs = 60_000;
/** How many more tries there are when a failure may pass, and the pause before the first; it doubles. @unit ms */
const retries = 2;
const firstPauseMs = 1_000;

/** Whether another try may help: no answer, or a server that is busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'unreachable' || error.status === 503);

/**
 * What an application knows of the server. An answer is fresh for a minute; what may pass is tried twice more; a call that is made
 * offline fails and says so instead of waiting; nothing of a mutation is kept once it is done, for passwords are among its input.
 *
 * @source R2.9, R8.3, decision 0030
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (tried, error) => tried < retries && isPassing(error),
      retryDelay: (tried) => firstPauseMs * 2 ** tried,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

// An answer is drawn in the turn in which it arrives.
notifyManager.setScheduler((draw) => queueMicrotask(draw));

// A page that was loaded offline asks again, too, when the network is there.
if (typeof navigator === 'object' && navigator.onLine === false) onlineManager.setOnline(false);

/** Forgets every answer: between two first responses, between two users, between two tests. */
export const clearQueries = (): void => queryClient.clear();

let former = identityStore.get();
// What was asked for another user or tenant is shown to nobody else.
identityStore.subscribe(() => {
  const now = identityStore.get();
  if (former !== undefined && former !== now) clearQueries();
  former = now;
});

/**
 * After a write: every answer whose key begins so counts as stale. Those in sight are asked for anew, and one that is on its way, which
 * may be older than the write, is given up. Settles when what is in sight is fresh: a write waits for it (`onSuccess: refresh`) only where
 * the page goes on with what is asked for; everywhere else its button is free at once (`onSuccess: () => void refresh()`).
 */
export const invalidate = async (...prefixes: readonly QueryKey[]): Promise<void> => {
  await Promise.all(
    prefixes.map(async (queryKey) => {
      // `invalidateQueries` alone would wait for a first answer that is on its way.
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
};

/** Hands the query client to the screens of an application. */
export const QueryProvider = ({ children }: { readonly children: ReactNode }): JSX.Element =>
  createElement(QueryClientProvider, { client: queryClient }, children);

/** Shows the query client to the devtools of TanStack Query, an extension of the browser: in `npm run dev` alone. */
export const showToDevtools = (): void => {
  Object.assign(globalThis, { __TANSTACK_QUERY_CLIENT__: queryClient });
};
