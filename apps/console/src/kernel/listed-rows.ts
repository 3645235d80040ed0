import { identityStore } from '@ronghui/web/session/identity';
import type { QueryStatus } from '@ronghui/web/state/query-status';
import { makeStore } from '@ronghui/web/state/store';
import { useEffect, useState } from 'react';
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

// Another member of staff begins without them.
identityStore.subscribe(() => listedStore.set({}));

/** A list page as far as its rows go. */
interface Listing<Row> {
  readonly rows: QueryStatus<readonly Row[]>;
  readonly openHref: (key: string) => string;
}

/** Moves the focus to the row before or after the one that has it; to the first one where none has. */
const focusRow = (by: 1 | -1): void => {
  const rows = [...document.querySelectorAll('#main tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const link = rows[at < 0 ? 0 : at + by]?.querySelector<HTMLElement>('a[href]');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
};

/** A list by the keyboard: `j` and `k` move through its rows, Enter opens one; and its records know their neighbours. @source ux "Console" */
export const useListedRows = <Row>(
  list: RouteName,
  { rows, openHref }: Listing<Row>,
  keyOf: (row: Row) => string,
): void => {
  const listed = rows.status === 'ready' ? rows.data.map(keyOf) : undefined;
  const text = listed && JSON.stringify(listed.map((key) => ({ key, path: openHref(key).slice(1) })));
  useEffect(() => {
    // What is read back is what was written above.
    if (text !== undefined) listedStore.set({ ...listedStore.get(), [list]: JSON.parse(text) as readonly ListedRow[] });
  }, [list, text]);
  usePlainKeys({
    stepOf: ({ key }) => {
      if (key === 'j') return () => focusRow(1);
      return key === 'k' ? () => focusRow(-1) : undefined;
    },
  });
};

/** The paths of the records before and after one. */
export interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/**
 * The neighbours of an open record in its list. One that left the queue since, because it was dealt with, leaves its place to the one after it.
 *
 * @source ux "Console"
 */
export const useNeighbours = (list: RouteName, key: string): Neighbours => {
  const rows = listedStore.use()[list] ?? none;
  const [held, setHeld] = useState({ key, at: -1 });
  const at = rows.findIndex((row) => row.key === key);
  if (at >= 0 && (held.key !== key || held.at !== at)) setHeld({ key, at });
  const isListed = at >= 0;
  const place = held.key === key ? held.at : -1;
  return {
    previous: rows[(isListed ? at : place) - 1]?.path,
    next: isListed || place >= 0 ? rows[isListed ? at + 1 : place]?.path : undefined,
  };
};
