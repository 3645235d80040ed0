import { useEffect, useRef } from 'react';
import { href, useHashLocation, useSearch } from '../navigation/hash-location.ts';

/** How many stand on a page. @source contract 4 */
const pageSizes = [10, 20, 50, 100] as const;
/** `page × pageSize` is at most this; beyond it the server refuses. @source contract 4 */
const reach = 10_000;

/** Where a list stands: its filter, page and open row, all in the address. @source R2.10, ux "Merchant area" */
export interface ListState<Name extends string> {
  /** The filter by name; the empty text where nothing is set. */
  readonly values: Readonly<Record<Name, string>>;
  /** The filter that is set, as a call takes it. */
  readonly filter: Readonly<Partial<Record<Name, string>>>;
  /** @unit counts from 1 */
  readonly page: number;
  readonly pageSize: number;
  /** The row whose drawer is open. */
  readonly open: string | null;
  readonly isFiltered: boolean;
  /**
   * Changes the filter and goes to the first page. A selection adds an entry to the history; typing a text adds one in all, however often
   * the text applies.
   */
  readonly apply: (changes: Readonly<Partial<Record<Name, string>>>, how?: { readonly isTyped: boolean }) => void;
  /** Clears the filter. */
  readonly clear: () => void;
  readonly goTo: (page: number) => void;
  readonly setPageSize: (pageSize: number) => void;
  /** The address of a row's drawer. */
  readonly openHref: (id: string) => string;
  /** Closes the drawer; the way back does not open it again. */
  readonly close: () => void;
}

const wholeOf = (text: string | null, fallback: number): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : fallback;

/** The options of a list. */
export interface ListOptions {
  /** The page size until the reader selects one; 20 by default. */
  readonly normalSize?: (typeof pageSizes)[number];
}

/** The state of a list page with these filters. */
export const useListState = <Name extends string>(
  names: readonly Name[],
  { normalSize = 20 }: ListOptions = {},
): ListState<Name> => {
  const { path } = useHashLocation();
  const [search, change] = useSearch();
  const open = search.get('open');
  const wasOpenedHere = useWasOpenedHere(open);
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']));
  const asked = wholeOf(search.get('pageSize'), normalSize);
  const pageSize = pageSizes.find((size) => size === asked) ?? normalSize;
  // A record of one text for each name is one of some names.
  const none = Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<Name, string>>;
  const apply: ListState<Name>['apply'] = (changes, { isTyped } = { isTyped: false }) => {
    const isSet = Object.keys(changes).some((name) => (search.get(name) ?? '') !== '');
    change({ ...changes, page: null, open: null }, { replace: isTyped && isSet });
  };
  return {
    // A record of the names that were given.
    values: values as Record<Name, string>,
    filter: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<
      Record<Name, string>
    >,
    page: Math.min(wholeOf(search.get('page'), 1), Math.floor(reach / pageSize)),
    pageSize,
    open,
    isFiltered: Object.values(values).some((value) => value !== ''),
    apply,
    clear: () => apply(none),
    goTo: (page) => change({ page: page === 1 ? null : String(page), open: null }),
    setPageSize: (size) => change({ pageSize: size === normalSize ? null : String(size), page: null }),
    openHref: (id) => {
      const next = new URLSearchParams(search);
      next.set('open', id);
      return href(`${path}?${next}`);
    },
    close: () => {
      if (wasOpenedHere.current) history.back();
      else change({ open: null }, { replace: true });
    },
  };
};

/** Whether the drawer was opened from this very list, so that the entry before it in the history is the list without it. */
const useWasOpenedHere = (open: string | null) => {
  const before = useRef(open);
  const opened = useRef(false);
  useEffect(() => {
    if (open === null) opened.current = false;
    else if (before.current === null) opened.current = true;
    before.current = open;
  }, [open]);
  return opened;
};
