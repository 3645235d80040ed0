import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { fileColumns } from './file.reads.ts';

/** A file as it is added. */
export interface NewFile {
  readonly tenantId: string;
  readonly fileId: string;
  readonly userId: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly status: 'scanning' | 'ready';
}

/** The bytes of the files that jobs of a tenant made and that are still in the store. By sent_job_room. @unit bytes */
export const sumResults = async (db: Db, tenantId: string): Promise<number> => {
  const row = await db
    .selectFrom('sent_job')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('result_bytes'), sql<number>`0`).as('bytes'))
    .where('tenant_id', '=', tenantId)
    .where('result_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
};

/** The bytes that a tenant has stored, results of its jobs among them. By the primary key; a tenant has some thousand files at most. @unit bytes */
export const sumFiles = async (db: Db, tenantId: string): Promise<number> => {
  const row = await db
    .selectFrom('file')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size_bytes'), sql<number>`0`).as('bytes'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(row.bytes) + (await sumResults(db, tenantId));
};

/** Locks the tenant's storage quota until the transaction ends, so that parallel uploads are counted one after the other. */
export const lockFileQuota = async (tx: Tx, tenantId: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('file ' || ${tenantId}, 0))`.execute(tx);
  return sumFiles(tx, tenantId);
};

/** Adds a file. */
export const insertFile = async (tx: Tx, file: NewFile): Promise<void> => {
  await tx
    .insertInto('file')
    .values({
      tenant_id: file.tenantId,
      file_id: file.fileId,
      user_id: file.userId,
      name: file.name,
      mime: file.mime,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      storage_key: file.storageKey,
      status: file.status,
    })
    .execute();
};

/** Marks files as sensitive; by the primary key. */
export const restrictFiles = async (tx: Tx, tenantId: string, fileIds: readonly string[]): Promise<void> => {
  await tx
    .updateTable('file')
    .set({ is_restricted: true })
    .where('tenant_id', '=', tenantId)
    .where('file_id', 'in', [...fileIds, ''])
    .where('is_restricted', '=', false)
    .execute();
};

/** Files that wait for the scanner, the longest waiting first; by file_scanning. */
export const listScanning = (db: Db, limit: number) =>
  db
    .selectFrom('file')
    .select(fileColumns)
    .where('status', '=', 'scanning')
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** Lets a scanned file be read. */
export const updateScanned = async (tx: Tx, tenantId: string, fileId: string): Promise<void> => {
  await tx
    .updateTable('file')
    .set({ status: 'ready' })
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', fileId)
    .execute();
};

/** Which of some keys have a row: a tenant's file, one whose lines are imported, a ledger, or a file of a conversation. By the unique keys. */
export const listKnownKeys = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('file')
    .select('storage_key')
    .where('storage_key', 'in', [...keys, ''])
    .unionAll(
      db
        .selectFrom('line_import')
        .select((eb) => eb.fn.coalesce('storage_key', sql<string>`''`).as('storage_key'))
        .where('storage_key', 'in', [...keys, '']),
    )
    .unionAll(
      db
        .selectFrom('recon_ledger')
        .select((eb) => eb.fn.coalesce('storage_key', sql<string>`''`).as('storage_key'))
        .where('storage_key', 'in', [...keys, '']),
    )
    .unionAll(
      db
        .selectFrom('chat_file')
        .select('storage_key')
        .where('storage_key', 'in', [...keys, '']),
    )
    .execute();
  return rows.map(({ storage_key }) => storage_key);
};

/** Files that were added before a moment, the next after `after`; by file_age. */
export const listFilesBefore = async (
  db: Db,
  before: Date,
  { after, limit }: { after: { readonly at: Date; readonly key: string } | null; readonly limit: number },
) => {
  const beyond =
    after === null ? sql<boolean>`true` : sql<boolean>`(created_at, storage_key) > (${after.at}, ${after.key})`;
  return db
    .selectFrom('file')
    .select([...fileColumns, 'created_at', 'lost_at'])
    .where('created_at', '<', before)
    .where(beyond)
    .orderBy('created_at')
    .orderBy('storage_key')
    .limit(limit)
    .execute();
};

/** Marks a file as lost, or as found again. @returns whether the mark changed */
export const updateLost = async (
  tx: Tx,
  { tenant_id: tenantId, file_id: fileId }: { readonly tenant_id: string; readonly file_id: string },
  isLost: boolean,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('file')
    .set({ lost_at: isLost ? sql<Date>`app_now()` : null })
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', fileId)
    .where('lost_at', isLost ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The id of the store that the rows belong to, and whether it has its mark yet. */
export const findStore = (db: Db) =>
  db.selectFrom('file_store').select(['store_id', 'marked_at']).executeTakeFirstOrThrow();

/** Records that the store has its mark. */
export const updateMarked = async (tx: Tx): Promise<void> => {
  await tx.updateTable('file_store').set({ marked_at: sql<Date>`app_now()` }).where('marked_at', 'is', null).execute();
};

/** Deletes the row of a file; false when it is gone already. */
export const deleteFile = async (tx: Tx, tenantId: string, fileId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('file')
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Tables whose rows name files. An id in any column counts, so that columns that are added later are covered. */
const naming = [
  'tenant',
  'certification',
  'certification_submission',
  'order_voucher',
  'bill_voucher',
  'feedback_message',
  'invoice',
  'invoice_file',
] as const;

/** Whether a row of the file's tenant contains its id; by the tenant in each primary key, where a tenant has few rows. */
const isNamed = sql<boolean>`(${sql.join(
  naming.map(
    (table) => sql`exists (select 1 from ${sql.table(table)} n where n.tenant_id = file.tenant_id
      and jsonb_path_exists(to_jsonb(n), '$.** ? (@ == $id)', jsonb_build_object('id', file.file_id)))`,
  ),
  sql` or `,
)})`;

/** Clears the mark of files that were found unnamed and are named now, by a transaction that was running. By file_unnamed. */
export const updateNamedAgain = async (tx: Tx): Promise<void> => {
  await tx.updateTable('file').set({ unnamed_at: null }).where('unnamed_at', 'is not', null).where(isNamed).execute();
};

/** Files that were marked as unnamed before a moment, and still are; by file_unnamed. */
export const listUnnamed = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('file')
    .select(fileColumns)
    .where('unnamed_at', '<', before)
    .where(sql<boolean>`not ${isNamed}`)
    .orderBy('unnamed_at')
    .limit(limit)
    .execute();

/** Marks a file as unnamed whose place another one has taken: it need not wait for its week. By the primary key. */
export const releaseFile = async (tx: Tx, tenantId: string, fileId: string): Promise<void> => {
  await tx
    .updateTable('file')
    .set({ unnamed_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', fileId)
    .where('unnamed_at', 'is', null)
    .execute();
};

/** Marks files as unnamed that were added before a moment; by file_age. @returns how many */
export const updateUnnamed = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('file')
    .set({ unnamed_at: sql<Date>`app_now()` })
    .where('storage_key', 'in', (eb) =>
      eb
        .selectFrom('file')
        .select('storage_key')
        .where('created_at', '<', before)
        .where('unnamed_at', 'is', null)
        .where(sql<boolean>`not ${isNamed}`)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
