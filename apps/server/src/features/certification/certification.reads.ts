import type { CertificationStatus } from '@ronghui/domain/certification';
import type { Db } from '#kernel/database/db';

/** What other nouns may read of a certification. */
export const shown = [
  'tenant_id',
  'status',
  'form',
  'masks',
  'reasons',
  'submission_no',
  'submitted_at',
  'reviewed_at',
  'tries_left',
  'transfer_by',
  'transfer_sent_at',
  'certified_no',
  'certified_uscc',
] as const;

// The check constraint allows the domain's words only.
export const worded = <Row extends { readonly status: string }>(row: Row) =>
  row as Omit<Row, 'status'> & { readonly status: CertificationStatus };

/** The status of a tenant's certification; undefined before the first draft. By the primary key. */
export const findCertification = async (db: Db, tenantId: string) => {
  const row = await db.selectFrom('certification').select(shown).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && worded(row);
};

/** What `findCertification` returns. */
export type CertificationRow = NonNullable<Awaited<ReturnType<typeof findCertification>>>;

/** Whether a certification of the tenant is in force; a new submission does not end it (R4.13). By the primary key. */
export const isCertified = async (db: Db, tenantId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('certification')
    .select('certified_no')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return (row?.certified_no ?? null) !== null;
};
