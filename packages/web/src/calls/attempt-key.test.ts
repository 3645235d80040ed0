import { CallError } from '@ronghui/client';
import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useAttemptKey } from './attempt-key.ts';

const failure = (status: number) =>
  status === 0
    ? new CallError({ kind: 'unreachable', operationId: 'order.renew' })
    : new CallError({ kind: 'reply', operationId: 'order.renew', status });

/** Sends one payload twice; `outcome` is the result of the first call. */
const keysOf = async (outcome: CallError | undefined, second: object = { orderNo: 'DD1' }) => {
  const { result } = renderHook(() => useAttemptKey());
  const keys: string[] = [];
  const send = async ({ idempotencyKey }: { readonly idempotencyKey: string }) => {
    keys.push(idempotencyKey);
    if (keys.length === 1 && outcome !== undefined) throw outcome;
    return keys.length;
  };
  await result.current({ orderNo: 'DD1' }, send).catch(() => undefined);
  await result.current(second, send);
  return keys;
};

describe('useAttemptKey', () => {
  it.each([
    ['no answer came', 0],
    ['the server is in trouble', 503],
  ])('R4.12 what is sent again because %s has the same key', async (_name, status) => {
    const [first, second] = await keysOf(failure(status));
    expect(first).toMatch(/^[\w-]{16,64}$/);
    expect(second).toBe(first);
  });

  it.each([
    ['a refusal', 409],
    ['a success', undefined],
  ])('R4.12 after %s the same payload is another attempt', async (_name, status) => {
    const [first, second] = await keysOf(status === undefined ? undefined : failure(status));
    expect(second).not.toBe(first);
  });

  it('R4.12 another payload is another attempt', async () => {
    const [first, second] = await keysOf(failure(0), { orderNo: 'DD2' });
    expect(second).not.toBe(first);
  });

  it('contract 2 the payload is sent with its key, and the answer is returned', async () => {
    const { result } = renderHook(() => useAttemptKey());
    const sent = await result.current({ orderNo: 'DD1' }, async (keyed) => keyed);
    expect(sent).toEqual({ orderNo: 'DD1', idempotencyKey: expect.any(String) });
  });

  it('house 5 every field of an input is named; what has no value is not sent', async () => {
    const { result } = renderHook(() => useAttemptKey());
    const send = async (input: { orderNo: string; remark?: string; idempotencyKey?: string }) => input;
    const sent = await result.current({ orderNo: 'DD1', remark: undefined }, send);
    expect(sent).toStrictEqual({ orderNo: 'DD1', idempotencyKey: expect.any(String) });
    // @ts-expect-error `remark` is not named
    await result.current({ orderNo: 'DD1' }, send);
  });
});
