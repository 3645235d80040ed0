import type { Box, Size } from '../place-near.ts';

const minWidth = 200;
const minHeight = 60;
const edgeTolerance = 20;
const startTop = 20;
const startLeft = 10;
const widthShare = 0.45;
const heightShare = 0.85;

/** The pop-up's fixed dimensions. @unit CSS pixels; `share` is a fraction of the page @source R9.1 */
export const popupMeasures = {
  zIndex: 200,
  minWidth,
  minHeight,
  edgeTolerance,
  top: startTop,
  left: startLeft,
  widthShare,
  heightShare,
} as const;

/** A dragged edge or corner, by compass direction. */
export type ResizeDirection = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

/** A point in the viewport. @unit CSS pixels */
export interface Point {
  x: number;
  y: number;
}

/** A length in pixels or as a fraction of the page, such as `'45%'`. */
export type Length = number | `${number}%`;

/** The requested initial size and position; defaults are those of R9.1. */
export interface InitialFrame {
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
 * Fits a frame into the page: at least the minimum size, not larger than the page where possible, and its top left
 * corner never outside. On a page smaller than the minimum, the minimum wins.
 *
 * @source R9.1, R12.5
 */
export function fitFrame(frame: Box, page: Size): Box {
  const [left, width] = fitSide(frame.left, frame.width, minWidth, page.width);
  const [top, height] = fitSide(frame.top, frame.height, minHeight, page.height);
  return { left, top, width, height };
}

/** The initial frame of a window. @source R9.1 */
export function startFrame(page: Size, initial: InitialFrame = {}): Box {
  return fitFrame(
    {
      width: resolve(initial.width, page.width, page.width * widthShare),
      height: resolve(initial.height, page.height, page.height * heightShare),
      top: resolve(initial.top, page.height, startTop),
      left: resolve(initial.left, page.width, startLeft),
    },
    page,
  );
}

/** Moves a frame by a distance, within the page. */
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
 * Resizes a frame by dragging an edge or a corner. The opposite edge stays; the dragged one stops at the minimum size
 * and at the page's edge.
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
 * Whether a drag ends here: the pointer is within the tolerance of the page's edge, or outside. A drag that started
 * inside that strip continues while the pointer comes no closer to the edge.
 *
 * @source R9.1, R12.5
 */
export function isDragOver(pointer: Point, start: Point, page: Size): boolean {
  const distances = ({ x, y }: Point): [number, number, number, number] => [x, y, page.width - x, page.height - y];
  const before = distances(start);
  return distances(pointer).some((distance, edge) => distance < edgeTolerance && distance < (before[edge] ?? 0));
}

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Distance that an arrow key moves or resizes: 10 px, with Shift 50 px; undefined for other keys. */
export function keyDistance({ key, shiftKey }: { key: string; shiftKey: boolean }): Point | undefined {
  const arrow = arrows[key];
  const step = shiftKey ? 50 : 10;
  return arrow && { x: arrow[0] * step, y: arrow[1] * step };
}
