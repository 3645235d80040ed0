import { useCallback, useEffect, useState } from 'react';
import type { RateWindow } from '../headless/rate-window.ts';

const secondsLeft = (limiter: RateWindow): number => Math.ceil(limiter.remainingMs() / 1000);

/** Follows the whole seconds until a window opens; the returned function updates them after an attempt or a release. */
export function useRemainingSec(limiter: RateWindow): [number, () => void] {
  const [remainingSec, setRemainingSec] = useState(() => secondsLeft(limiter));
  const [followed, setFollowed] = useState(0);
  const follow = useCallback(() => setFollowed((count) => count + 1), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = (): void => {
      const leftMs = limiter.remainingMs();
      setRemainingSec(secondsLeft(limiter));
      if (leftMs > 0) timer = setTimeout(step, leftMs % 1000 || 1000);
    };
    step();
    return () => clearTimeout(timer);
  }, [limiter, followed]);
  return [remainingSec, follow];
}
