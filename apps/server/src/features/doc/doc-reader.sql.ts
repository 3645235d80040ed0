import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { today } from '#kernel/database/fragments.sql';
import type { Listing } from '#kernel/listing';

/** What readers say of documents, and what they searched in vain. */

/** Stores a session's answer to "was this helpful"; a second answer replaces it. */
export const upsertRating = async (
  tx: Tx,
  rating: { docId: string; sessionId: string; helpful: boolean; comment: string },
): Promise<boolean> => {
  const found = await tx.selectFrom('document').select('doc_id').where('doc_id', '=', rating.docId).executeTakeFirst();
  if (found === undefined) return false;
  const { docId, sessionId, helpful, comment } = rating;
  await tx
    .insertInto('doc_rating')
    .values({ doc_id: docId, session_id: sessionId, helpful, comment })
    .onConflict((conflict) => conflict.columns(['doc_id', 'session_id']).doUpdateSet({ helpful, comment }))
    .execute();
  return true;
};

/** How often a document was opened in the last 90 days: of the pages that are counted by day, by behavior_day_page. */
const viewsOf = sql<number>`coalesce((select sum(d.visits) from behavior_day d
  where d.page_id = left('/portal/docs/' || document.slug, 64) and d.step <> ''
    and d.on_day > ${today} - 90), 0)::bigint`;

/** How each document was rated, the least helpful first, with its views. A few thousand documents at most. */
export const listRatings = async (db: Db, listing: Listing) => {
  const rated = db.selectFrom('doc_rating').innerJoin('document', 'document.doc_id', 'doc_rating.doc_id');
  const [rows, counted] = await Promise.all([
    rated
      .groupBy(['document.slug', 'document.title'])
      .select(['document.slug', 'document.title'])
      .select(sql<number>`count(*) filter (where helpful)`.as('helpful'))
      .select(sql<number>`count(*) filter (where not helpful)`.as('not_helpful'))
      .select(sql<number>`count(*) filter (where comment <> '')`.as('comments'))
      .select(sql<Date>`max(created_at)`.as('last_at'))
      .select(viewsOf.as('views'))
      .orderBy('not_helpful', 'desc')
      .orderBy('comments', 'desc')
      .orderBy('document.slug')
      .limit(listing.pageSize + 1)
      .offset(listing.offset)
      .execute(),
    listing.wantsTotal
      ? rated.select(sql<number>`count(distinct document.slug)`.as('total')).executeTakeFirstOrThrow()
      : undefined,
  ]);
  return { rows, total: counted?.total ?? null };
};

/** What readers wrote about a document, the latest first. Uses the unique index on doc_id and session_id. */
export const listComments = async (db: Db, slug: string, listing: Listing) => {
  const written = db
    .selectFrom('doc_rating')
    .innerJoin('document', 'document.doc_id', 'doc_rating.doc_id')
    .where('document.slug', '=', slug)
    .where('comment', '<>', '');
  const [rows, counted] = await Promise.all([
    written
      .select(['rating_id', 'helpful', 'comment', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('rating_id', 'desc')
      .limit(listing.pageSize + 1)
      .offset(listing.offset)
      .execute(),
    listing.wantsTotal ? written.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow() : undefined,
  ]);
  return { rows, total: counted?.total ?? null };
};

/** How many words are kept of one day; what comes behind them is not kept. */
const mostWordsADay = 1000;
/** How long words are kept. */
export const keptDays = 90;
/** Counts a search that found nothing; a new word only while the day has room for it. */
export const countMiss = async (tx: Tx, word: string): Promise<void> => {
  await sql`insert into doc_search_miss (on_day, word) select ${today}, ${word}
    where (select count(*) from doc_search_miss where on_day = ${today}) < ${mostWordsADay}
      or exists (select 1 from doc_search_miss where on_day = ${today} and word = ${word})
    on conflict (on_day, word) do update set searches = doc_search_miss.searches + 1`.execute(tx);
};

/** The words that were searched in vain, the most frequent first. At most ninety thousand rows. */
export const listMisses = async (db: Db, days: number, listing: Listing) => {
  const missed = db.selectFrom('doc_search_miss').where('on_day', '>', sql<string>`${today} - ${days}::int`);
  const [rows, counted] = await Promise.all([
    missed
      .groupBy('word')
      .select('word')
      .select(sql<number>`sum(searches)::int`.as('searches'))
      .select(sql<string>`to_char(max(on_day), 'YYYY-MM-DD')`.as('last_on'))
      .orderBy('searches', 'desc')
      .orderBy('word')
      .limit(listing.pageSize + 1)
      .offset(listing.offset)
      .execute(),
    listing.wantsTotal
      ? missed.select(sql<number>`count(distinct word)`.as('total')).executeTakeFirstOrThrow()
      : undefined,
  ]);
  return { rows, total: counted?.total ?? null };
};

/** Forgets the words of days that are over their time. */
export const dropMisses = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('doc_search_miss').where('on_day', '<=', sql<string>`${today} - ${keptDays}::int`).execute();
};
