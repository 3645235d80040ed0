import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { Listing } from '#kernel/listing';

/** Stores what a customer says of an answer; a second word takes the place of the first. Primary key. @source service 4.2 */
export const rateAnswer = async (
  tx: Tx,
  {
    conversationId,
    seq,
    helpful,
  }: { readonly conversationId: string; readonly seq: number; readonly helpful: boolean },
): Promise<void> => {
  await sql`insert into chat_answer_rating (conversation_id, seq, helpful) values (${conversationId}, ${seq}, ${helpful})
    on conflict (conversation_id, seq) do update set helpful = excluded.helpful, at = app_now()`.execute(tx);
};

/** How the robot's answers were rated in some days. */
export interface AnswerRatingRow {
  readonly slug: string;
  readonly helpful: number;
  readonly not_helpful: number;
}

/** The documents from which it answered, the least helpful first; a few thousand documents at most. By chat_answer_rating_by_time. */
export const listAnswerRatings = async (
  db: Db,
  days: number,
  listing: Listing,
): Promise<{ readonly rows: readonly AnswerRatingRow[]; readonly total: number | null }> => {
  const rated = sql`chat_answer_rating r join chat_message m on m.conversation_id = r.conversation_id and m.seq = r.seq
    where r.at > app_now() - ${days}::int * interval '1 day' and m.card_kind = 'document'`;
  const [{ rows }, counted] = await Promise.all([
    sql<AnswerRatingRow>`
      select m.card_id as slug, count(*) filter (where r.helpful)::int as helpful, count(*) filter (where not r.helpful)::int as not_helpful
      from ${rated} group by m.card_id order by not_helpful desc, slug limit ${listing.pageSize + 1} offset ${listing.offset}`.execute(
      db,
    ),
    listing.wantsTotal
      ? sql<{ total: number }>`select count(distinct m.card_id)::int as total from ${rated}`.execute(db)
      : null,
  ]);
  return { rows, total: counted?.rows[0]?.total ?? null };
};
