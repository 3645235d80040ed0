import { useCallback, useEffect, useRef } from 'react';

const ends = ['pointerup', 'pointercancel'] as const;

/**
 * Runs something now, or, while a finger or a mouse button is down, once it is up: what a blur shows must not push away the button
 * that is being pressed.
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
