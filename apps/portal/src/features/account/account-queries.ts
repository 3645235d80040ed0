import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { enterSession } from '#kernel/session.ts';

/** What an SMS code is for. */
export type SmsScene = CallInput<'portal.sendSmsCode'>['scene'];

/** Sends an SMS code; returns how long it is valid. @unit seconds */
export const sendSmsCode = mutation({
  mutationKey: ['account', 'sendSmsCode'],
  mutationFn: (input: CallInput<'portal.sendSmsCode'>) => call('portal.sendSmsCode', input),
});

/** Logs in with a password and enters the session. */
export const login = mutation({
  mutationKey: ['account', 'login'],
  mutationFn: (input: CallInput<'portal.login'>): Promise<CallReply<'portal.login'>> => call('portal.login', input),
  onSuccess: enterSession,
});

/** Logs in with an SMS code and enters the session. */
export const loginBySms = mutation({
  mutationKey: ['account', 'loginBySms'],
  mutationFn: (input: CallInput<'portal.loginBySms'>): Promise<CallReply<'portal.loginBySms'>> =>
    call('portal.loginBySms', input),
  onSuccess: enterSession,
});

/** Another image code, drawn or spoken. @source R5.3 */
export const generateImageCode = mutation({
  mutationKey: ['account', 'generateImageCode'],
  mutationFn: (input: CallInput<'user.generateImageCode'>) => call('user.generateImageCode', input),
});

/** Exchanges the text read from an image code for a ticket. @source R5.3 */
export const verifyImageCode = mutation({
  mutationKey: ['account', 'verifyImageCode'],
  mutationFn: async (input: CallInput<'user.verifyImageCode'>): Promise<string> =>
    (await call('user.verifyImageCode', input)).imageTicket,
});
