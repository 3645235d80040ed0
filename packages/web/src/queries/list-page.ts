import { errorText } from '@ronghui/client';
import { type PageType, usePageType } from '../screen/page-type.ts';
import { type ListOptions, type ListState, maxRows, useListState } from '../state/list-state.ts';
import { type QueryStatus, queryStatus } from '../state/query-status.ts';
import { fetchPageOf, type ListReply, type Part, useCardsQuery, useListQuery } from './list-query.ts';

/** A list page: its filters, and the call that loads a part of it. */
export interface ListSpec<Item, Name extends string> extends ListOptions {
  /** The id of the operation, which selects the error texts. */
  readonly operation: string;
  /** Begins with the noun, so that `invalidate` finds it. */
  readonly queryKey: readonly unknown[];
  /** The names of the filters in the address. */
  readonly filters?: readonly Name[];
  readonly ask: (filter: Readonly<Partial<Record<Name, string>>>, part: Part) => Promise<ListReply<Item>>;
  /** Page numbers on H5 too, for a list that is a part of a longer page. */
  readonly isPagedEverywhere?: boolean;
}

/** Page numbers below a list. */
interface Pages<Item> {
  readonly page: number;
  readonly pageSize: number;
  /** Whether there are rows beyond, as far as page numbers reach. */
  readonly hasNext: boolean;
  readonly onPageChange: (page: number) => void;
  /** Turns the page beneath an open drawer. */
  readonly onTurn: (page: number) => void;
  readonly onPageSizeChange: (pageSize: number) => void;
  /** Fetches another page without turning to it; also once the list is left. */
  readonly load: (page: number) => Promise<{ readonly items: readonly Item[]; readonly hasNext: boolean }>;
}

/** Loading more rows at the end of a list. */
interface More {
  readonly hasMore: boolean;
  /** Why the next rows failed to load, or those in sight failed to refresh. */
  readonly failure: string | null;
  /** Loads the next rows; after a failure it repeats what failed. */
  readonly onMore: () => void;
}

/** The state of a list page, in the shape of the `list` prop of ui's `ListPage`. */
export type ListPage<Item, Name extends string> = Pick<
  ListState<Name>,
  'values' | 'filter' | 'isFiltered' | 'apply' | 'clear' | 'open' | 'openHref' | 'close'
> & {
  readonly pageType: PageType;
  readonly rows: QueryStatus<readonly Item[]>;
  /** Rows of another page or filter are loading; the current ones stay visible. */
  readonly busy: boolean;
  /** When the rows were answered. @unit epoch ms */
  readonly answeredAt: number;
  readonly retry: () => void;
  readonly total: number | undefined;
  readonly totalIsExact: boolean;
} & ({ readonly pages: Pages<Item>; readonly more?: undefined } | { readonly more: More; readonly pages?: undefined });

/** Keeps filter, page and open row in the address and loads the rows: by page number on PC, more at the end on H5. @source R2.9, R2.10 */
export const useListPage = <Item, Name extends string = never>(spec: ListSpec<Item, Name>): ListPage<Item, Name> => {
  const pageType = usePageType();
  const { filters = [], operation, queryKey, isPagedEverywhere = false } = spec;
  const { goTo, turnTo, setPageSize, page, pageSize, ...state } = useListState<Name>(filters, spec);
  const isPaged = isPagedEverywhere || pageType === 'PC';
  const source = {
    queryKey,
    list: { filter: state.filter, page, pageSize },
    ask: (part: Part) => spec.ask(state.filter, part),
  };
  const paged = useListQuery({ ...source, enabled: isPaged });
  const cards = useCardsQuery({ ...source, enabled: !isPaged });
  const asked = isPaged ? paged : cards;
  // Rows whose next page is missing are whole as far as they go.
  const error = isPaged || !cards.isFetchNextPageError ? asked.error : null;
  const items = isPaged ? paged.data?.items : cards.data?.flatMap((reply) => reply.items);
  const counted = isPaged ? paged.data : cards.data?.[0];
  const hasNextAfter = (at: number, total: number | undefined): boolean =>
    at * pageSize < Math.min(total ?? 0, maxRows);
  return {
    ...state,
    pageType,
    rows: queryStatus<readonly Item[]>(operation, {
      data: items,
      error,
      dataUpdatedAt: asked.dataUpdatedAt,
      isFetching: asked.isFetching,
    }),
    busy: isPaged ? paged.isPlaceholderData : cards.isFetching,
    answeredAt: asked.dataUpdatedAt,
    retry: () => void asked.refetch(),
    total: counted?.total,
    totalIsExact: counted?.totalIsExact ?? true,
    ...(isPaged
      ? {
          pages: {
            page,
            pageSize,
            hasNext: hasNextAfter(page, counted?.total),
            onPageChange: goTo,
            onTurn: turnTo,
            onPageSizeChange: setPageSize,
            load: async (at) => {
              const { items: found, total = counted?.total } = await fetchPageOf(source, at);
              return { items: found, hasNext: hasNextAfter(at, total) };
            },
          },
        }
      : {
          more: {
            hasMore: cards.hasNextPage,
            failure: cards.error === null ? null : errorText(operation, cards.error),
            onMore: () => void (error === null ? cards.fetchNextPage() : cards.refetch()),
          },
        }),
  };
};
