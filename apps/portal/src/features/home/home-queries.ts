import type { CallReply } from '@ronghui/client';
import { call, startUp } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** The data of the area's first page. */
export type Summary = CallReply<'home.summary'>;
/** The figures of bills. */
export type HomeBills = NonNullable<Summary['bills']>;
/** A to-do of the user. */
export type Todo = Summary['todos'][number];

/** The user's to-dos, and the figures of each noun. @source R10.1 */
export const useSummary = (): UseQueryResult<Summary> =>
  useQuery({ queryKey: ['home', 'summary'], queryFn: ({ signal }) => call('home.summary', {}, { signal }) });

/** Answers an invitation; an accepted one adds a tenant to the user's list. @source R10.9 */
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
