import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';

/** What a lead of a conversation says. */
export type LeadInput = CallInput<'ops.chat.makeLead'>;

/** Makes a lead of a conversation. @source service 5.4 */
export const makeLead = mutation({
  mutationKey: ['chat', 'makeLead'],
  mutationFn: (input: LeadInput) => call('ops.chat.makeLead', input),
  onSettled: () => void invalidate(['chat'], ['lead', 'page']),
});

/** Notes something at the merchant of a conversation. @source service 5.4 */
export const noteTenant = mutation({
  mutationKey: ['chat', 'noteTenant'],
  mutationFn: (input: CallInput<'ops.chat.noteTenant'>) => call('ops.chat.noteTenant', input),
  onSettled: () => void invalidate(['chat'], ['tenant', 'detail']),
});
