import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** One reception of the desk's queue, as far as its changes show. */
export interface DeskRow {
  readonly conversation_id: string;
  readonly last_seq: number;
  /** Changes with whatever the desk shows of it beside the messages: state, cursors, notes, who has joined. */
  readonly mark: string;
}

/** How many receptions are looked at: those that are served first, then who waits, the latest first, and messages that were left at last. */
const most = 1000;

/** What the desk shows, in one statement: the open receptions by chat_reception_queue, the rest by primary keys. @source service 2.3, service 2.5 */
export const listDeskRows = async (db: Db, { minutes }: { readonly minutes: number }): Promise<DeskRow[]> => {
  const { rows } = await sql<DeskRow>`
    select q.conversation_id, c.last_seq, md5(concat_ws('/', q.reception_id, q.state, q.version,
        q.state = 'serving' and q.spoken_at <= app_now() - ${minutes}::int * interval '1 minute',
        (select string_agg(k.side || k.seq, ',' order by k.side) from chat_cursor k where k.conversation_id = q.conversation_id),
        (select n.note_no from chat_note n where n.conversation_id = q.conversation_id order by n.note_no desc limit 1),
        (select string_agg(w.staff_id, ',' order by w.staff_id) from chat_reception_colleague w where w.reception_id = q.reception_id))) as mark
    from chat_reception q join chat_conversation c on c.conversation_id = q.conversation_id
    where q.state <> 'ended' and q.waiting_at is not null
    order by q.state = 'left', q.state = 'waiting', q.waiting_at desc, q.reception_id limit ${most}`.execute(db);
  return rows;
};
