import type { ContentBody } from '@ronghui/contract';
import type { ContentRecord } from '@ronghui/domain/content';
import { agreementKind } from './agreement-kind.ts';
import { docKind } from './doc-kind.ts';
import { docSectionKind } from './doc-section-kind.ts';
import { categoriesKind, partnersKind, slidesKind } from './list-kinds.ts';
import { pageKind } from './page-kind.ts';
import { productKind } from './product-kind.ts';
import type { BodyOf, RecordKind } from './record-kind.ts';
import { siteKind } from './site-kind.ts';

/** Every kind of record. A record comes after those that it names, because an import publishes in this order. */
const kinds: { readonly [Name in ContentRecord]: RecordKind<BodyOf<Name>> } = {
  site: siteKind,
  slides: slidesKind,
  categories: categoriesKind,
  partners: partnersKind,
  agreement: agreementKind,
  page: pageKind,
  docSection: docSectionKind,
  doc: docKind,
  product: productKind,
};

/** All of them, for an import. */
export const recordKinds: readonly (readonly [ContentRecord, RecordKind<ContentBody>])[] = Object.entries(kinds).map(
  // A kind gets the bodies of its own record only.
  ([record, kind]) => [record as ContentRecord, kind as RecordKind<ContentBody>],
);

/** The kind of a record. */
export const kindOf = (record: ContentRecord): RecordKind<ContentBody> => kinds[record] as RecordKind<ContentBody>;
