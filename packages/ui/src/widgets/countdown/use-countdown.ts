import { useCallback, useEffect, useState } from 'react';

/** The remaining seconds, and functions to start and end the countdown. */
export type CountdownHandle = { secondsLeft: number; start: (seconds: number) => void; clear: () => void };

/**
 * Counts down to an instant, so that a suspended tab does not delay it.
 *
 * @unit seconds; `now` gives epoch milliseconds
 */
export function useCountdown(now: () => number = Date.now): CountdownHandle {
  const [endsAt, setEndsAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (!endsAt) return;
    function tick(): void {
      const left = Math.max(0, Math.ceil((endsAt - now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) setEndsAt(0);
    }
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [endsAt, now]);
  const start = useCallback(
    (seconds: number) => {
      setSecondsLeft(seconds);
      setEndsAt(now() + seconds * 1000);
    },
    [now],
  );
  const clear = useCallback(() => {
    setSecondsLeft(0);
    setEndsAt(0);
  }, []);
  return { secondsLeft, start, clear };
}
