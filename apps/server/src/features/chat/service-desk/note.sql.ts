import type { NoteKind } from '@ronghui/domain/chat';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** An internal note as it is stored. */
export interface NoteRow {
  readonly note_no: number;
  readonly after_seq: number;
  readonly kind: NoteKind;
  readonly staff_id: string;
  readonly to_staff_id: string | null;
  readonly content: string;
  readonly at: Date;
}

/** The last notes that stand after a message or later, the oldest first; one more than `limit` where there are more. By chat_note_placed. */
export const listNotes = async (
  db: Db,
  conversationId: string,
  { fromSeq, limit }: { readonly fromSeq: number; readonly limit: number },
): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`
    select note_no, after_seq, kind, staff_id, to_staff_id, content, at from chat_note
    where conversation_id = ${conversationId} and after_seq >= ${fromSeq}::int
    order by after_seq desc, note_no desc limit ${limit + 1}`.execute(db);
  return rows.toReversed();
};

/** What a member of staff has noted under a name before. By chat_note_of_client. */
export const findNoted = async (
  tx: Tx,
  conversationId: string,
  { staffId, clientId }: { readonly staffId: string; readonly clientId: string },
): Promise<Pick<NoteRow, 'note_no' | 'content' | 'at'> | null> => {
  const { rows } = await sql<Pick<NoteRow, 'note_no' | 'content' | 'at'>>`
    select note_no, content, at from chat_note
    where conversation_id = ${conversationId} and staff_id = ${staffId} and client_id = ${clientId}`.execute(tx);
  return rows[0] ?? null;
};

/** A note before it is stored. */
export interface NewNote {
  readonly afterSeq: number;
  readonly kind: NoteKind;
  readonly staffId: string;
  readonly toStaffId: string | null;
  readonly clientId: string | null;
  readonly content: string;
}

/** Adds a note under the next number of its own; the conversation's row is held. Primary key. @source service 1.3 */
export const insertNote = async (
  tx: Tx,
  conversationId: string,
  note: NewNote,
): Promise<Pick<NoteRow, 'note_no' | 'at'>> => {
  const { rows } = await sql<Pick<NoteRow, 'note_no' | 'at'>>`
    insert into chat_note (conversation_id, note_no, after_seq, kind, staff_id, to_staff_id, client_id, content)
    select ${conversationId}, coalesce(max(note_no), 0) + 1, ${note.afterSeq}::int, ${note.kind}, ${note.staffId}, ${note.toStaffId}::text,
      ${note.clientId}::text, ${note.content} from chat_note where conversation_id = ${conversationId}
    returning note_no, at`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a note was not stored');
  return row;
};
