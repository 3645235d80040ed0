import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';

/** Reports visits and steps. They name no user: the server takes the user from the session. @source R12.9 */
export const reportBehavior = mutation({
  mutationKey: ['behavior', 'report'],
  mutationFn: (input: CallInput<'behavior.report'>) => call('behavior.report', input),
});
