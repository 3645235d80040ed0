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

const { minWidth, minHeight } = popupMeasures;

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

const fitSide = (start: number, length: number, least: number, room: number): [start: number, length: number] => {
  const fitted = between(length, least, Math.max(room, least));
  return [between(start, 0, Math.max(0, room - fitted)), fitted];
};

/**
 * Brings a frame inside the page: not under the minimum size, not beyond the page while it has room, and never with
 * its top or left edge outside. On a page smaller than the minimum the minimum wins.
 *
 * @source R9.1, R12.5
 */
export function fitFrame(frame: Box, page: Size): Box {
  const [left, width] = fitSide(frame.left, frame.width, minWidth, page.width);
  const [top, height] = fitSide(frame.top, frame.height, minHeight, page.height);
  return { left, top, width, height };
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

interface Pull {
  by: number;
  isStart: boolean;
  isEnd: boolean;
}

const pullSide = (start: number, length: number, least: number, { by, isStart, isEnd }: Pull): [number, number] => {
  const end = start + length;
  if (!isStart) return [start, isEnd ? Math.max(least, length + by) : length];
  const pulled = between(start + by, Math.min(0, end - least), end - least);
  return [pulled, end - pulled];
};

/**
 * Pulls an edge or a corner by a distance. The opposite edge stays where it is; the pulled one stops at the minimum
 * size and at the page's edge.
 *
 * @source R9.1, R12.5
 */
export function resizeFrame(frame: Box, direction: ResizeDirection, by: Point, page: Size): Box {
  const has = (edge: string): boolean => direction.includes(edge);
  const [left, width] = pullSide(frame.left, frame.width, minWidth, { by: by.x, isStart: has('w'), isEnd: has('e') });
  const [top, height] = pullSide(frame.top, frame.height, minHeight, { by: by.y, isStart: has('n'), isEnd: has('s') });
  return fitFrame(
    {
      left,
      top,
      width: has('e') ? Math.min(width, page.width - left) : width,
      height: has('s') ? Math.min(height, page.height - top) : height,
    },
    page,
  );
}

/**
 * Whether a drag ends here: the pointer has come within the tolerance of the page's edge, or left the page. A drag that
 * began inside that strip goes on while the pointer comes no closer to that edge.
 *
 * @source R9.1, R12.5
 */
export function isDragOver(pointer: Point, start: Point, page: Size): boolean {
  const distances = ({ x, y }: Point): [number, number, number, number] => [x, y, page.width - x, page.height - y];
  const before = distances(start);
  return distances(pointer).some(
    (distance, edge) => distance < popupMeasures.edgeTolerance && distance < (before[edge] ?? 0),
  );
}

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How far an arrow key moves or resizes: 10 px, with Shift 50 px; other keys: undefined. */
export function keyDistance({ key, shiftKey }: { key: string; shiftKey: boolean }): Point | undefined {
  const arrow = arrows[key];
  const step = shiftKey ? 50 : 10;
  return arrow && { x: arrow[0] * step, y: arrow[1] * step };
}
