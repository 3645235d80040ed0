import type { Output } from '@ronghui/contract';
import type { Fen } from '@ronghui/domain/money';
import type { ReconSettings } from '@ronghui/domain/recon';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { midnight } from '#kernel/database/fragments.sql';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import type { Tables } from '#tables';
import { digestOfBills } from '../recon.sql.ts';

type Stored = Selectable<Tables['recon_run']>;
type State = Output<'recon.get'>;

/** A run with its ledger's file, its stage, its job and its totals. */
export interface RunRow
  extends Pick<
    Stored,
    | 'run_id'
    | 'run_no'
    | 'ledger_id'
    | 'stage_id'
    | 'mapping'
    | 'choices'
    | 'sums'
    | 'rules'
    | 'is_dry'
    | 'compared_run_id'
    | 'job_id'
    | 'user_id'
    | 'started_by'
    | 'created_at'
    | 'row_count'
    | 'bad_count'
    | 'skipped'
    | 'made_of'
    | 'changes'
    | 'carried'
    | 'matched_at'
    | 'step_no'
    | 'next_item_no'
    | 'items_gone_at'
    | 'closed_at'
    | 'closed_by'
    | 'statement'
    | 'statement_sha256'
    | 'version'
    | 'is_any_stage'
    | 'seems_stage_id'
  > {
  readonly side: State['side'];
  readonly direction: State['direction'];
  readonly amount_tolerance_fen: Fen;
  readonly amount_rate_millionths: number;
  readonly day_tolerance: number;
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly is_file_kept: boolean;
  readonly removed_at: Date | null;
  readonly removed_by: string | null;
  readonly stage_name: string;
  readonly seems_stage_name: string | null;
  readonly status: State['status'];
  readonly ended_at: Date | null;
  readonly failure: string | null;
  readonly done_count: number | null;
  readonly total_count: number | null;
  readonly progress_text: string | null;
  readonly cancel_asked_at: Date | null;
  readonly has_report: boolean;
  readonly totals: readonly TotalRow[] | null;
  /** A feedback that items are in waits for its answer. */
  readonly is_disputed: boolean;
  /** Of the bills as they stand now. */
  readonly bill_digest: string;
}

/** The counts and sums of one kind. */
export interface TotalRow {
  readonly kind: number;
  readonly items: number;
  readonly ledger_count: number;
  readonly ledger_fen: Fen;
  readonly line_count: number;
  readonly line_fen: Fen;
  readonly accepted: number;
  readonly sent: number;
}

/** Whether a feedback that items of a run `r` are in waits for its answer; by recon_claim_of_run. */
export const isDisputed = sql<boolean>`exists (select from recon_claim c join feedback f on f.tenant_id = c.tenant_id and f.feedback_no = c.feedback_no
    where c.tenant_id = r.tenant_id and c.run_id = r.run_id and f.status in ('open', 'inProgress'))`;

const columns = sql`r.run_id, r.run_no, r.ledger_id, r.stage_id, r.side, r.direction, r.mapping, r.choices, r.sums, r.rules, r.amount_tolerance_fen, r.amount_rate_millionths,
  r.day_tolerance, r.is_dry, r.compared_run_id, r.job_id, r.user_id, r.started_by, r.created_at, r.row_count, r.bad_count, r.skipped, r.made_of,
  r.changes, r.carried, r.matched_at, r.step_no, r.next_item_no, r.items_gone_at, r.closed_at, r.closed_by, r.statement, r.statement_sha256, r.version, r.is_any_stage, r.seems_stage_id,
  (select o.name from stage o where o.stage_id = r.seems_stage_id) as seems_stage_name,
  l.name, l.size_bytes, l.sha256, l.storage_key is not null and l.removed_at is null as is_file_kept, l.removed_at, l.removed_by, s.name as stage_name,
  case when r.matched_at is not null then 'done' when j.status in ('queued', 'running') then j.status
    when r.failure is not null or j.status = 'failed' then 'failed' when j.status = 'cancelled' then 'cancelled' else 'expired' end as status,
  coalesce(r.ended_at, j.ended_at) as ended_at, coalesce(r.failure, j.failure) as failure, j.done_count, j.total_count, j.progress_text,
  j.cancel_asked_at, j.result_key is not null and j.expires_at > app_now() as has_report,
  (select json_agg(json_build_object('kind', t.kind, 'items', t.items, 'ledger_count', t.ledger_count, 'ledger_fen', t.ledger_fen,
      'line_count', t.line_count, 'line_fen', t.line_fen, 'accepted', t.accepted, 'sent', t.sent) order by t.kind)
    from recon_total t where t.tenant_id = r.tenant_id and t.run_id = r.run_id) as totals,
  ${isDisputed} as is_disputed, b.bill_digest`;

/** The bills of a run's stage and direction as they stand now; by the key bill_once. */
const source = sql`recon_run r join recon_ledger l on l.tenant_id = r.tenant_id and l.ledger_id = r.ledger_id join stage s on s.stage_id = r.stage_id
  left join sent_job j on j.job_id = r.job_id
  cross join lateral (
    select ${digestOfBills} as bill_digest from bill b where b.tenant_id = r.tenant_id and b.stage_id = r.stage_id and b.direction = r.direction and b.status <> 'draft') b`;

/** What a run tolerates. */
export const settingsOf = (row: Pick<RunRow, 'amount_tolerance_fen' | 'amount_rate_millionths' | 'day_tolerance'>) =>
  ({
    amountTolerance: row.amount_tolerance_fen,
    amountRate: row.amount_rate_millionths as ReconSettings['amountRate'],
    dayTolerance: row.day_tolerance,
  }) satisfies ReconSettings;

/** A page of a tenant's runs, the latest first, without those that only try settings. By recon_run_newest, or recon_run_of_stage. */
export const listRuns = (
  db: Db,
  tenantId: string,
  { stageId, listing }: { readonly stageId: string | undefined; readonly listing: Listing },
): Promise<ReadPart<RunRow>> =>
  readPart<RunRow>(db, listing, {
    list: { columns, recordOf: (row) => row },
    from: source,
    countedFrom: sql`recon_run r`,
    where: sql`r.tenant_id = ${tenantId} and not r.is_dry${stageId === undefined ? sql`` : sql` and r.stage_id = ${stageId}`}`,
    beyond: sql``,
    orderBy: sql`created_at desc, run_id desc`,
    key: 'run_id',
  });

/** One run of a tenant; by the primary key. */
export const findRun = async (db: Db, tenantId: string, runId: string): Promise<RunRow | undefined> => {
  const { rows } = await sql<RunRow>`
    select ${columns} from ${source} where r.tenant_id = ${tenantId} and r.run_id = ${runId}`.execute(db);
  return rows[0];
};

/** The same, locked until the transaction ends: steps of one run follow one another. */
export const lockRun = async (tx: Tx, tenantId: string, runId: string): Promise<RunRow | undefined> => {
  await tx
    .selectFrom('recon_run')
    .select('run_id')
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .forUpdate()
    .execute();
  return findRun(tx, tenantId, runId);
};

/** The ledger's file of a new run; nobody deletes it before the transaction ends. */
export const holdLedger = async (
  tx: Tx,
  tenantId: string,
  ledgerId: string,
): Promise<{ readonly storage_key: string | null } | undefined> => {
  const { rows } = await sql<{ storage_key: string | null }>`
    select case when removed_at is null then storage_key end as storage_key from recon_ledger
      where tenant_id = ${tenantId} and ledger_id = ${ledgerId} for share`.execute(tx);
  return rows[0];
};

/**
 * How many runs of a tenant wait or go on, and how many were started since midnight in Shanghai; the tenant's requests are counted one after
 * another. By recon_run_newest.
 */
export const countRuns = async (
  tx: Tx,
  tenantId: string,
): Promise<{ readonly open: number; readonly today: number }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('recon ' || ${tenantId}, 0))`.execute(tx);
  const { rows } = await sql<{ open: number; today: number }>`
    select (count(*) filter (where j.status in ('queued', 'running')))::int as open,
        (count(*) filter (where r.created_at >= ${midnight}))::int as today
      from recon_run r left join sent_job j on j.job_id = r.job_id
      where r.tenant_id = ${tenantId} and r.created_at > app_now() - interval '1 day'`.execute(tx);
  return rows[0] ?? { open: 0, today: 0 };
};

/** Whether a tenant has an issued bill of a direction in a stage; by the key bill_once. */
export const hasBills = async (
  db: Db,
  tenantId: string,
  { stageId, direction }: { readonly stageId: string; readonly direction: string },
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bill b where b.tenant_id = ${tenantId} and b.stage_id = ${stageId} and b.direction = ${direction}
      and b.status <> 'draft') as found`.execute(db);
  return rows[0]?.found ?? false;
};

/** The last result of a stage, to compare the next one with; by recon_run_of_stage. */
export const findLastDone = async (
  db: Db,
  tenantId: string,
  { stageId, direction, side }: { readonly stageId: string; readonly direction: string; readonly side: string },
): Promise<string | null> => {
  const row = await db
    .selectFrom('recon_run')
    .select('run_id')
    .where('tenant_id', '=', tenantId)
    .where('stage_id', '=', stageId)
    .where('direction', '=', direction)
    .where('side', '=', side)
    .where('matched_at', 'is not', null)
    .where('items_gone_at', 'is', null)
    .where('is_dry', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.run_id ?? null;
};

/** A run as it is asked for. */
export interface NewRun {
  readonly runId: string;
  readonly ledgerId: string;
  readonly stageId: string;
  readonly side: string;
  readonly direction: string;
  readonly mapping: Stored['mapping'];
  readonly choices: Stored['choices'];
  readonly settings: ReconSettings;
  /** The tenant's rules in force. */
  readonly rules: NonNullable<Stored['rules']>;
  readonly isDry: boolean;
  /** Whatever stage the ledger seems to be of. */
  readonly isAnyStage: boolean;
  readonly comparedRunId: string | null;
  readonly jobId: string;
  readonly userId: string;
}

/** Adds a run, in the transaction that sends its job. */
export const insertRun = async (tx: Tx, tenantId: string, run: NewRun): Promise<void> => {
  await tx
    .insertInto('recon_run')
    .values({
      tenant_id: tenantId,
      run_id: run.runId,
      ledger_id: run.ledgerId,
      stage_id: run.stageId,
      side: run.side,
      direction: run.direction,
      mapping: JSON.stringify(run.mapping),
      choices: run.choices === null ? null : JSON.stringify(run.choices),
      amount_tolerance_fen: run.settings.amountTolerance,
      amount_rate_millionths: run.settings.amountRate,
      day_tolerance: run.settings.dayTolerance,
      rules: JSON.stringify(run.rules),
      is_dry: run.isDry,
      is_any_stage: run.isAnyStage,
      compared_run_id: run.comparedRunId,
      job_id: run.jobId,
      user_id: run.userId,
      started_by: sql<string>`coalesce(user_label(${run.userId}), '')`,
    })
    .execute();
};
