import { expiryNoticeDays } from '@ronghui/domain/certification';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/db';

/** Transfers that nobody has sent yet. By certification_transfer. */
export const listUnsent = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('certification')
    .select('tenant_id')
    .where('status', '=', 'pendingTransfer')
    .where('transfer_sent_at', 'is', null)
    .orderBy('transfer_by')
    .limit(limit)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
};

/** Notes that a transfer was sent. */
export const updateSent = async (tx: Tx, tenantId: string): Promise<void> => {
  await tx
    .updateTable('certification')
    .set({ transfer_sent_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .execute();
};

/** Certifications whose transfer was not answered in time, oldest first. By certification_transfer. */
export const listOverdue = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('certification')
    .select('tenant_id')
    .where('status', '=', 'pendingTransfer')
    .where('transfer_by', '<=', sql<Date>`app_now()`)
    .orderBy('transfer_by')
    .limit(limit)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
};

/** A certification in force whose licence or identity card ends soon. */
export interface EndingCertification {
  readonly tenant_id: string;
  readonly licence_until: string | null;
  readonly id_until: string | null;
  /** The nearer end. */
  readonly ends_on: string;
}

/** Those that end within the days of the announcement and were not told of that end. By certification_end. */
export const listEndingCertifications = async (db: Db, limit: number): Promise<EndingCertification[]> => {
  const { rows } = await sql<EndingCertification>`
    select tenant_id, licence_until, id_until, least(licence_until, id_until) as ends_on from certification
    where certified_no is not null
      and least(licence_until, id_until) <= to_char((app_now() at time zone 'Asia/Shanghai')::date + ${expiryNoticeDays}::int, 'YYYY-MM-DD')
      and expiry_told is distinct from least(licence_until, id_until)
    order by least(licence_until, id_until), tenant_id limit ${limit}`.execute(db);
  return rows;
};

/** Notes what end was announced; false when another run was faster. */
export const updateExpiryTold = async (tx: Tx, { tenant_id, ends_on }: EndingCertification): Promise<boolean> => {
  const noted = await sql`
    update certification set expiry_told = ${ends_on} where tenant_id = ${tenant_id} and certified_no is not null
      and least(licence_until, id_until) = ${ends_on} and expiry_told is distinct from ${ends_on}`.execute(tx);
  return noted.numAffectedRows === 1n;
};

/** What waits at the desk, oldest first. By certification_desk. */
export const listSubmissions = (db: Db, limit: number) =>
  db
    .selectFrom('certification as c')
    .innerJoin('certification_submission as s', (join) =>
      join.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.submission_no', '=', 'c.submission_no'),
    )
    .innerJoin('tenant as t', 't.tenant_id', 'c.tenant_id')
    .select(['s.submission_no', 's.uscc', 's.form', 's.submitted_at', 'c.status', 't.name'])
    .where('c.status', 'in', ['pending', 'pendingTransfer'])
    .orderBy('c.submitted_at')
    .limit(limit)
    .execute();
