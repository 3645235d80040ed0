import { errorText } from '@ronghui/client';
import { type PageType, usePageType } from '../screen/page-type.ts';
import { type ListOptions, type ListState, useListState } from '../state/list-state.ts';
import { type QueryStatus, queryStatus } from '../state/query-status.ts';
import { type ListReply, type Part, useCardsQuery, useListQuery } from './list-query.ts';

/** A list page: what it can be filtered by, and how a part of it is asked for. */
export interface ListSpec<Item, Name extends string> extends ListOptions {
  /** The operation that is asked, for the sentences of its errors. */
  readonly operation: string;
  /** Begins with the noun, so that `invalidate` finds it. */
  readonly queryKey: readonly unknown[];
  /** The names of the filter, as the address has them. */
  readonly filters?: readonly Name[];
  readonly ask: (filter: Readonly<Partial<Record<Name, string>>>, part: Part) => Promise<ListReply<Item>>;
  /** Page numbers on H5 as well: for a list that is a part of a longer page. */
  readonly isPagedEverywhere?: boolean;
}

/** Page numbers below a list. */
interface Pages {
  readonly page: number;
  readonly pageSize: number;
  readonly onPageChange: (page: number) => void;
  readonly onPageSizeChange: (pageSize: number) => void;
}

/** A list that grows at its end. */
interface More {
  readonly hasMore: boolean;
  /** Why the next ones did not come. */
  readonly failure: string | null;
  readonly onMore: () => void;
}

/** Everything that a list page shows, in the shape that ui's `ListPage` takes. */
export type ListPage<Item, Name extends string> = Pick<
  ListState<Name>,
  'values' | 'filter' | 'isFiltered' | 'apply' | 'clear' | 'open' | 'openHref' | 'close'
> & {
  readonly pageType: PageType;
  readonly rows: QueryStatus<readonly Item[]>;
  /** Rows of another page or filter are on their way; those in sight stay. */
  readonly busy: boolean;
  readonly retry: () => void;
  readonly total: number | undefined;
  readonly totalIsExact: boolean;
} & ({ readonly pages: Pages; readonly more?: undefined } | { readonly more: More; readonly pages?: undefined });

/** A list page: the address is its filter, page and open row; on PC it has page numbers, on H5 it grows. @source R2.9, R2.10 */
export const useListPage = <Item, Name extends string = never>(spec: ListSpec<Item, Name>): ListPage<Item, Name> => {
  const pageType = usePageType();
  const { filters = [], operation, queryKey, isPagedEverywhere = false } = spec;
  const { goTo, setPageSize, page, pageSize, ...state } = useListState<Name>(filters, spec);
  const isPaged = isPagedEverywhere || pageType === 'PC';
  const source = {
    queryKey,
    list: { filter: state.filter, page, pageSize },
    ask: (part: Part) => spec.ask(state.filter, part),
  };
  const paged = useListQuery({ ...source, enabled: isPaged });
  const cards = useCardsQuery({ ...source, enabled: !isPaged });
  const { error } = isPaged ? paged : cards;
  const items = isPaged ? paged.data?.items : cards.data?.flatMap((reply) => reply.items);
  const counted = isPaged ? paged.data : cards.data?.[0];
  return {
    ...state,
    pageType,
    rows: queryStatus<readonly Item[]>(operation, { data: items, error }),
    busy: isPaged ? paged.isPlaceholderData : cards.isFetching,
    retry: () => void (isPaged ? paged : cards).refetch(),
    total: counted?.total,
    totalIsExact: counted?.totalIsExact ?? true,
    ...(isPaged
      ? { pages: { page, pageSize, onPageChange: goTo, onPageSizeChange: setPageSize } }
      : {
          more: {
            hasMore: cards.hasNextPage,
            failure: cards.error === null ? null : errorText(operation, cards.error),
            onMore: () => void cards.fetchNextPage(),
          },
        }),
  };
};
