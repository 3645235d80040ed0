import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { unreadStore } from './unread.ts';

/** A notice as the list has it. */
export type Notice = CallReply<'notice.page'>['items'][number];
/** What is sent on by SMS and mail. */
export type NoticeSettings = CallReply<'notice.settings'>;

const filters = ['unread', 'kind'] as const;
type Filter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

const inputOf = ({ kind, unread }: Filter): Partial<CallInput<'notice.page'>> => ({
  // The address may hold anything; the server says what is wrong with it.
  ...(kind === undefined ? {} : { kind: kind as Notice['kind'] }),
  ...(unread === undefined ? {} : { unread: unread === '1' }),
});

/** The notices, as their page shows them. @source R10.11 */
export const useNoticeList = () =>
  useListPage({
    operation: 'notice.page',
    queryKey: ['notice', 'page'],
    filters,
    ask: (filter, { signal, ...part }) => call('notice.page', { ...inputOf(filter), ...part }, { signal }),
  });

/** Something new has come: a list that is in sight asks anew. */
export const refreshNotices = (): Promise<void> => invalidate(['notice', 'page']);

const unreadKey = ['unreadNotices'];

/**
 * How many notices of a user are unread, asked for again and again while the page is in sight. `pauseAfter` tells the pause by the last
 * failure and how many there were in a row; false ends the asking.
 */
export const useUnreadCount = (
  who: string | undefined,
  pauseAfter: (error: unknown, failures: number) => number | false,
): UseQueryResult<number> => {
  const failures = useRef(0);
  // Drawn once an answer: a pause that differs with each render would begin anew with each.
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
        const { unread } = await call('notice.unreadCount', {}, { signal });
        failures.current = 0;
        return unread;
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
    void invalidate(unreadKey, ['notice', 'page'], ['home']);
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
