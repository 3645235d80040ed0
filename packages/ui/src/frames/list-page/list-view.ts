import type { FilterChange, FilterValues } from '../../widgets/filter-bar/filter-field.ts';
import type { PageStatus } from '../../widgets/page-state/page-state.tsx';
import type { PageType } from '../page-type.ts';

/** Page numbers below a list. Pages count from 1. */
export type ListPages = {
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  onPageSizeChange: (pageSize: number) => void;
};

/** Loading more rows at the end of a list. */
export type ListMore = {
  hasMore: boolean;
  /** Why the next rows failed to load, or those in sight failed to refresh. */
  failure: string | null;
  /** Loads the next rows; after a failure it repeats what failed. */
  onMore: () => void;
};

/** The state of a list and its callbacks, made by the caller's hook. */
export type ListView<Row> = {
  pageType: PageType;
  rows: PageStatus<readonly Row[]>;
  /** Other rows are loading; the current ones stay visible. */
  busy: boolean;
  retry: () => void;
  /** The number of rows that match the filter, if known. */
  total: number | undefined;
  /** False when there are more rows than were counted. */
  totalIsExact: boolean;
  /** The filter as in the address; the empty text where nothing is set. */
  values: FilterValues;
  isFiltered: boolean;
  apply: FilterChange;
  /** Clears the filter. */
  clear: () => void;
  /** The row whose detail is open. */
  open: string | null;
  /** The address of a row's detail. */
  openHref: (key: string) => string;
} & ({ pages: ListPages; more?: undefined } | { more: ListMore; pages?: undefined });
