import { type CallInput, type CallOptions, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { pollOf } from '@ronghui/web/queries/live-job';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, queryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** An import, in the list and by itself. */
export type LineImport = CallReply<'ops.lineImport.get'>;
/** The first rows of a file, and what its columns stand for. */
export type Preview = CallReply<'ops.lineImport.preview'>;
export type Mapping = Preview['mapping'];
/** What is decided about rows of the file. */
export type Choices = NonNullable<LineImport['choices']>;

/** The imports for the list page. @source R11.6 */
export const useImportList = () =>
  useListPage({
    operation: 'ops.lineImport.page',
    queryKey: ['lineImport', 'page'],
    filters: ['stageId'] as const,
    ask: (filter, { signal, cursor: _, ...part }) => call('ops.lineImport.page', { ...filter, ...part }, { signal }),
  });

/** An import whose lines are being removed is polled as a job that works. */
const jobOf = (item: LineImport | undefined) =>
  item?.status === 'takingBack' ? ({ status: 'running' } as const) : item;

/** One import, polled while it runs or is taken back; `empty` when there is none with that id, `isSilent` while the server does not answer. */
export const useImport = (
  importId: string,
): { readonly state: QueryStatus<LineImport>; readonly isSilent: boolean; readonly retry: () => void } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['lineImport', 'one', importId],
    queryFn: ({ signal }) => call('ops.lineImport.get', { importId }, { signal }),
    refetchInterval: ({ state }) => pollOf(jobOf(state.data), state.error),
  });
  const status = query.data?.status;
  useEffect(() => {
    if (status !== undefined) void invalidate(['lineImport', 'page']);
    // The drafts of its stage went with its lines.
    if (status === 'takenBack') void invalidate(['bill'], ['desk', 'queues']);
  }, [status]);
  return {
    state: recordStatus('ops.lineImport.get', query),
    isSilent: query.error !== null,
    retry: () => void query.refetch(),
  };
};

/** What a file is read as by a mapping and by what is decided about its rows; `isPrevious` while that of the former ones is shown. */
export const usePreview = (importId: string, mapping: Mapping | undefined, choices: Choices) => {
  const { takeIn, leaveOutFaulty, sheet } = choices;
  const isChosen = takeIn.length > 0 || leaveOutFaulty > 0 || sheet !== undefined;
  const query = useQuery({
    queryKey: ['lineImport', 'preview', importId, mapping, choices],
    queryFn: ({ signal }) =>
      call(
        'ops.lineImport.preview',
        { importId, ...(mapping !== undefined && { mapping }), ...(isChosen && { choices }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    state: queryStatus('ops.lineImport.preview', query),
    retry: () => void query.refetch(),
    isPrevious: query.isPlaceholderData,
  };
};

/** The stages that still take lines, the latest first. */
export const useOpenStages = () => {
  const query = useQuery({
    // Below the stages, which are read again after one was made or issued.
    queryKey: ['bill', 'stage', 'open'],
    queryFn: ({ signal }) => call('ops.stage.page', { status: 'open', pageSize: 100 }, { signal }),
  });
  return { state: queryStatus('ops.stage.page', query), retry: () => void query.refetch() };
};

/** The mappings that are kept under names. */
export const useSavedMappings = (): CallReply<'ops.lineImport.mappings'>['items'] =>
  useQuery({
    queryKey: ['lineImport', 'mappings'],
    queryFn: ({ signal }) => call('ops.lineImport.mappings', {}, { signal }),
  }).data?.items ?? [];

const refreshSaved = { onSettled: () => void invalidate(['lineImport', 'mappings']) };

/** Keeps a mapping under a name. */
export const saveMapping = mutation({
  mutationKey: ['lineImport', 'saveMapping'],
  mutationFn: (input: CallInput<'ops.lineImport.saveMapping'>) => call('ops.lineImport.saveMapping', input),
  ...refreshSaved,
});

/** Removes one that is kept. */
export const dropMapping = mutation({
  mutationKey: ['lineImport', 'dropMapping'],
  mutationFn: (input: CallInput<'ops.lineImport.dropMapping'>) => call('ops.lineImport.dropMapping', input),
  ...refreshSaved,
});

const refresh = { onSettled: () => void invalidate(['lineImport']) };

interface FileToUpload extends Pick<CallOptions, 'signal' | 'onProgress'> {
  readonly stageId: string;
  readonly file: File;
}

/** Stores a file whose lines are to be imported. */
export const uploadImport = mutation({
  mutationKey: ['lineImport', 'upload'],
  mutationFn: ({ stageId, ...file }: FileToUpload) => call('ops.lineImport.upload', { stageId }, file),
  ...refresh,
});

/** Starts an import by a mapping. */
export const startImport = mutation({
  mutationKey: ['lineImport', 'start'],
  mutationFn: (input: CallInput<'ops.lineImport.start'>) => call('ops.lineImport.start', input),
  ...refresh,
});

/** Asks a running import to end. */
export const cancelImport = mutation({
  mutationKey: ['lineImport', 'cancel'],
  mutationFn: (input: CallInput<'ops.lineImport.cancel'>) => call('ops.lineImport.cancel', input),
  ...refresh,
});

/** Has the lines of an import taken back. */
export const takeBackImport = mutation({
  mutationKey: ['lineImport', 'takeBack'],
  mutationFn: (input: CallInput<'ops.lineImport.takeBack'>) => call('ops.lineImport.takeBack', input),
  ...refresh,
});

/** The report of the rows that cannot be imported. */
export const fetchReport = (importId: string) => call('ops.lineImport.report', { importId });
