import { type CallInput, type CallReply, makeIdempotencyKey } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';

/** An internal note. */
export type Note = CallReply<'ops.chat.notes'>['notes'][number];
/** Whom a conversation is with. */
export type Customer = CallReply<'ops.chat.customer'>;

/** The notes of a conversation from a message on; asked for again when the queue says that there are more. @source service 1.3 */
export const useNotes = (
  conversationId: string,
  { fromSeq, known }: { readonly fromSeq: number | undefined; readonly known: number | undefined },
): UseQueryResult<CallReply<'ops.chat.notes'>> =>
  useQuery({
    queryKey: ['chat', 'notes', conversationId, fromSeq, known],
    queryFn: ({ signal }) => call('ops.chat.notes', { conversationId, fromSeq: fromSeq ?? 0 }, { signal }),
    enabled: fromSeq !== undefined,
    placeholderData: keepPreviousData,
  });

/** Whom a conversation is with. @source service 5.1 */
export const useCustomer = (conversationId: string): UseQueryResult<Customer> =>
  useQuery({
    queryKey: ['chat', 'customer', conversationId],
    queryFn: ({ signal }) => call('ops.chat.customer', { conversationId }, { signal }),
  });

const refresh = { onSettled: () => void invalidate(['chat']) };

/** Takes a reception that waits; of two who take it at once one has it. @source service 5.2 */
export const take = mutation({
  mutationKey: ['chat', 'take'],
  mutationFn: (input: CallInput<'ops.chat.take'>) => call('ops.chat.take', input),
  ...refresh,
});

/** Somebody who may take receptions. */
export type Colleague = CallReply<'ops.chat.colleagues'>['items'][number];

/** The colleagues who may take receptions. */
export const useColleagues = (): UseQueryResult<CallReply<'ops.chat.colleagues'>> =>
  useQuery({
    queryKey: ['chat', 'colleagues'],
    queryFn: ({ signal }) => call('ops.chat.colleagues', {}, { signal }),
  });

/** Gives a reception to a colleague. @source service 5.2 */
export const transfer = mutation({
  mutationKey: ['chat', 'transfer'],
  mutationFn: (input: CallInput<'ops.chat.transfer'>) => call('ops.chat.transfer', input),
  ...refresh,
});

/** Puts a reception back into the queue. @source service 5.2 */
export const giveBack = mutation({
  mutationKey: ['chat', 'giveBack'],
  mutationFn: (input: CallInput<'ops.chat.giveBack'>) => call('ops.chat.giveBack', input),
  ...refresh,
});

/** Joins a colleague's reception, to answer together. @source service 5.2 */
export const join = mutation({
  mutationKey: ['chat', 'join'],
  mutationFn: (input: CallInput<'ops.chat.join'>) => call('ops.chat.join', input),
  ...refresh,
});

/** Leaves a colleague's reception to the colleague. @source service 5.2 */
export const stepOut = mutation({
  mutationKey: ['chat', 'stepOut'],
  mutationFn: (input: CallInput<'ops.chat.stepOut'>) => call('ops.chat.stepOut', input),
  ...refresh,
});

/** When persons are there, and how long a customer waits for one. */
export type ServiceSettings = CallReply<'ops.chat.settings'>;

/** The settings in force. @source service 5.3 */
export const useSettings = (): UseQueryResult<ServiceSettings> =>
  useQuery({
    queryKey: ['chat', 'settings'],
    queryFn: ({ signal }) => call('ops.chat.settings', {}, { signal }),
  });

/** Replaces them. @source service 5.3 */
export const setSettings = mutation({
  mutationKey: ['chat', 'setSettings'],
  mutationFn: (input: CallInput<'ops.chat.setSettings'>) => call('ops.chat.setSettings', input),
  ...refresh,
});

/** Ends a reception with its summary. @source service 5.2 */
export const end = mutation({
  mutationKey: ['chat', 'end'],
  mutationFn: (input: CallInput<'ops.chat.end'>) => call('ops.chat.end', input),
  ...refresh,
});

/** Stores a note under the name that it keeps when it is sent again. @source service 1.3 */
const note = mutation({
  mutationKey: ['chat', 'note'],
  mutationFn: (input: CallInput<'ops.chat.note'>) => call('ops.chat.note', input),
  ...refresh,
});

/** Stores notes: one that is sent again after a lost answer has the name that it had. @source service 1.2 */
export const noteSender = (): ((conversationId: string, content: string) => Promise<void>) => {
  let last: CallInput<'ops.chat.note'> | undefined;
  return async (conversationId, content) => {
    const isRepeat = last?.conversationId === conversationId && last.content === content;
    if (last === undefined || !isRepeat) last = { conversationId, content, clientId: makeIdempotencyKey() };
    await note(last);
    last = undefined;
  };
};
