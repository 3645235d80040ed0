import { ask, type Query, useEntry } from './query.ts';

/** A list that grows page by page. Names and meaning are those of TanStack Query's infinite queries (decision 0013). */
export interface EndlessQueryOptions<Page, Param> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: Param }) => Promise<Page>;
  readonly initialPageParam: Param;
  /** What asks for the page after this one; undefined at the end. */
  readonly getNextPageParam: (last: Page) => Param | undefined;
  readonly enabled?: boolean;
}

/** What is known of a list that grows. */
export interface EndlessQuery<Page> extends Omit<Query<readonly Page[]>, 'data'> {
  /** The pages so far. */
  readonly data: readonly Page[] | undefined;
  readonly hasNextPage: boolean;
  /** Adds the next page, once however often it is asked for; nothing happens at the end. */
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * A list that grows: its pages are kept as one answer, and refreshing it asks for as many pages again, each from where the one
 * before it ends now.
 */
export const useEndlessQuery = <Page, Param>({
  queryKey,
  queryFn,
  initialPageParam,
  getNextPageParam,
  enabled = true,
}: EndlessQueryOptions<Page, Param>): EndlessQuery<Page> => {
  const refresh = async (signal: AbortSignal, wanted: number): Promise<readonly Page[]> => {
    const pages: Page[] = [];
    let pageParam: Param | undefined = initialPageParam;
    while (pageParam !== undefined && pages.length < wanted) {
      const page: Page = await queryFn({ signal, pageParam });
      pages.push(page);
      pageParam = getNextPageParam(page);
    }
    return pages;
  };
  const { entry, ...query } = useEntry<readonly Page[]>({
    // The mark keeps it apart from an ordinary query of the same key, and behind the key, so that `invalidate` finds both.
    queryKey: [...queryKey, { endless: true }],
    queryFn: ({ signal, former }) => refresh(signal, Array.isArray(former) ? former.length : 1),
    enabled,
  });
  const last = query.data?.at(-1);
  const next = last === undefined ? undefined : getNextPageParam(last);
  return {
    ...query,
    hasNextPage: next !== undefined,
    refetch: () => ask(entry),
    fetchNextPage: async () => {
      if (next === undefined || entry.running !== undefined) return;
      await ask(entry, async (signal, former) => {
        // An entry with this mark in its key holds pages.
        const pages = former as readonly Page[];
        const [end] = pages.slice(-1);
        const pageParam = end === undefined ? undefined : getNextPageParam(end);
        return pageParam === undefined ? pages : [...pages, await queryFn({ signal, pageParam })];
      });
    },
  };
};
