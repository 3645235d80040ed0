import type { CallInput, CallOptions, CallReply } from '@ronghui/client';
import { type ContentRecord, type KeyedRecord, type RecordName, recordWord } from '@ronghui/domain/content';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useWatching } from '@ronghui/web/queries/watch';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** A record as it is published and as it is being edited, its body, and its versions. */
export type RecordDetail = CallReply<'ops.content.detail'>;
export type Body = NonNullable<RecordDetail['published']>;
type Bodies = { readonly [Each in Body as Each['record']]: Each };
export type BodyOf<Name extends ContentRecord> = Bodies[Name];
export type Fault = CallReply<'ops.content.save'>['faults'][number];
export type Version = CallReply<'ops.content.versions'>['items'][number];

/** A record in the list of its kind. */
export type RecordEntry = CallReply<'ops.content.page'>['items'][number];

/** The name of a record as its writes have it: without a key where its kind has none. */
export const namedInCall = <Kind extends ContentRecord>({ record, key }: RecordName<Kind>) => ({
  record,
  key: key === '' ? undefined : key,
});

/** The same where a field that is not there is left out. */
const wanted = ({ record, key }: RecordName) => ({ record, ...(key !== '' && { key }) });

/** One record. @source R11.3 */
export const useRecord = (name: RecordName) =>
  useQuery({
    ...readWhenOpened,
    queryKey: ['content', 'detail', recordWord(name)],
    queryFn: ({ signal }) => call('ops.content.detail', wanted(name), { signal }),
  });

/** The records of a kind for their list page. @source R11.3 */
export const useRecordList = (record: KeyedRecord) =>
  useListPage({
    operation: 'ops.content.page',
    queryKey: ['content', 'page', record],
    filters: ['state'] as const,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) =>
      call(
        'ops.content.page',
        { ...(filter as Pick<CallInput<'ops.content.page'>, 'state'>), record, ...part },
        { signal },
      ),
  });

/** The records of a kind to choose from, the first hundred of them. */
export const useRecordOptions = (record: KeyedRecord): readonly RecordEntry[] =>
  useQuery({
    queryKey: ['content', 'page', record, 'options'],
    queryFn: ({ signal }) => call('ops.content.page', { record, state: 'published', pageSize: 100 }, { signal }),
  }).data?.items ?? [];

/** The published records of a kind with a word in title or key, some of them. */
export const useRecordSearch = (record: KeyedRecord, keyword: string): readonly RecordEntry[] =>
  useQuery({
    queryKey: ['content', 'page', record, 'search', keyword],
    queryFn: ({ signal }) =>
      call(
        'ops.content.page',
        { record, state: 'published', pageSize: 50, ...(keyword !== '' && { keyword }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  }).data?.items ?? [];

/** Who else has it open. Once it is in a newer version than `version`, it is fetched again, so that a colleague's work is shown before one saves. */
export const useWatch = (name: RecordName, version: number): CallReply<'ops.content.watch'> | undefined => {
  const data = useWatching({
    queryKey: ['content', 'watch', recordWord(name)],
    ask: (signal) => call('ops.content.watch', wanted(name), { signal }),
    everyMs: 15_000,
  });
  const isNewer = data !== undefined && data.version > version;
  useEffect(() => {
    if (isNewer) void invalidate(['content', 'detail'], ['content', 'versions']);
  }, [isNewer]);
  return data;
};

/** The categories of products, as they are published. */
export const useCategories = (): BodyOf<'categories'>['items'] => {
  const { data } = useRecord({ record: 'categories', key: '' });
  return data?.published?.record === 'categories' ? data.published.items : [];
};

/** A page of the versions of a record, the latest first. */
export const useVersions = (name: RecordName, page: number) =>
  useQuery({
    queryKey: ['content', 'versions', recordWord(name), page],
    queryFn: ({ signal }) => call('ops.content.versions', { ...wanted(name), page, pageSize: 20 }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One version and the one before it; versions never change. */
export const useVersion = (name: RecordName, number: number) =>
  useQuery({
    queryKey: ['content', 'version', recordWord(name), number],
    queryFn: ({ signal }) => call('ops.content.version', { ...wanted(name), number }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Fetches record and versions again after a write was taken or refused; the write waits for it, because the next one needs the new version. */
const refresh = { onSettled: () => invalidate(['content', 'detail'], ['content', 'versions'], ['content', 'page']) };

/** Stores a draft. */
export const saveDraft = mutation({
  mutationKey: ['content', 'save'],
  mutationFn: (input: CallInput<'ops.content.save'>) => call('ops.content.save', input),
  ...refresh,
});

/** Creates a record with a key, as a draft. */
export const createRecord = mutation({
  mutationKey: ['content', 'create'],
  mutationFn: (input: CallInput<'ops.content.create'>) => call('ops.content.create', input),
  ...refresh,
});

/** Makes the removal of a record its draft. */
export const removeRecord = mutation({
  mutationKey: ['content', 'remove'],
  mutationFn: (input: CallInput<'ops.content.remove'>) => call('ops.content.remove', input),
  ...refresh,
});

/** Gives a draft up. */
export const discardDraft = mutation({
  mutationKey: ['content', 'discard'],
  mutationFn: (input: CallInput<'ops.content.discard'>) => call('ops.content.discard', input),
  ...refresh,
});

/** Publishes the draft, at once or at a moment. */
export const publishDraft = mutation({
  mutationKey: ['content', 'publish'],
  mutationFn: (input: CallInput<'ops.content.publish'>) => call('ops.content.publish', input),
  ...refresh,
});

/** Takes the moment back that was set for a draft. */
export const unschedule = mutation({
  mutationKey: ['content', 'unschedule'],
  mutationFn: (input: CallInput<'ops.content.unschedule'>) => call('ops.content.unschedule', input),
  ...refresh,
});

/** Publishes an old version anew. */
export const rollBack = mutation({
  mutationKey: ['content', 'rollBack'],
  mutationFn: (input: CallInput<'ops.content.rollBack'>) => call('ops.content.rollBack', input),
  ...refresh,
});

/** Stores a picture; it is shown by its address. */
export const uploadPicture = mutation({
  mutationKey: ['content', 'upload'],
  mutationFn: (file: { readonly file: File } & Pick<CallOptions, 'signal' | 'onProgress'>) =>
    call('ops.content.upload', {}, file),
});
