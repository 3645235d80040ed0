import type { Box, Size } from './place-near.ts';

/** The pop-up's fixed measures. @unit CSS pixels; `share` is a part of the page @source R9.1 */
export const popupMeasures = {
  zIndex: 200,
  minWidth: 200,
  minHeight: 60,
  edgeTolerance: 20,
  top: 20,
  left: 10,
  widthShare: 0.45,
  heightShare: 0.85,
} as const;

/** An edge or a corner that is pulled, as compass letters. */
export type ResizeDirection = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

/** A point in the viewport. @unit CSS pixels */
export interface Point {
  x: number;
  y: number;
}

/** A length in pixels or as a part of the page, such as `'45%'`. */
export type Length = number | `${number}%`;

/** How a window starts; what is not given is R9.1's. */
export interface FrameWish {
  width?: Length | undefined;
  height?: Length | undefined;
  top?: Length | undefined;
  left?: Length | undefined;
}

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

const resolve = (length: Length | undefined, whole: number, standard: number): number => {
  const value = typeof length === 'string' ? (Number.parseFloat(length) / 100) * whole : (length ?? standard);
  return Number.isFinite(value) ? value : standard;
};

/**
 * Brings a frame inside the page: not under the minimum size, not beyond the page while it has room, and never with
 * its top or left edge outside. On a page smaller than the minimum the minimum wins.
 *
 * @source R9.1, R12.5
 */
export function fitFrame(frame: Box, page: Size): Box {
  const width = between(frame.width, popupMeasures.minWidth, Math.max(page.width, popupMeasures.minWidth));
  const height = between(frame.height, popupMeasures.minHeight, Math.max(page.height, popupMeasures.minHeight));
  return {
    width,
    height,
    left: between(frame.left, 0, Math.max(0, page.width - width)),
    top: between(frame.top, 0, Math.max(0, page.height - height)),
  };
}

/** The frame that a window opens with. @source R9.1 */
export function startFrame(page: Size, wish: FrameWish = {}): Box {
  const { widthShare, heightShare, top, left } = popupMeasures;
  return fitFrame(
    {
      width: resolve(wish.width, page.width, page.width * widthShare),
      height: resolve(wish.height, page.height, page.height * heightShare),
      top: resolve(wish.top, page.height, top),
      left: resolve(wish.left, page.width, left),
    },
    page,
  );
}

/** Moves a frame by a distance, inside the page. */
export function moveFrame(frame: Box, by: Point, page: Size): Box {
  return fitFrame({ ...frame, left: frame.left + by.x, top: frame.top + by.y }, page);
}

/**
 * Pulls an edge or a corner by a distance. The opposite edge stays where it is; the pulled one stops at the minimum
 * size and at the page's edge.
 *
 * @source R9.1, R12.5
 */
export function resizeFrame(frame: Box, direction: ResizeDirection, by: Point, page: Size): Box {
  const { minWidth, minHeight } = popupMeasures;
  const right = frame.left + frame.width;
  const bottom = frame.top + frame.height;
  let { left, top, width, height } = frame;
  if (direction.includes('e')) width = between(width + by.x, minWidth, Math.max(page.width - left, minWidth));
  if (direction.includes('s')) height = between(height + by.y, minHeight, Math.max(page.height - top, minHeight));
  if (direction.includes('w')) {
    left = between(left + by.x, Math.min(0, right - minWidth), right - minWidth);
    width = right - left;
  }
  if (direction.includes('n')) {
    top = between(top + by.y, Math.min(0, bottom - minHeight), bottom - minHeight);
    height = bottom - top;
  }
  return fitFrame({ left, top, width, height }, page);
}

/**
 * Whether a drag ends here: the pointer has come within the tolerance of the page's edge, or left the page. A drag that
 * began inside that strip goes on while the pointer comes no closer to that edge.
 *
 * @source R9.1, R12.5
 */
export function isDragOver(pointer: Point, start: Point, page: Size): boolean {
  const tooClose = (distance: number, startDistance: number): boolean =>
    distance < popupMeasures.edgeTolerance && distance < startDistance;
  return (
    tooClose(pointer.x, start.x) ||
    tooClose(pointer.y, start.y) ||
    tooClose(page.width - pointer.x, page.width - start.x) ||
    tooClose(page.height - pointer.y, page.height - start.y)
  );
}

/** How far an arrow key moves or resizes: 10 px, with Shift 50 px, with Alt or Control 1 px; other keys: undefined. */
export function keyDistance(event: {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
}): Point | undefined {
  const step = event.shiftKey ? 50 : event.altKey || event.ctrlKey ? 1 : 10;
  switch (event.key) {
    case 'ArrowLeft':
      return { x: -step, y: 0 };
    case 'ArrowRight':
      return { x: step, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: -step };
    case 'ArrowDown':
      return { x: 0, y: step };
    default:
      return undefined;
  }
}
