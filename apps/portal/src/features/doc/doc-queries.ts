import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { contentStatus, detailStatus, type QueryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

/** A document whole. */
export type Doc = CallReply<'doc.queryDetail'>;
/** A place in the tree. */
export type DocNode = CallReply<'doc.queryDocTree'>['nodes'][number];
/** A page of documents that were found. */
export type DocList = CallReply<'doc.queryList'>;

interface Asked<Data> {
  readonly state: QueryStatus<Data>;
  readonly retry: () => void;
}

const tree = queryOptions({
  queryKey: ['doc', 'tree'],
  queryFn: ({ signal }) => call('doc.queryDocTree', {}, { signal }),
});

/** The tree of all documents. */
export const useDocTree = (): Asked<CallReply<'doc.queryDocTree'>> => {
  const query = useQuery(tree);
  const state = contentStatus('doc.queryDocTree', query, (data) => data.nodes.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** One document; the former one stays in sight no longer than its own address. `empty` when there is none there. */
export const useDoc = (slug: string): Asked<Doc> => {
  const query = useQuery({
    queryKey: ['doc', 'detail', slug],
    queryFn: ({ signal }) => call('doc.queryDetail', { slug }, { signal }),
  });
  return { state: detailStatus('doc.queryDetail', query), retry: () => void query.refetch() };
};

/** What a search finds, a page at a time. */
export const useDocSearch = (keyword: string, page: number): Asked<DocList> => {
  const query = useQuery({
    queryKey: ['doc', 'search', keyword, page],
    queryFn: ({ signal }) => call('doc.queryList', { keyword, page, pageSize: 10, withTotal: true }, { signal }),
    placeholderData: keepPreviousData,
  });
  return {
    state: contentStatus('doc.queryList', query, (data) => data.items.length === 0),
    retry: () => void query.refetch(),
  };
};

/** Tells whether a document helped. */
export const rateDoc = mutation({
  mutationKey: ['doc', 'rate'],
  mutationFn: ({ id, helpful, comment }: { id: string; helpful: boolean; comment: string }) =>
    call('doc.rate', { id, helpful, ...(comment !== '' && { comment }) }),
});
