import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';

/** The topic of a message. */
export type Topic = CallInput<'portal.contact'>['topic'];

/** Sends a message; returns its ticket number. */
export const sendContact = mutation({
  mutationKey: ['lead', 'contact'],
  mutationFn: (input: CallInput<'portal.contact'>) => call('portal.contact', input),
});
