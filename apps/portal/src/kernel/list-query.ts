import { useRef } from 'react';
import { type EndlessQuery, useEndlessQuery } from './endless-query.ts';
import type { ListState } from './list-state.ts';
import { type Query, useQuery } from './query.ts';

/** The reply of a list operation. @source contract 4 */
export interface ListReply<Item> {
  readonly items: readonly Item[];
  readonly total?: number;
  readonly totalIsExact?: boolean;
  readonly nextCursor?: string | null;
}

/** Which part of a list is asked for. */
export interface Part {
  readonly page?: number;
  readonly pageSize: number;
  readonly cursor?: string;
  readonly withTotal?: true;
  readonly signal: AbortSignal;
}

/** A list: what names it in the cache, where it stands, and how a part of it is asked for. */
export interface ListSource<Item> {
  /** Begins with the noun, so that `invalidate` finds it. */
  readonly queryKey: readonly unknown[];
  readonly list: Pick<ListState<string>, 'filter' | 'page' | 'pageSize'>;
  readonly ask: (part: Part) => Promise<ListReply<Item>>;
  readonly enabled?: boolean;
}

/** One page of a list, for a table; the former page stays in sight meanwhile, and its length is asked for once for each filter. */
export const useListQuery = <Item>({
  queryKey,
  list,
  ask,
  enabled = true,
}: ListSource<Item>): Query<ListReply<Item>> => {
  const totals = useRef(new Map<string, Pick<ListReply<Item>, 'total' | 'totalIsExact'>>());
  const { filter, page, pageSize } = list;
  const name = JSON.stringify(filter);
  return useQuery<ListReply<Item>>({
    queryKey: [...queryKey, filter, page, pageSize],
    enabled,
    placeholderData: (former) => former,
    queryFn: async ({ signal }) => {
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

/** How many cards a phone fetches at a time. */
const cardsAtOnce = 20;
/** `page × pageSize` is at most this without a cursor. @source contract 4 */
const reach = 10_000;

type Next = { readonly page: number } | { readonly cursor: string };

/** A list that grows, for cards: by cursor where the operation gives one, otherwise page by page. */
export const useCardsQuery = <Item>({
  queryKey,
  list: { filter },
  ask,
  enabled = true,
}: ListSource<Item>): EndlessQuery<ListReply<Item> & { readonly at: Next }> =>
  useEndlessQuery<ListReply<Item> & { readonly at: Next }, Next>({
    queryKey: [...queryKey, filter],
    enabled,
    initialPageParam: { page: 1 },
    queryFn: async ({ signal, pageParam }) => ({
      ...(await ask({ ...pageParam, pageSize: cardsAtOnce, signal })),
      at: pageParam,
    }),
    getNextPageParam: ({ items, nextCursor, at }) => {
      if (nextCursor !== undefined) return nextCursor === null ? undefined : { cursor: nextCursor };
      if (!('page' in at) || items.length < cardsAtOnce || at.page * cardsAtOnce >= reach) return undefined;
      return { page: at.page + 1 };
    },
  });
