import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';

/** Sets a new password with an SMS code. */
export const findPassword = mutation({
  mutationKey: ['password', 'find'],
  mutationFn: (input: CallInput<'portal.findPwd'>) => call('portal.findPwd', input),
});

/** Sets a new password with the old one. */
export const changePassword = mutation({
  mutationKey: ['password', 'change'],
  mutationFn: (input: CallInput<'portal.changePwd'>) => call('portal.changePwd', input),
});
