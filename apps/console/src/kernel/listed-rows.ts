import { navigate } from '@ronghui/web/navigation/hash-location';
import { identityStore } from '@ronghui/web/session/identity';
import type { QueryStatus } from '@ronghui/web/state/query-status';
import { makeStore } from '@ronghui/web/state/store';
import { useEffect, useState } from 'react';
import { type PagedList, type PageTurns, usePageTurns } from './page-turns.ts';
import type { RouteName } from './paths.ts';
import { usePlainKeys } from './plain-keys.ts';

/** A row of a list: what it is known by, and the path that opens it. */
interface ListedRow {
  readonly key: string;
  readonly path: string;
}

/** The rows that each list had when it was last in sight, so that a record of its own page knows the one after it too. */
const listedStore = makeStore<Readonly<Partial<Record<RouteName, readonly ListedRow[]>>>>({});
const none: readonly ListedRow[] = [];

/** How each list turns its page while it is there, also beneath a drawer. */
const turnsStore = makeStore<Readonly<Partial<Record<RouteName, PageTurns | undefined>>>>({});

// Another member of staff begins without them.
identityStore.subscribe(() => {
  listedStore.set({});
  turnsStore.set({});
});

/** A list page as far as its rows go. */
interface Listing<Row> extends PagedList {
  readonly rows: QueryStatus<readonly Row[]>;
  readonly openHref: (key: string) => string;
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
  const { rows, openHref } = listing;
  const busy = listing.busy || rows.status === 'loading';
  // Rows that stay in sight while others load are not those of the address.
  const listed = rows.status === 'ready' && !busy ? rows.data.map(keyOf) : undefined;
  const text = listed && JSON.stringify(listed.map((key) => ({ key, path: openHref(key).slice(1) })));
  useEffect(() => {
    // What is read back is what was written above.
    if (text !== undefined) listedStore.set({ ...listedStore.get(), [list]: JSON.parse(text) as readonly ListedRow[] });
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
 * the end of a page the list that is still beneath turns to the one after it.
 *
 * @source ux "Console"
 */
export const useNeighbours = (list: RouteName, key: string): Neighbours => {
  const rows = listedStore.use()[list] ?? none;
  const turns = turnsStore.use()[list];
  const [held, setHeld] = useState({ key, at: -1 });
  const at = rows.findIndex((row) => row.key === key);
  if (at >= 0 && (held.key !== key || held.at !== at)) setHeld({ key, at });
  const isListed = at >= 0;
  const place = held.key === key ? held.at : -1;
  if (!isListed && place < 0) return { previous: undefined, next: undefined };
  const { next, previous } = turns ?? {};
  return {
    previous: rows[(isListed ? at : place) - 1]?.path ?? (previous && (() => previous('open'))),
    next: rows[isListed ? at + 1 : place]?.path ?? (next && (() => next('open'))),
  };
};
