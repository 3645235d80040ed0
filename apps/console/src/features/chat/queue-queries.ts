import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { deskLineStore, followDesk, openDeskLine } from './desk-line.ts';
import { useDutyBeat } from './duty/duty-queries.ts';

/** A reception that waits or is served. */
export type Reception = CallReply<'ops.chat.queue'>['items'][number];
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
  const mayWrite = useAuth()['ops.chat.write'] === true;
  useDutyBeat(readerId !== undefined && mayWrite);
  const { query } = useQueue(readerId !== undefined);
  if (readerId === undefined) return 0;
  return (query.data?.items ?? []).filter(isOwnMatter).reduce((sum, { unread }) => sum + unread, 0);
};
