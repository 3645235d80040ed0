import type { MutationKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** A write and what follows it. The names are those of TanStack Query. */
export interface WriteOptions<Args extends readonly unknown[], Reply> {
  readonly mutationKey: MutationKey;
  readonly mutationFn: (...args: Args) => Promise<Reply>;
  /** What follows a write that was done; a promise is waited for before the write settles. */
  readonly onSuccess?: (reply: Reply) => unknown;
  /** What follows a write that was done or refused, for a refusal may mean that what is in sight is old. */
  readonly onSettled?: () => unknown;
}

/**
 * Declares a write: a function that runs as a mutation of the query client, so that one place knows of every write that is on its way.
 * It rejects with what the write failed with.
 */
export const mutation =
  <Args extends readonly unknown[], Reply>({
    mutationKey,
    mutationFn,
    onSuccess,
    onSettled,
  }: WriteOptions<Args, Reply>): ((...args: Args) => Promise<Reply>) =>
  (...args) =>
    queryClient
      .getMutationCache()
      .build<Reply, Error, Args, unknown>(queryClient, {
        mutationKey,
        mutationFn: (given) => mutationFn(...given),
        ...(onSuccess !== undefined && { onSuccess: (reply) => onSuccess(reply) }),
        ...(onSettled !== undefined && { onSettled: () => onSettled() }),
      })
      .execute(args);
