import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { queryStatus } from '@ronghui/web/state/query-status';
import { useQuery } from '@tanstack/react-query';

/** What is set. */
export type Maintenance = CallReply<'ops.maintenance.current'>;

/** What is set, as it stands now. */
export const useMaintenance = () => {
  const query = useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => call('ops.maintenance.current', {}, { signal }),
  });
  return { query, state: queryStatus('ops.maintenance.current', query) };
};

/** Replaces all of it. */
export const setMaintenance = mutation({
  mutationKey: ['maintenance', 'set'],
  mutationFn: (input: CallInput<'ops.maintenance.set'>) => call('ops.maintenance.set', input),
  onSettled: () => void invalidate(['maintenance']),
});
