import { expiryNoticeDays, transferDays } from '@ronghui/domain/certification';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { today } from '#kernel/database/fragments.sql';

/** A batch of the tenants that a job has work for, after the given one. */
export interface Part {
  readonly after: string;
  readonly limit: number;
}

/** Transfers that are not sent yet. By certification_unsent. */
export const listUnsent = async (db: Db, { after, limit }: Part): Promise<string[]> => {
  const rows = await db
    .selectFrom('certification')
    .select('tenant_id')
    .where('status', '=', 'pendingTransfer')
    .where('transfer_sent_at', 'is', null)
    .where('tenant_id', '>', after)
    .orderBy('tenant_id')
    .limit(limit)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
};

/** Records that a transfer was sent; returns the deadline for the merchant's answer. */
export const updateSent = async (tx: Tx, tenantId: string): Promise<Date> => {
  const row = await tx
    .updateTable('certification')
    .set({
      transfer_sent_at: sql<Date>`app_now()`,
      transfer_failed_at: null,
      transfer_by: sql<Date>`app_now() + make_interval(days => ${transferDays}::int)`,
    })
    .where('tenant_id', '=', tenantId)
    .returning('transfer_by')
    .executeTakeFirstOrThrow();
  if (row.transfer_by === null) throw new Error('a transfer that was sent has no last moment');
  return row.transfer_by;
};

/** Records that the bank refused a transfer, unless it is sent or no longer awaited by now. */
export const updateFailed = async (tx: Tx, tenantId: string): Promise<void> => {
  await tx
    .updateTable('certification')
    .set({ transfer_failed_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'pendingTransfer')
    .where('transfer_sent_at', 'is', null)
    .execute();
};

/** Certifications whose transfer was sent and not answered in time. By certification_transfer, which contains only certifications that wait. */
export const listOverdue = async (db: Db, { after, limit }: Part): Promise<string[]> => {
  const rows = await db
    .selectFrom('certification')
    .select('tenant_id')
    .where('status', '=', 'pendingTransfer')
    .where('transfer_sent_at', 'is not', null)
    .where('transfer_by', '<=', sql<Date>`app_now()`)
    .where('tenant_id', '>', after)
    .orderBy('tenant_id')
    .limit(limit)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
};

/** A document of a certification in force that expires soon. */
export interface EndingDocument {
  readonly tenant_id: string;
  readonly document: 'licence' | 'id';
  readonly ends_on: string;
}

const noticed = sql`to_char(${today} + ${expiryNoticeDays}::int, 'YYYY-MM-DD')`;

/** Documents that expire within the days of the announcement and were not announced. By certification_licence_end and certification_id_end. */
export const listEndingDocuments = async (db: Db, limit: number): Promise<EndingDocument[]> => {
  const { rows } = await sql<EndingDocument>`
    (select tenant_id, 'licence' as document, licence_until as ends_on from certification
      where certified_no is not null and licence_until <= ${noticed}
        and coalesce(licence_told, expiry_told) is distinct from licence_until
      order by licence_until limit ${limit})
    union all
    (select tenant_id, 'id', id_until from certification
      where certified_no is not null and id_until <= ${noticed} and coalesce(id_told, expiry_told) is distinct from id_until
      order by id_until limit ${limit})`.execute(db);
  return rows;
};

/** The end that was announced, by document. */
const announcedColumns = { licence: 'licence_told', id: 'id_told' } as const;

/** Records which end was announced; false when another run was faster, or the document was replaced meanwhile. */
export const recordEndAnnounced = async (
  tx: Tx,
  { tenant_id, document, ends_on }: EndingDocument,
): Promise<boolean> => {
  const until = sql.ref(`${document}_until`);
  const announced = sql.ref(announcedColumns[document]);
  const noted = await sql`
    update certification set ${announced} = ${ends_on} where tenant_id = ${tenant_id} and certified_no is not null
      and ${until} = ${ends_on} and coalesce(${announced}, expiry_told) is distinct from ${ends_on}`.execute(tx);
  return noted.numAffectedRows === 1n;
};
