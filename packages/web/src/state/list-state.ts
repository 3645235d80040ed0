import { useEffect, useRef } from 'react';
import { href, useHashLocation, useSearch } from '../navigation/hash-location.ts';
import { unseenFilters } from './unseen-filters.ts';

/** The page sizes. @source contract 4 */
const pageSizes = [10, 20, 50, 100] as const;
/** The server refuses `page × pageSize` above this without a cursor. @source contract 4 */
export const maxRows = 10_000;

/** The state of a list: its filter, page and open row, all in the address but for filters that may hold a person's name. @source R2.10, ux "Merchant area" */
export interface ListState<Name extends string> {
  /** The filter by name; empty where nothing is set. */
  readonly values: Readonly<Record<Name, string>>;
  /** The set filter, for the payload of a call. */
  readonly filter: Readonly<Partial<Record<Name, string>>>;
  /** @unit counts from 1 */
  readonly page: number;
  readonly pageSize: number;
  /** The row whose drawer is open. */
  readonly open: string | null;
  readonly isFiltered: boolean;
  /**
   * Changes the filter and goes to the first page. A selection adds an entry to the history; typing a text adds only one,
   * however often the text is applied.
   */
  readonly apply: (changes: Readonly<Partial<Record<Name, string>>>, how?: { readonly isTyped: boolean }) => void;
  /** Clears the filter. */
  readonly clear: () => void;
  readonly goTo: (page: number) => void;
  /** Turns the page beneath the open drawer, which stays until another record takes its place; closing it leads to the page that was turned to. */
  readonly turnTo: (page: number) => void;
  readonly setPageSize: (pageSize: number) => void;
  /** The address of a row's drawer. */
  readonly openHref: (id: string) => string;
  /** Closes the drawer; going back does not open it again. */
  readonly close: () => void;
}

const positiveIntegerOf = (text: string | null, fallback: number): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : fallback;

/** The options of a list. */
export interface ListOptions {
  /** The page size until the reader selects one; 20 by default. */
  readonly normalSize?: (typeof pageSizes)[number];
  /** Filters that may hold a person's name: they are kept while the page lives, and stand in no address. @source security 4.12 */
  readonly unseen?: readonly string[];
}

/** The state of a list page with these filters. */
export const useListState = <Name extends string>(
  names: readonly Name[],
  { normalSize = 20, unseen = [] }: ListOptions = {},
): ListState<Name> => {
  const { path } = useHashLocation();
  const [search, change] = useSearch();
  const open = search.get('open');
  const opening = useOpening(open);
  const hidden = unseenFilters.use();
  const placeOf = (name: string): string => `${path} ${name}`;
  const valueOf = (name: string): string => (unseen.includes(name) ? hidden[placeOf(name)] : search.get(name)) ?? '';
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  const requested = positiveIntegerOf(search.get('pageSize'), normalSize);
  const pageSize = pageSizes.find((size) => size === requested) ?? normalSize;
  // The compiler does not know that the keys are `names`.
  const none = Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<Name, string>>;
  const apply: ListState<Name>['apply'] = (changes, { isTyped } = { isTyped: false }) => {
    const isSet = Object.keys(changes).some((name) => valueOf(name) !== '');
    const isHidden = Object.keys(changes).every((name) => unseen.includes(name));
    const given: [string, string][] = Object.entries<string | undefined>(changes).map(([name, text = '']) => [
      name,
      text,
    ]);
    const kept = given.filter(([name]) => unseen.includes(name)).map(([name, text]) => [placeOf(name), text]);
    if (kept.length > 0) unseenFilters.set({ ...unseenFilters.get(), ...Object.fromEntries(kept) });
    const shown = given.map(([name, text]) => [name, unseen.includes(name) ? null : text]);
    change({ ...Object.fromEntries(shown), page: null, open: null }, { replace: isHidden || (isTyped && isSet) });
  };
  return {
    // The keys are `names`.
    values: values as Record<Name, string>,
    filter: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<
      Record<Name, string>
    >,
    page: Math.min(positiveIntegerOf(search.get('page'), 1), Math.floor(maxRows / pageSize)),
    pageSize,
    open,
    isFiltered: Object.values(values).some((value) => value !== ''),
    apply,
    clear: () => apply(none),
    goTo: (page) => change({ page: page === 1 ? null : String(page), open: null }),
    turnTo: (page) => {
      opening.forget();
      change({ page: page === 1 ? null : String(page) }, { replace: true });
    },
    setPageSize: (size) => change({ pageSize: size === normalSize ? null : String(size), page: null }),
    openHref: (id) => {
      const next = new URLSearchParams(search);
      next.set('open', id);
      return href(`${path}?${next}`);
    },
    close: () => {
      if (opening.isLeaving()) return;
      if (opening.wasHere()) opening.leave();
      else change({ open: null }, { replace: true });
    },
  };
};

/**
 * Keeps whether the drawer was opened from this list: then the previous entry of the history is the list without it, and closing goes back to it.
 */
const useOpening = (open: string | null) => {
  const before = useRef(open);
  const opened = useRef(false);
  const leaving = useRef(false);
  useEffect(() => {
    leaving.current = false;
    if (open === null) opened.current = false;
    else if (before.current === null) opened.current = true;
    before.current = open;
  }, [open]);
  return {
    wasHere: (): boolean => opened.current,
    /** Whether the way back was taken and the browser has not arrived yet; a second Esc, or the dialog's own event, closes nothing more. */
    isLeaving: (): boolean => leaving.current,
    leave: (): void => {
      leaving.current = true;
      history.back();
    },
    /** From here on the entry before is none to go back to. */
    forget: (): void => {
      opened.current = false;
    },
  };
};
