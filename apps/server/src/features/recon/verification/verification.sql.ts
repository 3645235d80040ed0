import type { Output } from '@ronghui/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { Tables } from '#tables';

type StatedBill = NonNullable<Output<'recon.statement'>['bills']>[number];

/** A closed run with its statement. */
export interface ClosedRun {
  readonly tenant_id: string;
  readonly run_id: string;
  readonly run_no: number;
  readonly statement: NonNullable<Selectable<Tables['recon_run']>['statement']>;
  readonly statement_sha256: string;
  readonly stage_id: string;
  readonly direction: string;
  readonly ledger_name: string;
  readonly ledger_sha256: string;
  readonly ledger_size: number;
  /** The digest that the audit trail has of the closing; null where the trail knows of none. */
  readonly audited_sha256: string | null;
}

/** Closed runs in the order of their keys, after one; of them those of some ids. By the primary key, and audit_event_object. */
export const listClosedRuns = async (
  db: Db,
  { after, runIds, limit }: { readonly after: number; readonly runIds: readonly string[]; readonly limit: number },
): Promise<readonly ClosedRun[]> => {
  const { rows } = await sql<ClosedRun>`
    select r.tenant_id, r.run_id, r.run_no, r.statement, r.statement_sha256, r.stage_id, r.direction, l.name as ledger_name,
        l.sha256 as ledger_sha256, l.size_bytes as ledger_size,
        (select a.after ->> 'sha256' from audit_event a where a.object = r.run_id and a.tenant_id = r.tenant_id and a.operation = 'recon.close'
          and a.result = 'ok' order by a.at desc, a.event_id desc limit 1) as audited_sha256
      from recon_run r join recon_ledger l using (tenant_id, ledger_id)
      where r.closed_at is not null and r.run_no > ${after} and (${runIds.length}::int = 0 or r.run_id = any(${[...runIds]}::text[]))
      order by r.run_no limit ${limit}`.execute(db);
  return rows;
};

/**
 * The bills that a statement names as they were when it was made: what later answers adjusted is taken away again. Later is what has a higher number
 * among the steps of its bill than the statement's last one; of runs that keep no numbers, what has a later time. By the keys of bills and steps.
 */
export const listBillsAsStated = async (
  db: Db,
  { tenant_id, run_id, stage_id, direction }: Pick<ClosedRun, 'tenant_id' | 'run_id' | 'stage_id' | 'direction'>,
): Promise<readonly StatedBill[]> => {
  const { rows } = await sql<StatedBill>`
    select b.bill_no as "billNo", b.line_count as lines, coalesce(b.lines_sha256, '') as "linesSha256", b.amount_fen - s.moved as amount,
        b.adjusted_fen - s.moved as adjusted
      from recon_run r join bill b on b.tenant_id = r.tenant_id
        cross join lateral (select coalesce(sum(s.amount_fen - s.from_fen), 0)::bigint as moved from bill_step s
          where s.tenant_id = b.tenant_id and s.bill_id = b.bill_id and s.kind = 'adjusted'
            and case when r.closed_steps is null then s.at > r.closed_at else s.step_no > coalesce((r.closed_steps ->> b.bill_no)::int, 0) end) s
      where r.tenant_id = ${tenant_id} and r.run_id = ${run_id} and b.tenant_id = ${tenant_id} and b.stage_id = ${stage_id} and b.direction = ${direction} and b.status <> 'draft'
      order by b.bill_no`.execute(db);
  return rows;
};

/** What the standing items of a kind come to. */
export interface SummedKind {
  readonly kind: number;
  readonly items: number;
  readonly ledger_count: number;
  readonly ledger_fen: number;
  readonly line_count: number;
  readonly line_fen: number;
  readonly accepted: number;
  readonly sent: number;
}

/** The items of a run added up again, by kind. Reads them all. */
export const sumItems = async (
  db: Db,
  { tenant_id, run_no }: Pick<ClosedRun, 'tenant_id' | 'run_no'>,
): Promise<readonly SummedKind[]> => {
  const { rows } = await sql<SummedKind>`
    select i.kind, count(*) as items, coalesce(sum(i.ledger_count), 0)::bigint as ledger_count, coalesce(sum(i.ledger_fen), 0)::bigint as ledger_fen,
        coalesce(sum(i.line_count), 0)::bigint as line_count, coalesce(sum(i.line_fen), 0)::bigint as line_fen,
        count(*) filter (where i.is_accepted and i.feedback_no is null) as accepted, count(*) filter (where i.feedback_no is not null) as sent
      from recon_item i where i.tenant_id = ${tenant_id} and i.run_no = ${run_no} and i.until_step is null group by i.kind`.execute(
    db,
  );
  return rows;
};

/** The counts and sums of a run as they are stored beside its items; by the primary key. */
export const listStoredTotals = async (
  db: Db,
  { tenant_id, run_id }: Pick<ClosedRun, 'tenant_id' | 'run_id'>,
): Promise<readonly SummedKind[]> => {
  const { rows } = await sql<SummedKind>`
    select t.kind, t.items, t.ledger_count, t.ledger_fen, t.line_count, t.line_fen, t.accepted, t.sent
      from recon_total t where t.tenant_id = ${tenant_id} and t.run_id = ${run_id}`.execute(db);
  return rows;
};
