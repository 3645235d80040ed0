import type { DefaultError, MutationOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Declares a write: a function of its input that runs as a mutation of the query client. `onSuccess` and `onSettled` are awaited, so
 * that a form is busy until what it changed is in sight; `void` in them does not hold it up.
 */
export const mutation =
  <Input, Reply>(
    options: Pick<
      MutationOptions<Reply, DefaultError, Input>,
      'mutationKey' | 'mutationFn' | 'onSuccess' | 'onSettled'
    >,
  ): ((input: Input) => Promise<Reply>) =>
  (input) =>
    queryClient.getMutationCache().build(queryClient, options).execute(input);
