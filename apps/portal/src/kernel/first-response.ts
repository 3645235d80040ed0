import type { CallReply } from '@ronghui/client';

/** A partner as the home page shows it. */
export type PartnerMark = Pick<
  NonNullable<CallReply<'portal.queryPage'>['partners']>[number],
  'id' | 'name' | 'logoUrl'
>;
/** A document that newcomers read first. */
export type FirstDoc = Pick<CallReply<'doc.queryList'>['items'][number], 'slug' | 'title' | 'summary'>;

/** What the first response holds of the content, so that nothing of it is asked for again at once. */
export interface FirstResponse {
  readonly slides: CallReply<'portal.querySlideInfo'>;
  readonly recommended: CallReply<'portal.recommendQueryList'>;
  readonly productMap: CallReply<'portal.queryProductMap'>;
  readonly page: CallReply<'portal.queryPage'>;
  readonly partners: readonly PartnerMark[];
  readonly firstDocs: readonly FirstDoc[] | null;
}

/** How many documents the home page names. */
const shownDocs = 6;

/** The marks of the partners, which are all that the home page shows of them. */
export const partnerMarksOf = (page: CallReply<'portal.queryPage'>): readonly PartnerMark[] =>
  (page.partners ?? []).map(({ id, name, logoUrl }) => ({ id, name, logoUrl }));

/** The documents that the home page names. */
export const firstDocsOf = (list: CallReply<'doc.queryList'>): readonly FirstDoc[] =>
  list.items.slice(0, shownDocs).map(({ slug, title, summary }) => ({ slug, title, summary }));

let held: { readonly content: FirstResponse; readonly at: number } | undefined;

/** Takes what the document holds. */
export const holdFirstResponse = (content: FirstResponse): void => {
  held = { content, at: Date.now() };
};

/** For a query's options: what the document holds of it, and since when. */
export const fromFirstResponse = <Data>(pick: (content: FirstResponse) => Data | null) => ({
  initialData: (): Data | undefined => (held === undefined ? undefined : (pick(held.content) ?? undefined)),
  initialDataUpdatedAt: () => held?.at,
});

/** The card of a product that the document holds; for the skeleton of its page. */
export const knownProduct = (pid: string | undefined) =>
  held?.content.productMap.categories.flatMap((category) => category.products).find((product) => product.pid === pid);
