import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { type ContentStatus, contentStatus, detailStatus } from '@ronghui/web/state/content-status';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

/** A document with its text. */
export type Doc = CallReply<'doc.queryDetail'>;
/** A node of the tree. */
export type DocNode = CallReply<'doc.queryDocTree'>['nodes'][number];
/** A page of search results. */
export type DocList = CallReply<'doc.queryList'>;

interface PageQuery<Data> {
  readonly state: ContentStatus<Data>;
  readonly retry: () => void;
}

const tree = queryOptions({
  queryKey: ['doc', 'tree'],
  queryFn: ({ signal }) => call('doc.queryDocTree', {}, { signal }),
});

/** The tree of all documents. */
export const useDocTree = (): PageQuery<CallReply<'doc.queryDocTree'>> => {
  const query = useQuery(tree);
  const state = contentStatus('doc.queryDocTree', query, (data) => data.nodes.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** One document; `empty` when it does not exist. The former document is not shown under another address. */
export const useDoc = (slug: string): PageQuery<Doc> => {
  const query = useQuery({
    queryKey: ['doc', 'detail', slug],
    queryFn: ({ signal }) => call('doc.queryDetail', { slug }, { signal }),
  });
  return { state: detailStatus('doc.queryDetail', query), retry: () => void query.refetch() };
};

/** The results of a search, page by page. */
export const useDocSearch = (keyword: string, page: number): PageQuery<DocList> => {
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

/** Says that a search found nothing, so that somebody may write what is missing. */
export const reportMiss = mutation({
  mutationKey: ['doc', 'searchMissed'],
  mutationFn: ({ keyword }: { keyword: string }) => call('doc.searchMissed', { keyword }),
});

/** Rates a document. */
export const rateDoc = mutation({
  mutationKey: ['doc', 'rate'],
  mutationFn: ({ id, helpful, comment }: { id: string; helpful: boolean; comment: string }) =>
    call('doc.rate', { id, helpful, ...(comment !== '' && { comment }) }),
});
