import { CallError } from '@ronghui/client';
import { QueryClient } from '@tanstack/react-query';

/** Whether another try may help: no answer, or a server that is busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'unreachable' || error.status === 503);

/**
 * The data library as every screen uses it: content stays fresh for a minute, what passes is tried twice more, and being offline
 * is an error with a retry, not a wait without end.
 */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
