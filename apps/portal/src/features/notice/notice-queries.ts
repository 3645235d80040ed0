import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type ListSource, useCardsQuery, useListQuery } from '@ronghui/web/queries/list-query';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { unreadStore } from './unread.ts';

/** A notice as the list has it. */
export type Notice = CallReply<'notice.page'>['items'][number];
/** What is sent on by SMS and mail. */
export type NoticeSettings = CallReply<'notice.settings'>;
/** The filter of the list, as the address has it. */
export type NoticeFilterName = 'kind' | 'unread';

type List = ListSource<Notice>['list'];

const filterOf = ({ kind, unread }: List['filter']): Partial<CallInput<'notice.page'>> => ({
  // The address may hold anything; the server says what is wrong with it.
  ...(kind === undefined ? {} : { kind: kind as Notice['kind'] }),
  ...(unread === undefined ? {} : { unread: unread === '1' }),
});

const source = (list: List, enabled: boolean): ListSource<Notice> => ({
  queryKey: ['notice', 'page'],
  list,
  enabled,
  ask: ({ signal, ...part }) => call('notice.page', { ...filterOf(list.filter), ...part }, { signal }),
});

/** The notices, a page at a time on PC or growing on H5. @source R10.11 */
export const useNotices = (list: List, isPaged: boolean) => ({
  page: useListQuery(source(list, isPaged)),
  cards: useCardsQuery(source(list, !isPaged)),
});

/** Something new has come: a list that is in sight asks anew. */
export const refreshNotices = (): Promise<void> => invalidate(['notice', 'page']);

/** Marks notices as read, or all of them; the count in the frame follows at once. */
export const readNotices = async (noticeIds?: readonly string[]): Promise<void> => {
  const { unread } = await call('notice.read', noticeIds === undefined ? {} : { noticeIds: [...noticeIds] });
  unreadStore.set(unread);
  await refreshNotices();
};

export const useNoticeSettings = (enabled: boolean): UseQueryResult<NoticeSettings> =>
  useQuery({
    queryKey: ['notice', 'settings'],
    enabled,
    queryFn: ({ signal }) => call('notice.settings', {}, { signal }),
  });

export const saveNoticeSettings = async (items: NoticeSettings['items']): Promise<void> => {
  await call('notice.saveSettings', { items: [...items] });
  await invalidate(['notice', 'settings']);
};
