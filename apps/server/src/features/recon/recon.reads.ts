import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** An item of a result in an export: its rows in one line, several of a side by their first. */
export interface ExportedItem {
  readonly item_no: number;
  readonly kind: number;
  readonly rule: number;
  readonly row_no: number | null;
  readonly ledger_reference: string | null;
  readonly counterparty: string | null;
  readonly ledger_on: string | null;
  readonly ledger_count: number;
  readonly ledger_fen: number;
  readonly line_id: string | null;
  readonly line_reference: string | null;
  readonly line_on: string | null;
  readonly line_count: number;
  readonly line_fen: number;
  readonly difference_fen: number;
  readonly bill_no: string | null;
  readonly note: string | null;
  readonly is_accepted: boolean;
  readonly feedback_no: string | null;
}

/** All standing items of a run in their order, as one statement to stream. By the numbers of the run's items. */
export const exportedItems = (tenantId: string, runNo: number): RawBuilder<ExportedItem> => sql<ExportedItem>`
  select i.item_no, i.kind, i.rule, i.row_no, i.ledger_reference, i.counterparty, i.ledger_on, i.ledger_count, i.ledger_fen, i.line_id,
    i.line_reference, i.line_on, i.line_count, i.line_fen, i.difference_fen, i.note, i.is_accepted, i.feedback_no,
    (select b.bill_no from bill b where b.tenant_id = i.tenant_id and b.bill_id = i.bill_id) as bill_no
    from recon_item i where i.tenant_id = ${tenantId} and i.run_no = ${runNo} and i.until_step is null order by i.item_no`;

/** How many items of a run stand. */
export const countExportedItems = async (db: Db, tenantId: string, runId: string): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select coalesce(sum(items), 0)::bigint as found from recon_total t where t.tenant_id = ${tenantId} and t.run_id = ${runId}`.execute(
    db,
  );
  return rows[0]?.found ?? 0;
};

/** A result, as the file names it; undefined where the tenant has none of this id. By the primary key. */
export const findExportedRun = async (
  db: Db,
  tenantId: string,
  runId: string,
): Promise<
  | {
      readonly stage_name: string;
      readonly name: string;
      readonly direction: 'payable' | 'receivable';
      readonly run_no: number;
    }
  | undefined
> => {
  const { rows } = await sql<{ stage_name: string; name: string; direction: 'payable' | 'receivable'; run_no: number }>`
    select s.name as stage_name, l.name, r.direction, r.run_no from recon_run r join stage s using (stage_id) join recon_ledger l using (tenant_id, ledger_id)
      where r.tenant_id = ${tenantId} and r.run_id = ${runId} and r.matched_at is not null`.execute(db);
  return rows[0];
};
