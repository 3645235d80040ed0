import { serverNow } from '@ronghui/web/calls/call';
import { useEffect, useState } from 'react';

/** How often the time left is shown anew. @unit ms */
const tickMs = 30_000;

/** The server's time, renewed while something is awaited and at its moment. @unit epoch ms */
export const usePresent = (until: string | undefined): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (until === undefined) return;
    const left = Date.parse(until) - now;
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(serverNow()), Math.min(left, tickMs));
    return () => clearTimeout(timer);
  }, [until, now]);
  return now;
};
