import type { DifferenceTerms } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** A row of a result in an export: rows of both sides beside each other, those of a group one under the other. */
export interface ExportedItem {
  readonly item_no: number;
  /** Of several rows of an item: 1, 2 … */
  readonly place: number;
  readonly kind: number;
  readonly rule: number;
  readonly difference_rule: DifferenceTerms | null;
  readonly row_no: number | null;
  readonly ledger_reference: string | null;
  readonly counterparty: string | null;
  readonly ledger_on: string | null;
  readonly ledger_count: number;
  readonly ledger_fen: number | null;
  readonly line_id: string | null;
  readonly line_reference: string | null;
  readonly line_on: string | null;
  readonly line_count: number;
  readonly line_fen: number | null;
  /** Of the item, at its first row. */
  readonly difference_fen: number | null;
  readonly bill_no: string | null;
  readonly note: string | null;
  readonly is_accepted: boolean;
  readonly feedback_no: string | null;
}

/** All rows of all standing items of a run in their order, as one statement to stream. By the numbers of the run's items. */
export const exportedItems = (tenantId: string, runNo: number): RawBuilder<ExportedItem> => {
  const parts = sql`select p.item_no, row_number() over (partition by p.item_no order by p.row_no, p.line_id) as place, p.row_no, p.line_id, p.reference,
    p.counterparty, p.fen, p.occurred_on, p.bill_id from recon_part p where p.tenant_id = ${tenantId} and p.run_no = ${runNo}`;
  const of = (single: string, part: string) =>
    sql`case when g.item_no is null then i.${sql.ref(single)} else g.${sql.ref(part)} end`;
  return sql<ExportedItem>`
    with own as (${parts} and p.row_no is not null), theirs as (${parts} and p.line_id is not null),
    grouped as (
      select item_no, place, a.row_no, a.reference as ledger_reference, a.counterparty, a.occurred_on as ledger_on, a.fen as ledger_fen, b.line_id,
          b.reference as line_reference, b.occurred_on as line_on, b.fen as line_fen, b.bill_id
        from own a full join theirs b using (item_no, place))
    select i.item_no, coalesce(g.place, 1)::int as place, i.kind, i.rule, i.ledger_count, i.line_count, ${of('row_no', 'row_no')} as row_no,
        ${of('ledger_reference', 'ledger_reference')} as ledger_reference, ${of('counterparty', 'counterparty')} as counterparty,
        ${of('ledger_on', 'ledger_on')} as ledger_on, ${of('ledger_fen', 'ledger_fen')} as ledger_fen, ${of('line_id', 'line_id')} as line_id,
        ${of('line_reference', 'line_reference')} as line_reference, ${of('line_on', 'line_on')} as line_on, ${of('line_fen', 'line_fen')} as line_fen,
        case when coalesce(g.place, 1) = 1 then i.difference_fen end as difference_fen, i.note, i.is_accepted, i.feedback_no,
        case when i.difference_rule_no is not null then (select json_build_object('counterparty', u.counterparty, 'kind', u.kind, 'value', u.value)
          from recon_rule u where u.tenant_id = i.tenant_id and u.rule_no = i.difference_rule_no) end as difference_rule,
        (select b.bill_no from bill b where b.tenant_id = i.tenant_id and b.bill_id = ${of('bill_id', 'bill_id')}) as bill_no
      from recon_item i left join grouped g on g.item_no = i.item_no and (i.ledger_count > 1 or i.line_count > 1)
      where i.tenant_id = ${tenantId} and i.run_no = ${runNo} and i.until_step is null order by i.item_no, place`;
};

/** How many rows the standing items of a run have in an export: of each item as many as its longer side. */
export const countExportedItems = async (db: Db, tenantId: string, runId: string): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select (coalesce((select sum(items) from recon_total t where t.tenant_id = ${tenantId} and t.run_id = ${runId}), 0)
      + coalesce((select sum(greatest(own, theirs) - 1) from (
          select p.item_no, count(p.row_no) as own, count(p.line_id) as theirs from recon_part p join recon_run r on r.run_no = p.run_no
            where p.tenant_id = ${tenantId} and r.tenant_id = ${tenantId} and r.run_id = ${runId} group by p.item_no) g
        where exists (select from recon_item i join recon_run r on r.run_no = i.run_no
          where i.tenant_id = ${tenantId} and r.tenant_id = ${tenantId} and r.run_id = ${runId} and i.item_no = g.item_no and i.until_step is null)), 0)
      )::bigint as found`.execute(db);
  return rows[0]?.found ?? 0;
};

/** A result, as the file names it; undefined where the tenant has none of this id, or a newer one has taken its place. By the primary key. */
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
      where r.tenant_id = ${tenantId} and r.run_id = ${runId} and r.matched_at is not null and r.items_gone_at is null`.execute(
    db,
  );
  return rows[0];
};
