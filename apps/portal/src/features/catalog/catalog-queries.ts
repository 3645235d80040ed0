import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { contentStatus, detailStatus, type QueryStatus } from '@ronghui/web/state/query-status';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDocCenterVisible } from '#kernel/start-up.ts';
import {
  type FirstDoc,
  firstDocsOf,
  fromFirstResponse,
  type PartnerMark,
  partnerMarksOf,
} from './home/first-response.ts';

/** A product as a list shows it. */
export type Product = CallReply<'portal.recommendQueryList'>['products'][number];
/** A category with its products. */
export type Category = CallReply<'portal.queryProductMap'>['categories'][number];
/** A partner as the partners page shows it. */
export type Partner = NonNullable<CallReply<'portal.queryPage'>['partners']>[number];
const shownProducts = 8;

const slides = queryOptions({
  ...fromFirstResponse((content) => content.slides),
  queryKey: ['catalog', 'slides'],
  queryFn: ({ signal }) => call('portal.querySlideInfo', {}, { signal }),
});
const recommended = queryOptions({
  ...fromFirstResponse((content) => content.recommended),
  queryKey: ['catalog', 'recommended', shownProducts],
  queryFn: ({ signal }) => call('portal.recommendQueryList', { limit: shownProducts }, { signal }),
});
const productMap = queryOptions({
  ...fromFirstResponse((content) => content.productMap),
  queryKey: ['catalog', 'productMap'],
  queryFn: ({ signal }) => call('portal.queryProductMap', {}, { signal }),
});
const homePage = queryOptions({
  ...fromFirstResponse((content) => content.page),
  queryKey: ['catalog', 'page', 'home'],
  queryFn: ({ signal }) => call('portal.queryPage', { page: 'home' }, { signal }),
});
const partnerMarks = queryOptions({
  ...fromFirstResponse((content) => content.partners),
  queryKey: ['catalog', 'partnerMarks'],
  queryFn: async ({ signal }): Promise<readonly PartnerMark[]> =>
    partnerMarksOf(await call('portal.queryPage', { page: 'partners' }, { signal })),
});
const firstDocs = queryOptions({
  ...fromFirstResponse((content) => content.firstDocs),
  queryKey: ['catalog', 'firstDocs'],
  queryFn: async ({ signal }): Promise<readonly FirstDoc[]> => {
    const tree = await call('doc.queryDocTree', {}, { signal });
    const parentId = tree.nodes[0]?.id;
    if (parentId === undefined) return [];
    return firstDocsOf(tree, await call('doc.queryList', { parentId, pageSize: 10 }, { signal }));
  },
});

/** A query as a page uses it. */
export interface Asked<Data> {
  readonly state: QueryStatus<Data>;
  readonly retry: () => void;
}

/** The slides of the home page. */
export const useSlides = (): Asked<CallReply<'portal.querySlideInfo'>> => {
  const query = useQuery(slides);
  const state = contentStatus('portal.querySlideInfo', query, (data) => data.slides.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The recommended products. */
export const useRecommended = (): Asked<CallReply<'portal.recommendQueryList'>> => {
  const query = useQuery(recommended);
  const state = contentStatus('portal.recommendQueryList', query, (data) => data.products.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The product map by category. */
export const useProductMap = (): Asked<CallReply<'portal.queryProductMap'>> => {
  const query = useQuery(productMap);
  const state = contentStatus('portal.queryProductMap', query, (data) => data.categories.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The card of a product, when some list has brought it already. */
export const useKnownProduct = (pid: string | undefined): Product | undefined => {
  const { data } = useQuery({ ...productMap, enabled: false });
  return data?.categories.flatMap((category) => category.products).find((product) => product.pid === pid);
};

/** The blocks of the home page. */
export const useHomePage = (): Asked<CallReply<'portal.queryPage'>> => {
  const query = useQuery(homePage);
  return { state: contentStatus('portal.queryPage', query), retry: () => void query.refetch() };
};

/** The partners' marks on the home page. */
export const usePartnerMarks = (): Asked<readonly PartnerMark[]> => {
  const query = useQuery(partnerMarks);
  const state = contentStatus('portal.queryPage', query, (data) => data.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The documents that newcomers read first; nothing is asked while the document centre is off (R2.6). */
export const useFirstDocs = (): Asked<readonly FirstDoc[]> => {
  const visible = useDocCenterVisible();
  const query = useQuery({ ...firstDocs, enabled: visible });
  const state = contentStatus('doc.queryList', query, (data) => data.length === 0);
  return { state: visible ? state : { status: 'empty' }, retry: () => void query.refetch() };
};

/** A product with everything that its page shows. */
export type ProductDetail = CallReply<'portal.productQueryDetail'>;

/** One product whole; `empty` when there is none of that id. */
export const useProduct = (pid: string): Asked<ProductDetail> => {
  const query = useQuery({
    queryKey: ['catalog', 'product', pid],
    queryFn: ({ signal }) => call('portal.productQueryDetail', { pid }, { signal }),
  });
  return { state: detailStatus('portal.productQueryDetail', query), retry: () => void query.refetch() };
};

/** A page that is composed of blocks: partners or about. */
export const useContentPage = (page: 'partners' | 'about'): Asked<CallReply<'portal.queryPage'>> => {
  const query = useQuery({
    queryKey: ['catalog', 'page', page],
    queryFn: ({ signal }) => call('portal.queryPage', { page }, { signal }),
  });
  return { state: contentStatus('portal.queryPage', query), retry: () => void query.refetch() };
};
