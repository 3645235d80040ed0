import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type ContentStatus, contentStatus, detailStatus } from '@ronghui/web/state/content-status';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDocCenterVisible } from '#kernel/start-up.ts';
import {
  type FirstDoc,
  firstDocsOf,
  fromFirstResponse,
  type PartnerMark,
  partnerMarksOf,
} from './home/first-response.ts';

/** A product in a list. */
export type Product = CallReply<'portal.recommendQueryList'>['products'][number];
/** A category with its products. */
export type Category = CallReply<'portal.queryProductMap'>['categories'][number];
/** A partner on the partners page. */
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
/** Nothing leads to a category that has no product yet. */
const withProducts = ({ categories }: CallReply<'portal.queryProductMap'>) => ({
  categories: categories.filter(({ products }) => products.length > 0),
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
export interface PageQuery<Data> {
  readonly state: ContentStatus<Data>;
  readonly retry: () => void;
}

/** The slides of the home page. */
export const useSlides = (): PageQuery<CallReply<'portal.querySlideInfo'>> => {
  const query = useQuery(slides);
  const state = contentStatus('portal.querySlideInfo', query, (data) => data.slides.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The recommended products. */
export const useRecommended = (): PageQuery<CallReply<'portal.recommendQueryList'>> => {
  const query = useQuery(recommended);
  const state = contentStatus('portal.recommendQueryList', query, (data) => data.products.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The product map by category. */
export const useProductMap = (): PageQuery<CallReply<'portal.queryProductMap'>> => {
  const query = useQuery({ ...productMap, select: withProducts });
  const state = contentStatus('portal.queryProductMap', query, (data) => data.categories.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The card of a product, when a list has loaded it already. */
export const useKnownProduct = (pid: string | undefined): Product | undefined => {
  const { data } = useQuery({ ...productMap, enabled: false });
  return data?.categories.flatMap((category) => category.products).find((product) => product.pid === pid);
};

/** The blocks of the home page. */
export const useHomePage = (): PageQuery<CallReply<'portal.queryPage'>> => {
  const query = useQuery(homePage);
  return { state: contentStatus('portal.queryPage', query), retry: () => void query.refetch() };
};

/** The partners' names and logos on the home page. */
export const usePartnerMarks = (): PageQuery<readonly PartnerMark[]> => {
  const query = useQuery(partnerMarks);
  const state = contentStatus('portal.queryPage', query, (data) => data.length === 0);
  return { state, retry: () => void query.refetch() };
};

/** The documents for newcomers; nothing is fetched while the document centre is off (R2.6). */
export const useFirstDocs = (): PageQuery<readonly FirstDoc[]> => {
  const visible = useDocCenterVisible();
  const query = useQuery({ ...firstDocs, enabled: visible });
  const state = contentStatus('doc.queryList', query, (data) => data.length === 0);
  return { state: visible ? state : { status: 'empty' }, retry: () => void query.refetch() };
};

/** A product with all data of its page. */
export type ProductDetail = CallReply<'portal.productQueryDetail'>;

/** The detail of one product; `empty` when it does not exist. */
export const useProduct = (pid: string): PageQuery<ProductDetail> => {
  const query = useQuery({
    queryKey: ['catalog', 'product', pid],
    queryFn: ({ signal }) => call('portal.productQueryDetail', { pid }, { signal }),
  });
  return { state: detailStatus('portal.productQueryDetail', query), retry: () => void query.refetch() };
};

/** A page that is composed of blocks: partners or about. */
export const useContentPage = (page: 'partners' | 'about'): PageQuery<CallReply<'portal.queryPage'>> => {
  const query = useQuery({
    queryKey: ['catalog', 'page', page],
    queryFn: ({ signal }) => call('portal.queryPage', { page }, { signal }),
  });
  return { state: contentStatus('portal.queryPage', query), retry: () => void query.refetch() };
};
