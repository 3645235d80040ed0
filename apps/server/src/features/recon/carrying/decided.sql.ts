import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from '../matching/matched-run.ts';
import { ruleNo } from '../matching/places.sql.ts';

/** What was decided in the run before. */
export interface Decided {
  /** Rows have the same numbers only in the same file. */
  readonly isSameFile: boolean;
  readonly items: number;
}

/**
 * Makes `decided_item`: the standing items of the run before that people made, marked or sent; and, of the same file, `decided_row`: their rows
 * as they are now, and the item of this run that holds each. By one look at the items of both runs.
 */
export const drawDecided = async (
  tx: Tx,
  { tenantId, runNo }: Pick<MatchedRun, 'tenantId' | 'runNo'>,
  comparedRunNo: number,
): Promise<Decided> => {
  await sql`
    create temp table decided_item on commit drop as
    select i.item_no, i.kind, i.rule, i.row_no, i.ledger_reference, i.ledger_fen, i.ledger_on, i.ledger_count, i.line_id, i.line_reference, i.line_fen,
        i.line_on, i.line_count, i.difference_fen, i.note, i.is_accepted, i.feedback_no, i.former_feedback_no
      from public.recon_item i where i.tenant_id = ${tenantId} and i.run_no = ${comparedRunNo} and i.until_step is null
        and (i.rule = ${ruleNo('hand')} or i.is_accepted or i.note is not null or i.feedback_no is not null or i.former_feedback_no is not null)`.execute(
    tx,
  );
  const { rows } = await sql<{ items: number; isSameFile: boolean }>`
    select (select count(*)::int from decided_item) as items, (select count(distinct l.sha256) from recon_run r join recon_ledger l using (tenant_id, ledger_id)
      where r.tenant_id = ${tenantId} and r.run_no in (${runNo}, ${comparedRunNo})) = 1 as "isSameFile"`.execute(tx);
  const { items = 0, isSameFile = false } = rows[0] ?? {};
  if (items > 0 && isSameFile) await drawRows(tx, { tenantId, comparedRunNo });
  return { items, isSameFile };
};

const drawRows = async (
  tx: Tx,
  { tenantId, comparedRunNo }: { readonly tenantId: string; readonly comparedRunNo: number },
): Promise<void> => {
  const isSame = sql`coalesce(n.fen = f.fen and n.occurred_on = f.occurred_on and n.reference is not distinct from f.reference, false) as is_same`;
  await sql`
    create temp table decided_row on commit drop as
    with parts as (
      select p.* from decided_item d join public.recon_part p on p.tenant_id = ${tenantId} and p.run_no = ${comparedRunNo} and p.item_no = d.item_no
        where d.ledger_count > 1 or d.line_count > 1),
    former_row as (
      select item_no, row_no, ledger_reference as reference, ledger_fen as fen, ledger_on as occurred_on from decided_item
        where ledger_count = 1 and line_count <= 1
      union all select item_no, row_no, reference, fen, occurred_on from parts where row_no is not null),
    former_line as (
      select item_no, line_id, line_reference as reference, line_fen as fen, line_on as occurred_on from decided_item
        where line_count = 1 and ledger_count <= 1
      union all select item_no, line_id, reference, fen, occurred_on from parts where line_id is not null),
    own_row as (
      select item_no, row_no, ledger_reference as reference, counterparty, ledger_fen as fen, ledger_on as occurred_on from recon_item
        where ledger_count = 1 and line_count <= 1
      union all select item_no, row_no, reference, counterparty, fen, occurred_on from recon_part where row_no is not null),
    own_line as (
      select item_no, line_id, line_reference as reference, line_fen as fen, line_on as occurred_on, bill_id from recon_item
        where line_count = 1 and ledger_count <= 1
      union all select item_no, line_id, reference, fen, occurred_on, bill_id from recon_part where line_id is not null)
    select f.item_no, f.row_no, null::text collate "C" as line_id, n.item_no as new_no, n.reference, n.counterparty, n.fen, n.occurred_on,
        null::text collate "C" as bill_id, ${isSame}
      from former_row f left join own_row n on n.row_no = f.row_no
    union all
    select f.item_no, null, f.line_id, n.item_no, n.reference, null, n.fen, n.occurred_on, n.bill_id, ${isSame}
      from former_line f left join own_line n on n.line_id = f.line_id`.execute(tx);
};
