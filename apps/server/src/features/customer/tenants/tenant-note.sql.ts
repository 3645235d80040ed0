import type { Output } from '@ronghui/contract';
import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';

/** What a member of staff notes about a merchant, out of a conversation. */
export interface NewTenantNote {
  readonly tenantId: string;
  readonly noteId: string;
  readonly content: string;
  readonly staffId: string;
  readonly conversationId: string;
}

/** Adds a note. @source service 5.4 */
export const addTenantNote = (tx: Tx, { tenantId, noteId, content, staffId, conversationId }: NewTenantNote): void =>
  send(tx, {
    compile: (db) =>
      sql`insert into tenant_note (tenant_id, note_id, content, staff_id, conversation_id)
        values (${tenantId}, ${noteId}, ${content}, ${staffId}, ${conversationId})`.compile(db),
  });

/** The newest notes on a merchant. By tenant_note_newest, and the staff's primary key. */
export const listTenantNotes = async (
  db: Db,
  tenantId: string,
  limit: number,
): Promise<Output<'ops.tenant.detail'>['notes']> => {
  const { rows } = await sql<{ at: Date; content: string; called: string; conversation_id: string }>`
    select n.at, n.content, n.conversation_id, coalesce(nullif(s.name, ''), s.account) as called
    from tenant_note n join staff s on s.staff_id = n.staff_id
    where n.tenant_id = ${tenantId} order by n.at desc, n.note_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    at: row.at.toISOString(),
    by: row.called,
    content: row.content,
    conversationId: row.conversation_id,
  }));
};
