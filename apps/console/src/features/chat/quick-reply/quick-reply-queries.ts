import { type CallInput, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** Words that are written often. */
export type QuickReply = CallReply<'ops.chat.quickReplies'>['items'][number];

const queryKey = ['chat', 'quickReplies'];

/** One's own and the shared ones, asked for when they are first wanted. @source service 5.2 */
export const useQuickReplies = (enabled: boolean): UseQueryResult<CallReply<'ops.chat.quickReplies'>> =>
  useQuery({ queryKey, queryFn: ({ signal }) => call('ops.chat.quickReplies', {}, { signal }), enabled });

const refresh = { onSettled: () => void invalidate(queryKey) };

/** Stores one. */
export const saveQuickReply = mutation({
  mutationKey: ['chat', 'saveQuickReply'],
  mutationFn: (input: CallInput<'ops.chat.saveQuickReply'>) => call('ops.chat.saveQuickReply', input),
  ...refresh,
});

/** Removes one. */
export const removeQuickReply = mutation({
  mutationKey: ['chat', 'removeQuickReply'],
  mutationFn: (input: CallInput<'ops.chat.removeQuickReply'>) => call('ops.chat.removeQuickReply', input),
  ...refresh,
});
