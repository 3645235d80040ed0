import { type PointerEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
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
} from '../headless/window-frame.ts';

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

const sides = ['left', 'top', 'width', 'height'] as const;

const pageSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

/** Holds a window's frame and applies it directly to the element, so that a drag renders nothing. It refits when the page changes size. */
export function usePopupFrame({ dialog, isActive, initial, onFrame }: PopupFrameInput): PopupFrame {
  const frame = useRef<Box>(undefined);
  const held = useRef<Grab>(undefined);
  const set = (next: Box): void => {
    frame.current = next;
    for (const side of sides) dialog.current?.style.setProperty(side, `${next[side]}px`);
  };
  const fit = useEffectEvent(() =>
    set(frame.current ? fitFrame(frame.current, pageSize()) : startFrame(pageSize(), initial)),
  );
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isActive) return;
    fit();
    window.addEventListener('resize', fit);
    return () => {
      window.removeEventListener('resize', fit);
      for (const side of sides) element?.style.removeProperty(side);
    };
  }, [dialog, isActive]);

  const change = (from: Box, by: Point, direction: ResizeDirection | undefined): void =>
    set(direction ? resizeFrame(from, direction, by, pageSize()) : moveFrame(from, by, pageSize()));
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
