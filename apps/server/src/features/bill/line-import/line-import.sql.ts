import type { Output } from '@ronghui/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import { withoutListedRows } from '#kernel/files/reading/left-out-cells.sql';
import type { CountedRows } from '#kernel/files/reading/table-reading';
import type { TextEncoding } from '#kernel/files/reading/text-encoding';
import type { Listing, ReadPart } from '#kernel/listing';
import type { Tables } from '#tables';

type ImportState = Output<'ops.lineImport.get'>;
type Stored = Selectable<Tables['line_import']>;

/** An import with the state of its last run. */
export interface ImportRow
  extends Pick<
    Stored,
    | 'import_id'
    | 'stage_id'
    | 'name'
    | 'size_bytes'
    | 'sha256'
    | 'storage_key'
    | 'uploaded_by'
    | 'mapping'
    | 'choices'
    | 'accepted'
    | 'sums'
    | 'job_id'
    | 'started_at'
    | 'row_count'
    | 'bad_count'
    | 'skipped'
    | 'imported_at'
    | 'import_no'
    | 'taken_back_at'
    | 'taken_back_by'
    | 'taken_back_reason'
    | 'created_at'
    | 'version'
  > {
  readonly kind: 'csv' | 'xlsx';
  readonly encoding: TextEncoding;
  readonly stage_name: string;
  readonly stage_status: 'open' | 'issued';
  /** The days of its stage: the first, and the one on which it is issued. */
  readonly opens_on: string;
  readonly issues_on: string;
  readonly status: ImportState['status'];
  readonly done_count: number | null;
  readonly total_count: number | null;
  readonly progress_text: string | null;
  readonly cancel_asked_at: Date | null;
  readonly failure: string | null;
  readonly ended_at: Date | null;
  readonly result_key: string | null;
  readonly result_name: string | null;
  readonly result_mime: string | null;
  /** Of the one that takes it back, while it does. */
  readonly taking_back_reason: string | null;
  /** Of the last try to take it back. */
  readonly take_back_failure: string | null;
}

const columns = sql`i.import_id, i.stage_id, i.name, i.kind, i.encoding, i.size_bytes, i.sha256, i.storage_key, i.uploaded_by, i.mapping, i.choices, i.accepted, i.sums, i.job_id,
  i.started_at, i.row_count, i.bad_count, i.skipped, i.imported_at, i.import_no, i.taken_back_at, i.taken_back_by, i.taken_back_reason,
  i.created_at, i.version, s.name as stage_name, s.status as stage_status, s.opens_on::text, s.issues_on::text,
  case when i.taken_back_at is not null then 'takenBack' when t.status in ('queued', 'running') then 'takingBack'
    when i.imported_at is not null then 'done' when j.status in ('queued', 'running') then j.status when i.storage_key is null then 'expired'
    when j.status in ('failed', 'cancelled') then j.status when i.bad_count > 0 then 'rejected' else 'uploaded' end as status,
  j.done_count, j.total_count, j.progress_text, j.cancel_asked_at, j.failure, coalesce(i.imported_at, j.ended_at) as ended_at,
  case when j.expires_at > app_now() then j.result_key end as result_key, j.result_name, j.result_mime,
  case when i.taken_back_at is null and t.status in ('queued', 'running') then t.payload ->> 'reason' end as taking_back_reason,
  case when i.taken_back_at is null and t.status = 'failed' then t.failure end as take_back_failure`;
const source = sql`line_import i join stage s using (stage_id) left join sent_job j on j.job_id = i.job_id
  left join sent_job t on t.job_id = i.take_back_job_id`;

/** One import; by the primary keys. */
export const findImport = async (db: Db, importId: string): Promise<ImportRow | undefined> => {
  const { rows } = await sql<ImportRow>`select ${columns} from ${source} where i.import_id = ${importId}`.execute(db);
  return rows[0];
};

/** The same, locked until the transaction ends. */
export const lockImport = async (tx: Tx, importId: string): Promise<ImportRow | undefined> => {
  await tx.selectFrom('line_import').select('import_id').where('import_id', '=', importId).forUpdate().execute();
  return findImport(tx, importId);
};

/** A page of imports, the latest first. By line_import_newest, or line_import_of_stage. */
export const listImports = (
  db: Db,
  { stageId, listing }: { readonly stageId: string | undefined; readonly listing: Listing },
): Promise<ReadPart<ImportRow>> =>
  readPart(db, listing, {
    list: { columns, recordOf: (row: ImportRow) => row },
    from: source,
    where: stageId === undefined ? sql`true` : sql`i.stage_id = ${stageId}`,
    beyond: sql``,
    countedFrom: sql`line_import i`,
    orderBy: sql`created_at desc, import_id desc`,
    key: 'import_id',
  });

/** The stage of a new import; undefined where there is none. By the primary key. */
export const findStageStatus = async (db: Db, stageId: string): Promise<'open' | 'issued' | undefined> => {
  const row = await db.selectFrom('stage').select('status').where('stage_id', '=', stageId).executeTakeFirst();
  return row === undefined ? undefined : row.status === 'open' ? 'open' : 'issued';
};

/** An upload as it is stored. */
export interface NewImport {
  readonly importId: string;
  readonly stageId: string;
  readonly name: string;
  readonly kind: ImportRow['kind'];
  readonly encoding: ImportRow['encoding'];
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly staffId: string;
  readonly providerName: string;
}

/** The mappings of the last imports whose lines were stored and stayed, with their files' names for the columns. By line_import_newest. */
export const listMappings = async (
  db: Db,
): Promise<readonly { readonly name: string; readonly mapping: NonNullable<ImportRow['mapping']> }[]> => {
  const { rows } = await sql<{ name: string; mapping: NonNullable<ImportRow['mapping']> }>`
    select name, mapping from (select name, mapping, imported_at, taken_back_at from line_import order by created_at desc, import_id desc limit 200) i
      where imported_at is not null and taken_back_at is null and mapping is not null limit 50`.execute(db);
  return rows;
};

/** Adds an upload, with the name of its member of staff, or the provider's where nobody of the staff brought it. */
export const insertImport = async (tx: Tx, file: NewImport): Promise<void> => {
  await sql`
    insert into line_import (import_id, stage_id, name, kind, encoding, size_bytes, sha256, storage_key, staff_id, uploaded_by)
    select ${file.importId}, ${file.stageId}, ${file.name}, ${file.kind}, ${file.encoding}, ${file.size}, ${file.sha256}, ${file.storageKey}, s.staff_id,
      left(coalesce(nullif(s.name, ''), s.account, ${file.providerName}), 80)
      from (values (${file.staffId}::text)) as given (staff_id) left join staff s using (staff_id)`.execute(tx);
};

/** How many files of a member of staff wait for their import. By line_import_kept. */
export const countOpenImports = async (db: Db, staffId: string): Promise<number> => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from line_import
      where storage_key is not null and imported_at is null and staff_id = ${staffId}`.execute(db);
  return rows[0]?.open ?? 0;
};

/** An import of the same bytes. */
export interface SameFile {
  readonly import_id: string;
  readonly stage_name: string;
  readonly imported_at: Date;
  readonly uploaded_by: string;
}

/** The last imports of the same bytes whose lines were not taken back; by line_import_same. */
export const listSameFiles = async (db: Db, sha256: string): Promise<readonly SameFile[]> => {
  const { rows } = await sql<SameFile>`
    select i.import_id, s.name as stage_name, i.imported_at, i.uploaded_by from line_import i join stage s using (stage_id)
      where i.sha256 = ${sha256} and i.imported_at is not null and i.taken_back_at is null order by i.imported_at desc limit 5`.execute(
    db,
  );
  return rows;
};

/** Notes the run that was sent for an import, and by which mapping it reads. */
export const updateStarted = async (
  tx: Tx,
  importId: string,
  {
    jobId,
    mapping,
    choices,
    accepted,
  }: {
    readonly jobId: string;
    readonly mapping: NonNullable<ImportState['mapping']>;
    readonly choices: ImportState['choices'];
    readonly accepted: ImportState['accepted'];
  },
): Promise<void> => {
  await tx
    .updateTable('line_import')
    .set({
      job_id: jobId,
      mapping: JSON.stringify(mapping),
      choices: choices === undefined ? null : JSON.stringify(choices),
      accepted: accepted === undefined ? null : JSON.stringify(accepted),
      started_at: sql<Date>`app_now()`,
      row_count: null,
      bad_count: null,
      skipped: null,
      sums: null,
      version: sql<number>`version + 1`,
    })
    .where('import_id', '=', importId)
    .execute();
};

/** The number that marks the lines of a run. */
export const nextImportNo = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ no: number }>`select nextval('line_import_number') as no`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a sequence gave no number');
  return row.no;
};

/** What a run found in its file; where it stored its lines, the number that marks them. */
export interface ImportOutcome extends CountedRows {
  readonly badRows: number;
  readonly importNo?: number;
}

/** Notes what came of a run; without bad rows its lines are stored with this transaction. False where an earlier run has imported them. */
export const updateOutcome = async (
  tx: Tx,
  importId: string,
  { rows, badRows, skipped, sums, importNo }: ImportOutcome,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('line_import')
    .set({
      row_count: rows,
      bad_count: badRows,
      skipped: JSON.stringify(skipped),
      sums: JSON.stringify(sums),
      version: sql<number>`version + 1`,
      ...(importNo !== undefined && { imported_at: sql<Date>`app_now()`, import_no: importNo }),
    })
    .where('import_id', '=', importId)
    .where('imported_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Imports whose file is needed no longer: imported, or uploaded so many days ago and not being read. By line_import_kept. */
export const listFinishedFiles = async (
  db: Db,
  days: number,
): Promise<readonly { readonly import_id: string; readonly storage_key: string }[]> => {
  const { rows } = await sql<{ import_id: string; storage_key: string }>`
    select i.import_id, i.storage_key from line_import i
      where i.storage_key is not null and (i.imported_at is not null or i.created_at < app_now() - ${days}::float8 * interval '1 day')
        and not exists (select from sent_job j where j.job_id = i.job_id and j.status in ('queued', 'running'))
      order by i.created_at limit 500`.execute(db);
  return rows;
};

/** Notes that the file of an import is gone; the cells of rows that were left out go with it. By the primary key. @source security 4.12 */
export const updateImportFileGone = async (tx: Tx, importId: string): Promise<void> => {
  await tx
    .updateTable('line_import')
    .set({ storage_key: null, skipped: withoutListedRows('skipped') })
    .where('import_id', '=', importId)
    .execute();
};
