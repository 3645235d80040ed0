import { CallError, type CallInput, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { type Live, useLiveJob } from '@ronghui/web/queries/live-job';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { queryStatus } from '@ronghui/web/state/query-status';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** A run of reconciliation, in the list and by itself. */
export type Run = CallReply<'recon.get'>;
/** The tolerances of the tenant. */
export type Settings = CallReply<'recon.settings'>;

/** Whether a call was refused because the tenant is not certified (R4.13). */
const isNotCertified = (error: unknown): boolean => error instanceof CallError && error.errCode === 'RHCE002';

/** The runs of the tenant, the last first, and whether it has to be certified first (R4.13). */
export const useRunList = () => {
  const [isUncertified, setUncertified] = useState(false);
  const list = useListPage({
    operation: 'recon.page',
    queryKey: ['recon', 'page'],
    filters: ['stageId'] as const,
    isPagedEverywhere: false,
    ask: async (filter, { signal, cursor: _, ...part }) => {
      try {
        return await call('recon.page', { ...filter, ...part }, { signal });
      } catch (error) {
        setUncertified(isNotCertified(error));
        throw error;
      }
    },
  });
  return { list, isUncertified };
};

/** A run as it is now: polled until it has ended, which the list then shows too. */
export const useLiveRun = (known: Run): Live<Run> =>
  useLiveJob(known, {
    queryKey: ['recon', 'one', known.runId],
    ask: (signal) => call('recon.get', { runId: known.runId }, { signal }),
    shownBy: [['recon', 'page'], ['recon', 'year'], ['notice']],
  });

/** The stages by name, for a filter and a field. */
export const useStages = () => {
  const query = useQuery({
    queryKey: ['stage', 'all'],
    queryFn: ({ signal }) => call('stage.all', {}, { signal }),
  });
  const options = (query.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { options, state: queryStatus('stage.all', query), retry: () => void query.refetch() };
};

/** The tolerances in force. */
export const useSettings = () => {
  const query = useQuery({
    queryKey: ['recon', 'settings'],
    queryFn: ({ signal }) => call('recon.settings', {}, { signal }),
  });
  return { state: queryStatus('recon.settings', query), retry: () => void query.refetch() };
};

/** The last run that is done and no trial; undefined without one. */
export const useLastDone = () => {
  const query = useQuery({
    queryKey: ['recon', 'page', 'lastDone'],
    queryFn: ({ signal }) => call('recon.page', { page: 1, pageSize: 20 }, { signal }),
  });
  return query.data?.items.find((run) => run.status === 'done' && !run.isDryRun && run.isFileKept);
};

/** The stages of a year with their last runs. */
export const useYear = (year: number) => {
  const query = useQuery({
    queryKey: ['recon', 'year', year],
    queryFn: ({ signal }) => call('recon.year', { year }, { signal }),
  });
  return {
    state: queryStatus('recon.year', query, ({ stages }) => stages.length === 0),
    retry: () => void query.refetch(),
    isUncertified: isNotCertified(query.error),
  };
};

const refresh = { onSettled: () => void invalidate(['recon']) };

/** Compares the ledger of a run once more. */
export const runAgain = mutation({
  mutationKey: ['recon', 'again'],
  mutationFn: (input: CallInput<'recon.again'>) => call('recon.again', input),
  ...refresh,
});

/** Asks a run to end; its state is fetched again, also when it had ended before. */
export const cancelRun = mutation({
  mutationKey: ['recon', 'cancel'],
  mutationFn: (input: CallInput<'recon.cancel'>) => call('recon.cancel', input),
  ...refresh,
});

/** Saves the tolerances of the tenant. */
export const saveSettings = mutation({
  mutationKey: ['recon', 'saveSettings'],
  mutationFn: (input: CallInput<'recon.saveSettings'>) => call('recon.saveSettings', input),
  onSettled: () => void invalidate(['recon', 'settings']),
});

/** Shows what other tolerances would make of a run. */
export const startDryRun = mutation({
  mutationKey: ['recon', 'dryRun'],
  mutationFn: (input: CallInput<'recon.dryRun'>) => call('recon.dryRun', input),
  ...refresh,
});
