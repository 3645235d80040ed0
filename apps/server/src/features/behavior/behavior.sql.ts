import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** One visit or step of a browser, with the session's user. */
export interface NewRecord {
  readonly eventId: string;
  readonly pageId: string;
  readonly occurredAt: Date;
  readonly sessionId: string;
  readonly userId: string | null;
  readonly tenantId: string | null;
}

/** At most the 50 records of a report, in one statement, with the visit that the session belongs to. */
export const insertRecords = async (tx: Tx, records: readonly NewRecord[]): Promise<void> => {
  await tx
    .insertInto('behavior_record')
    .values(
      records.map(({ eventId, pageId, occurredAt, sessionId, userId, tenantId }) => ({
        event_id: eventId,
        page_id: pageId,
        occurred_at: occurredAt,
        session_id: sql<string>`coalesce((select s.visit_id from session s where s.session_id = ${sessionId}), ${sessionId})`,
        user_id: userId,
        tenant_id: tenantId,
      })),
    )
    .execute();
};

/** Creates the partitions of this month and the next two where they are missing. */
export const makeMonths = async (tx: Tx): Promise<void> => {
  await sql`select make_behavior_months((app_now() at time zone 'UTC')::date, 3)`.execute(tx);
};

/** Drops the months before the last `kept` whole ones. */
export const dropMonths = async (tx: Tx, kept: number): Promise<void> => {
  await sql`select drop_behavior_months(${kept})`.execute(tx);
};
