import { type JSX, useEffect } from 'react';
import { useCountdown } from './use-countdown.ts';

/** Time left until an instant (ISO), as `mm:ss` or `hh:mm:ss`. */
export type CountdownProps = { until: string; onEnd?: () => void; now?: () => number };

/** `04:59`. */
export function Countdown({ until, onEnd, now = Date.now }: CountdownProps): JSX.Element {
  const { secondsLeft, start } = useCountdown(now);
  useEffect(() => start(Math.max(0, Math.ceil((Date.parse(until) - now()) / 1000))), [until, now, start]);
  useEffect(() => {
    if (secondsLeft === 0 && Date.parse(until) <= now()) onEnd?.();
  }, [secondsLeft, until, now, onEnd]);
  const parts = [Math.floor(secondsLeft / 3600), Math.floor(secondsLeft / 60) % 60, secondsLeft % 60];
  const text = (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':');
  return <time dateTime={until}>{text}</time>;
}
