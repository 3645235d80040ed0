import { type Db, send, type Tx } from '#kernel/database/db';

/** One row of the audit trail: ids and masked values only (security 4.11). */
export interface AuditRow {
  readonly event: string;
  readonly operation: string;
  readonly result: string;
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

/** Adds a row to a transaction, with its last statements. */
export const sendAuditEvent = (tx: Tx, row: AuditRow): void => send(tx, addAuditEvent(tx, row));

/** Adds a row by itself; without `returning`, because a tenant may write the trail and reads its own part alone. */
export const insertAuditEvent = async (db: Db, row: AuditRow): Promise<void> => {
  await addAuditEvent(db, row).execute();
};

/** What the desk, or a start, did to an account: to whom, and why. */
export const insertDeskAudit = (
  tx: Tx,
  { event, userId, after }: { readonly event: string; readonly userId: string | null; readonly after: object },
) =>
  insertAuditEvent(tx, {
    event,
    operation: '',
    result: 'ok',
    tenant_id: null,
    user_id: null,
    session_id: null,
    address: '',
    object: userId,
    before: null,
    after: JSON.stringify(after),
    request_id: '',
  });

/** The newest of some events of the desk about an account. Walks the trail from its end: for rare questions, about accounts that have one. */
export const findLastDeskEvent = async (
  db: Db,
  userId: string,
  events: readonly string[],
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('audit_event')
    .select('event')
    .where('object', '=', userId)
    .where('event', 'in', events)
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.event;
};
