import type { Db } from '#kernel/database/db';

/** What is told of a file. */
export const fileColumns = [
  'tenant_id',
  'file_id',
  'user_id',
  'name',
  'mime',
  'size_bytes',
  'storage_key',
  'status',
] as const;

/** One file of a tenant, unless it is about to go; by the primary key. */
export const findFile = (db: Db, tenantId: string, fileId: string) =>
  db
    .selectFrom('file')
    .select([...fileColumns, 'is_restricted'])
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', fileId)
    .where('unnamed_at', 'is', null)
    .executeTakeFirst();

/**
 * Those of some files that the tenant has, by their ids; by the primary key. What names a file asks here whether it exists, in the transaction
 * in which it names it, so that one that is about to go is named by nothing any more.
 */
export const listFiles = (db: Db, tenantId: string, fileIds: readonly string[]) =>
  db
    .selectFrom('file')
    .select(fileColumns)
    .where('tenant_id', '=', tenantId)
    .where('unnamed_at', 'is', null)
    .where('file_id', 'in', [...fileIds, ''])
    .execute();

/** How many files the store has lost; by file_lost. */
export const countLost = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lost_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};
