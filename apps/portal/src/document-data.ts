import { type FirstResponse, firstDocsOf, partnerMarksOf } from '#features/catalog/home/first-response.ts';
import type { DocumentInput, PageType, SiteState } from './document.ts';

/** The data that the document holds as JSON, for hydration. */
export interface DocumentData {
  readonly pageType: PageType;
  readonly site: SiteState;
  readonly data: FirstResponse;
}

/** The id of the JSON in the document. */
export const documentDataId = 'document-data';

/** Picks the fields that hydration needs from the server's input. */
export const documentDataOf = ({ pageType, site, data }: DocumentInput): DocumentData => ({
  pageType,
  site: { visibleFlag: site.visibleFlag, site: site.site },
  data: {
    slides: data.slides,
    recommended: data.recommended,
    productMap: data.productMap,
    // The home page has its own title, and says nothing of its age.
    page: { ...data.page, title: '', updatedAt: '' },
    partners: partnerMarksOf(data.partnersPage),
    firstDocs: data.docTree && firstDocsOf(data.docTree, data.docs),
  },
});

/** The data as text that is safe inside a `<script>`. */
export const documentJson = (data: DocumentData): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Reads the data of this document; undefined when the server did not render it. */
export const readDocumentData = (): DocumentData | undefined => {
  const text = document.getElementById(documentDataId)?.textContent;
  // `documentJson` of the same build wrote this text, so its shape is known.
  return text ? (JSON.parse(text) as DocumentData) : undefined;
};
