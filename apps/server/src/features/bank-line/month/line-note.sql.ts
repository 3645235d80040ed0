import type { LineNoteKind } from '@ronghui/domain/bank-line/account-month';
import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A line with what staff say that it is, and whether its month is closed. */
export interface NotedLine {
  readonly own_account: string;
  readonly amount_fen: Fen;
  readonly receipt_no: string | null;
  readonly note_no: number | null;
  readonly kind: LineNoteKind | null;
  readonly is_closed: boolean;
}

/** A line; undefined where there is none. By its key, and bank_line_note_once. */
export const findNotedLine = async (db: Db, lineNo: number): Promise<NotedLine | undefined> => {
  const { rows } = await sql<NotedLine>`
    select l.own_account, l.amount_fen, l.receipt_no, n.note_no, n.kind,
        exists (select from account_month m where m.own_account = l.own_account and m.month = to_char(l.booked_on, 'YYYY-MM')) as is_closed
      from bank_line l left join bank_line_note n on n.line_no = l.line_no and n.taken_back_at is null where l.line_no = ${lineNo}`.execute(
    db,
  );
  return rows[0];
};

/** What staff say of a line. */
export interface NewNote {
  readonly lineNo: number;
  readonly kind: LineNoteKind;
  readonly note: string | null;
  readonly ownerId: string | null;
  readonly staffId: string;
}

/** Says what a line is. */
export const insertNote = async (tx: Tx, { lineNo, kind, note, ownerId, staffId }: NewNote): Promise<void> => {
  await tx
    .insertInto('bank_line_note')
    .values({ line_no: lineNo, kind, note, owner_id: ownerId, by_id: staffId })
    .execute();
};

/** Takes back the note of a line. By the primary key. */
export const takeNoteBack = async (tx: Tx, noteNo: number, staffId: string): Promise<void> => {
  await sql`update bank_line_note set taken_back_by = ${staffId}, taken_back_at = app_now() where note_no = ${noteNo}`.execute(
    tx,
  );
};

/** Those of some months of an account that are closed. By the primary key. */
export const listClosedOf = async (
  db: Db,
  ownAccount: string,
  months: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ month: string }>`
    select month from account_month where own_account = ${ownAccount} and month = any(${[...months]}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ month }) => month));
};

/** Whether staff say of the line of a receipt that it is no merchant's money. By bank_line_receipt and bank_line_note_once. */
export const isExplainedLine = async (db: Db, receiptNo: string): Promise<boolean> => {
  const { rows } = await sql`
    select from bank_line l join bank_line_note n on n.line_no = l.line_no and n.taken_back_at is null and n.kind <> 'carried'
      where l.receipt_no = ${receiptNo}`.execute(db);
  return rows.length > 0;
};

/** Whether the line of a receipt is of a month that is closed. By bank_line_receipt. */
export const isClosedLine = async (db: Db, receiptNo: string): Promise<boolean> => {
  const { rows } = await sql`
    select from bank_line l join account_month m on m.own_account = l.own_account and m.month = to_char(l.booked_on, 'YYYY-MM')
      where l.receipt_no = ${receiptNo}`.execute(db);
  return rows.length > 0;
};
