import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';

/** The reply of a registration. */
export type Registered = CallReply<'portal.register'>;

/** Creates an account and its tenant; the page enters the session. */
export const register = mutation({
  mutationKey: ['register'],
  mutationFn: (input: CallInput<'portal.register'>) => call('portal.register', input),
});
