import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Unapplied money with what is known of who paid it. */
export interface ProposableReceipt {
  readonly receipt_no: string;
  readonly tenant_id: string | null;
  readonly received_on: string;
  readonly serial: string | null;
  readonly payer_name: string | null;
  readonly remark: string | null;
  readonly unapplied_fen: Fen;
  readonly version: number;
  readonly payer_digest: Buffer | null;
}

const columns = sql`r.receipt_no, r.tenant_id, r.received_on, r.serial, r.payer_name, r.remark, r.unapplied_fen, r.version, l.payer_digest`;

/** Those of some receipts that have unapplied money. By the primary key. */
export const listProposable = async (db: Db, receiptNos: readonly string[]): Promise<readonly ProposableReceipt[]> => {
  const { rows } = await sql<ProposableReceipt>`
    select ${columns} from receipt r left join bank_line l on l.receipt_no = r.receipt_no
      where r.receipt_no = any(${[...receiptNos]}::text[]) and r.unapplied_fen > 0 order by r.receipt_no`.execute(db);
  return rows;
};

/** The latest receipts with unapplied money of which nothing was ever applied: what a person has undone is for a person. By receipt_unapplied. */
/** Unapplied money with its place among what is unapplied. */
export interface UntouchedReceipt extends ProposableReceipt {
  readonly place: Date;
}

/** Money that nothing was ever applied of, the newest first, from a place on. By receipt_unapplied. */
export const listUntouched = async (
  db: Db,
  { after, limit }: { readonly after: UntouchedReceipt | undefined; readonly limit: number },
): Promise<readonly UntouchedReceipt[]> => {
  const beyond =
    after === undefined ? sql`` : sql`and (f.created_at, f.receipt_no) < (${after.place}, ${after.receipt_no})`;
  const { rows } = await sql<UntouchedReceipt>`
    select ${columns}, r.created_at as place from (
        select * from receipt f where f.unapplied_fen > 0 and f.unapplied_fen = f.amount_fen and f.stated_fen is not null ${beyond}
            and not exists (select from receipt_application a where a.receipt_no = f.receipt_no)
          order by f.created_at desc, f.receipt_no desc limit ${limit}) r
      left join bank_line l on l.receipt_no = r.receipt_no order by r.created_at desc, r.receipt_no desc`.execute(db);
  return rows;
};

/** Locks receipts until the transaction ends, in the order of their numbers. */
export const lockReceipts = async (tx: Tx, receiptNos: readonly string[]): Promise<void> => {
  await sql`select from receipt where receipt_no = any(${[...receiptNos]}::text[]) order by receipt_no for no key update`.execute(
    tx,
  );
};

/** An issued code with a bill that it is of; of an order, or of a set without bills, with none. */
export interface CodeRow {
  readonly code: string;
  readonly tenant_id: string;
  readonly kind: 'bill' | 'order' | 'set';
  readonly bill_id: string | null;
  readonly set_fen: Fen | null;
}

/** Those of some codes that were issued, a row for each of their bills. By the keys of codes, bills' numbers and sets. */
export const listCodes = async (db: Db, codes: readonly string[]): Promise<readonly CodeRow[]> => {
  if (codes.length === 0) return [];
  const { rows } = await sql<CodeRow>`
    select c.code, c.tenant_id, c.kind, coalesce(b.bill_id, i.bill_id) as bill_id, s.amount_fen as set_fen
      from payment_code c
        left join bill b on c.kind = 'bill' and b.tenant_id = c.tenant_id and b.bill_no = c.item_no
        left join payment_set s on c.kind = 'set' and s.tenant_id = c.tenant_id and s.set_no = c.item_no
        left join payment_set_bill i on i.tenant_id = s.tenant_id and i.set_no = s.set_no
      where c.code = any(${[...new Set(codes)]}::text[]) order by c.code`.execute(db);
  return rows;
};

/** A bill of a voucher that names a serial. */
export interface VoucherRow {
  readonly serial: string;
  readonly tenant_id: string;
  readonly voucher_id: string;
  readonly bill_id: string;
}

/** The bills of vouchers that name some serials and were not sent back. By bill_voucher_by_serial. */
export const listVouchers = async (db: Db, serials: readonly string[]): Promise<readonly VoucherRow[]> => {
  if (serials.length === 0) return [];
  const { rows } = await sql<VoucherRow>`
    select upper(replace(w.bank_serial, ' ', '')) as serial, w.tenant_id, w.voucher_id, i.bill_id
      from bill_voucher w join bill_voucher_item i on i.tenant_id = w.tenant_id and i.voucher_id = w.voucher_id
      where w.bank_serial is not null and upper(replace(w.bank_serial, ' ', '')) = any(${[...new Set(serials)]}::text[]) and w.returned_at is null order by w.tenant_id, w.voucher_id limit 2000`.execute(
    db,
  );
  return rows;
};

/** A merchant by its number. */
export interface TenantRow {
  readonly tenant_id: string;
  readonly name: string;
}

const perName = 5;

/** Merchants by their numbers, by whole names, and by parts of names: few of each part. By the primary key; of names all are looked at. */
export const listTenants = async (
  db: Db,
  {
    ids,
    names,
    parts,
  }: { readonly ids: readonly string[]; readonly names: readonly string[]; readonly parts: readonly string[] },
): Promise<readonly TenantRow[]> => {
  const { rows } = await sql<TenantRow>`
    select tenant_id, name from tenant where tenant_id = any(${[...ids]}::text[])
    union select tenant_id, name from tenant where name <> '' and name = any(${[...names]}::text[])
    union select t.* from unnest(${[...parts]}::text[]) n (part) cross join lateral (
      select tenant_id, name from tenant where strpos(name, n.part) > 0 order by tenant_id limit ${perName}) t
    order by tenant_id`.execute(db);
  return rows;
};

/** Which merchants some accounts pay for, as staff confirmed. By payer_rule_once. */
export const listRulesOf = async (
  db: Db,
  digests: readonly Buffer[],
): Promise<readonly { readonly payer: string; readonly tenant_id: string }[]> => {
  if (digests.length === 0) return [];
  const { rows } = await sql<{ payer: string; tenant_id: string }>`
    select encode(payer_digest, 'hex') as payer, tenant_id from payer_rule
      where taken_back_at is null and payer_digest in (select decode(n.payer, 'hex') from unnest(${digests.map((each) => each.toString('hex'))}::text[]) n (payer))
      order by rule_no`.execute(db);
  return rows;
};
