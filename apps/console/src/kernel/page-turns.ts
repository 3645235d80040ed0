import { useEffect, useMemo, useRef } from 'react';

/** A list of which a page, or its beginning, is in sight. */
export interface PagedList {
  /** Other rows are loading; the current ones stay visible. */
  readonly busy: boolean;
  readonly pages?:
    | {
        readonly page: number;
        readonly hasNext: boolean;
        readonly onPageChange: (page: number) => void;
        /** Turns the page beneath an open drawer. */
        readonly onTurn: (page: number) => void;
      }
    | undefined;
  readonly more?:
    | { readonly hasMore: boolean; readonly failure: string | null; readonly onMore: () => void }
    | undefined;
}

/** What becomes of the row that is next once its page is there. */
type Act = 'focus' | 'open';

/** Turns to the page after or before; undefined where there is none. */
export interface PageTurns {
  readonly next: ((act: Act) => void) | undefined;
  readonly previous: ((act: Act) => void) | undefined;
}

/** The rows in sight: how many there are, once they are there, and what is done with one by its place. */
type Rows = { readonly count: number | undefined } & Readonly<Record<Act, (place: number) => void>>;

/** A turn under way: where it comes from and goes to, as a page, or as a number of rows. */
interface Turn {
  readonly by: 1 | -1;
  readonly act: Act;
  readonly from: number;
  /** The page has been turned, its rows may still be loading. */
  readonly isTurned: boolean;
}

const isThere = ({ pages }: PagedList, { from, by }: Turn): boolean => pages?.page === from + by;

/** Where a turn stands: the place of the row that is next, `waits`, or `ended` without one. */
const placeAfter = (
  { busy, pages, more }: PagedList,
  count: number | undefined,
  turn: Turn,
): number | 'waits' | 'ended' => {
  if (pages === undefined) {
    if (count !== undefined && count > turn.from) return turn.from;
    return more === undefined || more.failure !== null || !more.hasMore ? 'ended' : 'waits';
  }
  if (!isThere({ pages, busy }, turn)) return turn.isTurned || pages.page !== turn.from ? 'ended' : 'waits';
  if (busy) return 'waits';
  if (count === undefined || count === 0) return 'ended';
  return turn.by === 1 ? 0 : count - 1;
};

/** Turns a list's pages by the keyboard, and goes on with the nearest row of the other page once it is loaded. @source ux "Console" */
export const usePageTurns = (list: PagedList, rows: Rows): PageTurns => {
  const turn = useRef<Turn>(undefined);
  const now = useRef({ list, rows });
  useEffect(() => {
    now.current = { list, rows };
    if (turn.current === undefined) return;
    const { current } = turn;
    const place = placeAfter(list, rows.count, current);
    turn.current = place === 'waits' ? { ...current, isTurned: current.isTurned || isThere(list, current) } : undefined;
    if (typeof place === 'number') rows[current.act](place);
  });
  const hasNext = list.pages === undefined ? list.more?.hasMore === true : list.pages.hasNext;
  const hasPrevious = list.pages !== undefined && list.pages.page > 1;
  return useMemo(() => {
    const begin = (by: 1 | -1, act: Act): void => {
      const { list: at, rows: inSight } = now.current;
      // One page at a time, however often the key is pressed.
      if (turn.current?.isTurned === true || at.busy) return;
      const from = at.pages?.page ?? inSight.count ?? 0;
      turn.current = { by, act, from, isTurned: false };
      if (at.pages === undefined) at.more?.onMore();
      else if (act === 'open') at.pages.onTurn(from + by);
      else at.pages.onPageChange(from + by);
    };
    return {
      next: hasNext ? (act) => begin(1, act) : undefined,
      previous: hasPrevious ? (act) => begin(-1, act) : undefined,
    };
  }, [hasNext, hasPrevious]);
};
