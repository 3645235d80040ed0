import type { CertificationStatus, FieldReason } from '@ronghui/domain/certification';
import type { CertificationForm } from '@ronghui/domain/certification-form';
import type { Db } from '#kernel/database/db';

/** What is told of a certification. */
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

/** What is written by us alone, with its words back. */
interface StoredWords {
  readonly status: CertificationStatus;
  readonly form: CertificationForm;
  readonly masks: Readonly<Record<string, string>>;
  readonly reasons: readonly FieldReason[];
}

// The checks of the table hold the domain's words, and the JSON was written by these functions.
export const worded = <Row extends { [Name in keyof StoredWords]: unknown }>(row: Row) =>
  row as Omit<Row, keyof StoredWords> & StoredWords;

/** Where a tenant's certification stands; undefined before the first draft. By the primary key. */
export const findCertification = async (db: Db, tenantId: string) => {
  const row = await db.selectFrom('certification').select(shown).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && worded(row);
};

/** What `findCertification` gives. */
export type CertificationRow = NonNullable<Awaited<ReturnType<typeof findCertification>>>;
