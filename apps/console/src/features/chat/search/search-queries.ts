import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useInfiniteQuery } from '@tanstack/react-query';

/** What is looked for. */
export type SearchInput = Omit<CallInput<'ops.chat.search'>, 'cursor'>;
/** A message that was found. */
export type FoundMessage = CallReply<'ops.chat.search'>['items'][number];

/** Messages of all conversations, part by part; nothing before something is looked for. @source service 5.5 */
export const useSearch = (input: SearchInput | undefined) =>
  useInfiniteQuery({
    queryKey: ['chat', 'search', input],
    queryFn: ({ pageParam, signal }) =>
      call('ops.chat.search', { ...input, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: input !== undefined,
  });
