import type { StoredLine } from '@ronghui/domain/bank-line';
import type { LineNoteKind } from '@ronghui/domain/bank-line/account-month';
import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

/** Those of some lines of an account that are stored, by their keys in hex. By bank_line_once. */
export const findKnownKeys = async (
  db: Db,
  ownAccount: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ key: string }>`
    select encode(l.line_digest, 'hex') as key from unnest(${[...keys]}::text[]) n (key)
      join bank_line l on l.own_account = ${ownAccount} and l.line_digest = decode(n.key, 'hex')`.execute(db);
  return new Set(rows.map(({ key }) => key));
};

/** The stored lines of some serials on an account, their keys in hex. By bank_line_by_serial. */
export const listBySerial = async (
  db: Db,
  ownAccount: string,
  serials: readonly string[],
): Promise<readonly StoredLine[]> => {
  const { rows } = await sql<StoredLine>`
    select encode(l.line_digest, 'hex') as key, l.serial, l.booked_on as "occurredOn", l.amount_fen as amount
      from unnest(${[...new Set(serials)]}::text[]) n (serial) join bank_line l on l.own_account = ${ownAccount} and l.serial = n.serial
      order by l.line_no`.execute(db);
  return rows;
};

/** A line that is to be compared by what every reading of a file says of it. */
export interface BalancedLine {
  readonly rowNo: number;
  readonly occurredOn: string;
  readonly amount: Fen;
  readonly balance: Fen;
  readonly serial: string | null;
}

/**
 * Stored lines of the day, amount and balance of some lines of which one of the two has no serial, by the rows of those lines, their keys in hex: a file that
 * is read by other columns has other keys. By bank_line_newest.
 */
export const listTwins = async (
  db: Db,
  ownAccount: string,
  lines: readonly BalancedLine[],
): Promise<readonly { readonly row_no: number; readonly key: string }[]> => {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ row_no: number; key: string }>`
    select n.row_no, encode(l.line_digest, 'hex') as key
      from unnest(${lines.map(({ rowNo }) => rowNo)}::int[], ${lines.map(({ occurredOn }) => occurredOn)}::date[], ${lines.map(({ amount }) => amount)}::bigint[],
          ${lines.map(({ balance }) => balance)}::bigint[], ${lines.map(({ serial }) => serial)}::text[]) n (row_no, booked_on, amount_fen, balance_fen, serial)
        join bank_line l on l.own_account = ${ownAccount} and l.booked_on = n.booked_on and l.amount_fen = n.amount_fen and l.balance_fen = n.balance_fen
      where l.serial is null or n.serial is null order by n.row_no`.execute(db);
  return rows;
};

/** A line to store. */
export interface NewLine {
  readonly rowNo: number;
  /** In hex. */
  readonly key: string;
  readonly occurredOn: string;
  readonly time: string | null;
  readonly amount: Fen;
  readonly balance: Fen | null;
  readonly serial: string | null;
  readonly payerDigest: Buffer | null;
  readonly detailsSealed: Buffer | null;
  readonly receiptNo: string | null;
}

const hexOf = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null;

/** Adds lines of a statement. */
export const insertLines = async (
  tx: Tx,
  lines: readonly NewLine[],
  { statementNo, ownAccount }: { readonly statementNo: string; readonly ownAccount: string },
): Promise<void> => {
  await sql`
    insert into bank_line (statement_no, row_no, own_account, line_digest, booked_on, booked_time, amount_fen, balance_fen, serial, payer_digest, details_sealed, receipt_no)
      select ${statementNo}, l.row_no, ${ownAccount}, decode(l.line_digest, 'hex'), l.booked_on, l.booked_time, l.amount_fen, l.balance_fen, l.serial,
          decode(l.payer_digest, 'hex'), decode(l.details_sealed, 'hex'), l.receipt_no
        from unnest(${lines.map(({ rowNo }) => rowNo)}::int[], ${lines.map(({ key }) => key)}::text[], ${lines.map(({ occurredOn }) => occurredOn)}::date[],
            ${lines.map(({ time }) => time)}::text[], ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ balance }) => balance)}::bigint[],
            ${lines.map(({ serial }) => serial)}::text[], ${lines.map(({ payerDigest }) => hexOf(payerDigest))}::text[],
            ${lines.map(({ detailsSealed }) => hexOf(detailsSealed))}::text[], ${lines.map(({ receiptNo }) => receiptNo)}::text[])
          with ordinality as l (row_no, line_digest, booked_on, booked_time, amount_fen, balance_fen, serial, payer_digest, details_sealed, receipt_no, place)
        order by l.place`.execute(tx);
};

/** A line without what is sealed. */
export interface LineRow {
  readonly line_no: number;
  readonly booked_on: string;
  readonly booked_time: string | null;
  readonly amount_fen: Fen;
  readonly balance_fen: Fen | null;
  readonly serial: string | null;
  readonly receipt_no: string | null;
  readonly unapplied_fen: Fen | null;
  readonly tenant_name: string | null;
  readonly is_open: boolean;
  readonly note_kind: LineNoteKind | null;
  readonly note: string | null;
  readonly note_owner: string | null;
  readonly note_by: string | null;
  readonly note_at: Date | null;
}

/** Whether a line, with its receipt and its note, has nowhere to go yet. @source receipts 2.6 */
const isOpenLine = sql`(n.line_no is null and (l.amount_fen < 0 or (r.tenant_id is null and r.unapplied_fen > 0)))`;

/** What the list of lines asks for. */
export interface LineFilter {
  readonly ownAccount: string;
  readonly direction?: 'in' | 'out' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly isOpen?: boolean | undefined;
}

/** A page of the lines of an account, the latest day first. By bank_line_newest. */
export const listLines = (
  db: Db,
  { filter, listing }: { readonly filter: LineFilter; readonly listing: Listing },
): Promise<ReadPart<LineRow>> => {
  const { ownAccount, direction, from, to, isOpen } = filter;
  const { after } = listing;
  const where = sql.join(
    [
      sql`l.own_account = ${ownAccount}`,
      ...(direction === undefined ? [] : [direction === 'in' ? sql`l.amount_fen > 0` : sql`l.amount_fen < 0`]),
      ...(from === undefined ? [] : [sql`l.booked_on >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`l.booked_on <= ${to}::date`]),
      ...(isOpen === true ? [isOpenLine] : []),
    ],
    sql` and `,
  );
  return readPart<LineRow>(db, listing, {
    list: {
      columns: sql`l.line_no, l.booked_on, l.booked_time, l.amount_fen, l.balance_fen, l.serial, l.receipt_no, r.unapplied_fen, t.name as tenant_name,
        ${isOpenLine} as is_open, n.kind as note_kind, n.note, coalesce(nullif(o.name, ''), o.account) as note_owner,
        coalesce(nullif(b.name, ''), b.account) as note_by, n.at as note_at`,
      recordOf: (row) => row,
    },
    // By the keys of receipts, merchants and staff, and bank_line_note_once.
    from: sql`bank_line l left join receipt r on r.receipt_no = l.receipt_no left join tenant t on t.tenant_id = r.tenant_id
      left join bank_line_note n on n.line_no = l.line_no and n.taken_back_at is null left join staff o on o.staff_id = n.owner_id left join staff b on b.staff_id = n.by_id`,
    where,
    beyond:
      after === null
        ? sql``
        : sql` and (l.booked_on, l.line_no) < (${after.at.toISOString().slice(0, 10)}::date, ${after.key}::bigint)`,
    orderBy: sql`booked_on desc, line_no desc`,
    key: 'line_no',
  });
};

/** What is sealed of a line; null where it says nothing, undefined where there is no such line. By the primary key. */
export const findDetails = async (db: Db, lineNo: number): Promise<Buffer | null | undefined> => {
  const { rows } = await sql<{ details_sealed: Buffer | null }>`
    select details_sealed from bank_line where line_no = ${lineNo}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : row.details_sealed;
};

/** Says that the line of one locked receipt is the money of another. By bank_line_receipt. */
export const moveLine = async (tx: Tx, { from, to }: { readonly from: string; readonly to: string }): Promise<void> => {
  await sql`update bank_line set receipt_no = ${to} where receipt_no = ${from}`.execute(tx);
};
