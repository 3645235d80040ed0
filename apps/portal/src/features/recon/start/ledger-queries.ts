import { CallError, type CallInput, type CallOptions, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { queryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { areNone, type Choices } from './row-choices.ts';

/** A stored ledger, and the runs of a file with the same bytes. */
export type StoredLedger = CallReply<'recon.upload'>;
/** The first rows of a ledger, and what its columns stand for. */
export type Preview = CallReply<'recon.preview'>;
export type Mapping = Preview['mapping'];

interface FileToUpload extends Pick<CallOptions, 'signal' | 'onProgress'> {
  readonly file: File;
}

/** Stores a ledger. @source R13.1 */
export const uploadLedger = mutation({
  mutationKey: ['recon', 'upload'],
  mutationFn: (input: FileToUpload): Promise<StoredLedger> => call('recon.upload', {}, input),
});

/** A ledger as a mapping and choices of rows read it; without a mapping as it is recognised. Nothing is fetched for an empty id. */
export const usePreview = (ledgerId: string, mapping: Mapping | undefined, choices: Choices) => {
  const { sheet } = choices;
  const query = useQuery({
    queryKey: ['recon', 'preview', ledgerId, sheet, mapping, choices],
    queryFn: ({ signal }) =>
      call(
        'recon.preview',
        { ledgerId, ...(mapping !== undefined && { mapping }), ...(areNone(choices) ? {} : { choices }) },
        { signal },
      ),
    enabled: ledgerId !== '',
    // Another mapping of the same file keeps the rows in sight; another file or sheet does not.
    placeholderData: (former, formerQuery) =>
      formerQuery?.queryKey[2] === ledgerId && formerQuery.queryKey[3] === sheet ? keepPreviousData(former) : undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    state: queryStatus('recon.preview', query),
    retry: () => void query.refetch(),
    error: query.error,
    isReading: query.isPlaceholderData,
  };
};

/** The ledger is not kept any more: another upload is needed. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.errCode === 'RHSY404';

/** The file itself cannot be read: the refusal names a reason. */
export const unreadableReason = (error: unknown): string | undefined =>
  error instanceof CallError && error.status === 422 ? error.fields[0]?.message : undefined;

/** Remembers how a source writes its ledgers. */
export const saveSource = mutation({
  mutationKey: ['recon', 'saveMapping'],
  mutationFn: (input: CallInput<'recon.saveMapping'>) => call('recon.saveMapping', input),
});

/** The run whose file is used once more; nothing is fetched without its id. */
export const useFormerRun = (runId: string) => {
  const query = useQuery({
    queryKey: ['recon', 'run', runId],
    queryFn: ({ signal }) => call('recon.get', { runId }, { signal }),
    enabled: runId !== '',
  });
  return { state: queryStatus('recon.get', query), error: query.error, retry: () => void query.refetch() };
};
export type FormerRun = CallReply<'recon.get'>;

/** Starts a reconciliation. */
export const startRun = mutation({
  mutationKey: ['recon', 'start'],
  mutationFn: (input: CallInput<'recon.start'>) => call('recon.start', input),
  onSettled: () => void invalidate(['recon', 'page'], ['recon', 'year']),
});
