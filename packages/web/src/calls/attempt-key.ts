import { CallError, makeIdempotencyKey } from '@ronghui/client';
import { useCallback, useRef } from 'react';
import { type EveryField, present } from './every-field.ts';

/** Sends an input under its attempt's key. The caller names every field of the input, so that a form cannot overlook one. */
export type Attempt = <Input extends { readonly idempotencyKey?: string }, Reply>(
  fields: EveryField<Omit<NoInfer<Input>, 'idempotencyKey'>>,
  send: (input: Input) => Promise<Reply>,
) => Promise<Reply>;

/** Whether the result is unknown: no answer, or a server error. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallError) || error.kind !== 'reply' || error.status >= 500;

/**
 * Gives each attempt its idempotency key. A payload that is sent again unchanged after an unknown result keeps its key; a changed
 * payload, or one sent after an answer, gets another. A refusal needs another key, because its key would repeat the refusal.
 *
 * @source R4.12, contract 2
 */
export const useAttemptKey = (): Attempt => {
  const last = useRef<{ readonly payload: string; readonly key: string }>(undefined);
  return useCallback<Attempt>(async (fields, send) => {
    const payload = present(fields);
    const text = JSON.stringify(payload);
    if (last.current?.payload !== text) last.current = { payload: text, key: makeIdempotencyKey() };
    try {
      // Fields and key together are the input.
      const reply = await send({ ...payload, idempotencyKey: last.current.key } as unknown as Parameters<
        typeof send
      >[0]);
      last.current = undefined;
      return reply;
    } catch (error) {
      if (!isUnanswered(error)) last.current = undefined;
      throw error;
    }
  }, []);
};
