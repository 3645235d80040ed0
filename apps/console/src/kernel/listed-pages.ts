import { navigate } from '@ronghui/web/navigation/hash-location';
import { identityStore } from '@ronghui/web/session/identity';
import { makeStore } from '@ronghui/web/state/store';
import { useState } from 'react';
import { type PageTurns, usePageTurns } from './page-turns.ts';
import type { RouteName } from './paths.ts';

/** A row of a list: what it is known by, and the path that opens it. */
export interface ListedRow {
  readonly key: string;
  readonly path: string;
}

/** A page of a list. */
export interface ListedPage {
  readonly rows: readonly ListedRow[];
  readonly page: number;
  readonly hasNext: boolean;
}

/** A list as it was when it was last in sight, and how other pages of it are fetched. */
interface Listed extends ListedPage {
  readonly load: (page: number) => Promise<ListedPage>;
}

/** What each list had, so that a record of its own page knows the one after it too. */
export const listedStore = makeStore<Readonly<Partial<Record<RouteName, Listed>>>>({});

// Another member of staff begins without them.
identityStore.subscribe(() => listedStore.set({}));

/** What a turn has found: the page, and those of its rows to go on with. */
interface Found {
  readonly page: ListedPage;
  readonly rows: readonly ListedRow[];
}

/** Whether a row was on the page that was left: rows come, leave and change their places meanwhile, and only these say where one was. */
const wasThere = ({ rows }: Listed, key: string): ((row: ListedRow) => boolean) => {
  const known = new Set([key, ...rows.map((row) => row.key)]);
  return (row) => known.has(row.key);
};

/** What comes after the last row of the page that was left: what stands below its rows there by now, or on the page after. */
const findAfter = async (listed: Listed, key: string): Promise<Found> => {
  const { page, load } = listed;
  const isKnown = wasThere(listed, key);
  const below = (found: ListedPage): Found => ({
    page: found,
    rows: found.rows.slice(found.rows.findLastIndex(isKnown) + 1),
  });
  const here = below(await load(page));
  return here.rows.length > 0 ? here : below(await load(page + 1));
};

/** What comes before its first row: what stands above its rows there by now, or on the page before. */
const findBefore = async (listed: Listed, key: string): Promise<Found> => {
  const { page, load } = listed;
  const isKnown = wasThere(listed, key);
  const above = (found: ListedPage): Found => {
    const first = found.rows.findIndex(isKnown);
    return { page: found, rows: first === -1 ? found.rows : found.rows.slice(0, first) };
  };
  const now = await load(page);
  const here = now.rows.some(isKnown) ? above(now) : undefined;
  return here !== undefined && here.rows.length > 0 ? here : above(await load(page - 1));
};

/** A turn to a page: on its way, or what it has found. */
interface Turned {
  readonly to: number;
  readonly found?: Found | 'failed';
}

/** Turns the pages of a list from a record on a page of its own, where the list is not there any more. @source ux "Console" */
export const useTurnsOfLeft = (list: RouteName, key: string): PageTurns => {
  const listed = listedStore.use()[list];
  const [turned, setTurned] = useState<Turned>();
  const found = turned?.found === 'failed' ? undefined : turned?.found;
  const onTurn = (to: number): void => {
    // Called off, or nothing was found: the page that it was on is there still.
    if (listed === undefined || to === listed.page) return setTurned(undefined);
    const mine: Turned = { to };
    const arrive = (what: Found | 'failed'): void => setTurned((now) => (now === mine ? { to, found: what } : now));
    setTurned(mine);
    void (to > listed.page ? findAfter : findBefore)(listed, key).then(arrive, () => arrive('failed'));
  };
  return usePageTurns(
    {
      busy: turned !== undefined && turned.found === undefined,
      open: key,
      pages: {
        page: turned?.to ?? listed?.page ?? 1,
        hasNext: listed?.hasNext === true,
        onPageChange: onTurn,
        onTurn,
      },
    },
    {
      count: found?.rows.length,
      focus: () => undefined,
      open: (place) => {
        const row = found?.rows[place];
        if (listed === undefined || found === undefined || row === undefined) return;
        listedStore.set({ ...listedStore.get(), [list]: { ...listed, ...found.page } });
        setTurned(undefined);
        navigate(row.path);
      },
    },
  );
};
