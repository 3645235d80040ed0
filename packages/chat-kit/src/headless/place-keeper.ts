import { createNearMarker, firstBelow } from './near-sections.ts';

/** A reader's position in a list. */
export interface ReadingPlace {
  /** Whether the end is in view, so that the list follows new messages. */
  following: boolean;
  /** Distance of the view from the first row. @unit CSS pixels */
  fromTop: number;
  /** Height of the view. @unit CSS pixels */
  viewHeight: number;
}

/** Keeps a reader's position while a list grows at both ends and its rows change height. */
export interface PlaceKeeper {
  /** Starts watching; the returned function stops it. */
  start: () => () => void;
  /** Records the reader's position before a change; `isComplete` says that the top, once requested, has been reached. */
  note: (isComplete?: boolean) => void;
  /** Restores the recorded position right after a change; later changes are observed. */
  restore: () => void;
  toTop: () => void;
  toEnd: () => void;
  place: () => ReadingPlace;
}

/** The elements of a list: the scrolling one, and in it the sections whose children are the rows. */
export interface PlaceKeeperParts {
  scroller: HTMLElement;
  content: HTMLElement;
  /** Called after each scroll and each change of the list's height. */
  onPlace: (place: ReadingPlace) => void;
}

/** The end counts as reached within this distance, because browsers round scroll offsets. */
const endTolerancePx = 2;

type Anchor = 'end' | 'top' | { row: Element; offset: number };

/**
 * Makes a place keeper. At the end it stays at the end; anywhere else the row at the upper edge of the view keeps its
 * offset, whatever is inserted, removed or resized above it. It corrects the position before the frame is painted, and
 * only what the browser's scroll anchoring has left over. Sections near the view get `data-near`, so that they are laid
 * out before they are visible.
 *
 * @source R12.1 (never jumps to the end while someone reads, never stops short, keeps the place when history loads)
 */
export function createPlaceKeeper({ scroller, content, onPlace }: PlaceKeeperParts): PlaceKeeper {
  let anchor: Anchor = 'end';
  let lastTop = 0;
  let isAway = false;
  const layOutNear = createNearMarker(scroller, content);

  const missing = (): number => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  const place = (): ReadingPlace => ({
    following: anchor === 'end',
    fromTop: scroller.scrollTop,
    viewHeight: scroller.clientHeight,
  });
  const edge = (): number => scroller.getBoundingClientRect().top;
  const anchorRow = (): Anchor => {
    const row = rowAt(content, edge()) ?? content;
    return { row, offset: row.getBoundingClientRect().top - edge() };
  };
  const scrollTo = (top: number): void => {
    scroller.scrollTop = top;
    lastTop = scroller.scrollTop;
  };
  /** Whether the list is not displayed; it then keeps its anchor until it is displayed again. */
  const isHidden = (): boolean => {
    if (scroller.clientHeight > 0) return false;
    isAway = true;
    return true;
  };
  // also used as an event listener, which receives an event
  const note = (isComplete?: unknown): void => {
    if (isHidden()) return;
    if (isAway) putBack();
    const isUp = scroller.scrollTop < lastTop - 0.5;
    const isDown = scroller.scrollTop > lastTop + 0.5;
    lastTop = scroller.scrollTop;
    if (missing() <= endTolerancePx) anchor = 'end';
    else if (anchor === 'end' ? isUp : anchor !== 'top' || isDown || isComplete === true) anchor = anchorRow();
    onPlace(place());
    // last, because whatever is measured after it would lay out the sections in the middle of the event
    layOutNear();
  };
  const putBack = (): void => {
    if (isHidden()) return;
    // a scroll position that the browser set when the list was displayed again is not the reader's
    const scrolled = !isAway && Math.abs(scroller.scrollTop - lastTop) > 1;
    isAway = false;
    if (anchor === 'end') {
      if (missing() > 0) scrollTo(scroller.scrollHeight);
    } else if (anchor === 'top') {
      if (scroller.scrollTop > 0) scrollTo(0);
    } else {
      const shift = anchor.row.getBoundingClientRect().top - edge() - anchor.offset;
      // a removed row is no anchor; a row that moved by a scroll whose event is still pending was not displaced
      if (!anchor.row.isConnected || (scrolled && Math.abs(shift) > 1)) anchor = anchorRow();
      else if (Math.abs(shift) >= 0.5) scrollTo(scroller.scrollTop + shift);
    }
    lastTop = scroller.scrollTop;
    onPlace(place());
  };

  return {
    start() {
      const observer = new ResizeObserver(putBack);
      observer.observe(content);
      observer.observe(scroller);
      // the observer's first call comes between the frame's layout and its paint, so this forces no layout
      scroller.addEventListener('scroll', note, { passive: true });
      return () => {
        observer.disconnect();
        scroller.removeEventListener('scroll', note);
      };
    },
    note,
    restore() {
      putBack();
      layOutNear();
    },
    toTop() {
      anchor = 'top';
      putBack();
    },
    toEnd() {
      anchor = 'end';
      putBack();
    },
    place,
  };
}

/** The first row whose lower edge is below a line, by binary search over sections, then rows. */
function rowAt(content: Element, line: number): Element | undefined {
  const section = firstBelow(content.children, line);
  return section === undefined ? undefined : (firstBelow(section.children, line) ?? section);
}
