import type { MemberRole } from '@ronghui/contract';
import type { CertificationEvent, CertificationStatus, FieldReason } from '@ronghui/domain/certification';
import type { CertificationForm } from '@ronghui/domain/certification-form';
import { sql } from 'kysely';
import { updateCertificationStatus } from '#features/tenant/tenant.steps';
import type { Db, Tx } from '#kernel/database/db';
import { type CertificationRow, shown, worded } from './certification.reads.ts';

/** The tenant's draft, inserted where there is none, locked until the transaction ends. */
export const holdDraft = async (tx: Tx, tenantId: string) => {
  await tx
    .insertInto('certification')
    .values({ tenant_id: tenantId, form: '{}', masks: '{}', reasons: '[]' })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  const row = await tx
    .selectFrom('certification')
    .select([...shown, 'sealed'])
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return worded(row);
};

/** A draft as it is stored. */
export interface Draft {
  readonly form: CertificationForm;
  readonly sealed: Buffer | null;
  readonly masks: Readonly<Record<string, string>>;
}

/** Stores a draft; the caller has locked the row. */
export const updateDraft = async (tx: Tx, tenantId: string, { form, sealed, masks }: Draft): Promise<void> => {
  await tx
    .updateTable('certification')
    .set({ form: JSON.stringify(form), sealed, masks: JSON.stringify(masks), updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .execute();
};

/** The certification with all its columns, locked until the transaction ends; runs as the service. By the primary key. */
export const lockCertification = (tx: Tx, tenantId: string) => lockWhere(tx, { tenantId });

/** The same by the number of the latest submission, for the desk. By its unique key. */
export const lockSubmission = (tx: Tx, submissionNo: string) => lockWhere(tx, { submissionNo });

const lockWhere = async (tx: Tx, { tenantId, submissionNo }: { tenantId?: string; submissionNo?: string }) => {
  const row = await tx
    .selectFrom('certification')
    .selectAll()
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId ?? ''))
    .$if(tenantId === undefined, (query) => query.where('submission_no', '=', submissionNo ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && worded(row);
};

/** A certification that is locked until its transaction ends. */
export type LockedCertification = NonNullable<Awaited<ReturnType<typeof lockWhere>>>;

/** Whether another tenant is certified with a code; parallel calls for one code wait for each other. By the unique key. */
export const isCertifiedElsewhere = async (tx: Tx, tenantId: string, uscc: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('certify ' || ${uscc}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('certification')
    .select('tenant_id')
    .where('certified_uscc', '=', uscc)
    .where('tenant_id', '<>', tenantId)
    .executeTakeFirst();
  return row !== undefined;
};

/** A submission as it is stored. */
export interface NewSubmission {
  readonly tenantId: string;
  readonly submissionNo: string;
  readonly form: CertificationForm;
  readonly sealed: Buffer;
  readonly masks: Readonly<Record<string, string>>;
  readonly uscc: string;
  readonly userId: string;
  readonly consentIds: readonly string[];
}

/** Stores a submission; false, and no row added, when the number is taken. */
export const insertSubmission = async (tx: Tx, submission: NewSubmission): Promise<boolean> => {
  const added = await tx
    .insertInto('certification_submission')
    .values({
      tenant_id: submission.tenantId,
      submission_no: submission.submissionNo,
      form: JSON.stringify(submission.form),
      sealed: submission.sealed,
      masks: JSON.stringify(submission.masks),
      uscc: submission.uscc,
      user_id: submission.userId,
      consent_ids: [...submission.consentIds],
    })
    .onConflict((conflict) => conflict.column('submission_no').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

/** One submission of a tenant; by the primary key. */
export const findSubmission = (db: Db, tenantId: string, submissionNo: string) =>
  db
    .selectFrom('certification_submission')
    .select(['tenant_id', 'submission_no', 'form', 'sealed', 'masks', 'uscc', 'user_id', 'submitted_at', 'consent_ids'])
    .where('tenant_id', '=', tenantId)
    .where('submission_no', '=', submissionNo)
    .executeTakeFirst();

/** The submission that is in force, with the moment it was approved; undefined where none is. By the primary keys. */
export const findInForce = async (db: Db, row: Pick<CertificationRow, 'tenant_id' | 'certified_no'>) => {
  const submission = row.certified_no === null ? undefined : await findSubmission(db, row.tenant_id, row.certified_no);
  if (submission === undefined) return undefined;
  const approved = await db
    .selectFrom('certification_step')
    .select('at')
    .where('tenant_id', '=', row.tenant_id)
    .where('submission_no', '=', submission.submission_no)
    .where('event', '=', 'approve')
    .executeTakeFirst();
  const { form, masks } = submission;
  // Only a submission writes it, after validation.
  return {
    ...submission,
    form: form as CertificationForm,
    masks: masks as Draft['masks'],
    approved_at: approved?.at ?? null,
  };
};

/** What `findInForce` returns. */
export type InForce = NonNullable<Awaited<ReturnType<typeof findInForce>>>;

/** Columns that a step may set beside the status. */
type Changes = Partial<
  Pick<
    LockedCertification,
    | 'submission_no'
    | 'submitted_at'
    | 'reviewed_at'
    | 'tries_left'
    | 'transfer_sealed'
    | 'transfer_by'
    | 'transfer_sent_at'
    | 'transfer_failed_at'
    | 'certified_no'
    | 'certified_uscc'
    | 'licence_until'
    | 'id_until'
    | 'licence_told'
    | 'id_told'
    | 'expiry_told'
  >
>;

/** A step that was taken. */
export interface Move {
  readonly event: CertificationEvent['kind'];
  readonly to: CertificationStatus;
  readonly actor: 'merchant' | 'ops' | 'job';
  /** The merchant user; null for the desk and the jobs. */
  readonly userId: string | null;
  readonly byName: string | null;
  /** The member of staff who took it; merchants read `byName` alone. */
  readonly staffId?: string | null;
  readonly submissionNo: string;
  readonly reasons: readonly FieldReason[];
  readonly changes: Changes;
}

/**
 * Writes a step: the certification, its history, and the status on the tenant's record. A certified tenant stays certified while a
 * change is under review, and when the change is rejected. The caller has locked the certification.
 */
export const storeMove = async (tx: Tx, row: LockedCertification, move: Move): Promise<void> => {
  const { to, reasons, changes } = move;
  const version = row.version + 1;
  const changed = await tx
    .updateTable('certification')
    .set({ status: to, version, reasons: JSON.stringify(reasons), updated_at: sql<Date>`app_now()`, ...changes })
    .where('tenant_id', '=', row.tenant_id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) throw new Error('a locked certification changed');
  await tx
    .insertInto('certification_step')
    .values({
      tenant_id: row.tenant_id,
      version,
      submission_no: move.submissionNo,
      event: move.event,
      from_status: row.status,
      to_status: to,
      actor: move.actor,
      user_id: move.userId,
      staff_id: move.staffId ?? null,
      by_name: move.byName ?? sql<string>`coalesce(user_label(${move.userId}), '')`,
      reasons: JSON.stringify(reasons),
    })
    .execute();
  const isCertified = (changes.certified_no ?? row.certified_no) !== null;
  await updateCertificationStatus(tx, row.tenant_id, isCertified ? 'passed' : to);
};

/** The last step, which a repeated command is compared with. By the primary key. */
export const findLastMove = (tx: Tx, row: LockedCertification) =>
  tx
    .selectFrom('certification_step')
    .select(['event', 'reasons'])
    .where('tenant_id', '=', row.tenant_id)
    .where('version', '=', row.version)
    .executeTakeFirst();

/** The roles that get notices about a certification. */
export const certifiers: readonly MemberRole[] = ['owner'];

/** Adds certifications without a company behind them to the tenants of a demonstration; those that have one keep it. */
export const insertBareCertifications = async (tx: Tx, tenantIds: readonly string[]): Promise<void> => {
  await sql`
    insert into certification (tenant_id, status, form, masks, reasons, submission_no, certified_no, certified_uscc)
    select id, 'passed', '{}', '{}', '[]', 'RZ-' || left(md5(id), 20), 'RZ-' || left(md5(id), 20), upper(left(md5(id), 18))
      from unnest(${[...tenantIds]}::text[]) id on conflict do nothing`.execute(tx);
};

/**
 * Releases the company of a closed account: another tenant can certify with its code, and nothing waits for a decision. Submissions and
 * decisions stay for as long as the law requires. Primary keys.
 *
 * @source R4.11, R10.9
 */
export const releaseCertification = async (tx: Tx, tenantId: string): Promise<void> => {
  const free = {
    certified_no: null,
    certified_uscc: null,
    transfer_sealed: null,
    transfer_by: null,
    transfer_sent_at: null,
  };
  await tx
    .updateTable('certification')
    .set({ status: 'none', tries_left: null, ...free })
    .set({ updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .execute();
  await updateCertificationStatus(tx, tenantId, 'none');
};
