import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A quick reply as it is stored. */
export interface QuickReplyRow {
  readonly reply_id: string;
  /** Whose own it is; null for a shared one. */
  readonly staff_id: string | null;
  readonly title: string;
  readonly content: string;
  readonly version: number;
}

const columns = sql`reply_id, staff_id, title, content, version`;

/** A member's own, then the shared ones; as many as may be stored. By chat_quick_reply_of_staff. */
export const listQuickReplies = async (
  db: Db,
  staffId: string,
  { own, shared }: { readonly own: number; readonly shared: number },
): Promise<QuickReplyRow[]> => {
  const { rows } = await sql<QuickReplyRow>`
    (select ${columns} from chat_quick_reply where staff_id = ${staffId} order by title, reply_id limit ${own})
    union all
    (select ${columns} from chat_quick_reply where staff_id is null order by title, reply_id limit ${shared})`.execute(
    db,
  );
  return rows;
};

/** How many a member has, or all share. By chat_quick_reply_of_staff. */
export const countQuickReplies = async (db: Db, staffId: string | null): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chat_quick_reply where staff_id is not distinct from ${staffId}::text`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

/** One that a member may change, held: the member's own, or a shared one; null for a colleague's. Primary key. */
export const lockQuickReply = async (tx: Tx, replyId: string, staffId: string): Promise<QuickReplyRow | null> => {
  const { rows } = await sql<QuickReplyRow>`
    select ${columns} from chat_quick_reply
    where reply_id = ${replyId} and (staff_id is null or staff_id = ${staffId}) for update`.execute(tx);
  return rows[0] ?? null;
};

/** Stores a new one, or one that is held. Primary key. */
export const storeQuickReply = async (tx: Tx, row: QuickReplyRow): Promise<void> => {
  await sql`
    insert into chat_quick_reply (${columns}) values (${row.reply_id}, ${row.staff_id}, ${row.title}, ${row.content}, ${row.version})
    on conflict (reply_id) do update
      set title = excluded.title, content = excluded.content, version = excluded.version, updated_at = app_now()`.execute(
    tx,
  );
};

/** Removes one that is held. Primary key. */
export const deleteQuickReply = async (tx: Tx, replyId: string): Promise<void> => {
  await sql`delete from chat_quick_reply where reply_id = ${replyId}`.execute(tx);
};
