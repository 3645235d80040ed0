import type { Db } from '#kernel/db';

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

/** Adds a row; without `returning`, because a tenant may write the trail and reads its own part alone. */
export const insertAuditEvent = async (db: Db, row: AuditRow): Promise<void> => {
  await db.insertInto('audit_event').values(row).execute();
};
