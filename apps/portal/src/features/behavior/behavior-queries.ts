import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';

/** Reports visits and steps. The server takes the user from the session; a browser says nothing of who it is. @source R12.9 */
export const reportBehavior = mutation({
  mutationKey: ['behavior', 'report'],
  mutationFn: (input: CallInput<'behavior.report'>) => call('behavior.report', input),
});
