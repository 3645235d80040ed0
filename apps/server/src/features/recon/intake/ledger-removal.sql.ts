import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { updateListedRowsGone } from './ledger.sql.ts';

/** A ledger as it would be removed. */
export interface RemovableLedger {
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

/** A run of a ledger. */
export interface LedgerRun {
  readonly run_id: string;
  readonly stage_name: string;
  readonly created_at: Date;
  readonly is_dry: boolean;
  readonly is_closed: boolean;
  readonly is_under_way: boolean;
}

/** A ledger that was not removed; by the primary key. */
export const findRemovable = async (
  db: Db,
  tenantId: string,
  ledgerId: string,
): Promise<RemovableLedger | undefined> => {
  const { rows } = await sql<RemovableLedger>`
    select name, size_bytes, sha256 from recon_ledger
      where tenant_id = ${tenantId} and ledger_id = ${ledgerId} and removed_at is null`.execute(db);
  return rows[0];
};

/** The same, and until the transaction ends nobody starts a run of it. */
export const lockRemovable = async (
  tx: Tx,
  tenantId: string,
  ledgerId: string,
): Promise<RemovableLedger | undefined> => {
  await sql`select from recon_ledger where tenant_id = ${tenantId} and ledger_id = ${ledgerId} for update`.execute(tx);
  return findRemovable(tx, tenantId, ledgerId);
};

/** All runs of a ledger, the last first. By recon_run_of_ledger. */
export const listLedgerRuns = async (db: Db, tenantId: string, ledgerId: string): Promise<readonly LedgerRun[]> => {
  const { rows } = await sql<LedgerRun>`
    select r.run_id, s.name as stage_name, r.created_at, r.is_dry, r.closed_at is not null as is_closed,
        coalesce(j.status in ('queued', 'running'), false) as is_under_way
      from recon_run r join stage s using (stage_id) left join sent_job j on j.job_id = r.job_id
      where r.tenant_id = ${tenantId} and r.ledger_id = ${ledgerId} order by r.created_at desc, r.run_id desc`.execute(
    db,
  );
  return rows;
};

/** The same, and until the transaction ends nobody closes or changes one of them. */
export const lockLedgerRuns = async (tx: Tx, tenantId: string, ledgerId: string): Promise<readonly LedgerRun[]> => {
  await sql`select from recon_run where tenant_id = ${tenantId} and ledger_id = ${ledgerId} order by run_id for update`.execute(
    tx,
  );
  return listLedgerRuns(tx, tenantId, ledgerId);
};

/** Removes a ledger: its runs have no result any more, and their items and its bytes are for the tidying. */
export const updateRemoved = async (
  tx: Tx,
  tenantId: string,
  { ledgerId, userId }: { readonly ledgerId: string; readonly userId: string },
): Promise<void> => {
  await sql`
    update recon_ledger set removed_at = app_now(), removed_by = left(coalesce(user_label(${userId}), ''), 80)
      where tenant_id = ${tenantId} and ledger_id = ${ledgerId}`.execute(tx);
  await sql`
    update recon_run set matched_at = null, made_of = null, changes = null, carried = null, step_no = 0, version = version + 1
      where tenant_id = ${tenantId} and ledger_id = ${ledgerId}`.execute(tx);
  await updateListedRowsGone(tx, tenantId, ledgerId);
};
