import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** A receipt of a serial of the bank that no line of a statement has confirmed. */
export interface SerialReceipt {
  readonly receipt_no: string;
  readonly serial: string;
  readonly amount_fen: Fen;
  readonly received_on: string;
}

/**
 * The receipts of some serials on an account of ours, or on none that was stated, whosever they are. What was taken back to the last fen is none. The
 * caller has locked the serials. By receipt_by_serial.
 */
export const listOfSerials = async (
  tx: Tx,
  { ownAccount, serials }: { readonly ownAccount: string; readonly serials: readonly string[] },
): Promise<readonly SerialReceipt[]> => {
  const { rows } = await sql<SerialReceipt>`
    select r.receipt_no, r.serial, r.amount_fen, r.received_on
      from unnest(${[...new Set(serials)]}::text[]) n (serial) join receipt r on r.serial = n.serial
      where r.amount_fen > 0 and (r.own_account is null or r.own_account = ${ownAccount})
        and not exists (select from bank_line l where l.receipt_no = r.receipt_no) order by r.receipt_no for no key update of r`.execute(
    tx,
  );
  return rows;
};

/** What a line of a statement says of the money that came in by it. */
export interface BankedMoney {
  readonly on: string;
  readonly time: string | null;
  readonly amount: Fen;
  readonly serial: string | null;
  readonly payerName: string | null;
  readonly payerBank: string | null;
  readonly remark: string | null;
}

interface Importing {
  readonly ownAccount: string;
  readonly staffId: string;
}

const column = <Key extends keyof BankedMoney>(lines: readonly BankedMoney[], key: Key) =>
  lines.map((line) => line[key]);

/** Adds a receipt for each of some lines, all of it unapplied and of nobody; returns their numbers in the order of the lines. @source receipts 1.3 */
export const insertBankReceipts = async (
  tx: Tx,
  lines: readonly BankedMoney[],
  { ownAccount, staffId }: Importing,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ receipt_no: string }>`
    with given as materialized (
      select l.*, 'SK' || to_char(l.booked_on, 'YYYYMMDD') || scattered_number(nextval('receipt_number')) as receipt_no
        from unnest(${column(lines, 'on')}::date[], ${column(lines, 'time')}::text[], ${column(lines, 'amount')}::bigint[], ${column(lines, 'serial')}::text[],
            ${column(lines, 'payerName')}::text[], ${column(lines, 'payerBank')}::text[], ${column(lines, 'remark')}::text[])
          with ordinality as l (booked_on, booked_time, amount_fen, serial, payer_name, payer_bank, remark, place)
    ), added as (
      insert into receipt (receipt_no, source, received_on, received_time, serial, own_account, payer_name, payer_bank, remark, amount_fen, unapplied_fen,
          stated_fen, registered_by, is_unknown)
        select receipt_no, 'bank', booked_on, booked_time, serial, ${ownAccount}, payer_name, payer_bank, remark, amount_fen, amount_fen, amount_fen,
            ${staffId}, true from given order by place
    )
    select receipt_no from given order by place`.execute(tx);
  return rows.map(({ receipt_no }) => receipt_no);
};

/** Says of receipts that the bank has stated them: they grow no more by payments that are typed. @source receipts 1.3 */
export const confirmReceipts = async (
  tx: Tx,
  lines: readonly (BankedMoney & { readonly receiptNo: string })[],
  { ownAccount, staffId }: Importing,
): Promise<void> => {
  await sql`
    update receipt r set stated_fen = r.amount_fen, registered_by = coalesce(r.registered_by, ${staffId}), own_account = ${ownAccount},
        received_time = coalesce(r.received_time, l.booked_time), payer_name = coalesce(r.payer_name, l.payer_name), payer_bank = coalesce(r.payer_bank, l.payer_bank),
        remark = coalesce(r.remark, l.remark), version = r.version + 1, updated_at = app_now()
      from unnest(${lines.map(({ receiptNo }) => receiptNo)}::text[], ${column(lines, 'time')}::text[], ${column(lines, 'payerName')}::text[],
          ${column(lines, 'payerBank')}::text[], ${column(lines, 'remark')}::text[]) l (receipt_no, booked_time, payer_name, payer_bank, remark)
      where r.receipt_no = l.receipt_no`.execute(tx);
};
