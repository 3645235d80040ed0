import { fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { digestOfBills } from '../recon.sql.ts';
import type { Matched, MatchedRun } from './matched-run.ts';

type Subject = Pick<MatchedRun, 'tenantId' | 'side' | 'direction'>;

/**
 * Gives the transaction the memory for its joins, and hash joins alone: the planner knows little of tables that were made a moment ago, and a
 * nested loop over two large ones would not end. Samples for their statistics are small.
 */
export const planLargeJoins = async (tx: Tx): Promise<void> => {
  await sql`
    select set_config('work_mem', '256MB', true), set_config('lock_timeout', '600s', true), set_config('jit', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_nestloop', 'off', true),
      set_config('default_statistics_target', '10', true)`.execute(tx);
};

/** Lets the planner choose again, for few rows that are looked up in large tables. */
export const planSmallJoins = async (tx: Tx): Promise<void> => {
  await sql`select set_config('enable_mergejoin', 'on', true), set_config('enable_nestloop', 'on', true)`.execute(tx);
};

/** Whether a bill `b` is issued and of the direction. */
const isCompared = ({ tenantId, direction }: Subject): RawBuilder<unknown> =>
  sql`b.tenant_id = ${tenantId} and b.direction = ${direction} and b.status <> 'draft'`;

/** The lines of issued bills in stages: their fees after the last answer, or their bases in money. */
export const comparedLines = (subject: Subject, stages: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { tenantId, side } = subject;
  const issued = sql`(select b.bill_id from bill b where ${isCompared(subject)} and b.stage_id in ${stages})`;
  const moved = sql`(select a.bill_id, a.line_id, sum(a.to_fen - a.from_fen)::bigint as moved_fen
    from bill_line_adjustment a join ${issued} i using (bill_id) where a.tenant_id = ${tenantId} group by a.bill_id, a.line_id)`;
  return sql`
    select l.line_id, l.loan_no as reference, l.occurred_on, f.bill_id, ${side === 'fee' ? sql`l.loan_fen` : sql`null::bigint`} as basis_fen,
        ${side === 'fee' ? sql`f.fee_fen + coalesce(m.moved_fen, 0)` : sql`l.loan_fen`} as fen
      from line_fee f join ${issued} i on i.bill_id = f.bill_id
        join bill_line l on l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id
        ${side === 'fee' ? sql`left join ${moved} m on m.bill_id = f.bill_id and m.line_id = f.line_id` : sql``}
      where f.tenant_id = ${tenantId} and f.stage_id in ${stages} and l.tenant_id = ${tenantId} and l.stage_id in ${stages}
        ${side === 'fee' ? sql`` : sql`and l.loan_fen is not null`}`;
};

/** The bills whose lines are compared, as they are now. */
export const readBills = async (tx: Tx, run: MatchedRun): Promise<Matched['madeOf']> => {
  const { rows } = await sql<{ bills: number; amount: number; adjusted: number; digest: string; now: Date }>`
    select count(*) as bills, coalesce(sum(b.amount_fen), 0) as amount, coalesce(sum(b.adjusted_fen), 0) as adjusted, ${digestOfBills} as digest,
        app_now() as now
      from bill b where ${isCompared(run)} and b.stage_id = ${run.stageId}`.execute(tx);
  const { bills = 0, amount = 0, adjusted = 0, digest = '', now = new Date(0) } = rows[0] ?? {};
  return { bills, amount: fen(amount), adjusted: fen(adjusted), digest, asOf: now.toISOString() };
};

/** Makes `side_line`: side B of the run. And `many_line_ref`, the references that it has more than once. */
export const drawLines = async (tx: Tx, run: MatchedRun): Promise<void> => {
  await sql`create temp table side_line on commit drop as
    select c.*, recon_reference_key(c.reference) as ref_key from (${comparedLines(run, sql`(${run.stageId})`)}) c`.execute(
    tx,
  );
  await sql`
    create temp table many_line_ref on commit drop as select ref_key from side_line group by ref_key having count(*) > 1`.execute(
    tx,
  );
  await sql`analyze side_line, many_line_ref`.execute(tx);
};

/** Tells the planner what is in the ledger's rows. */
export const sampleLedger = async (tx: Tx): Promise<void> => {
  await sql`analyze ledger_row`.execute(tx);
};

/** Drops what was drawn, to draw it again. */
export const dropLines = async (tx: Tx): Promise<void> => {
  await sql`drop table side_line, many_line_ref`.execute(tx);
};

/** Whether every sum over rows of both sides is a safe integer, whatever kinds they are in and people put them into. */
export const areSumsSafe = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ isSafe: boolean }>`
    select coalesce((select sum(abs(fen)) from ledger_row), 0) + coalesce((select sum(abs(fen)) from side_line), 0)
      <= ${Number.MAX_SAFE_INTEGER}::bigint as "isSafe"`.execute(tx);
  return rows[0]?.isSafe === true;
};
