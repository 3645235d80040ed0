import type { ExportFormat, ExportKind } from '@ronghui/domain/export';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { SentJobStatus } from '#kernel/jobs/sent-job';
import type { Listing, ReadPart } from '#kernel/listing';
import type { Tables } from '#tables';

type Stored = Selectable<Pick<Tables['export'], 'filter'>>;
/** The totals of a file, in its order. */
export type ExportTotals = NonNullable<Selectable<Pick<Tables['export'], 'totals'>>['totals']>;

/** An export with the state of its job. */
export interface ExportRow {
  readonly export_id: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly filter: Stored['filter'];
  readonly filter_text: string;
  readonly name: string;
  readonly user_id: string;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly data_at: Date | null;
  readonly row_count: number | null;
  readonly totals: ExportTotals | null;
  readonly status: SentJobStatus;
  readonly done_count: number;
  readonly total_count: number;
  readonly progress_text: string;
  readonly cancel_asked_at: Date | null;
  readonly failure: string | null;
  readonly result_key: string | null;
  readonly result_mime: string | null;
  readonly result_bytes: number | null;
  readonly expires_at: Date | null;
}

const columns = sql`e.export_id, e.kind, e.format, e.filter, e.filter_text, e.name, e.user_id, e.asked_by, e.asked_at, e.data_at, e.row_count,
  e.totals,
  case when j.status = 'done' and j.expires_at <= app_now() then 'expired' else j.status end as status,
  j.done_count, j.total_count, j.progress_text, j.cancel_asked_at, j.failure, j.result_key, j.result_mime, j.result_bytes, j.expires_at`;
const source = sql`export e join sent_job j on j.job_id = e.export_id`;

/** A page of a tenant's exports of some kinds, newest first: by export_newest. */
export const listExports = (
  db: Db,
  tenantId: string,
  { kinds, listing }: { readonly kinds: readonly ExportKind[]; readonly listing: Listing },
): Promise<ReadPart<ExportRow>> =>
  readPart<ExportRow>(db, listing, {
    list: { columns, recordOf: (row) => row },
    from: source,
    countedFrom: sql`export e`,
    where: sql`e.tenant_id = ${tenantId} and e.kind = any(${kinds}::text[])`,
    beyond: sql``,
    orderBy: sql`asked_at desc, export_id desc`,
    key: 'export_id',
  });

/** One export of a tenant; by the primary key. */
export const findExport = async (db: Db, tenantId: string, exportId: string): Promise<ExportRow | undefined> =>
  (
    await sql<ExportRow>`
      select ${columns} from ${source} where e.tenant_id = ${tenantId} and e.export_id = ${exportId}`.execute(db)
  ).rows[0];

/** An export as it is asked for. */
export interface NewExport {
  readonly exportId: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly filter: Stored['filter'];
  readonly filterText: string;
  readonly name: string;
  readonly userId: string;
  readonly askedAt: Date;
}

/** Adds an export, in the transaction that sends its job. */
export const insertExport = async (tx: Tx, tenantId: string, asked: NewExport): Promise<void> => {
  await tx
    .insertInto('export')
    .values({
      tenant_id: tenantId,
      export_id: asked.exportId,
      kind: asked.kind,
      format: asked.format,
      filter: JSON.stringify(asked.filter),
      filter_text: asked.filterText,
      name: asked.name,
      user_id: asked.userId,
      asked_by: sql<string>`coalesce(user_label(${asked.userId}), '')`,
      asked_at: asked.askedAt,
    })
    .execute();
};

/** How many exports of a tenant have not ended, and how many were asked for in the last day, with the first of these. By export_newest. */
export const countExports = async (
  tx: Tx,
  tenantId: string,
): Promise<{ readonly open: number; readonly today: number; readonly first_sec: number }> => {
  // Requests of one tenant are counted one after another.
  await sql`select pg_advisory_xact_lock(hashtextextended('export ' || ${tenantId}, 0))`.execute(tx);
  const { rows } = await sql<{ open: number; today: number; first_sec: number }>`
    select count(*) filter (where j.status in ('queued', 'running')) as open, count(*) as today,
      coalesce(ceil(extract(epoch from min(e.asked_at) + interval '1 day' - app_now())), 0)::bigint as first_sec
    from ${source} where e.tenant_id = ${tenantId} and e.asked_at > app_now() - interval '1 day'`.execute(tx);
  return rows[0] ?? { open: 0, today: 0, first_sec: 0 };
};

/** Stores what an export came to, with the end of its job; as the service. */
export const updateExportMade = async (
  tx: Tx,
  tenantId: string,
  {
    exportId,
    dataAt,
    rows,
    totals,
  }: { readonly exportId: string; readonly dataAt: Date; readonly rows: number; readonly totals: ExportTotals },
): Promise<void> => {
  await tx
    .updateTable('export')
    .set({ data_at: dataAt, row_count: rows, totals: JSON.stringify(totals) })
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute();
};
