import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate, queryClient } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { unreadStore } from './unread.ts';

/** A notice in the list. */
export type Notice = CallReply<'notice.page'>['items'][number];
/** The settings of what is sent on by SMS and mail. */
export type NoticeSettings = CallReply<'notice.settings'>;

const filters = ['unread', 'kind'] as const;
type Filter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

const inputOf = ({ kind, unread }: Filter): Partial<CallInput<'notice.page'>> => ({
  // The address may contain any value; the server validates it.
  ...(kind === undefined ? {} : { kind: kind as Notice['kind'] }),
  ...(unread === undefined ? {} : { unread: unread === '1' }),
});

const listKey = ['notice', 'page'];

/** The notices for their page. @source R10.11 */
export const useNoticeList = () =>
  useListPage({
    operation: 'notice.page',
    queryKey: listKey,
    filters,
    ask: async (filter, { signal, ...part }) => {
      const reply = await call('notice.page', { ...inputOf(filter), ...part }, { signal });
      if (reply.unread === undefined) return reply;
      // A notice came since: what is kept of the other filters does not have it, and the next count is no higher than this reply's.
      if (reply.unread > unreadStore.get()) {
        void queryClient.invalidateQueries({ queryKey: listKey, refetchType: 'none' });
      }
      // What the next count is compared with: one that is higher brings a notice that this list has not.
      unreadStore.set(reply.unread);
      return reply;
    },
  });

/**
 * Refreshes a visible list after a new notice arrived. One whose first answer is on its way is not asked for again: where that answer is
 * older than the notice, its own count is lower, and the next count refreshes it.
 */
export const refreshNotices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: listKey });

const unreadKey = ['unreadNotices'];

/**
 * How many notices and messages of a user are unread, polled while the page is visible. `pauseAfter` returns the pause by the last failure and the
 * number of failures in a row; false ends the polling.
 */
export const useUnreadCount = (
  who: string | undefined,
  pauseAfter: (error: unknown, failures: number) => number | false,
): UseQueryResult<CallReply<'notice.unreadCount'>> => {
  const failures = useRef(0);
  // Computed once for each answer: a pause that changes with each render would restart with each.
  const pause = useRef<{ readonly at: number; readonly ms: number | false }>({ at: -1, ms: false });
  return useQuery({
    queryKey: [...unreadKey, who],
    enabled: who !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      const at = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
      if (pause.current.at !== at) pause.current = { at, ms: pauseAfter(state.error, failures.current) };
      return pause.current.ms;
    },
    queryFn: async ({ signal }) => {
      try {
        const counts = await call('notice.unreadCount', {}, { signal });
        failures.current = 0;
        return counts;
      } catch (error) {
        // One that was given up has not failed.
        if (!signal.aborted) failures.current += 1;
        throw error;
      }
    },
  });
};

/**
 * Marks notices as read, or all of them; the count in the frame follows at once. A count that is on its way may be older: it is given up
 * and asked for anew.
 */
export const readNotices = mutation({
  mutationKey: ['notice', 'read'],
  mutationFn: (noticeIds?: readonly string[]) =>
    call('notice.read', noticeIds === undefined ? {} : { noticeIds: [...noticeIds] }),
  onSuccess: ({ unread }) => {
    unreadStore.set(unread);
    void invalidate(unreadKey, listKey, ['home']);
  },
});

export const useNoticeSettings = (enabled: boolean): UseQueryResult<NoticeSettings> =>
  useQuery({
    queryKey: ['notice', 'settings'],
    enabled,
    queryFn: ({ signal }) => call('notice.settings', {}, { signal }),
  });

export const saveNoticeSettings = mutation({
  mutationKey: ['notice', 'saveSettings'],
  mutationFn: (items: NoticeSettings['items']) => call('notice.saveSettings', { items: [...items] }),
  // Waited for: the form begins with them when it is opened again.
  onSuccess: () => invalidate(['notice', 'settings']),
});
