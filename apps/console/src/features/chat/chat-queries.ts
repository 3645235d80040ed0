import { type CallInput, type CallReply, makeIdempotencyKey } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deskLineStore, followDesk, openDeskLine } from './desk-line.ts';

/** A reception that waits or is served. */
export type Reception = CallReply<'ops.chat.queue'>['items'][number];
/** An internal note. */
export type Note = CallReply<'ops.chat.notes'>['notes'][number];
/** Whom a conversation is with. */
export type Customer = CallReply<'ops.chat.customer'>;
type Queue = CallReply<'ops.chat.queue'>;

/** How often the queue is asked for where no stream says that it has changed. @unit ms @source service 2.4 */
const askEveryMs = 20_000;

/** The same beside a stream: a connection that was cut without a word says nothing, either. @unit ms */
const askAnywayMs = 60_000;

const queueKey = ['chat', 'queue'];

/** Between two questions that hints lead to: every tab of an office asks, and a tab that nobody sees seldom. */
const rest = (): Promise<void> =>
  new Promise((go) => {
    setTimeout(go, document.hidden ? askEveryMs : 1_000);
  });

/** Asks for the queue after a hint; of hints that come meanwhile one question is made, so that none is called off for ever. */
const makeQueueAsker = (): (() => void) => {
  let isAsking = false;
  let isStale = false;
  return () => {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    const ask = async (): Promise<void> => {
      while (isStale) {
        isStale = false;
        // A question that is under way may have been answered before the change.
        await invalidate(queueKey);
        await rest();
      }
      isAsking = false;
    };
    void ask();
  };
};

/** What waits and what is served, where `enabled`; asking for it keeps nobody logged in. @source service 5.1, service 2.3 */
export const useQueue = (
  enabled = true,
): { readonly state: QueryStatus<Queue>; readonly query: UseQueryResult<Queue> } => {
  const isUp = deskLineStore.use();
  const query = useQuery({
    queryKey: queueKey,
    queryFn: ({ signal }) => call('ops.chat.queue', {}, { signal }),
    refetchInterval: isUp ? askAnywayMs : askEveryMs,
    enabled,
  });
  return { query, state: queryStatus('ops.chat.queue', query) };
};

/** Whose words wait for an answer of the reader: those of customers whom no colleague serves. @source service 1.5 */
const isOwnMatter = ({ state, own }: Reception): boolean => state !== 'serving' || own !== null;

/** Pages other than the desk come first: what they show waits for nothing of this. @unit ms */
const afterPageMs = 3_000;

/**
 * How many messages nobody has read, of those who wait and of one's own; keeps the desk's stream open meanwhile. 0 without a member who reads conversations.
 *
 * @source service 1.5, service 2.4
 */
export const useUnread = (staffId: string | undefined, isAtDesk: boolean): number => {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  const readerId = isAtDesk || isLater ? staffId : undefined;
  useEffect(() => {
    if (readerId === undefined) return;
    const stop = followDesk({ queue: makeQueueAsker() });
    const close = openDeskLine(readerId);
    return () => {
      close();
      stop();
    };
  }, [readerId]);
  const { query } = useQueue(readerId !== undefined);
  if (readerId === undefined) return 0;
  return (query.data?.items ?? []).filter(isOwnMatter).reduce((sum, { unread }) => sum + unread, 0);
};

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
