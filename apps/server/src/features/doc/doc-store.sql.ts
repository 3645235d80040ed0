import { textTokens } from '@ronghui/domain/search-text';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** The document centre as an import contains it, in reading order. */
export interface DocContent {
  readonly sections: readonly {
    readonly id: string;
    readonly parentId: string | null;
    readonly rank: number;
    readonly title: string;
    readonly summary: string;
  }[];
  readonly documents: readonly DocText[];
}

export interface DocText {
  readonly id: string;
  readonly slug: string;
  readonly sectionId: string;
  /** Place among its siblings, sections included. */
  readonly rank: number;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
  readonly html: string;
  readonly plain: string;
  readonly outline: readonly { readonly id: string; readonly level: number; readonly text: string }[];
  readonly updatedAt: Date;
}

/** PostgreSQL keeps positions up to 16383 and 256 of each word. */
const lastPosition = 16_383;

/** The search vector of a document: the title has weight A, summary and headings B, the text D. */
const searchVector = (doc: Pick<DocText, 'title' | 'summary' | 'outline' | 'plain'>): string => {
  const places = new Map<string, string[]>();
  let position = 0;
  const add = (text: string, weight: string) => {
    for (const token of textTokens(text)) {
      position = Math.min(position + 1, lastPosition);
      const found = places.get(token) ?? [];
      if (found.length < 250) found.push(`${position}${weight}`);
      places.set(token, found);
    }
  };
  add(doc.title, 'A');
  add(`${doc.summary} ${doc.outline.map((heading) => heading.text).join(' ')}`, 'B');
  add(doc.plain, '');
  return [...places].map(([token, at]) => `'${token}':${at.join(',')}`).join(' ');
};

const columnsOf = (doc: DocText) => ({
  section_id: doc.sectionId,
  rank: doc.rank,
  title: doc.title,
  summary: doc.summary,
  markdown: doc.markdown,
  html: doc.html,
  plain: doc.plain,
  outline: JSON.stringify(doc.outline),
  search: sql<string>`${searchVector(doc)}::tsvector`,
  updated_at: doc.updatedAt,
});

/** Replaces the document centre, inside the caller's transaction. */
export const replaceDocs = async (tx: Tx, content: DocContent): Promise<void> => {
  await tx.deleteFrom('document').execute();
  await tx.deleteFrom('doc_section').execute();
  const sections = content.sections.map(({ id, parentId, rank, title, summary }, position) => ({
    rank,
    section_id: id,
    parent_id: parentId,
    position,
    title,
    summary,
  }));
  if (sections.length > 0) await tx.insertInto('doc_section').values(sections).execute();
  for (const [position, doc] of content.documents.entries()) {
    await tx
      .insertInto('document')
      .values({ doc_id: doc.id, slug: doc.slug, position, ...columnsOf(doc) })
      .execute();
  }
  await sql`select analyze_documents()`.execute(tx);
};

/** What orders siblings, documents and sections alike: the place, then the name, as a folder orders its files. */
const nameInOrder = sql`lpad(rank::text, 2, '0') || '-'`;

/** Counts the reading order anew: of sections, parents before children, and of documents. A few thousand rows at most; only those that moved are written. */
const reorder = async (tx: Tx): Promise<void> => {
  const branch = sql`with recursive branch as (
    select section_id, array[(${nameInOrder} || section_id) collate "C"] as path from doc_section where parent_id is null
    union all select child.section_id, branch.path || ((lpad(child.rank::text, 2, '0') || '-' || child.section_id) collate "C")
      from doc_section child join branch on child.parent_id = branch.section_id)`;
  await sql`${branch}, placed as (select section_id, row_number() over (order by path) - 1 as place from branch)
    update doc_section set position = place from placed
      where doc_section.section_id = placed.section_id and position <> place`.execute(tx);
  await sql`${branch}, placed as (
      select slug, row_number() over (order by path || ((${nameInOrder} || slug) collate "C")) - 1 as place
        from document join branch using (section_id))
    update document set position = place from placed where document.slug = placed.slug and position <> place`.execute(
    tx,
  );
};

/** Stores a section, new or changed, at its place. */
export const storeSection = async (tx: Tx, section: DocContent['sections'][number]): Promise<void> => {
  const { id, parentId, rank, title, summary } = section;
  const columns = { parent_id: parentId, rank, title, summary };
  await tx
    .insertInto('doc_section')
    .values({ section_id: id, position: 0, ...columns })
    .onConflict((conflict) => conflict.column('section_id').doUpdateSet(columns))
    .execute();
  await reorder(tx);
};

/** Removes a section, which has nothing in it. */
export const dropSection = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('doc_section').where('section_id', '=', id).execute();
  await reorder(tx);
};

/** Stores a document, new or changed, at its place. */
export const storeDoc = async (tx: Tx, doc: DocText): Promise<void> => {
  const columns = columnsOf(doc);
  await tx
    .insertInto('document')
    .values({ doc_id: doc.id, slug: doc.slug, position: 0, ...columns })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
    .execute();
  await reorder(tx);
};

/** Removes a document; its ratings stay. */
export const dropDoc = async (tx: Tx, slug: string): Promise<void> => {
  await tx.deleteFrom('document').where('slug', '=', slug).execute();
  await reorder(tx);
};
