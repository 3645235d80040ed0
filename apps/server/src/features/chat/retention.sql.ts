import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { deleteFilesBefore } from './files/chat-file.sql.ts';

/** How long words are kept, by whose they are. @unit days @source service 3.5 */
export interface Retention {
  readonly visitorDays: number;
  readonly tenantDays: number;
}

/** Before which moment the words of a conversation are too old. */
const cutoffOf = ({ visitorDays, tenantDays }: Retention) =>
  sql`app_now() - case when c.visitor_id is null then ${tenantDays}::int else ${visitorDays}::int end * interval '1 day'`;

/** Some conversations in the order of their ids, and those of them that have something too old. */
export interface AgedAmong {
  /** The last that was looked at; null where there are no more. */
  readonly last: string | null;
  readonly aged: readonly string[];
}

/**
 * Of the next `limit` conversations after one, those whose first message, last words of a reception or first note are too old. Once a day, by primary keys:
 * a statement looks at no more, however many there are.
 */
export const listAged = async (
  db: Db,
  retention: Retention,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<AgedAmong> => {
  const cutoff = cutoffOf(retention);
  const { rows } = await sql<{ conversation_id: string; is_aged: boolean }>`
    select c.conversation_id, exists (select from chat_message m where m.conversation_id = c.conversation_id and m.seq = c.first_seq and m.at < ${cutoff})
      or exists (select from chat_reception r where r.conversation_id = c.conversation_id and r.spoken_at < ${cutoff})
      or exists (select from chat_note n where n.conversation_id = c.conversation_id and n.at < ${cutoff}) as is_aged
    from chat_conversation c where c.conversation_id > ${after} order by c.conversation_id limit ${limit}`.execute(db);
  return {
    last: rows.at(-1)?.conversation_id ?? null,
    aged: rows.filter((row) => row.is_aged).map((row) => row.conversation_id),
  };
};

/**
 * Removes what is too old of a conversation, whose row is held: messages from the front, so that what is left stays without gaps, with their ratings and files;
 * receptions by their last words; notes. Numbers and versions go on. Primary keys, chat_reception_newest and chat_file_of_message.
 *
 * @returns the keys of the files in the store, which nothing names any more
 */
export const dropAged = async (tx: Tx, conversationId: string, retention: Retention): Promise<readonly string[]> => {
  const { rows } = await sql<{ kept: number; cutoff: Date }>`
    select coalesce((select min(m.seq) from chat_message m where m.conversation_id = c.conversation_id and m.at >= ${cutoffOf(retention)}), c.last_seq + 1) as kept,
      ${cutoffOf(retention)} as cutoff
    from chat_conversation c where c.conversation_id = ${conversationId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return [];
  const { kept, cutoff } = row;
  const storageKeys = await deleteFilesBefore(tx, conversationId, kept);
  await sql`delete from chat_answer_rating where conversation_id = ${conversationId} and seq < ${kept}`.execute(tx);
  await sql`delete from chat_message where conversation_id = ${conversationId} and seq < ${kept}`.execute(tx);
  await sql`delete from chat_note where conversation_id = ${conversationId} and at < ${cutoff}`.execute(tx);
  await sql`
    delete from chat_reception_colleague where reception_id in (
      select reception_id from chat_reception where conversation_id = ${conversationId} and spoken_at < ${cutoff})`.execute(
    tx,
  );
  await sql`delete from chat_reception where conversation_id = ${conversationId} and spoken_at < ${cutoff}`.execute(tx);
  await sql`update chat_conversation set first_seq = ${kept} where conversation_id = ${conversationId}`.execute(tx);
  return storageKeys;
};

/** Visitors whose cookie is over and of whom nothing is left but their name; at most `limit`. By chat_visitor_by_end. */
export const listGone = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ visitor_id: string }>`
    select v.visitor_id from chat_visitor v left join chat_conversation c on c.visitor_id = v.visitor_id
    where v.expires_at <= app_now() and (c.conversation_id is null or (c.first_seq > c.last_seq
      and not exists (select from chat_reception r where r.conversation_id = c.conversation_id)
      and not exists (select from chat_note n where n.conversation_id = c.conversation_id)
      and not exists (select from chat_file f where f.conversation_id = c.conversation_id)))
    order by v.expires_at limit ${limit}`.execute(db);
  return rows.map((row) => row.visitor_id);
};

/** Removes a visitor and the empty conversation. Unique key of the visitor. */
export const dropVisitor = async (tx: Tx, visitorId: string): Promise<void> => {
  await sql`delete from chat_cursor where conversation_id in (select conversation_id from chat_conversation where visitor_id = ${visitorId})`.execute(
    tx,
  );
  await sql`delete from chat_conversation where visitor_id = ${visitorId}`.execute(tx);
  await sql`delete from chat_visitor where visitor_id = ${visitorId}`.execute(tx);
};
