import type { FastState } from '#kernel/ports';

/** What may be done how often. */
interface Share {
  readonly limit: number;
  readonly windowMs: number;
}

/** Counts one use of `key`; 0 while its share lasts, otherwise after how many seconds there is more of it. @unit seconds */
export const waitSecOf = async (fast: FastState, key: string, { limit, windowMs }: Share): Promise<number> => {
  const { allowed, retryAfterMs } = await fast.take(key, limit, windowMs);
  return allowed ? 0 : Math.max(1, Math.ceil(retryAfterMs / 1000));
};
