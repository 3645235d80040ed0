import type { MutationKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** A write and its callbacks. The names are those of TanStack Query. */
export interface WriteOptions<Args extends readonly unknown[], Reply> {
  readonly mutationKey: MutationKey;
  readonly mutationFn: (...args: Args) => Promise<Reply>;
  /** Runs after a successful write; the write settles after a returned promise. */
  readonly onSuccess?: (reply: Reply) => unknown;
  /** Runs after a successful or refused write, because a refusal may mean that the shown data is stale. */
  readonly onSettled?: () => unknown;
}

/**
 * Declares a write: a function that runs as a mutation of the query client, so that one place knows every running write. It rejects
 * with the error of the write.
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
