import type { CallReply } from '@ronghui/client';

/** A partner as the home page shows it. */
export type PartnerMark = Pick<NonNullable<CallReply<'portal.queryPage'>['partners']>[number], 'name' | 'logoUrl'>;
/** A document for newcomers. */
export type FirstDoc = Pick<CallReply<'doc.queryList'>['items'][number], 'slug' | 'title' | 'summary'>;

/** The content in the first response, which is not fetched again while it is fresh. */
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

/** The names and logos of the partners, which are all that the home page shows of them. */
export const partnerMarksOf = (page: CallReply<'portal.queryPage'>): readonly PartnerMark[] =>
  (page.partners ?? []).map(({ name, logoUrl }) => ({ name, logoUrl }));

/** The fields of a node of the document tree that are used here. */
interface TreeNode {
  readonly slug: string;
  readonly title: string;
  readonly children: readonly TreeNode[];
}

const leavesOf = (node: TreeNode): readonly TreeNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);

/** The documents on the home page: the first of the tree's first section, with their fields from the list. */
export const firstDocsOf = (
  tree: { readonly nodes: readonly TreeNode[] },
  list: CallReply<'doc.queryList'> | null,
): readonly FirstDoc[] =>
  (tree.nodes[0] === undefined ? [] : leavesOf(tree.nodes[0])).slice(0, shownDocs).map(({ slug, title }) => ({
    slug,
    title,
    summary: list?.items.find((item) => item.slug === slug)?.summary ?? '',
  }));

let held: { readonly content: FirstResponse; readonly at: number } | undefined;

/** Stores the content of the document. */
export const holdFirstResponse = (content: FirstResponse): void => {
  held = { content, at: Date.now() };
};

/** For a query's options: its initial data from the document, and their age. */
export const fromFirstResponse = <Data>(pick: (content: FirstResponse) => Data | null) => ({
  initialData: (): Data | undefined => (held === undefined ? undefined : (pick(held.content) ?? undefined)),
  initialDataUpdatedAt: () => held?.at,
});

/** The card of a product in the document, for the skeleton of its page. */
export const knownProduct = (pid: string | undefined) =>
  held?.content.productMap.categories.flatMap((category) => category.products).find((product) => product.pid === pid);
