import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What one says of oneself at the desk, and how many are there. */
type Duty = CallReply<'ops.chat.duty'>;

/** How often a page says that it is open: twice within the time after which a member is away. @unit ms @source service 5.3 */
const askEveryMs = 50_000;

/** One's own duty, where `enabled`; asking for it says that a page of the console is open, and keeps nobody logged in. */
export const useDuty = (enabled: boolean): UseQueryResult<Duty> =>
  useQuery({
    queryKey: ['chat', 'duty'],
    queryFn: ({ signal }) => call('ops.chat.duty', {}, { signal }),
    refetchInterval: askEveryMs,
    // A page that nobody looks at is open, too.
    refetchIntervalInBackground: true,
    enabled,
  });

/** Says from any page that it is open, where `enabled`; one that fails is followed by the next. @source service 5.3 */
export const useDutyBeat = (enabled: boolean): void =>
  useEffect(() => {
    if (!enabled) return;
    const timer = setInterval(() => void call('ops.chat.duty', {}).catch(() => undefined), askEveryMs);
    return () => clearInterval(timer);
  }, [enabled]);

/** Says whether one takes receptions. @source service 5.3 */
export const setDuty = mutation({
  mutationKey: ['chat', 'setDuty'],
  mutationFn: (input: CallInput<'ops.chat.setDuty'>) => call('ops.chat.setDuty', input),
  onSettled: () => void invalidate(['chat']),
});
