import { mostDocs } from '@ronghui/domain/doc';
import type { QueryTerm } from '@ronghui/domain/search-text';
import { type Expression, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type Listing, totalReach } from '#kernel/listing';

const listColumns = ['doc_id', 'slug', 'title', 'summary', 'updated_at'] as const;

export const listDocPlaces = (db: Db) =>
  db
    .selectFrom('document')
    .select(['doc_id', 'slug', 'title', 'section_id', 'rank'])
    .orderBy('position')
    .limit(mostDocs)
    .execute();

/** One document by id or slug. */
export const findDoc = (db: Db, key: { id?: string | undefined; slug?: string | undefined }) =>
  db
    .selectFrom('document')
    .select(['doc_id', 'slug', 'title', 'html', 'outline', 'updated_at', 'position'])
    .$if(key.id !== undefined, (query) => query.where('doc_id', '=', key.id ?? ''))
    .$if(key.slug !== undefined, (query) => query.where('slug', '=', key.slug ?? ''))
    .executeTakeFirst();

/** The documents before and after a place in reading order. Uses document_order. */
export const listNeighbours = (db: Db, position: number) =>
  db
    .selectFrom('document')
    .select(['slug', 'title', 'position'])
    .where('position', 'in', [position - 1, position + 1])
    .execute();

export interface ListFilter {
  readonly parentId?: string | undefined;
  readonly listing: Listing;
}

/** The length of a list where it was asked for, counted up to a maximum. */
const countDocs = async (db: Db, where: Expression<boolean>, { wantsTotal }: Listing): Promise<number | null> => {
  if (!wantsTotal) return null;
  const reached = db
    .selectFrom('document')
    .select('doc_id')
    .where(where)
    .limit(totalReach + 1)
    .as('reached');
  const { total } = await db.selectFrom(reached).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return total;
};

/** Documents of a section and of those below it. */
export const inSection = (filter: Pick<ListFilter, 'parentId'>) =>
  filter.parentId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`section_id in (
        with recursive below as (
          select section_id from doc_section where section_id = ${filter.parentId}
          union all select child.section_id from doc_section child join below on child.parent_id = below.section_id
        ) select section_id from below)`;

/** Newest first. A centre has some hundred documents; the page limits the rows that are read. */
export const listDocs = async (db: Db, filter: ListFilter) => {
  const { listing } = filter;
  const [rows, total] = await Promise.all([
    db
      .selectFrom('document')
      .select(listColumns)
      .where(inSection(filter))
      .orderBy('updated_at', 'desc')
      .orderBy('position')
      .limit(listing.pageSize)
      .offset(listing.offset)
      .execute(),
    countDocs(db, inSection(filter), listing),
  ]);
  return { rows, total };
};

/** A query for texts that have all of the terms. */
export const tsQuery = (terms: readonly QueryTerm[]) =>
  terms.map(({ token, prefix }) => `'${token.replaceAll(/['\\]/g, '')}'${prefix ? ':*' : ''}`).join(' & ');
