import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** A registered payment of a bill. */
export interface StoredPayment {
  readonly amount: Fen;
  readonly on: string;
  readonly serial: string;
  readonly at: Date;
  /** A later step took it back. */
  readonly is_reversed: boolean;
}

/**
 * The payment of a bill that a step registered; undefined where the step is none. One of 0 is none either: it settled a bill with nothing left to
 * pay, and nothing can be taken back of it. By the primary key, and bill_step_reversed.
 */
export const findPayment = async (
  db: Db,
  tenantId: string,
  { billId, stepNo }: { readonly billId: string; readonly stepNo: number },
): Promise<StoredPayment | undefined> => {
  const { rows } = await sql<StoredPayment>`
    select s.payment_fen as amount, s.payment_on as "on", s.payment_serial as serial, s.at, exists (select from bill_step r
        where r.tenant_id = s.tenant_id and r.bill_id = s.bill_id and r.reverses_step = s.step_no) as is_reversed
      from bill_step s
      where s.tenant_id = ${tenantId} and s.bill_id = ${billId} and s.step_no = ${stepNo} and s.kind in ('paid', 'settled') and s.payment_fen > 0`.execute(
    db,
  );
  return rows[0];
};

/** The invoice that was applied for or issued for a bill; undefined where none stands on it. By invoice_item_once. */
export const findCoveringInvoice = async (db: Db, tenantId: string, billNo: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('invoice_item')
    .select('invoice_no')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'bill')
    .where('item_no', '=', billNo)
    .where('is_covering', '=', true)
    .executeTakeFirst();
  return row?.invoice_no;
};
