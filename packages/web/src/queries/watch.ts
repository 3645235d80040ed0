import { type QueryKey, useQuery } from '@tanstack/react-query';

interface Watching<Reply> {
  readonly queryKey: QueryKey;
  /** Asks who else has the record open, and in which version it is by now. */
  readonly ask: (signal: AbortSignal) => Promise<Reply>;
  /** How often it asks. @unit ms */
  readonly everyMs?: number;
}

/** How often a record that is open is asked about. @unit ms */
const askEveryMs = 30_000;

/** For the query of a record that others bring forward: it follows while it is in sight. */
export const followed = { refetchInterval: askEveryMs } as const;

/** Asks about a record for as long as it is open, and keeps no answer beyond that. */
export const useWatching = <Reply>({ queryKey, ask, everyMs = askEveryMs }: Watching<Reply>): Reply | undefined =>
  useQuery({ queryKey, queryFn: ({ signal }) => ask(signal), refetchInterval: everyMs, gcTime: 0 }).data;
