import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '#kernel/call.ts';
import { enterSession } from '#kernel/session.ts';

/** What an SMS code is for. */
export type SmsScene = CallInput<'portal.sendSmsCode'>['scene'];

/** Sends an SMS code; answers how long it lives. @unit seconds */
export const sendSmsCode = (input: CallInput<'portal.sendSmsCode'>) => call('portal.sendSmsCode', input);

/** Logs in with a password; the session is entered. */
export const login = async (input: CallInput<'portal.login'>): Promise<void> =>
  enterSession(await call('portal.login', input));

/** Logs in with an SMS code; the session is entered. */
export const loginBySms = async (input: CallInput<'portal.loginBySms'>): Promise<void> =>
  enterSession(await call('portal.loginBySms', input));

/** What a registration answers. */
export type Registered = CallReply<'portal.register'>;

/** Makes an account and its tenant; entering the session is left to the page. */
export const register = (input: CallInput<'portal.register'>): Promise<Registered> => call('portal.register', input);

/** Sets a new password by an SMS code. */
export const findPassword = (input: CallInput<'portal.findPwd'>) => call('portal.findPwd', input);

/** Sets a new password by the old one. */
export const changePassword = (input: CallInput<'portal.changePwd'>) => call('portal.changePwd', input);
