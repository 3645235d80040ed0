import type { Db } from '#kernel/database/db';

/** Titles of some documents by slug. Uses the unique index on slug. */
export const listDocTitles = (db: Db, slugs: readonly string[]) =>
  db
    .selectFrom('document')
    .select(['slug', 'title'])
    .where('slug', 'in', [...slugs, ''])
    .limit(50)
    .execute();

/** How many sections a document centre has at most; an import with more is refused. */
export const mostSections = 500;

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
