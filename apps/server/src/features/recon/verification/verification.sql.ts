import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { Tables } from '#tables';

/** A closed run with its statement. */
export interface ClosedRun {
  readonly tenant_id: string;
  readonly run_id: string;
  readonly run_no: number;
  readonly statement: NonNullable<Selectable<Tables['recon_run']>['statement']>;
  readonly statement_sha256: string;
  readonly ledger_sha256: string;
  readonly ledger_size: number;
}

/** Closed runs in the order of their keys, after one; of them those of some ids. By the primary key. */
export const listClosedRuns = async (
  db: Db,
  { after, runIds, limit }: { readonly after: number; readonly runIds: readonly string[]; readonly limit: number },
): Promise<readonly ClosedRun[]> => {
  const { rows } = await sql<ClosedRun>`
    select r.tenant_id, r.run_id, r.run_no, r.statement, r.statement_sha256, l.sha256 as ledger_sha256, l.size_bytes as ledger_size
      from recon_run r join recon_ledger l using (tenant_id, ledger_id)
      where r.closed_at is not null and r.run_no > ${after} and (${runIds.length}::int = 0 or r.run_id = any(${[...runIds]}::text[]))
      order by r.run_no limit ${limit}`.execute(db);
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
