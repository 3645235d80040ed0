import { type FirstResponse, firstDocsOf, partnerMarksOf } from '#features/catalog/home/first-response.ts';
import type { DocumentInput, PageType, SiteState } from './document.ts';

/** What the document carries as JSON for hydration. */
export interface DocumentData {
  readonly pageType: PageType;
  readonly site: SiteState;
  readonly data: FirstResponse;
}

/** The id of the JSON in the document. */
export const documentDataId = 'document-data';

/** Picks what hydration needs out of what the server gave. */
export const documentDataOf = ({ pageType, site, data }: DocumentInput): DocumentData => ({
  pageType,
  site: { visibleFlag: site.visibleFlag, site: site.site },
  data: {
    slides: data.slides,
    recommended: data.recommended,
    productMap: data.productMap,
    page: data.page,
    partners: partnerMarksOf(data.partnersPage),
    firstDocs: data.docTree && firstDocsOf(data.docTree, data.docs),
  },
});

/** The data as text that may stand inside a `<script>`. */
export const documentJson = (data: DocumentData): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Reads the data of this document; none when the document was not made by the server. */
export const readDocumentData = (): DocumentData | undefined => {
  const text = document.getElementById(documentDataId)?.textContent;
  // The document is ours and of this build: its shape is what documentJson wrote.
  return text ? (JSON.parse(text) as DocumentData) : undefined;
};
