import type { Fen, Rate } from '@ronghui/domain/money';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { ListedFault } from '#kernel/files/reading/fault-report';
import type { CountedRows } from '#kernel/files/reading/table-reading';
import type { TextEncoding } from '#kernel/files/reading/text-encoding';
import type { Tables } from '#tables';
import type { Matched } from './matching.ts';

type Stored = Selectable<Tables['recon_run']>;

/** A run that is to be matched, with its ledger. */
export interface RunToMatch
  extends Pick<
    Stored,
    | 'tenant_id'
    | 'run_id'
    | 'run_no'
    | 'stage_id'
    | 'mapping'
    | 'choices'
    | 'rules'
    | 'day_tolerance'
    | 'is_dry'
    | 'is_any_stage'
    | 'user_id'
  > {
  readonly side: 'fee' | 'basis';
  readonly direction: 'payable' | 'receivable';
  readonly amount_tolerance_fen: Fen;
  readonly amount_rate_millionths: Rate;
  readonly compared_run_no: number | null;
  readonly is_matched: boolean;
  readonly stage_name: string;
  readonly name: string;
  readonly kind: 'csv' | 'xlsx';
  readonly encoding: TextEncoding;
  readonly storage_key: string | null;
}

/** A run with its ledger; by its id, of any tenant: the job's payload names it. */
export const findRunToMatch = async (db: Db, runId: string): Promise<RunToMatch | undefined> => {
  const { rows } = await sql<RunToMatch>`
    select r.tenant_id, r.run_id, r.run_no, r.stage_id, r.side, r.direction, r.mapping, r.choices, r.rules, r.amount_tolerance_fen, r.amount_rate_millionths,
        r.day_tolerance, r.is_dry, r.is_any_stage, r.user_id, r.matched_at is not null as is_matched, s.name as stage_name, l.name, l.kind, l.encoding, l.storage_key,
        (select c.run_no from recon_run c where c.tenant_id = r.tenant_id and c.run_id = r.compared_run_id and c.items_gone_at is null) as compared_run_no
      from recon_run r join recon_ledger l using (tenant_id, ledger_id) join stage s using (stage_id) where r.run_id = ${runId}`.execute(
    db,
  );
  return rows[0];
};

/** All faults of the rows that were copied, in the order of the rows. */
export const readFaults = (): RawBuilder<ListedFault> => sql<ListedFault>`
  select r.row_no, f.fault ->> 0 as field, f.fault ->> 1 as value, f.fault ->> 2 as reason
    from ledger_row r, jsonb_array_elements(r.faults) with ordinality f (fault, place) where r.faults is not null order by r.row_no, f.place`;

/** The runs whose place a run takes with its result: those before it of its stage, side and direction that nobody closed. By recon_run_of_stage. */
export const updateSuperseded = async (
  tx: Tx,
  { tenant_id, run_id, stage_id, side, direction }: RunToMatch,
): Promise<void> => {
  await sql`
    update recon_run r set superseded_at = app_now() from recon_run n
      where n.tenant_id = ${tenant_id} and n.run_id = ${run_id} and r.tenant_id = ${tenant_id} and r.stage_id = ${stage_id}
        and r.side = ${side} and r.direction = ${direction} and r.matched_at is not null and not r.is_dry and r.closed_at is null
        and r.superseded_at is null and (r.created_at, r.run_id) < (n.created_at, n.run_id)`.execute(tx);
};

interface Counts extends Partial<CountedRows> {
  readonly badRows?: number;
  /** The stage that the ledger seems to be of. */
  readonly seemsStageId?: string;
}

/** Notes what came of a run that was matched, in the transaction of the matching. */
export const updateMatched = async (
  tx: Tx,
  { tenant_id, run_id }: Pick<RunToMatch, 'tenant_id' | 'run_id'>,
  { rows = 0, skipped = [], sums = [], nextItemNo, madeOf, changes, carried }: Counts & Matched,
): Promise<void> => {
  await tx
    .updateTable('recon_run')
    .set({
      row_count: rows,
      bad_count: 0,
      skipped: JSON.stringify(skipped),
      sums: JSON.stringify(sums),
      next_item_no: nextItemNo,
      made_of: JSON.stringify(madeOf),
      changes: changes === null ? null : JSON.stringify(changes),
      carried: carried === null ? null : JSON.stringify(carried),
      matched_at: sql<Date>`app_now()`,
      ended_at: sql<Date>`app_now()`,
      failure: null,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenant_id)
    .where('run_id', '=', run_id)
    .execute();
};

/** Notes why a run matched nothing, with the end of its job. */
export const updateRunFailed = async (
  tx: Tx,
  { tenant_id, run_id }: Pick<RunToMatch, 'tenant_id' | 'run_id'>,
  { failure, rows, badRows, skipped, sums, seemsStageId }: Counts & { readonly failure: string },
): Promise<void> => {
  await tx
    .updateTable('recon_run')
    .set({
      failure: failure.slice(0, 300),
      ended_at: sql<Date>`app_now()`,
      row_count: rows ?? null,
      bad_count: badRows ?? null,
      seems_stage_id: seemsStageId ?? null,
      skipped: skipped === undefined ? null : JSON.stringify(skipped),
      sums: sums === undefined ? null : JSON.stringify(sums),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenant_id)
    .where('run_id', '=', run_id)
    .where('matched_at', 'is', null)
    .execute();
};
