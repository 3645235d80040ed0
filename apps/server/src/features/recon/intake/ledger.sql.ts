import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { withoutListedRows } from '#kernel/files/reading/left-out-cells.sql';
import type { TextEncoding } from '#kernel/files/reading/text-encoding';
import type { Tables } from '#tables';

type Stored = Selectable<Tables['recon_ledger']>;
/** A ledger's file. */
export type LedgerRow = Pick<Stored, 'ledger_id' | 'name' | 'size_bytes' | 'sha256' | 'storage_key'> & {
  readonly kind: 'csv' | 'xlsx';
  readonly encoding: TextEncoding;
};

/** A ledger of a tenant; by the primary key. */
export const findLedgerFile = async (db: Db, tenantId: string, ledgerId: string): Promise<LedgerRow | undefined> => {
  const { rows } = await sql<LedgerRow>`
    select ledger_id, name, kind, encoding, size_bytes, sha256, case when removed_at is null then storage_key end as storage_key from recon_ledger
      where tenant_id = ${tenantId} and ledger_id = ${ledgerId}`.execute(db);
  return rows[0];
};

/** The bytes of ledgers that a tenant has in the store. By recon_ledger_room. @unit bytes */
export const sumLedgerBytes = async (db: Db, tenantId: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from recon_ledger where tenant_id = ${tenantId} and storage_key is not null and removed_at is null`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
};

/** The same, and no other upload of the tenant is counted until the transaction ends. */
export const lockLedgerRoom = async (tx: Tx, tenantId: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('recon_ledger ' || ${tenantId}, 0))`.execute(tx);
  return sumLedgerBytes(tx, tenantId);
};

/** An upload as it is stored. */
export interface NewLedger {
  readonly ledgerId: string;
  readonly name: string;
  readonly kind: LedgerRow['kind'];
  readonly encoding: LedgerRow['encoding'];
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly userId: string;
}

/** Adds an upload. */
export const insertLedger = async (tx: Tx, tenantId: string, file: NewLedger): Promise<void> => {
  await tx
    .insertInto('recon_ledger')
    .values({
      tenant_id: tenantId,
      ledger_id: file.ledgerId,
      name: file.name,
      kind: file.kind,
      encoding: file.encoding,
      size_bytes: file.size,
      sha256: file.sha256,
      storage_key: file.storageKey,
      user_id: file.userId,
      uploaded_by: sql<string>`left(coalesce(user_label(${file.userId}), ''), 80)`,
    })
    .execute();
};

/** A run of the same bytes. */
export interface SameLedger {
  readonly run_id: string;
  readonly stage_name: string;
  readonly created_at: Date;
}

/** The last runs of a tenant with the same bytes; by recon_ledger_same and recon_run_of_ledger. */
export const listSameLedgers = async (db: Db, tenantId: string, sha256: string): Promise<readonly SameLedger[]> => {
  const { rows } = await sql<SameLedger>`
    select r.run_id, s.name as stage_name, r.created_at
      from recon_ledger l join recon_run r on r.tenant_id = l.tenant_id and r.ledger_id = l.ledger_id join stage s using (stage_id)
      where l.tenant_id = ${tenantId} and l.sha256 = ${sha256} and l.removed_at is null and not r.is_dry order by r.created_at desc limit 5`.execute(
    db,
  );
  return rows;
};

/** The most sources that a tenant saves. */
const mostSources = 20;

type Mapping = Selectable<Tables['recon_source']>['mapping'];

/** The saved sources of a tenant, the last used first. */
export const listSources = async (
  db: Db,
  tenantId: string,
): Promise<readonly { readonly name: string; readonly mapping: Mapping }[]> =>
  db
    .selectFrom('recon_source')
    .select(['name', 'mapping'])
    .where('tenant_id', '=', tenantId)
    .orderBy('used_at', 'desc')
    .orderBy('source_id')
    .limit(mostSources)
    .execute();

/** Saves a source, over one of the same name; false where there are too many. */
export const storeSource = async (
  tx: Tx,
  tenantId: string,
  { sourceId, name, mapping }: { readonly sourceId: string; readonly name: string; readonly mapping: Mapping },
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('recon_source ' || ${tenantId}, 0))`.execute(tx);
  const { rows } = await sql<{ stored: boolean }>`
    with stored as (
      insert into recon_source (tenant_id, source_id, name, mapping)
      select ${tenantId}, ${sourceId}, ${name}, ${JSON.stringify(mapping)}::jsonb
        where (select count(*) from recon_source where tenant_id = ${tenantId} and name <> ${name}) < ${mostSources}
      on conflict (tenant_id, name) do update set mapping = excluded.mapping, used_at = app_now() returning 1)
    select exists (select from stored) as stored`.execute(tx);
  return rows[0]?.stored ?? false;
};

/** Files that are needed no longer: all their runs are closed, they are too old, nobody began with them, or they were deleted. By recon_ledger_kept. */
export const listIdleLedgers = async (
  db: Db,
  { days, idleDays }: { readonly days: number; readonly idleDays: number },
): Promise<readonly { readonly tenant_id: string; readonly ledger_id: string; readonly storage_key: string }[]> => {
  const { rows } = await sql<{ tenant_id: string; ledger_id: string; storage_key: string }>`
    select l.tenant_id, l.ledger_id, l.storage_key from recon_ledger l
      left join lateral (select count(*) as runs, count(*) filter (where r.closed_at is null and not r.is_dry) as open,
          bool_or(coalesce(j.status in ('queued', 'running'), false)) as is_read
        from recon_run r left join sent_job j on j.job_id = r.job_id where r.tenant_id = l.tenant_id and r.ledger_id = l.ledger_id) r on true
      where l.storage_key is not null and not coalesce(r.is_read, false)
        and (l.removed_at is not null or l.created_at < app_now() - ${days}::float8 * interval '1 day' or (r.runs > 0 and r.open = 0)
          or (r.runs = 0 and l.created_at < app_now() - ${idleDays}::float8 * interval '1 day'))
      order by l.created_at limit 500`.execute(db);
  return rows;
};

/** Takes the cells of rows that were left out from the runs of a ledger, which keep their reasons, numbers and sums. By recon_run_of_ledger. @source security 4.12 */
export const updateListedRowsGone = async (tx: Tx, tenantId: string, ledgerId: string): Promise<void> => {
  await tx
    .updateTable('recon_run')
    .set({ skipped: withoutListedRows('skipped') })
    .where('tenant_id', '=', tenantId)
    .where('ledger_id', '=', ledgerId)
    .where('skipped', 'is not', null)
    .execute();
};

/** Notes that the bytes of a ledger are gone. */
export const updateLedgerGone = async (
  tx: Tx,
  { tenant_id, ledger_id }: { readonly tenant_id: string; readonly ledger_id: string },
): Promise<void> => {
  await updateListedRowsGone(tx, tenant_id, ledger_id);
  await tx
    .updateTable('recon_ledger')
    .set({ storage_key: null })
    .where('tenant_id', '=', tenant_id)
    .where('ledger_id', '=', ledger_id)
    .execute();
};
