import { CallError, type CallInput, type CallReply, type Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { type Live, useLiveJob } from '@ronghui/web/queries/live-job';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { useState } from 'react';

/** An export as the list has it. */
export type Export = CallReply<'export.get'>;
/** What is exported: a list, and its filter. */
export type ExportTarget = Pick<CallInput<'export.create'>, 'kind' | 'filter'>;

const isNotCertified = (error: unknown): boolean => error instanceof CallError && error.errCode === 'RHCE002';

/** The exports of the tenant, and whether it has to be certified first (R4.13). */
export const useExportList = () => {
  const [isUncertified, setUncertified] = useState(false);
  const list = useListPage<Export>({
    operation: 'export.page',
    queryKey: ['export', 'page'],
    isPagedEverywhere: true,
    ask: async (_, { signal, cursor: __, ...part }) => {
      try {
        return await call('export.page', part, { signal });
      } catch (error) {
        setUncertified(isNotCertified(error));
        throw error;
      }
    },
  });
  return { list, isUncertified };
};

/** An export as it is now, and whether the server has stopped answering. */
export type LiveExport = Live<Export>;

/** An export as it is now: polled until it has ended, which the list then shows too. */
export const useLiveExport = (known: Export): LiveExport =>
  useLiveJob(known, {
    queryKey: ['export', 'one', known.exportId],
    ask: (signal) => call('export.get', { exportId: known.exportId }, { signal }),
    shownBy: [['export', 'page'], ['notice']],
  });

const refreshList = (): void => void invalidate(['export', 'page']);

/** Asks for an export. */
export const createExport = mutation({
  mutationKey: ['export', 'create'],
  mutationFn: (input: CallInput<'export.create'>) => call('export.create', input),
  onSettled: refreshList,
});

/** Cancels an export; its state is fetched again, also when it had ended before. */
export const cancelExport = mutation({
  mutationKey: ['export', 'cancel'],
  mutationFn: (input: CallInput<'export.cancel'>) => call('export.cancel', input),
  onSettled: () => void invalidate(['export']),
});

/** Fetches the file of an export. */
export const downloadExport = (exportId: string): Promise<Download> => call('export.download', { exportId });
