import type { ContentBody } from '@ronghui/contract';
import type { ContentRecord } from '@ronghui/domain/content';
import { sql } from 'kysely';
import type { Listing } from '#kernel/calls/listing';
import type { Db, Tx } from '#kernel/database/db';

/** Where a version comes from. */
export type VersionOrigin = 'before' | 'console' | 'schedule' | 'rollBack' | 'import';

/** A record with its draft. By the primary key. */
export const findRecord = (db: Db, record: ContentRecord) =>
  db.selectFrom('content_record').selectAll().where('record', '=', record).executeTakeFirstOrThrow();
export type RecordRow = Awaited<ReturnType<typeof findRecord>>;

/** The same, held until the transaction ends: changes of one record happen one after the other. */
export const lockRecord = (tx: Tx, record: ContentRecord): Promise<RecordRow> =>
  tx.selectFrom('content_record').selectAll().where('record', '=', record).forUpdate().executeTakeFirstOrThrow();

/** What a write changes of a record; its version goes up by one each time. */
type RecordChange = Partial<Pick<RecordRow, 'draft_by' | 'draft_at' | 'publish_at' | 'publish_by' | 'failure'>> & {
  readonly draft?: ContentBody | null;
};

/** Stores a change, and answers the new version. */
export const updateRecord = async (
  tx: Tx,
  record: ContentRecord,
  { draft, ...change }: RecordChange,
): Promise<number> => {
  const row = await tx
    .updateTable('content_record')
    .set({ ...change, ...(draft !== undefined && { draft: draft === null ? null : JSON.stringify(draft) }) })
    .set({ version: sql<number>`version + 1` })
    .where('record', '=', record)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
};

/** The records whose moment has come, the earliest first. Uses content_record_due. */
export const listDueRecords = (db: Db) =>
  db
    .selectFrom('content_record')
    .select('record')
    .where('publish_at', '<=', sql<Date>`app_now()`)
    .orderBy('publish_at')
    .limit(100)
    .execute();

/** The last version of a record. By the primary key. */
export const findLastVersion = (db: Db, record: ContentRecord) =>
  db
    .selectFrom('content_version')
    .selectAll()
    .where('record', '=', record)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A version and the one before it, the later first. By the primary key. */
export const listVersionPair = (db: Db, record: ContentRecord, number: number) =>
  db
    .selectFrom('content_version')
    .selectAll()
    .where('record', '=', record)
    .where('number', 'in', [number, number - 1])
    .orderBy('number', 'desc')
    .execute();

/** The versions of a record without their bodies, the latest first. By the primary key. */
export const listVersions = async (db: Db, record: ContentRecord, listing: Listing) => {
  const rows = await db
    .selectFrom('content_version')
    .select(['number', 'origin', 'from_number', 'author', 'created_at'])
    .where('record', '=', record)
    .orderBy('number', 'desc')
    .limit(listing.pageSize + 1)
    .offset(listing.offset)
    .execute();
  const last = listing.wantsTotal ? await findLastVersion(db, record) : undefined;
  return { rows, total: listing.wantsTotal ? (last?.number ?? 0) : null };
};

/** A version to keep. */
export interface NewVersion {
  readonly record: ContentRecord;
  readonly number: number;
  readonly body: ContentBody;
  readonly origin: VersionOrigin;
  readonly from?: number | undefined;
  readonly author: string;
}

/** Keeps a version; it is never changed. */
export const insertVersion = async (
  tx: Tx,
  { record, number, body, origin, from, author }: NewVersion,
): Promise<void> => {
  await tx
    .insertInto('content_version')
    .values({ record, number, body: JSON.stringify(body), origin, from_number: from ?? null, author })
    .execute();
};
