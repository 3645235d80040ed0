import { showToast } from '@ronghui/web/screen/toasts';
import { useEffect, useMemo, useRef } from 'react';

/** A list of which a page is in sight; one in cards, which loads more at its end, has no pages to turn. */
export interface PagedList {
  /** Other rows are loading; the current ones stay visible. */
  readonly busy: boolean;
  /** The row whose drawer is open. */
  readonly open: string | null;
  readonly pages?:
    | {
        readonly page: number;
        readonly hasNext: boolean;
        readonly onPageChange: (page: number) => void;
        /** Turns the page beneath an open drawer. */
        readonly onTurn: (page: number) => void;
      }
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

/** A turn under way, from a page to the one after or before. */
interface Turn {
  readonly by: 1 | -1;
  readonly act: Act;
  readonly from: number;
  /** What was open when it began. */
  readonly open: string | null;
  /** The page has been turned, its rows may still be loading. */
  readonly isTurned: boolean;
}

const isThere = ({ pages }: PagedList, { from, by }: Turn): boolean => pages?.page === from + by;

/** How a turn ends without a row: its page was not answered, has none, or something else is open or in sight meanwhile. */
type End = 'failed' | 'empty' | 'left';

/** Where a turn stands: the place of the row that is next, `waits`, or how it ended without one. */
const placeAfter = (list: PagedList, count: number | undefined, turn: Turn): number | 'waits' | End => {
  if (list.open !== turn.open) return 'left';
  if (!isThere(list, turn)) return turn.isTurned || list.pages?.page !== turn.from ? 'left' : 'waits';
  if (list.busy) return 'waits';
  if (count === undefined) return 'failed';
  if (count === 0) return 'empty';
  return turn.by === 1 ? 0 : count - 1;
};

/** The page beneath an open drawer has to be the one that its record is on. */
const goBack = ({ pages }: PagedList, { act, from }: Turn): void => {
  if (act === 'open') pages?.onTurn(from);
};

/** Whether the turn's own key or button is pressed again, which does not call it off. */
const isOfTurn = (event: KeyboardEvent | PointerEvent, { by }: Turn): boolean => {
  const key = by === 1 ? 'j' : 'k';
  if (event instanceof KeyboardEvent) return event.repeat || event.key === key;
  return event.target instanceof Element && event.target.closest(`[aria-keyshortcuts="${key}"]`) !== null;
};

/**
 * Turns a list's pages by the keyboard, and goes on with the nearest row of the other page once it is loaded, unless something else was
 * done meanwhile.
 *
 * @source ux "Console"
 */
export const usePageTurns = (list: PagedList, rows: Rows): PageTurns => {
  const turn = useRef<Turn>(undefined);
  const now = useRef(list);
  useEffect(() => {
    now.current = list;
    if (turn.current === undefined) return;
    const { current } = turn;
    const place = placeAfter(list, rows.count, current);
    turn.current = place === 'waits' ? { ...current, isTurned: current.isTurned || isThere(list, current) } : undefined;
    if (typeof place === 'number') rows[current.act](place);
    if (current.act === 'focus' || (place !== 'failed' && place !== 'empty')) return;
    goBack(list, current);
    showToast('bad', `${current.by === 1 ? '下' : '上'}一页${place === 'empty' ? '已没有内容' : '没有打开，请重试'}。`);
  });
  useEffect(() => {
    const callOff = (event: KeyboardEvent | PointerEvent): void => {
      const { current } = turn;
      if (current === undefined || isOfTurn(event, current)) return;
      turn.current = undefined;
      goBack(now.current, current);
    };
    // Before any other listener acts on it.
    addEventListener('keydown', callOff, true);
    addEventListener('pointerdown', callOff, true);
    return () => {
      removeEventListener('keydown', callOff, true);
      removeEventListener('pointerdown', callOff, true);
    };
  }, []);
  const hasNext = list.pages?.hasNext === true;
  const hasPrevious = (list.pages?.page ?? 1) > 1;
  return useMemo(() => {
    const begin = (by: 1 | -1, act: Act): void => {
      const { pages, busy, open } = now.current;
      // One page at a time, however often the key is pressed.
      if (turn.current?.isTurned === true || busy || pages === undefined) return;
      turn.current = { by, act, from: pages.page, open, isTurned: false };
      if (act === 'open') pages.onTurn(pages.page + by);
      else pages.onPageChange(pages.page + by);
    };
    return {
      next: hasNext ? (act) => begin(1, act) : undefined,
      previous: hasPrevious ? (act) => begin(-1, act) : undefined,
    };
  }, [hasNext, hasPrevious]);
};
