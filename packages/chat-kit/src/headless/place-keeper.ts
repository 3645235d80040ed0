import { createNearMarker, firstBelow } from './near-sections.ts';

/** Where a reader stands in a list. */
export interface ReadingPlace {
  /** Whether the end is in view, so that new messages are followed. */
  following: boolean;
  /** Distance of the view from the first row. @unit CSS pixels */
  fromTop: number;
  /** Height of the view. @unit CSS pixels */
  viewHeight: number;
}

/** Keeps a reader's place while a list grows on both ends and its rows change their height. */
export interface PlaceKeeper {
  /** Begins to watch; the returned function ends it. */
  start: () => () => void;
  /** Notes where the reader is, before a change is made; a top that was sought is reached once the list is whole. */
  note: (isWhole?: boolean) => void;
  /** Puts the view back to where the reader was, for a change that has just been made; later ones it sees by itself. */
  restore: () => void;
  toTop: () => void;
  toEnd: () => void;
  place: () => ReadingPlace;
}

/** The elements of a list: what scrolls, and in it the sections whose children are the rows. */
export interface PlaceKeeperParts {
  scroller: HTMLElement;
  content: HTMLElement;
  /** Called after each move of the view and each change of the list's height. */
  onPlace: (place: ReadingPlace) => void;
}

/** The end counts as reached when less than this is missing: browsers round scroll offsets. */
const endTolerancePx = 2;

type Hold = 'end' | 'top' | { row: Element; offset: number };

/**
 * Makes a place keeper. At the end it stays at the end; anywhere else the row at the upper edge of the view keeps its
 * offset, whatever is put in, taken out or resized above it. It corrects before the frame is painted and only what the
 * browser's own scroll anchoring has left over. Sections near the view carry `data-near`, so that they are laid out before
 * they come into sight.
 *
 * @source R12.1 (never jumps to the end while someone reads, never stops short, keeps the place when history loads)
 */
export function createPlaceKeeper({ scroller, content, onPlace }: PlaceKeeperParts): PlaceKeeper {
  let hold: Hold = 'end';
  let lastTop = 0;
  let isAway = false;
  const layOutNear = createNearMarker(scroller, content);

  const missing = (): number => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  const place = (): ReadingPlace => ({
    following: hold === 'end',
    fromTop: scroller.scrollTop,
    viewHeight: scroller.clientHeight,
  });
  const edge = (): number => scroller.getBoundingClientRect().top;
  const holdRow = (): Hold => {
    const row = rowAt(content, edge()) ?? content;
    return { row, offset: row.getBoundingClientRect().top - edge() };
  };
  const scrollTo = (top: number): void => {
    scroller.scrollTop = top;
    lastTop = scroller.scrollTop;
  };
  /** Whether the list has no place on the page just now: what it holds then stays as it is until it is shown again. */
  const isHidden = (): boolean => {
    if (scroller.clientHeight > 0) return false;
    isAway = true;
    return true;
  };
  // also a listener, which is handed an event
  const note = (isWhole?: unknown): void => {
    if (isHidden()) return;
    if (isAway) putBack();
    layOutNear();
    const isUp = scroller.scrollTop < lastTop - 0.5;
    const isDown = scroller.scrollTop > lastTop + 0.5;
    lastTop = scroller.scrollTop;
    if (missing() <= endTolerancePx) hold = 'end';
    else if (hold === 'end' ? isUp : hold !== 'top' || isDown || isWhole === true) hold = holdRow();
    onPlace(place());
  };
  const putBack = (): void => {
    if (isHidden()) return;
    // where the browser has put a list that is shown again is no wish of its reader
    const scrolled = !isAway && Math.abs(scroller.scrollTop - lastTop) > 1;
    isAway = false;
    if (hold === 'end') {
      if (missing() > 0) scrollTo(scroller.scrollHeight);
    } else if (hold === 'top') {
      if (scroller.scrollTop > 0) scrollTo(0);
    } else {
      const shift = hold.row.getBoundingClientRect().top - edge() - hold.offset;
      // a row that is gone holds nothing, and one that has moved with a scroll whose event is still to come has not been moved
      if (!hold.row.isConnected || (scrolled && Math.abs(shift) > 1)) hold = holdRow();
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
      // the observer's first call comes after the frame's layout and before its paint, so nothing is laid out for this here
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
      hold = 'top';
      putBack();
    },
    toEnd() {
      hold = 'end';
      putBack();
    },
    place,
  };
}

/** The first row whose lower edge is below a line, by halving: sections first, then the rows of one. */
function rowAt(content: Element, line: number): Element | undefined {
  const section = firstBelow(content.children, line);
  return section === undefined ? undefined : (firstBelow(section.children, line) ?? section);
}
