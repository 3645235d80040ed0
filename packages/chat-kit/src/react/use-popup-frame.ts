import { type PointerEvent, type RefObject, useRef } from 'react';
import type { Box, Size } from '../headless/place-near.ts';
import {
  fitFrame,
  type InitialFrame,
  isDragOver,
  moveFrame,
  type Point,
  type ResizeDirection,
  resizeFrame,
  startFrame,
} from '../headless/window/window-frame.ts';
import { useEvent } from './use-event.ts';
import { usePageEffect } from './use-page-effect.ts';

interface PopupFrameInput {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Whether the window is shown and has a frame (a sheet has none). */
  isActive: boolean;
  initial: InitialFrame;
  onFrame: ((frame: Box) => void) | undefined;
}

/** Moves and resizes a window. */
interface PopupFrame {
  /** Moves (without a direction) or resizes at once, for the keyboard. */
  nudge: (by: Point, direction?: ResizeDirection) => void;
  /** Starts following a pointer that was pressed on a handle. */
  grab: (event: PointerEvent<HTMLElement>, direction?: ResizeDirection) => void;
  /** Event handlers for the element that contains the handles. */
  follow: (event: PointerEvent<HTMLElement>) => void;
  letGo: () => void;
}

interface Grab {
  pointer: Point;
  frame: Box;
  direction: ResizeDirection | undefined;
}

/** The page's position and size of one of the element's own pixels, where an ancestor is transformed. */
interface Origin extends Point {
  scale: number;
}

const sides = ['left', 'top', 'width', 'height'] as const;
const unmoved: Origin = { x: 0, y: 0, scale: 1 };

const pageSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

/** Sets an element's frame in the page's coordinates. */
function putAt(element: HTMLElement, { left, top, width, height }: Box, { x, y, scale }: Origin): void {
  const own: Box = { left: (left - x) / scale, top: (top - y) / scale, width: width / scale, height: height / scale };
  for (const side of sides) element.style.setProperty(side, `${own[side]}px`);
}

/** Measures where an element stands that has just been set to a frame as if no ancestor were transformed. */
function originOf(element: HTMLElement, frame: Box): Origin {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = width / frame.width;
  // a document without layout measures nothing
  return scale > 0 ? { x: left - frame.left * scale, y: top - frame.top * scale, scale } : unmoved;
}

/**
 * Holds a window's frame and applies it directly to the element, so that a drag renders nothing. It refits when the page
 * changes size, from the frame that the person gave, so that a page that was small for a while loses nothing.
 */
export function usePopupFrame({ dialog, isActive, initial, onFrame }: PopupFrameInput): PopupFrame {
  const frame = useRef<Box | undefined>(undefined);
  /** The frame as the person gave it, of which a smaller page shows what fits. */
  const wanted = useRef<Box | undefined>(undefined);
  const held = useRef<Grab | undefined>(undefined);
  const origin = useRef(unmoved);
  const set = (next: Box): void => {
    frame.current = next;
    if (dialog.current) putAt(dialog.current, next, origin.current);
  };
  const locate = (): void => {
    if (!dialog.current || !frame.current) return;
    putAt(dialog.current, frame.current, unmoved);
    origin.current = originOf(dialog.current, frame.current);
    putAt(dialog.current, frame.current, origin.current);
  };
  const fit = useEvent(() => {
    wanted.current ??= startFrame(pageSize(), initial);
    set(fitFrame(wanted.current, pageSize()));
    locate();
  });
  usePageEffect(() => {
    const element = dialog.current;
    if (!isActive) return;
    fit();
    window.addEventListener('resize', fit);
    return () => {
      window.removeEventListener('resize', fit);
      for (const side of sides) element?.style.removeProperty(side);
    };
  }, [dialog, isActive, fit]);

  const change = (from: Box, by: Point, direction: ResizeDirection | undefined): void => {
    const next = direction ? resizeFrame(from, direction, by, pageSize()) : moveFrame(from, by, pageSize());
    set(next);
    const { width, height } = direction ? next : (wanted.current ?? next);
    wanted.current = { ...next, width, height };
  };
  const letGo = (): void => {
    if (held.current && frame.current) onFrame?.(frame.current);
    held.current = undefined;
  };
  return {
    nudge(by, direction) {
      if (!frame.current) return;
      change(frame.current, by, direction);
      onFrame?.(frame.current);
    },
    grab(event, direction) {
      if (!frame.current || event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      // a transformed ancestor may have been scrolled or moved since
      locate();
      held.current = { pointer: { x: event.clientX, y: event.clientY }, frame: frame.current, direction };
    },
    follow({ clientX: x, clientY: y }) {
      if (!held.current) return;
      const { pointer, frame: begun, direction } = held.current;
      if (!direction && isDragOver({ x, y }, pointer, pageSize())) letGo();
      else change(begun, { x: x - pointer.x, y: y - pointer.y }, direction);
    },
    letGo,
  };
}
