import type { CallReply } from '@ronghui/client';
import { call, startUp } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** What the first page of the area shows. */
export type Summary = CallReply<'home.summary'>;
/** Something that waits for the user. */
export type Todo = Summary['todos'][number];

/** What waits for the user, and how each noun stands. @source R10.1 */
export const useSummary = (): UseQueryResult<Summary> =>
  useQuery({ queryKey: ['home', 'summary'], queryFn: ({ signal }) => call('home.summary', {}, { signal }) });

/** Answers an invitation; an accepted one makes the user's list of tenants longer. @source R10.9 */
export const answerInvitation = mutation({
  mutationKey: ['home', 'answerInvitation'],
  mutationFn: async (invitationId: string, accepts: boolean): Promise<CallReply<'member.accept'> | undefined> => {
    if (accepts) {
      const joined = await call('member.accept', { invitationId });
      await startUp();
      return joined;
    }
    await call('member.decline', { invitationId });
    return undefined;
  },
  onSettled: () => void invalidate(['home']),
});
