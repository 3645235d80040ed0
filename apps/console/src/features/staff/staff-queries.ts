import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { enterSession } from '#kernel/session.ts';

/** A session of one's own. */
export type OwnSession = CallReply<'ops.user.sessions'>['items'][number];
/** The secret of a second factor that is being set up. */
export type TotpSecret = CallReply<'ops.totp.begin'>;
/** The reply to the first right code. */
export type Enrolled = CallReply<'ops.totp.confirm'>;

/** Logs in and enters the session. */
export const login = mutation({
  mutationKey: ['staff', 'login'],
  mutationFn: (input: Omit<CallInput<'ops.login'>, 'kid'>) => call('ops.login', input),
  onSuccess: enterSession,
});

/** Changes one's own password; this browser gets a new session, all others end. */
export const changePassword = mutation({
  mutationKey: ['staff', 'changePwd'],
  mutationFn: (input: Omit<CallInput<'ops.changePwd'>, 'kid'>) => call('ops.changePwd', input),
  onSuccess: (reply) => {
    enterSession(reply);
    void invalidate(['staff']);
  },
});

/** Ends the session on the server; the caller clears the application's own state. */
export const logOut = mutation({ mutationKey: ['staff', 'logout'], mutationFn: () => call('ops.logout', {}) });

/** Proves who is at the browser, by the password or a code of the second factor; returns the ticket of one step. */
export const proveIdentity = mutation({
  mutationKey: ['staff', 'verify'],
  mutationFn: async (proof: Pick<CallInput<'ops.user.verify'>, 'pwd' | 'totp'>): Promise<string> =>
    (await call('ops.user.verify', proof)).stepTicket,
});

/** The state of one's own second factor. */
export const useSafety = (): UseQueryResult<CallReply<'ops.user.safety'>> =>
  useQuery({ queryKey: ['staff', 'safety'], queryFn: ({ signal }) => call('ops.user.safety', {}, { signal }) });

/** One's own open sessions. */
export const useSessions = (): UseQueryResult<CallReply<'ops.user.sessions'>> =>
  useQuery({ queryKey: ['staff', 'sessions'], queryFn: ({ signal }) => call('ops.user.sessions', {}, { signal }) });

/** Ends one of one's own sessions elsewhere. */
export const endSession = mutation({
  mutationKey: ['staff', 'endSession'],
  mutationFn: (sessionId: string) => call('ops.user.endSession', { sessionId }),
  onSuccess: () => void invalidate(['staff', 'sessions']),
});

/** Begins to set up a second factor; a ticket is needed but for the first one. */
export const beginTotp = mutation({
  mutationKey: ['staff', 'beginTotp'],
  mutationFn: (stepTicket?: string): Promise<TotpSecret> =>
    call('ops.totp.begin', stepTicket === undefined ? {} : { stepTicket }),
});

/** Puts the second factor in force by its first right code; the recovery codes of the reply are shown once. */
export const confirmTotp = mutation({
  mutationKey: ['staff', 'confirmTotp'],
  mutationFn: (code: string): Promise<Enrolled> => call('ops.totp.confirm', { code }),
  onSuccess: () => void invalidate(['staff']),
});

/** New recovery codes in place of the former. */
export const renewCodes = mutation({
  mutationKey: ['staff', 'renewCodes'],
  mutationFn: async (stepTicket: string): Promise<readonly string[]> =>
    (await call('ops.totp.renewCodes', { stepTicket })).recoveryCodes,
  onSuccess: () => void invalidate(['staff', 'safety']),
});
