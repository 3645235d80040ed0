import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';

/** What a registration answers. */
export type Registered = CallReply<'portal.register'>;

/** Makes an account and its tenant; entering the session is left to the page. */
export const register = mutation({
  mutationKey: ['register'],
  mutationFn: (input: CallInput<'portal.register'>) => call('portal.register', input),
});
