import type { CallInput, CallReply, Download } from '@ronghui/client';
import { useEffect } from 'react';
import { call, startUp } from '#kernel/call.ts';
import { type ListSource, useListQuery } from '#kernel/list-query.ts';
import { invalidate, type Query, useQuery } from '#kernel/query.ts';

/** How the account is protected. */
export type Safety = CallReply<'user.safety'>;
/** A session of the user. */
export type OwnSession = CallReply<'user.sessions'>['items'][number];
/** A login of the user. */
export type Login = CallReply<'user.loginHistory'>['items'][number];
/** What a started one-time password is. */
export type TotpSecret = CallReply<'user.enrolTotp'>;
/** What a code is sent for, and where to. */
export type CodeAsked = Omit<CallInput<'user.sendVerifyCode'>, 'kid'>;
/** What stands in the way of closing the account. */
export type CloseConditions = CallReply<'user.closeConditions'>;

/** @source R10.9 */
export const useSafety = (): Query<Safety> =>
  useQuery({ queryKey: ['safety', 'overview'], queryFn: ({ signal }) => call('user.safety', {}, { signal }) });

export const useSessions = (): Query<CallReply<'user.sessions'>> =>
  useQuery({ queryKey: ['safety', 'sessions'], queryFn: ({ signal }) => call('user.sessions', {}, { signal }) });

/** The login history, a page at a time. */
export const useLogins = (list: ListSource<Login>['list']) =>
  useListQuery<Login>({
    queryKey: ['safety', 'logins'],
    list,
    ask: ({ signal, cursor: _, ...part }) => call('user.loginHistory', part, { signal }),
  });

/** Read anew each time that they are looked at: what was met or not a moment ago decides nothing. */
export const useCloseConditions = (openedAt: number): Query<CloseConditions> =>
  useQuery({
    queryKey: ['safety', 'closing', openedAt],
    queryFn: ({ signal }) => call('user.closeConditions', {}, { signal }),
  });

/** What is shown of the account is read anew. */
const refresh = (): Promise<void> => invalidate(['safety']);

/** Sends a code; answers how long it lives. @unit seconds */
export const sendVerifyCode = (asked: CodeAsked) => call('user.sendVerifyCode', asked);

/** Names the user; the frame shows the name too. */
export const updateUserName = async (name: string): Promise<void> => {
  await call('user.updateUserName', { name });
  await Promise.all([refresh(), startUp()]);
};

export const updateEmail = async (input: CallInput<'user.updateEmail'>): Promise<void> => {
  await call('user.updateEmail', input);
  await Promise.all([refresh(), startUp(), invalidate(['notice'])]);
};

/** Changes the mobile: this session goes on under a new key, all others have ended. */
export const updateMobile = async (input: CallInput<'user.updateMobile'>): Promise<void> => {
  await call('user.updateMobile', input);
  await startUp();
  await refresh();
};

/** Ends a session; one's own ends what is shown here too. */
export const endSession = async (sessionId: string): Promise<void> => {
  await call('user.endSession', { sessionId });
  await invalidate(['safety', 'sessions']);
};

export const enrolTotp = (stepTicket: string): Promise<TotpSecret> => call('user.enrolTotp', { stepTicket });

/** The first right code makes it count; answers the recovery codes, which are shown once. */
export const confirmTotp = async (code: string): Promise<readonly string[]> => {
  const { recoveryCodes } = await call('user.confirmTotp', { code });
  await refresh();
  return recoveryCodes;
};

export const disableTotp = async (stepTicket: string): Promise<void> => {
  await call('user.disableTotp', { stepTicket });
  await refresh();
};

export const setNewDeviceProof = async (on: boolean, stepTicket: string): Promise<void> => {
  await call('user.setNewDeviceProof', { on, stepTicket });
  await refresh();
};

/** A copy of what is known of the user, as the server has it. */
export type OwnExport = CallReply<'user.exportData'>;

/** How often a copy that is under way is asked about. @unit ms */
const pollMs = 1500;

const refreshExport = (): Promise<void> => invalidate(['safety', 'export']);

/** The last copy, followed while it is under way. */
export const useOwnExport = (): {
  readonly last: OwnExport | null;
  readonly isUnderWay: boolean;
  readonly isKnown: boolean;
} => {
  const { data, isFetching } = useQuery({
    queryKey: ['safety', 'export'],
    queryFn: ({ signal }) => call('user.exportDataGet', {}, { signal }),
  });
  const last = data?.export ?? null;
  const isUnderWay = last?.status === 'queued' || last?.status === 'running';
  useEffect(() => {
    if (!isUnderWay || isFetching) return undefined;
    const timer = setTimeout(() => void refreshExport(), pollMs);
    return () => clearTimeout(timer);
  }, [isUnderWay, isFetching]);
  return { last, isUnderWay, isKnown: data !== undefined };
};

/** Begins a copy, or finds the one that is under way. */
export const startOwnExport = async (): Promise<void> => {
  await call('user.exportData', {});
  await refreshExport();
};

/** Ends a copy that is under way; what became of it is asked for also where it had ended before. */
export const cancelOwnExport = async (exportId: string): Promise<void> => {
  try {
    await call('user.exportDataCancel', { exportId });
  } finally {
    await refreshExport();
  }
};

export const downloadOwnExport = (exportId: string): Promise<Download> => call('user.exportDataDownload', { exportId });

export const closeAccount = async (stepTicket: string): Promise<void> => {
  await call('user.closeAccount', { stepTicket });
  await refresh();
};

export const keepAccount = async (): Promise<void> => {
  await call('user.keepAccount', {});
  await refresh();
};
