import { type PointerEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Box, Size } from '../headless/place-near.ts';
import {
  type FrameWish,
  fitFrame,
  isDragOver,
  moveFrame,
  type Point,
  type ResizeDirection,
  resizeFrame,
  startFrame,
} from '../headless/window-frame.ts';

type Change = (frame: Box, page: Size) => Box;

interface PopupFrameInput {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Whether the window is shown and has a frame (a sheet has none). */
  isActive: boolean;
  wish: FrameWish;
  onFrame: ((frame: Box) => void) | undefined;
}

/** What moves and resizes a window. */
interface PopupFrame {
  change: (change: Change) => void;
  startDrag: (event: PointerEvent<HTMLElement>) => void;
  startResize: (direction: ResizeDirection) => (event: PointerEvent<HTMLElement>) => void;
}

const pageSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight || window.innerHeight,
});

function draw(element: HTMLElement, frame: Box): void {
  for (const side of ['left', 'top', 'width', 'height'] as const) element.style[side] = `${frame[side]}px`;
}

/** Holds a window's frame and draws it straight onto the element: a drag renders nothing. It fits itself to a page that changes. */
export function usePopupFrame({ dialog, isActive, wish, onFrame }: PopupFrameInput): PopupFrame {
  const frame = useRef<Box>(undefined);
  const set = (next: Box): void => {
    frame.current = next;
    if (dialog.current !== null) draw(dialog.current, next);
  };
  const fit = useEffectEvent(() =>
    set(frame.current === undefined ? startFrame(pageSize(), wish) : fitFrame(frame.current, pageSize())),
  );
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isActive || element === null) return;
    fit();
    window.addEventListener('resize', fit);
    return () => {
      window.removeEventListener('resize', fit);
      for (const side of ['left', 'top', 'width', 'height'] as const) element.style[side] = '';
    };
  }, [dialog, isActive]);

  const change = (next: Change): void => {
    if (frame.current === undefined) return;
    set(next(frame.current, pageSize()));
    onFrame?.(frame.current);
  };
  const follow = (event: PointerEvent<HTMLElement>, apply: (by: Point) => Change, stopsAtEdge: boolean): void => {
    const begun = frame.current;
    if (begun === undefined || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    followPointer(
      event,
      (pointer) => {
        if (stopsAtEdge && isDragOver(pointer, start, pageSize())) return false;
        set(apply({ x: pointer.x - start.x, y: pointer.y - start.y })(begun, pageSize()));
        return true;
      },
      () => frame.current !== undefined && onFrame?.(frame.current),
    );
  };
  return {
    change,
    startDrag(event) {
      if (event.target instanceof Element && event.target.closest('.ck-popup-close, [data-no-drag]') !== null) return;
      follow(event, (by) => (box, page) => moveFrame(box, by, page), true);
    },
    startResize: (direction) => (event) => {
      event.stopPropagation();
      follow(event, (by) => (box, page) => resizeFrame(box, direction, by, page), false);
    },
  };
}

/** Follows one captured pointer until it is let go, or until `move` answers `false`. */
function followPointer(event: PointerEvent<HTMLElement>, move: (pointer: Point) => boolean, end: () => void): void {
  const handle = event.currentTarget;
  const { pointerId } = event;
  const stop = (): void => {
    handle.removeEventListener('pointermove', onMove);
    handle.removeEventListener('pointerup', onEnd);
    handle.removeEventListener('lostpointercapture', onEnd);
    if (handle.hasPointerCapture(pointerId)) handle.releasePointerCapture(pointerId);
    end();
  };
  const onMove = (moved: globalThis.PointerEvent): void => {
    if (moved.pointerId === pointerId && !move({ x: moved.clientX, y: moved.clientY })) stop();
  };
  const onEnd = (ended: globalThis.PointerEvent): void => {
    if (ended.pointerId === pointerId) stop();
  };
  handle.setPointerCapture(pointerId);
  handle.addEventListener('pointermove', onMove);
  handle.addEventListener('pointerup', onEnd);
  handle.addEventListener('lostpointercapture', onEnd);
}
