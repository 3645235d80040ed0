import type { CallInput, CallReply, Download } from '@ronghui/client';
import { isUnderWay } from '@ronghui/domain/job';
import { call, startUp } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { pollOf } from '@ronghui/web/queries/live-job';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** How the account is protected. */
export type Safety = CallReply<'user.safety'>;
/** A session of the user. */
export type OwnSession = CallReply<'user.sessions'>['items'][number];
/** A login of the user. */
export type Login = CallReply<'user.loginHistory'>['items'][number];
/** The secret of a one-time password that is being set up. */
export type TotpSecret = CallReply<'user.enrolTotp'>;
/** The purpose and the recipient of a code. */
export type CodeRequest = Omit<CallInput<'user.sendVerifyCode'>, 'kid'>;
/** The conditions of closing the account. */
export type CloseConditions = CallReply<'user.closeConditions'>;

/** @source R10.9 */
export const useSafety = (): UseQueryResult<Safety> =>
  useQuery({ queryKey: ['safety', 'overview'], queryFn: ({ signal }) => call('user.safety', {}, { signal }) });

export const useSessions = (): UseQueryResult<CallReply<'user.sessions'>> =>
  useQuery({ queryKey: ['safety', 'sessions'], queryFn: ({ signal }) => call('user.sessions', {}, { signal }) });

/** The login history, one page at a time, so that the content below it stays near. */
export const useLoginList = () =>
  useListPage<Login>({
    operation: 'user.loginHistory',
    queryKey: ['safety', 'logins'],
    normalSize: 10,
    isPagedEverywhere: true,
    ask: (_, { signal, cursor: __, ...part }) => call('user.loginHistory', part, { signal }),
  });

/** The conditions, fetched each time that they are shown, because they change. */
export const useCloseConditions = (openedAt: number): UseQueryResult<CloseConditions> =>
  useQuery({
    queryKey: ['safety', 'closing', openedAt],
    queryFn: ({ signal }) => call('user.closeConditions', {}, { signal }),
  });

/** Refreshes the account's data. Returns when the overview is fresh, because forms start from it; the lists refresh meanwhile. */
const refresh = (): Promise<void> => {
  void invalidate(['safety', 'sessions'], ['safety', 'logins'], ['safety', 'closing']);
  return invalidate(['safety', 'overview']);
};

/** Sends a code; returns how long it is valid. @unit seconds */
export const sendVerifyCode = mutation({
  mutationKey: ['safety', 'sendVerifyCode'],
  mutationFn: (asked: CodeRequest) => call('user.sendVerifyCode', asked),
});

/** Proves the user's identity with a password or a code; returns the ticket of one step. @source R10.9 */
export const proveIdentity = mutation({
  mutationKey: ['safety', 'verifyCode'],
  mutationFn: async (input: CallInput<'user.verifyCode'>): Promise<string> =>
    (await call('user.verifyCode', input)).stepTicket,
});

/** Changes the user's name, also in the frame and wherever members, orders and consents show it. */
export const updateUserName = mutation({
  mutationKey: ['safety', 'updateUserName'],
  mutationFn: (name: string) => call('user.updateUserName', { name }),
  onSuccess: () => {
    void startUp();
    void invalidate(['member'], ['order'], ['authorization']);
    return refresh();
  },
});

export const updateEmail = mutation({
  mutationKey: ['safety', 'updateEmail'],
  mutationFn: (input: CallInput<'user.updateEmail'>) => call('user.updateEmail', input),
  onSuccess: () => {
    void startUp();
    void invalidate(['notice']);
    return refresh();
  },
});

/** Changes the mobile: this session gets a new key, which the next calls need; all others end. */
export const updateMobile = mutation({
  mutationKey: ['safety', 'updateMobile'],
  mutationFn: (input: CallInput<'user.updateMobile'>) => call('user.updateMobile', input),
  onSuccess: async () => {
    await startUp();
    void invalidate(['member']);
    return refresh();
  },
});

/** Ends a session; ending the present one also clears the application's state. */
export const endSession = mutation({
  mutationKey: ['safety', 'endSession'],
  mutationFn: (sessionId: string) => call('user.endSession', { sessionId }),
  onSuccess: () => void invalidate(['safety', 'sessions']),
});

export const enrolTotp = mutation({
  mutationKey: ['safety', 'enrolTotp'],
  mutationFn: (stepTicket: string): Promise<TotpSecret> => call('user.enrolTotp', { stepTicket }),
});

/** Enables the one-time password with its first right code; returns the recovery codes, which are shown once. */
export const confirmTotp = mutation({
  mutationKey: ['safety', 'confirmTotp'],
  mutationFn: async (code: string): Promise<readonly string[]> =>
    (await call('user.confirmTotp', { code })).recoveryCodes,
  onSuccess: refresh,
});

export const disableTotp = mutation({
  mutationKey: ['safety', 'disableTotp'],
  mutationFn: (stepTicket: string) => call('user.disableTotp', { stepTicket }),
  onSuccess: refresh,
});

export const setNewDeviceProof = mutation({
  mutationKey: ['safety', 'setNewDeviceProof'],
  mutationFn: (on: boolean, stepTicket: string) => call('user.setNewDeviceProof', { on, stepTicket }),
  onSuccess: refresh,
});

/** An export of the user's data. */
export type OwnExport = CallReply<'user.exportData'>;

const exportKey = ['safety', 'export'];
/** Waited for: the card goes on with the state of the copy. */
const refreshExport = (): Promise<void> => invalidate(exportKey);

/** The last export, polled while it runs. */
export const useOwnExport = (): {
  readonly last: OwnExport | null;
  readonly isUnderWay: boolean;
  readonly isKnown: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
} => {
  const { data, error, refetch } = useQuery({
    queryKey: exportKey,
    queryFn: ({ signal }) => call('user.exportDataGet', {}, { signal }),
    refetchInterval: ({ state }) => pollOf(state.data?.export, state.error),
  });
  const last = data?.export ?? null;
  return {
    last,
    isUnderWay: last !== null && isUnderWay(last),
    isKnown: data !== undefined,
    hasFailed: error !== null,
    retry: () => void refetch(),
  };
};

/** Starts an export, or returns the running one. */
export const startOwnExport = mutation({
  mutationKey: ['safety', 'exportData'],
  mutationFn: () => call('user.exportData', {}),
  onSuccess: refreshExport,
});

/** Cancels an export, and fetches its state, also when it had ended before. */
export const cancelOwnExport = mutation({
  mutationKey: ['safety', 'exportDataCancel'],
  mutationFn: (exportId: string) => call('user.exportDataCancel', { exportId }),
  onSettled: refreshExport,
});

export const downloadOwnExport = (exportId: string): Promise<Download> => call('user.exportDataDownload', { exportId });

export const closeAccount = mutation({
  mutationKey: ['safety', 'closeAccount'],
  mutationFn: (stepTicket: string) => call('user.closeAccount', { stepTicket }),
  onSuccess: refresh,
});

export const keepAccount = mutation({
  mutationKey: ['safety', 'keepAccount'],
  mutationFn: () => call('user.keepAccount', {}),
  onSuccess: refresh,
});
