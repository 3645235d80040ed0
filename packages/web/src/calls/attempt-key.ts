import { CallError, makeIdempotencyKey } from '@ronghui/client';
import { useCallback, useRef } from 'react';

/** A payload with the idempotency key of its attempt. */
type Keyed<Payload> = Payload & { readonly idempotencyKey: string };

/** Sends a payload under its attempt's key. */
export type Attempt = <Payload extends object, Reply>(
  payload: Payload,
  send: (keyed: Keyed<Payload>) => Promise<Reply>,
) => Promise<Reply>;

/** Whether the result is unknown: no answer, or a server error. */
const isOpen = (error: unknown): boolean =>
  !(error instanceof CallError) || error.kind !== 'reply' || error.status >= 500;

/**
 * Gives each attempt its idempotency key. A payload that is sent again unchanged after an unknown result keeps its key; a changed
 * payload, or one sent after an answer, gets another. A refusal needs another key, because its key would repeat the refusal.
 *
 * @source R4.12, contract 2
 */
export const useAttemptKey = (): Attempt => {
  const last = useRef<{ readonly payload: string; readonly key: string }>(undefined);
  return useCallback<Attempt>(async (payload, send) => {
    const text = JSON.stringify(payload);
    if (last.current?.payload !== text) last.current = { payload: text, key: makeIdempotencyKey() };
    try {
      const reply = await send({ ...payload, idempotencyKey: last.current.key });
      last.current = undefined;
      return reply;
    } catch (error) {
      if (!isOpen(error)) last.current = undefined;
      throw error;
    }
  }, []);
};
