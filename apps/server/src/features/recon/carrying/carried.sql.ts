import type { Output } from '@ronghui/contract';
import { fen } from '@ronghui/domain/money';
import { type CarriedStep, type LeftReason, type ReconKind, reconKinds } from '@ronghui/domain/recon';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from '../matching/matched-run.ts';
import { ruleNo } from '../matching/places.sql.ts';
import { isMarkKept } from './carried-marks.sql.ts';
import type { Decided } from './decided.sql.ts';

/** How much was carried, and what was not. */
export type Carried = NonNullable<Output<'recon.changes'>['carried']>;

/** The most items that are named. */
const namedItems = 200;

interface LeftRow {
  readonly item_no: number;
  readonly kind: number;
  readonly row_no: number | null;
  readonly reference: string | null;
  readonly difference_fen: number;
  readonly steps: readonly CarriedStep[];
  readonly reason: LeftReason;
}

/** The steps of an item `f` that hold, or do not. */
const stepsWhere = (holds: boolean) => {
  const has = holds ? sql`` : sql`not`;
  const kept = sql`${has} coalesce(${isMarkKept}, false)`;
  const accepted = sql`${has} coalesce(n.kind = f.kind, false)`;
  return sql`array_remove(array[
    case when f.rule = ${ruleNo('hand')} and ${has} (n.item_no is not null) then case when f.ledger_count > 0 and f.line_count > 0 then 'match' else 'unmatch' end end,
    case when f.is_accepted and ${accepted} then 'accept' end, case when f.note is not null and ${kept} then 'note' end], null)`;
};

/** The items that were decided on with what they are now, once the tables of the run are finished. */
const drawOutcome = async (tx: Tx, run: Pick<MatchedRun, 'tenantId' | 'runNo'>, isSameFile: boolean): Promise<void> => {
  const now = sql`left join mark_place p on p.former_no = f.item_no
    left join recon_item n on n.tenant_id = ${run.tenantId} and n.run_no = ${run.runNo} and n.item_no = p.item_no and n.until_step is null
    left join (select item_no, bool_or(new_no is null) as is_gone, bool_and(is_same) as is_same from decided_row group by item_no) r on r.item_no = f.item_no`;
  const nothing = sql`left join recon_item n on false`;
  await sql`
    create temp table carried_outcome on commit drop as
    select f.item_no, f.kind, f.row_no, coalesce(f.line_reference, f.ledger_reference) as reference, f.difference_fen, ${stepsWhere(true)} as kept,
        ${stepsWhere(false)} as lost,
        ${isSameFile ? sql`case when r.is_gone then 'gone' when not r.is_same then 'changed' when n.item_no is null then 'otherwise' else 'otherKind' end` : sql`'otherFile'`} as reason
      from decided_item f ${isSameFile ? now : nothing}`.execute(tx);
};

/** What was carried to a run, and what was not with its reason: the first items by name. @source R13.4 */
export const readCarried = async (
  tx: Tx,
  run: Pick<MatchedRun, 'tenantId' | 'runNo'>,
  { items, isSameFile }: Decided,
): Promise<Carried> => {
  if (items === 0) return { matched: 0, unmatched: 0, accepted: 0, noted: 0, left: 0, items: [] };
  await drawOutcome(tx, run, isSameFile);
  const has = (step: CarriedStep) => sql`(count(*) filter (where ${step} = any(kept)))::int`;
  const { rows } = await sql<Omit<Carried, 'items'>>`
    select ${has('match')} as matched, ${has('unmatch')} as unmatched, ${has('accept')} as accepted, ${has('note')} as noted,
        (count(*) filter (where cardinality(lost) > 0))::int as left from carried_outcome`.execute(tx);
  const left = await sql<LeftRow>`
    select item_no, kind, row_no, reference, difference_fen, lost as steps, reason from carried_outcome where cardinality(lost) > 0
      order by item_no limit ${namedItems}`.execute(tx);
  const [counts] = rows;
  if (counts === undefined) throw new Error('an aggregate without groups has a row');
  return {
    ...counts,
    items: left.rows.map((row) => ({
      itemNo: row.item_no,
      // The domain's places only are stored.
      kind: reconKinds[row.kind] as ReconKind,
      ...(row.row_no !== null && { rowNo: row.row_no }),
      ...(row.reference !== null && { reference: row.reference }),
      difference: fen(row.difference_fen),
      steps: [...row.steps],
      reason: row.reason,
    })),
  };
};
