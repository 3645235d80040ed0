import type { Db } from '#kernel/database/db';

/** What other nouns may read of a file. */
export const fileColumns = [
  'tenant_id',
  'file_id',
  'user_id',
  'name',
  'mime',
  'size_bytes',
  'storage_key',
  'status',
  'is_restricted',
] as const;

/** One file of a tenant, unless it is about to be removed; by the primary key. */
export const findFile = (db: Db, tenantId: string, fileId: string) =>
  db
    .selectFrom('file')
    .select(fileColumns)
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', fileId)
    .where('unnamed_at', 'is', null)
    .executeTakeFirst();

/**
 * Those of the given files that the tenant has; by the primary key. A noun that names a file checks here that it exists, in the transaction
 * in which it names it, so that nothing names a file that is about to be removed.
 */
export const listFiles = (db: Db, tenantId: string, fileIds: readonly string[]) =>
  db
    .selectFrom('file')
    .select(fileColumns)
    .where('tenant_id', '=', tenantId)
    .where('unnamed_at', 'is', null)
    .where('file_id', 'in', [...fileIds, ''])
    .execute();

/** How many files the store has lost, up to a thousand; by file_lost. */
export const countLost = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom(db.selectFrom('file').select('file_id').where('lost_at', 'is not', null).limit(1000).as('lost'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};
