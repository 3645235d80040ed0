import { type RawBuilder, sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';

/** One row of the audit trail: ids and masked values only (security 4.11). */
export interface AuditRow {
  readonly event: string;
  readonly operation: string;
  readonly result: string;
  readonly actor_kind: 'visitor' | 'user' | 'staff' | 'system' | 'operator';
  readonly actor_id: string | null;
  readonly tenant_id: string | null;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly address: string;
  readonly object: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly request_id: string;
}

const addAuditEvent = (db: Db, row: AuditRow) => db.insertInto('audit_event').values(row);

/** Adds a row in a transaction; it is sent with the last statements. */
export const sendAuditEvent = (tx: Tx, row: AuditRow): void => send(tx, addAuditEvent(tx, row));

/** Adds a row outside a transaction; without `returning`, because a tenant may write the trail and read only its own part. */
export const insertAuditEvent = async (db: Db, row: AuditRow): Promise<void> => {
  await addAuditEvent(db, row).execute();
};

/**
 * A part of a statement that adds an event for each row of another part of it, with its columns `tenant_id`, `object` and `after`: for what one statement
 * does to very many. Nothing in it is masked: it holds ids, numbers, times and digests alone.
 */
export const addEventsFrom = (
  part: string,
  { event, actor_kind, actor_id }: Pick<AuditRow, 'event' | 'actor_kind' | 'actor_id'>,
): RawBuilder<unknown> => sql`
  insert into audit_event (event, result, actor_kind, actor_id, tenant_id, object, after)
  select ${event}::text, 'ok', ${actor_kind}::text, ${actor_id}::text, p.tenant_id, p.object, p.after from ${sql.ref(part)} p`;

/** The newest of some events about an object. It scans the trail from its end, so it is for rare reads and objects that have such an event. */
export const findLastEvent = async (db: Db, object: string, events: readonly string[]): Promise<string | undefined> => {
  const row = await db
    .selectFrom('audit_event')
    .select('event')
    .where('object', '=', object)
    .where('event', 'in', events)
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.event;
};
