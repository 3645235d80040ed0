import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call, startUp } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

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
export const useSafety = (): UseQueryResult<Safety> =>
  useQuery({ queryKey: ['safety', 'overview'], queryFn: ({ signal }) => call('user.safety', {}, { signal }) });

export const useSessions = (): UseQueryResult<CallReply<'user.sessions'>> =>
  useQuery({ queryKey: ['safety', 'sessions'], queryFn: ({ signal }) => call('user.sessions', {}, { signal }) });

/** The login history, a page at a time: what stands below it stays within reach. */
export const useLoginList = () =>
  useListPage<Login>({
    operation: 'user.loginHistory',
    queryKey: ['safety', 'logins'],
    normalSize: 10,
    isPagedEverywhere: true,
    ask: (_, { signal, cursor: __, ...part }) => call('user.loginHistory', part, { signal }),
  });

/** Read anew each time that they are looked at: what was met or not a moment ago decides nothing. */
export const useCloseConditions = (openedAt: number): UseQueryResult<CloseConditions> =>
  useQuery({
    queryKey: ['safety', 'closing', openedAt],
    queryFn: ({ signal }) => call('user.closeConditions', {}, { signal }),
  });

/** What is shown of the account is read anew. Waited for: the page's forms begin with it. Its lists come in their own time. */
const refresh = (): Promise<void> => {
  void invalidate(['safety', 'sessions'], ['safety', 'logins'], ['safety', 'closing']);
  return invalidate(['safety', 'overview']);
};

/** Sends a code; answers how long it lives. @unit seconds */
export const sendVerifyCode = mutation({
  mutationKey: ['safety', 'sendVerifyCode'],
  mutationFn: (asked: CodeAsked) => call('user.sendVerifyCode', asked),
});

/** Proves who asks, by a password or a code; answers the ticket of one step. @source R10.9 */
export const proveIdentity = mutation({
  mutationKey: ['safety', 'verifyCode'],
  mutationFn: async (input: CallInput<'user.verifyCode'>): Promise<string> =>
    (await call('user.verifyCode', input)).stepTicket,
});

/** Names the user; the frame shows the name too, and so do the members, orders and consents. */
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

/** Changes the mobile: this session goes on under a new key, which the next calls need; all others have ended. */
export const updateMobile = mutation({
  mutationKey: ['safety', 'updateMobile'],
  mutationFn: (input: CallInput<'user.updateMobile'>) => call('user.updateMobile', input),
  onSuccess: async () => {
    await startUp();
    void invalidate(['member']);
    return refresh();
  },
});

/** Ends a session; one's own ends what is shown here too. */
export const endSession = mutation({
  mutationKey: ['safety', 'endSession'],
  mutationFn: (sessionId: string) => call('user.endSession', { sessionId }),
  onSuccess: () => void invalidate(['safety', 'sessions']),
});

export const enrolTotp = mutation({
  mutationKey: ['safety', 'enrolTotp'],
  mutationFn: (stepTicket: string): Promise<TotpSecret> => call('user.enrolTotp', { stepTicket }),
});

/** The first right code makes it count; answers the recovery codes, which are shown once. */
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

/** A copy of what is known of the user, as the server has it. */
export type OwnExport = CallReply<'user.exportData'>;

/** How often the state of a copy in progress is asked for. @unit ms */
const pollMs = 1500;
/** How often, while there is no answer. @unit ms */
const failedPollMs = 15_000;

const exportKey = ['safety', 'export'];
/** Waited for: the card goes on with the state of the copy. */
const refreshExport = (): Promise<void> => invalidate(exportKey);
const isInProgress = (copy: OwnExport | null | undefined): boolean =>
  copy?.status === 'queued' || copy?.status === 'running';

/** The last copy, polled while it is in progress. */
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
    refetchInterval: ({ state }) => {
      if (!isInProgress(state.data?.export)) return false;
      return state.error === null ? pollMs : failedPollMs;
    },
  });
  const last = data?.export ?? null;
  return {
    last,
    isUnderWay: isInProgress(last),
    isKnown: data !== undefined,
    hasFailed: error !== null,
    retry: () => void refetch(),
  };
};

/** Starts a copy, or finds the one in progress. */
export const startOwnExport = mutation({
  mutationKey: ['safety', 'exportData'],
  mutationFn: () => call('user.exportData', {}),
  onSuccess: refreshExport,
});

/** Cancels a copy; its state is asked for also where it had ended before. */
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
