import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type ReceiptFilter, type ReceiptPart, type ReceiptRow, wantedReceipts } from '../receipt.sql.ts';

/** A receipt in a file. */
export type ExportedReceipt = Omit<ReceiptRow, 'version'>;

/** A part of a receipt in a file. */
export interface ExportedApplication extends Pick<ReceiptPart, 'kind' | 'item_no' | 'at' | 'state'> {
  readonly receipt_no: string;
  readonly received_on: string;
  readonly serial: string | null;
  readonly tenant_name: string | null;
  readonly payer_name: string | null;
  readonly amount_fen: Fen;
  /** When it was reversed, or the order refunded. */
  readonly undone_at: Date | null;
  readonly by_name: string | null;
}

const from = sql`receipt r left join tenant t on t.tenant_id = r.tenant_id`;

/** All receipts of a filter, the latest registered first, as one statement to stream. By the indexes of the list. */
export const exportedReceipts = (filter: ReceiptFilter): RawBuilder<ExportedReceipt> => sql<ExportedReceipt>`
  select r.receipt_no, r.tenant_id, t.name as tenant_name, r.source, (r.source = 'channel' or exists (select from bank_line l where l.receipt_no = r.receipt_no)) as is_confirmed,
      r.received_on, r.received_time, r.serial, r.own_account, r.payer_name, r.payer_bank, r.remark, coalesce(nullif(s.name, ''), s.account) as registered_by,
      r.amount_fen, r.applied_fen, r.refunding_fen, r.refunded_fen, r.unapplied_fen, r.created_at
    from ${from} left join staff s on s.staff_id = r.registered_by
    where ${wantedReceipts(filter)} order by r.created_at desc, r.receipt_no desc`;

/** What the parts of these receipts pay or paid, the first applied of a receipt first. By receipt_application_of. */
export const exportedApplications = (
  filter: ReceiptFilter,
): RawBuilder<ExportedApplication> => sql<ExportedApplication>`
  select r.receipt_no, r.received_on, r.serial, coalesce(o.name, t.name) as tenant_name, r.payer_name, p.kind, p.item_no, p.amount_fen, p.at, p.state,
      coalesce(v.at, f.at) as undone_at, coalesce(nullif(s.name, ''), s.account) as by_name
    from ${from} cross join lateral receipt_parts(r.receipt_no) p left join tenant o on o.tenant_id = p.tenant_id left join staff s on s.staff_id = p.by_id
      left join bill b on p.kind = 'bill' and b.tenant_id = p.tenant_id and b.bill_no = p.item_no
      left join bill_step v on v.tenant_id = b.tenant_id and v.bill_id = b.bill_id and v.reverses_step = p.step_no
      left join order_step f on p.kind = 'order' and p.state = 'refunded' and f.tenant_id = p.tenant_id and f.order_no = p.item_no and f.action = 'refund'
    where ${wantedReceipts(filter)} order by r.created_at desc, r.receipt_no desc, p.application_no`;

/** How many rows a file has, one more than `atMost` where it has more. */
export const countRows = async (db: Db, rows: RawBuilder<unknown>, atMost: number): Promise<number> => {
  const found = await sql<{
    found: number;
  }>`select count(*)::int as found from (select from (${rows}) x limit ${atMost + 1}) y`.execute(db);
  return found.rows[0]?.found ?? 0;
};
