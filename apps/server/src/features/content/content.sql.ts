import type { ContentBody } from '@ronghui/contract';
import type { KeyedRecord, ProvedPayee, RecordName } from '@ronghui/domain/content';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { Listing } from '#kernel/listing';

/** Where a version comes from. */
export type VersionOrigin = 'before' | 'console' | 'schedule' | 'rollBack' | 'import';

/** A record with its draft. By the primary key. */
export const findRecord = (db: Db, { record, key }: RecordName) =>
  db.selectFrom('content_record').selectAll().where('record', '=', record).where('key', '=', key).executeTakeFirst();
export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecord>>>;

/** The same, held until the transaction ends: changes of one record happen one after the other. */
export const lockRecord = (tx: Tx, { record, key }: RecordName): Promise<RecordRow | undefined> =>
  tx
    .selectFrom('content_record')
    .selectAll()
    .where('record', '=', record)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();

/** Every record, held until the transaction ends; in one order, so that two imports do not wait for each other. */
export const lockAllRecords = (tx: Tx) =>
  tx
    .selectFrom('content_record')
    .select(['record', 'key', 'publish_at'])
    .orderBy('record')
    .orderBy('key')
    .forUpdate()
    .execute();

/** Adds a record where there is none, with nothing published and no draft. */
export const ensureRecord = async (tx: Tx, { record, key }: RecordName): Promise<void> => {
  await tx
    .insertInto('content_record')
    .values({ record, key })
    .onConflict((conflict) => conflict.columns(['record', 'key']).doNothing())
    .execute();
};

/** What a write changes of a record; its version goes up by one each time. */
type RecordChange = Partial<
  Pick<
    RecordRow,
    | 'draft_by'
    | 'draft_at'
    | 'draft_removes'
    | 'publish_at'
    | 'publish_by'
    | 'failure'
    | 'title'
    | 'list_group'
    | 'sort'
  >
> & {
  readonly draft?: ContentBody | null;
  /** The account whose publication at the moment was proved, and by whom. */
  readonly proved_payee?: ProvedPayee | null;
};

/** Stores a change, and answers the new version. */
export const updateRecord = async (
  tx: Tx,
  { record, key }: RecordName,
  { draft, proved_payee: payee, ...change }: RecordChange,
): Promise<number> => {
  const row = await tx
    .updateTable('content_record')
    .set({
      ...change,
      ...(draft !== undefined && { draft: draft === null ? null : JSON.stringify(draft) }),
      ...(payee !== undefined && { proved_payee: payee === null ? null : JSON.stringify(payee) }),
    })
    .set({ version: sql<number>`version + 1` })
    .where('record', '=', record)
    .where('key', '=', key)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
};

/** How a record stands once it is published, or removed. */
interface Standing {
  readonly title: string;
  readonly group: string;
  readonly sort: string;
  readonly isPublished: boolean;
  readonly by: string;
}

/** Keeps how a record stands for the list of its kind. */
export const markPublished = async (
  tx: Tx,
  { record, key }: RecordName,
  { title, group, sort, isPublished, by }: Standing,
): Promise<void> => {
  await tx
    .updateTable('content_record')
    .set({ title, list_group: group, sort, is_published: isPublished, published_by: by })
    .set({ published_at: sql<Date>`app_now()` })
    .where('record', '=', record)
    .where('key', '=', key)
    .execute();
};

/** How records stand: `removed` is neither published nor drafted. */
export type RecordState = 'published' | 'draft' | 'scheduled' | 'failed' | 'removed';

const inState: Readonly<Record<RecordState | 'there', ReturnType<typeof sql<boolean>>>> = {
  // Which pages there are is the portal's: one that is still empty is there to be written.
  there: sql<boolean>`(is_published or draft is not null or record = 'page')`,
  published: sql<boolean>`is_published`,
  draft: sql<boolean>`draft is not null`,
  scheduled: sql<boolean>`publish_at is not null`,
  failed: sql<boolean>`failure <> ''`,
  removed: sql<boolean>`(not is_published and draft is null and record <> 'page')`,
};

/** Which records of a kind a list has. */
interface RecordFilter {
  readonly record: KeyedRecord;
  readonly state: RecordState | undefined;
  readonly group?: string | undefined;
  /** Words in title, key or the text of a draft; and records whose published text has them. */
  readonly search: { readonly words: string; readonly keys: readonly string[] };
  readonly listing: Listing;
}

const hasWords = ({ words, keys }: RecordFilter['search']) =>
  sql<boolean>`(position(lower(${words}) in lower(title)) > 0 or position(lower(${words}) in key) > 0
    or position(lower(${words}) in lower(coalesce(draft ->> 'title', '') || ' ' || coalesce(draft ->> 'markdown', ''))) > 0
    or key = any(${[...keys]}::text[]))`;

/** The records of a kind in the order of their list. Uses content_record_list; a provider has some hundred of a kind, and some thousand documents. */
export const listRecords = async (db: Db, { record, state, group, search, listing }: RecordFilter) => {
  const { after } = listing;
  const wanted = db
    .selectFrom('content_record')
    .where('record', '=', record)
    .where(inState[state ?? 'there'])
    .$if(group !== undefined, (query) => query.where('list_group', '=', group ?? ''))
    .$if(search.words !== '', (query) => query.where(hasWords(search)));
  const [rows, counted] = await Promise.all([
    wanted
      .select(['key', 'version', 'sort', 'title', 'list_group', 'is_published', 'published_by', 'published_at'])
      .select(['draft_by', 'draft_at', 'draft_removes', 'publish_at', 'failure'])
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(sort, key) > (select sort, key from content_record where record = ${record} and key = ${after?.key ?? ''})`,
        ),
      )
      .orderBy('sort')
      .orderBy('key')
      .limit(listing.pageSize + 1)
      .offset(listing.offset)
      .execute(),
    listing.wantsTotal ? wanted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow() : undefined,
  ]);
  return { rows, total: counted?.total ?? null };
};

/** What stands in a section, documents and sections alike, in their order; held until the transaction ends. */
export const lockEntries = (tx: Tx, section: string) =>
  tx
    .selectFrom('content_record')
    .selectAll()
    .where('record', 'in', ['docSection', 'doc'])
    .where('list_group', '=', section)
    .where(inState.there)
    .orderBy('sort')
    .orderBy('key')
    .limit(200)
    .forUpdate()
    .execute();

/** The records whose moment has come, the earliest first. Uses content_record_due. */
export const listDueRecords = (db: Db) =>
  db
    .selectFrom('content_record')
    .select(['record', 'key'])
    .where('publish_at', '<=', sql<Date>`app_now()`)
    .orderBy('publish_at')
    .limit(100)
    .execute();

/** The last version of a record. By the primary key. */
export const findLastVersion = (db: Db, { record, key }: RecordName) =>
  db
    .selectFrom('content_version')
    .selectAll()
    .where('record', '=', record)
    .where('key', '=', key)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The last version of every record, without its body. By the primary key. */
export const listLastVersions = (db: Db) =>
  db
    .selectFrom('content_version')
    .distinctOn(['record', 'key'])
    .select(['record', 'key', 'origin', 'author', 'created_at'])
    .orderBy('record')
    .orderBy('key')
    .orderBy('number', 'desc')
    .execute();

/** A version and the one before it, the later first. By the primary key. */
export const listVersionPair = (db: Db, { record, key }: RecordName, number: number) =>
  db
    .selectFrom('content_version')
    .selectAll()
    .where('record', '=', record)
    .where('key', '=', key)
    .where('number', 'in', [number, number - 1])
    .orderBy('number', 'desc')
    .execute();

/** The versions of a record without their bodies, the latest first. By the primary key. */
export const listVersions = async (db: Db, name: RecordName, listing: Listing) => {
  const { record, key } = name;
  const rows = await db
    .selectFrom('content_version')
    .select(['number', 'origin', 'from_number', 'author', 'created_at', 'removes'])
    .where('record', '=', record)
    .where('key', '=', key)
    .orderBy('number', 'desc')
    .limit(listing.pageSize + 1)
    .offset(listing.offset)
    .execute();
  const last = listing.wantsTotal ? await findLastVersion(db, name) : undefined;
  return { rows, total: listing.wantsTotal ? (last?.number ?? 0) : null };
};

/** A version to keep. */
export interface NewVersion {
  readonly name: RecordName;
  readonly number: number;
  readonly body: ContentBody;
  readonly removes?: boolean;
  readonly origin: VersionOrigin;
  readonly from?: number | undefined;
  readonly author: string;
}

/** Keeps a version; it is never changed. */
export const insertVersion = async (
  tx: Tx,
  { name: { record, key }, number, body, removes = false, origin, from, author }: NewVersion,
): Promise<void> => {
  await tx
    .insertInto('content_version')
    .values({ record, key, number, body: JSON.stringify(body), removes, origin, from_number: from ?? null, author })
    .execute();
};
