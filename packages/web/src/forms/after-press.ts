import { useCallback, useEffect, useRef } from 'react';

const ends = ['pointerup', 'pointercancel'] as const;

/**
 * Runs a function now, or after the press while a finger or a mouse button is down, so that a hint that appears on blur does not move the
 * pressed button.
 */
export const useAfterPress = (): ((then: () => void) => void) => {
  const isDown = useRef(false);
  useEffect(() => {
    const press = () => {
      isDown.current = true;
    };
    const release = () => {
      isDown.current = false;
    };
    document.addEventListener('pointerdown', press, true);
    for (const end of ends) document.addEventListener(end, release, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      for (const end of ends) document.removeEventListener(end, release, true);
    };
  }, []);
  return useCallback((then) => {
    if (!isDown.current) return then();
    const wait = new AbortController();
    for (const end of ends) {
      const run = () => {
        wait.abort();
        setTimeout(then);
      };
      document.addEventListener(end, run, { signal: wait.signal });
    }
  }, []);
};
