import { mostSections } from '@ronghui/domain/doc';
import { type Asked, type QueryTerm, readQuestion } from '@ronghui/domain/search-text';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { tsQuery } from './doc.sql.ts';
import { searchDocs } from './doc-search.ts';

/** Titles of some documents by slug. Uses the unique index on slug. */
export const listDocTitles = (db: Db, slugs: readonly string[]) =>
  db
    .selectFrom('document')
    .select(['slug', 'title'])
    .where('slug', 'in', [...slugs, ''])
    .limit(50)
    .execute();

/** The sections of the tree, in reading order. */
export const listSections = (db: Db) =>
  db.selectFrom('doc_section').selectAll().orderBy('position').limit(mostSections).execute();

/** All documents with their texts, for the export. */
export const listFullDocs = (db: Db) =>
  db
    .selectFrom('document')
    .select(['slug', 'section_id', 'rank', 'title', 'summary', 'markdown', 'html', 'updated_at'])
    .orderBy('position')
    .execute();

/** One document with its text, for its editor. Uses the unique index on slug. */
export const findFullDoc = (db: Db, slug: string) =>
  db
    .selectFrom('document')
    .select(['slug', 'section_id', 'rank', 'title', 'summary', 'markdown', 'html', 'updated_at'])
    .where('slug', '=', slug)
    .executeTakeFirst();

/** One section. */
export const findSection = (db: Db, id: string) =>
  db.selectFrom('doc_section').selectAll().where('section_id', '=', id).executeTakeFirst();

/** Whether anything stands in a section. */
export const hasEntries = async (db: Db, id: string): Promise<boolean> => {
  const [doc, section] = await Promise.all([
    db.selectFrom('document').select('slug').where('section_id', '=', id).limit(1).executeTakeFirst(),
    db.selectFrom('doc_section').select('section_id').where('parent_id', '=', id).limit(1).executeTakeFirst(),
  ]);
  return doc !== undefined || section !== undefined;
};

/** The headings of some documents, for the links to them. Uses the unique index on slug. */
export const listOutlines = (db: Db, slugs: readonly string[]) =>
  db
    .selectFrom('document')
    .select(['slug', 'outline'])
    .where('slug', 'in', [...slugs, ''])
    .execute();

/** The other documents with a link to one, with their texts. Reads the texts of all documents: a few thousand. */
export const listDocsThatLink = (db: Db, slug: string) =>
  db
    .selectFrom('document')
    .select(['slug', 'title', 'html'])
    .where('slug', '<>', slug)
    .where(sql<boolean>`position(${`href="#/portal/docs/${slug}`} in html) > 0`)
    .orderBy('position')
    .execute();

/** How many documents and sections there are. */
export const countDocTree = async (db: Db): Promise<{ readonly docs: number; readonly sections: number }> =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from document)`.as('docs'),
      sql<number>`(select count(*) from doc_section)`.as('sections'),
    ])
    .executeTakeFirstOrThrow();

/** How many documents a search at the console finds by their published text. */
const mostSlugs = 500;

/** The slugs of published documents with all terms, for the search at the console: a few hundred at most. */
export const listSlugsWith = async (db: Db, terms: readonly QueryTerm[]): Promise<string[]> => {
  if (terms.length === 0) return [];
  const rows = await db
    .selectFrom('document')
    .select('slug')
    .where(sql<boolean>`search @@ ${tsQuery(terms)}::tsquery`)
    .limit(mostSlugs)
    .execute();
  return rows.map(({ slug }) => slug);
};

/** Whether there is a document at all. */
export const hasDocs = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('document').select('doc_id').limit(1).executeTakeFirst();
  return row !== undefined;
};

/** A document that answers a question, with what its parts are found by. */
export type FoundDoc = Pick<
  Awaited<ReturnType<typeof searchDocs>>['rows'][number],
  'slug' | 'title' | 'summary' | 'plain'
> & {
  readonly outline: readonly { readonly id: string; readonly text: string }[];
};

/** What a text asks for, and the documents that have all of it, best first; none for a text that asks for nothing. */
export const findAnswers = async (
  db: Db,
  text: string,
  most: number,
): Promise<{ readonly question: readonly Asked[]; readonly docs: readonly FoundDoc[] }> => {
  const question = readQuestion(text);
  if (question.length === 0) return { question, docs: [] };
  const listing = { page: 1, pageSize: most, offset: 0, after: null, wantsTotal: false };
  const { rows } = await searchDocs(db, question, { parentId: undefined, listing });
  const full = rows.filter(({ isPartial }) => !isPartial);
  const outlines = new Map(
    (
      await listOutlines(
        db,
        full.map(({ slug }) => slug),
      )
    ).map(({ slug, outline }) => [slug, outline]),
  );
  const docs = full.map((row) => ({ ...row, outline: outlines.get(row.slug) ?? [] }));
  return { question, docs };
};
