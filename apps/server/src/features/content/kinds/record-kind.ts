import type { ContentBody } from '@ronghui/contract';
import type { ContentPath, ContentRecord } from '@ronghui/domain/content';
import type { AgreementText } from '#features/agreement/agreement.steps';
import type { CatalogContent } from '#features/catalog/catalog.steps';
import type { DocContent } from '#features/doc/doc.steps';
import type { SiteSettings } from '#features/site/site.reads';
import type { Db, Tx } from '#kernel/database/db';
import type { PathFault } from '../content-conform.ts';

/** The body of one record. */
export type BodyOf<Name extends ContentRecord> = Extract<ContentBody, { readonly record: Name }>;

/** What a content folder has, as far as records are made of it. */
export interface FolderContent {
  readonly site: SiteSettings;
  readonly catalog: CatalogContent;
  readonly docs: DocContent;
  readonly agreements: readonly AgreementText[];
}

/** A stored picture or sound that a body names. */
export interface NamedMedia {
  readonly path: ContentPath;
  readonly url: string;
}

/** How a record stands in the list of its kind: its title, what it belongs to, and its place. */
export interface ListEntry {
  readonly title: string;
  readonly group: string;
  readonly sort: string;
}

/**
 * What the mechanism of records asks of a kind. A kind is added by its words (domain), its body (contract), and one of these (decision 0046).
 *
 * @source R11.3
 */
export interface RecordKind<Body extends ContentBody> {
  /** `one`: a single record without a key. `fixed`: those that are there stay. `free`: records are created and removed. */
  readonly keys: 'one' | 'fixed' | 'free';
  /** What is published of a record; null where nothing is. */
  find(db: Db, key: string): Promise<Body | null>;
  /** Everything that is published of the kind, in any order; an import compares with it. */
  findAll(db: Db): Promise<readonly Body[]>;
  /** The bodies that a folder has, in the order in which they are published. */
  inFolder(content: FolderContent): readonly Body[];
  /** Whether what is published stands over a folder's body, which an import leaves aside. */
  standsOver?(published: Body, body: Body): boolean;
  entryOf(body: Body): ListEntry;
  /** The faults that a body has by itself: the rules of the import. Paths are the body's. */
  ownFaults(body: Body): readonly PathFault[];
  /** Those for which it is not even kept as a draft: texts that would take too long to render. They are among its own faults. */
  boundFaults?(body: Body): readonly PathFault[];
  /** The faults that it has beside what else is stored, but for its pictures. */
  outerFaults?(db: Db, body: Body): Promise<readonly PathFault[]>;
  /** The pictures and sounds of a body, with their places; empty texts are none. */
  mediaIn(body: Body): readonly NamedMedia[];
  /** Stores a body as what is published, in the tables of its noun. */
  store(tx: Tx, body: Body): Promise<void>;
  /** Why a record cannot be removed; of a `free` kind. */
  removalFaults?(db: Db, key: string): Promise<readonly PathFault[]>;
  /** Removes it from the tables of its noun; of a `free` kind. */
  drop?(tx: Tx, key: string): Promise<void>;
}
