import { CallError, makeIdempotencyKey } from '@ronghui/client';
import { useCallback, useRef } from 'react';

/** A payload with the key of its attempt, as it is sent. */
type Keyed<Payload> = Payload & { readonly idempotencyKey: string };

/** Sends a payload under its attempt's key. */
export type Attempt = <Payload extends object, Reply>(
  payload: Payload,
  send: (keyed: Keyed<Payload>) => Promise<Reply>,
) => Promise<Reply>;

/** Nobody knows whether it was done: no answer came, or one of a server in trouble. */
const isOpen = (error: unknown): boolean =>
  !(error instanceof CallError) || error.kind !== 'reply' || error.status >= 500;

/**
 * Gives each attempt its idempotency key: the same for what is sent again unchanged because nobody knows whether it was done, another
 * for a changed payload and after an answer. A refusal would come again under its key, although what it was about may have changed.
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
