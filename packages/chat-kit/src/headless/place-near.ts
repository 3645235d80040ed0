/** A rectangle in the viewport's CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A width and a height in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * The position of a bubble beside its anchor: above it where there is room, otherwise below, always inside the
 * viewport.
 *
 * @unit CSS pixels in the viewport
 */
export function placeNear(anchor: Box, bubble: Size, viewport: Size): { left: number; top: number } {
  const gap = 8;
  const centred = anchor.left + anchor.width / 2 - bubble.width / 2;
  const above = anchor.top - bubble.height - gap;
  const below = anchor.top + anchor.height + gap;
  const within = (value: number, room: number): number => Math.max(gap, Math.min(value, room - gap));
  return {
    left: within(centred, viewport.width - bubble.width),
    top: within(above >= gap ? above : below, viewport.height - bubble.height),
  };
}
