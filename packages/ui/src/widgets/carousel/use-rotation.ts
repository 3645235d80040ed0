import { type RefObject, useEffect, useState } from 'react';

/** Whether a carousel rotates, and how the reader stops it. */
export type Rotation = { playing: boolean; stopped: boolean; toggle: () => void };

/**
 * Calls `advance` every `everyMs` unless the reader stopped it, the pointer or the focus is inside `root`, the tab is
 * hidden or reduced motion is preferred.
 *
 * @unit everyMs milliseconds; 0 never rotates
 */
export function useRotation(root: RefObject<HTMLElement | null>, everyMs: number, advance: () => void): Rotation {
  const [stopped, setStopped] = useState(false);
  const [held, setHeld] = useState(true);
  useEffect(() => {
    const element = root.current;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    function look(): void {
      setHeld(
        calm.matches ||
          document.hidden ||
          element?.matches(':hover') === true ||
          element?.contains(document.activeElement) === true,
      );
    }
    look();
    const inside = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
    // After the event, because no element has the focus while it moves.
    const later = (): void => queueMicrotask(look);
    for (const name of inside) element?.addEventListener(name, later);
    document.addEventListener('visibilitychange', look);
    calm.addEventListener('change', look);
    return () => {
      for (const name of inside) element?.removeEventListener(name, later);
      document.removeEventListener('visibilitychange', look);
      calm.removeEventListener('change', look);
    };
  }, [root]);
  const playing = everyMs > 0 && !stopped && !held;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(advance, everyMs);
    return () => clearInterval(timer);
  }, [playing, everyMs, advance]);
  return { playing, stopped, toggle: () => setStopped(!stopped) };
}
