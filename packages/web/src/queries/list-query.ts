import { type InfiniteData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { maxRows } from '../state/list-state.ts';
import { queryClient } from './query-client.ts';

/** The reply of a list operation. @source contract 4 */
export interface ListReply<Item> {
  readonly items: readonly Item[];
  readonly total?: number;
  readonly totalIsExact?: boolean;
  readonly nextCursor?: string | null;
}

/** The requested part of a list. */
export interface Part {
  readonly page?: number;
  readonly pageSize: number;
  readonly cursor?: string;
  readonly withTotal?: true;
  readonly signal: AbortSignal;
}

/** A list: its query key, its state, and the call that fetches a part of it. */
export interface ListSource<Item> {
  /** Begins with the noun, so that `invalidate` finds it. */
  readonly queryKey: readonly unknown[];
  readonly list: {
    readonly filter: Readonly<Record<string, string | undefined>>;
    readonly page: number;
    readonly pageSize: number;
  };
  readonly ask: (part: Part) => Promise<ListReply<Item>>;
  readonly enabled?: boolean;
}

const hasRows = (reply: unknown): boolean =>
  typeof reply === 'object' &&
  reply !== null &&
  'items' in reply &&
  Array.isArray(reply.items) &&
  reply.items.length > 0;

/** Keeps rows visible while others load; an empty result is not kept, because another filter may have rows. */
const keepRows = <Reply>(former: Reply | undefined): Reply | undefined => (hasRows(former) ? former : undefined);

/**
 * One page of a list, for a table; the former page stays visible meanwhile. The total is requested once for each filter, and again after
 * a write.
 */
export const useListQuery = <Item>({
  queryKey,
  list,
  ask,
  enabled = true,
}: ListSource<Item>): UseQueryResult<ListReply<Item>> => {
  const totals = useRef(new Map<string, Pick<ListReply<Item>, 'total' | 'totalIsExact'>>());
  const { filter, page, pageSize } = list;
  const name = JSON.stringify(filter);
  const pageKey = [...queryKey, filter, page, pageSize];
  return useQuery({
    queryKey: pageKey,
    enabled,
    placeholderData: keepRows,
    queryFn: async ({ signal }): Promise<ListReply<Item>> => {
      // What was written may have changed the length under every filter.
      if (queryClient.getQueryState(pageKey)?.isInvalidated === true) totals.current.clear();
      const known = totals.current.get(name);
      const part = { page, pageSize, signal };
      const reply = await ask(known === undefined && page > 1 ? { ...part, withTotal: true } : part);
      if (reply.total === undefined) return { ...reply, ...known };
      const { total, totalIsExact } = reply;
      totals.current.set(name, totalIsExact === undefined ? { total } : { total, totalIsExact });
      return reply;
    },
  });
};

/** Fetches another page of a list, with the total, which may have changed; it is there then when it is turned to. */
export const fetchPageOf = <Item>(
  { queryKey, list, ask }: ListSource<Item>,
  page: number,
): Promise<ListReply<Item>> => {
  const { filter, pageSize } = list;
  return queryClient.fetchQuery({
    queryKey: [...queryKey, filter, page, pageSize],
    queryFn: ({ signal }) => ask(page > 1 ? { page, pageSize, signal, withTotal: true } : { page, pageSize, signal }),
  });
};

/** A list that loads more at its end, for cards. */
export interface CardsQuery<Item>
  extends Pick<
    UseQueryResult<readonly ListReply<Item>[]>,
    'data' | 'dataUpdatedAt' | 'error' | 'isFetching' | 'refetch'
  > {
  readonly hasNextPage: boolean;
  /** Whether the error is that of the next page; otherwise it is that of the list. */
  readonly isFetchNextPageError: boolean;
  /** Adds the next page; repeated calls fetch it once, and at the end nothing happens. */
  readonly fetchNextPage: () => Promise<unknown>;
}

/** How many cards are fetched at a time. */
const cardsAtOnce = 20;

/** Where a list continues: after a cursor, or at a page. */
interface Next {
  readonly page?: number;
  readonly cursor?: string;
}
type Pages<Item> = InfiniteData<ListReply<Item>, Next>;

const nextOf = <Item>({ items, nextCursor }: ListReply<Item>, at: Next): Next | undefined => {
  if (nextCursor !== undefined) return nextCursor === null ? undefined : { cursor: nextCursor };
  if (at.page === undefined || items.length < cardsAtOnce || at.page * cardsAtOnce >= maxRows) return undefined;
  return { page: at.page + 1 };
};

const first: Next = { page: 1 };
const pagesOf = <Item>({ pages }: Pages<Item>): readonly ListReply<Item>[] => pages;

/**
 * A list that loads more at its end, for cards: by cursor where the operation gives one, otherwise by page. Refreshing fetches the same
 * number of pages again, each from the present end of the one before it.
 */
export const useCardsQuery = <Item>({
  queryKey,
  list: { filter },
  ask,
  enabled = true,
}: ListSource<Item>): CardsQuery<Item> => {
  const query = useInfiniteQuery({
    // The mark separates it from a table's page of the same key. It is at the end of the key, so that `invalidate` finds both.
    queryKey: [...queryKey, filter, { endless: true }],
    enabled,
    initialPageParam: first,
    queryFn: ({ signal, pageParam }) => ask({ ...pageParam, pageSize: cardsAtOnce, signal }),
    getNextPageParam: (last, _pages, at) => nextOf(last, at),
    // It would fetch every page that was loaded.
    refetchOnWindowFocus: false,
    select: pagesOf<Item>,
  });
  const { data, dataUpdatedAt, error, isFetching, hasNextPage, refetch } = query;
  // While a refresh is on its way the query does not tell what its last error was of.
  const [hadNextError, setNextError] = useState(false);
  const isFetchNextPageError = isFetching ? hadNextError : query.isFetchNextPageError;
  if (isFetchNextPageError !== hadNextError) setNextError(isFetchNextPageError);
  return {
    data,
    dataUpdatedAt,
    error,
    isFetching,
    hasNextPage,
    isFetchNextPageError,
    refetch,
    fetchNextPage: () => (hasNextPage ? query.fetchNextPage({ cancelRefetch: false }) : Promise.resolve()),
  };
};
