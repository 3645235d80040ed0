import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#kernel/start-up.ts';

/** What somebody else did to an account of staff. */
export type ColleagueNews = CallReply<'ops.staff.news'>['items'][number];

/** What others did to accounts of staff and this admin has not seen, the newest first. */
export const useColleagueNews = (): { readonly items: readonly ColleagueNews[]; readonly isLoading: boolean } => {
  const isAsked = useAuth()['ops.staff.write'] === true;
  const { data, isLoading } = useQuery({
    queryKey: ['staff', 'news'],
    queryFn: ({ signal }) => call('ops.staff.news', {}, { signal }),
    enabled: isAsked,
    // The first page waits for it, and for nothing longer than an answer.
    retry: false,
  });
  return { items: data?.items ?? [], isLoading };
};

/** Notes that they are seen, up to this one. */
export const seeNews = mutation({
  mutationKey: ['staff', 'seeNews'],
  mutationFn: (eventId: number) => call('ops.staff.seeNews', { eventId }),
  onSettled: () => void invalidate(['staff', 'news']),
});
