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

/** A list that grows at its end. */
export type ListMore = {
  hasMore: boolean;
  /** Why the next ones did not come. */
  failure: string | null;
  onMore: () => void;
};

/** Where a list stands: its filter, its rows, and the ways on. The caller's hook makes it. */
export type ListView<Row> = {
  pageType: PageType;
  rows: PageStatus<readonly Row[]>;
  /** Other rows are on their way; those in sight stay. */
  busy: boolean;
  retry: () => void;
  /** How many the filter finds, where it is known. */
  total: number | undefined;
  /** False where there are more than were counted. */
  totalIsExact: boolean;
  /** The filter as the address has it; the empty text where nothing is set. */
  values: FilterValues;
  isFiltered: boolean;
  apply: FilterChange;
  /** Empties the filter. */
  clear: () => void;
  /** The row whose detail is open. */
  open: string | null;
  /** The address of a row's detail. */
  openHref: (key: string) => string;
} & ({ pages: ListPages; more?: undefined } | { more: ListMore; pages?: undefined });
