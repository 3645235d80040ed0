import { useCallback, useRef } from 'react';
import { makeIdempotencyKey } from './call.ts';

/**
 * Gives each attempt its idempotency key: the same for what is sent again unchanged (after a time-out, say), another for a changed
 * payload.
 *
 * @source R4.12, contract 2
 */
export const useAttemptKey = (): ((payload: unknown) => string) => {
  const last = useRef<{ readonly payload: string; readonly key: string }>(undefined);
  return useCallback((payload) => {
    const text = JSON.stringify(payload);
    if (last.current?.payload !== text) last.current = { payload: text, key: makeIdempotencyKey() };
    return last.current.key;
  }, []);
};
