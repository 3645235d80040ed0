import type { FastState } from '#kernel/ports';

/** A rate limit. */
interface Share {
  readonly limit: number;
  readonly windowMs: number;
}

/** Counts one use of `key`; returns 0 while the limit is not reached, otherwise the time until the next use is allowed. @unit seconds */
export const waitSecOf = async (fast: FastState, key: string, { limit, windowMs }: Share): Promise<number> => {
  const { allowed, retryAfterMs } = await fast.take(key, limit, windowMs);
  return allowed ? 0 : Math.max(1, Math.ceil(retryAfterMs / 1000));
};
