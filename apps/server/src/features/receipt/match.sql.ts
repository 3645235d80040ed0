import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** How far apart the days of one payment may be. @unit days */
const mostDaysApart = 7;
const shownOfEach = 5;

/** A receipt without a serial that may be the money of a line. */
export interface RegisteredRow {
  readonly line_receipt_no: string;
  readonly receipt_no: string;
  readonly received_on: string;
  readonly tenant_name: string | null;
  readonly payer_name: string | null;
}

/**
 * The receipts that staff registered without a serial, of the amount of a line's receipt and within a week of it, that no line has confirmed: the nearest day
 * first, few of each. By receipt_without_serial.
 *
 * @source receipts 1.3
 */
export const listRegistered = async (db: Db, receiptNos: readonly string[]): Promise<readonly RegisteredRow[]> => {
  const { rows } = await sql<RegisteredRow>`
    select r.receipt_no as line_receipt_no, h.receipt_no, h.received_on, h.tenant_name, h.payer_name
      from receipt r cross join lateral (
        select h.receipt_no, h.received_on, t.name as tenant_name, h.payer_name from receipt h left join tenant t on t.tenant_id = h.tenant_id
          where h.amount_fen = r.amount_fen and h.received_on between r.received_on - ${mostDaysApart}::int and r.received_on + ${mostDaysApart}::int
            and h.source = 'hand' and h.serial is null and h.amount_fen > 0 and (h.own_account is null or h.own_account = r.own_account)
            and not exists (select from bank_line l where l.receipt_no = h.receipt_no)
          order by abs(h.received_on - r.received_on), h.receipt_no limit ${shownOfEach}) h
      where r.receipt_no = any(${[...receiptNos]}::text[]) and r.source = 'bank' and r.unapplied_fen = r.amount_fen and r.amount_fen > 0
      order by 1, abs(h.received_on - r.received_on), 2`.execute(db);
  return rows;
};

/** A line's receipt and a registered one, both locked. */
interface Pair {
  readonly receiptNo: string;
  readonly registeredNo: string;
}

/** Keeps what a registered receipt was before a line of the bank is its money, and gives it the line's serial. */
export const insertMatch = async (
  tx: Tx,
  { receiptNo, registeredNo, serial }: Pair & { readonly serial: string | null },
  staffId: string,
): Promise<void> => {
  await sql`
    insert into receipt_match (receipt_no, bank_receipt_no, amount_fen, stated_fen, registered_by, own_account, received_time, payer_name, payer_bank, remark,
        matched_by)
      select receipt_no, ${receiptNo}, amount_fen, stated_fen, registered_by, own_account, received_time, payer_name, payer_bank, remark, ${staffId} from receipt where receipt_no = ${registeredNo}`.execute(
    tx,
  );
  await sql`update receipt set serial = ${serial} where receipt_no = ${registeredNo}`.execute(tx);
};

/** Whether a payment that stands was made of a receipt under its serial, which it would lose. By receipt_application_of and the key of steps. */
export const hasPaymentOfSerial = async (db: Db, receiptNo: string): Promise<boolean> => {
  const { rows } = await sql`
    select from receipt r join receipt_application a on a.receipt_no = r.receipt_no
        join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.step_no = a.step_no
      where r.receipt_no = ${receiptNo} and s.payment_serial = r.serial
        and not exists (select from bill_step x where x.tenant_id = s.tenant_id and x.bill_id = s.bill_id and x.reverses_step = s.step_no)
      limit 1`.execute(db);
  return rows.length > 0;
};

/** Of which line's receipt a registered one has the line; undefined where of none. By the primary key. */
export const findMatched = async (
  db: Db,
  registeredNo: string,
): Promise<{ readonly bank_receipt_no: string; readonly amount_fen: Fen } | undefined> =>
  db
    .selectFrom('receipt_match')
    .select(['bank_receipt_no', 'amount_fen'])
    .where('receipt_no', '=', registeredNo)
    .executeTakeFirst();

/** Gives the line's own receipt its money again, and makes the registered one what it was. */
export const deleteMatch = async (tx: Tx, registeredNo: string): Promise<void> => {
  await sql`
    update receipt r set amount_fen = r.amount_fen + m.amount_fen, unapplied_fen = r.unapplied_fen + m.amount_fen, version = r.version + 1, updated_at = app_now()
      from receipt_match m where m.receipt_no = ${registeredNo} and r.receipt_no = m.bank_receipt_no`.execute(tx);
  await sql`
    update receipt r set serial = null, stated_fen = m.stated_fen, registered_by = m.registered_by, own_account = m.own_account, received_time = m.received_time,
        payer_name = m.payer_name, payer_bank = m.payer_bank, remark = m.remark, version = r.version + 1, updated_at = app_now()
      from receipt_match m where m.receipt_no = ${registeredNo} and r.receipt_no = m.receipt_no`.execute(tx);
  await tx.deleteFrom('receipt_match').where('receipt_no', '=', registeredNo).execute();
};
