import { navigate } from '@ronghui/web/navigation/hash-location';
import { identityStore } from '@ronghui/web/session/identity';
import type { QueryStatus } from '@ronghui/web/state/query-status';
import { makeStore } from '@ronghui/web/state/store';
import { useEffect, useRef, useState } from 'react';
import { type ListedPage, type ListedRow, listedStore, useTurnsOfLeft } from './listed-pages.ts';
import { type PagedList, type PageTurns, usePageTurns } from './page-turns.ts';
import type { RouteName } from './paths.ts';
import { usePlainKeys } from './plain-keys.ts';

const none: readonly ListedRow[] = [];

/** How each list turns its page while it is there, also beneath a drawer. */
const turnsStore = makeStore<Readonly<Partial<Record<RouteName, PageTurns | undefined>>>>({});

// Another member of staff begins without them.
identityStore.subscribe(() => turnsStore.set({}));

/** A list page as far as its rows go. */
interface Listing<Row> extends PagedList {
  readonly rows: QueryStatus<readonly Row[]>;
  readonly openHref: (key: string) => string;
  readonly pages?:
    | (NonNullable<PagedList['pages']> & {
        readonly load: (page: number) => Promise<{ readonly items: readonly Row[]; readonly hasNext: boolean }>;
      })
    | undefined;
}

const shownRows = (): readonly Element[] => [...document.querySelectorAll('#main tbody tr')];

const focusOn = (row: Element | undefined): void => {
  const link = row?.querySelector<HTMLElement>('a[href]');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
};

/** Whether taking the focus takes it from nothing else than the list. */
const hasFocusToGive = ({ activeElement }: Document): boolean =>
  activeElement === null || activeElement === document.body || activeElement.closest('#main table') !== null;

/** Moves the focus to the row before or after the one that has it, to the first one where none has. Says whether there is such a row. */
const focusRow = (by: 1 | -1): boolean => {
  const rows = shownRows();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at < 0 ? 0 : at + by];
  focusOn(row);
  return row !== undefined;
};

/**
 * A list by the keyboard: `j` and `k` move through its rows and on to the page after or before, Enter opens one; and its records know their
 * neighbours.
 *
 * @source ux "Console"
 */
export const useListedRows = <Row>(list: RouteName, listing: Listing<Row>, keyOf: (row: Row) => string): void => {
  const { rows, openHref, pages } = listing;
  const busy = listing.busy || rows.status === 'loading';
  // Rows that stay in sight while others load are not those of the address.
  const listed = rows.status === 'ready' && !busy ? rows.data.map(keyOf) : undefined;
  const rowOf = (key: string): ListedRow => ({ key, path: openHref(key).slice(1) });
  const { page = 1, hasNext = false } = pages ?? {};
  const text = listed && JSON.stringify({ rows: listed.map(rowOf), page, hasNext } satisfies ListedPage);
  const load = async (to: number): Promise<ListedPage> => {
    const loaded = await pages?.load(to);
    const found = loaded?.items ?? [];
    return { rows: found.map((row) => rowOf(keyOf(row))), page: to, hasNext: loaded?.hasNext === true };
  };
  const loads = useRef(load);
  useEffect(() => {
    // Other pages of the filter whose rows these are.
    if (text !== undefined) loads.current = load;
  });
  useEffect(() => {
    if (text === undefined) return;
    // What is read back is what was written above.
    const shown = JSON.parse(text) as ListedPage;
    listedStore.set({ ...listedStore.get(), [list]: { ...shown, load: (to: number) => loads.current(to) } });
  }, [list, text]);
  const turns = usePageTurns(
    { ...listing, busy },
    {
      count: listed?.length,
      focus: (place) => {
        if (hasFocusToGive(document)) focusOn(shownRows()[place]);
      },
      open: (place) => {
        const key = listed?.[place];
        if (key !== undefined) navigate(openHref(key).slice(1), { replace: true });
      },
    },
  );
  useEffect(() => {
    turnsStore.set({ ...turnsStore.get(), [list]: turns });
    return () => turnsStore.set({ ...turnsStore.get(), [list]: undefined });
  }, [list, turns]);
  const move = (by: 1 | -1): void => {
    if (!focusRow(by)) (by === 1 ? turns.next : turns.previous)?.('focus');
  };
  usePlainKeys({
    stepOf: ({ key }) => {
      if (key === 'j') return () => move(1);
      return key === 'k' ? () => move(-1) : undefined;
    },
  });
};

/** The way to another record: its path, or what leads to it. */
export type Neighbour = string | (() => void) | undefined;

/** The records before and after one. */
export interface Neighbours {
  readonly previous: Neighbour;
  readonly next: Neighbour;
}

/**
 * The neighbours of an open record in its list. One that left the queue since, because it was dealt with, leaves its place to the one after it. At
 * the end of a page the list turns to the one after it: beneath a drawer in sight, behind a page of its own out of sight.
 *
 * @source ux "Console"
 */
export const useNeighbours = (list: RouteName, key: string): Neighbours => {
  const rows = listedStore.use()[list]?.rows ?? none;
  const left = useTurnsOfLeft(list, key);
  const { next, previous } = turnsStore.use()[list] ?? left;
  const [held, setHeld] = useState({ key, at: -1 });
  const at = rows.findIndex((row) => row.key === key);
  if (at >= 0 && (held.key !== key || held.at !== at)) setHeld({ key, at });
  const isListed = at >= 0;
  const place = held.key === key ? held.at : -1;
  if (!isListed && place < 0) return { previous: undefined, next: undefined };
  return {
    previous: rows[(isListed ? at : place) - 1]?.path ?? (previous && (() => previous('open'))),
    next: rows[isListed ? at + 1 : place]?.path ?? (next && (() => next('open'))),
  };
};
