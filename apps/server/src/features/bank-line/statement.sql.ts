import type { LineOrder } from '@ronghui/domain/bank-line';
import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import type { WireMapping } from './mapping-of.ts';

/** Keeps other imports of an account waiting until the transaction ends. */
export const lockAccount = async (tx: Tx, ownAccount: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank account ' || ${ownAccount}, 0))`.execute(tx);
};

/** The mappings of the last files of an account, the last first. By bank_statement_of_account. */
export const listMappings = async (
  db: Db,
  ownAccount: string,
): Promise<readonly { readonly name: string; readonly mapping: WireMapping }[]> => {
  const { rows } = await sql<{ name: string; mapping: WireMapping }>`
    select name, mapping from bank_statement where own_account = ${ownAccount} order by imported_at desc, statement_no desc limit 20`.execute(
    db,
  );
  return rows;
};

/** The accounts of which statements were imported, with the last day of their lines. By bank_statement_of_account. */
export const listAccounts = async (
  db: Db,
): Promise<readonly { readonly own_account: string; readonly last_on: string }[]> => {
  const { rows } = await sql<{ own_account: string; last_on: string }>`
    select own_account, max(last_on) as last_on from bank_statement group by own_account order by own_account limit 49`.execute(
    db,
  );
  return rows;
};

/** Whether a statement of an account was imported. By bank_statement_of_account. */
export const isKnownAccount = async (db: Db, ownAccount: string): Promise<boolean> => {
  const { rows } = await sql`select from bank_statement where own_account = ${ownAccount} limit 1`.execute(db);
  return rows.length > 0;
};

/** A file as it was imported. */
export interface NewStatement {
  readonly ownAccount: string;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  readonly mapping: WireMapping;
  readonly order: LineOrder;
  readonly opening: Fen | null;
  readonly closing: Fen | null;
  readonly firstOn: string;
  readonly lastOn: string;
  readonly lines: number;
  readonly added: number;
  readonly inAmount: Fen;
  readonly outAmount: Fen;
  readonly staffId: string;
}

/** Adds a statement; returns its number. */
export const insertStatement = async (tx: Tx, file: NewStatement): Promise<string> => {
  const { rows } = await sql<{ statement_no: string }>`
    insert into bank_statement (statement_no, own_account, name, sha256, size_bytes, mapping, line_order, opening_fen, closing_fen, first_on, last_on, line_count,
        added_count, in_fen, out_fen, imported_by)
      values ('LS' || to_char(${file.lastOn}::date, 'YYYYMMDD') || scattered_number(nextval('bank_statement_number')), ${file.ownAccount}, ${file.name},
        ${file.sha256}, ${file.size}, ${JSON.stringify(file.mapping)}::jsonb, ${file.order}, ${file.opening}, ${file.closing}, ${file.firstOn}::date,
        ${file.lastOn}::date, ${file.lines}, ${file.added}, ${file.inAmount}, ${file.outAmount}, ${file.staffId})
      returning statement_no`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a statement was not added');
  return row.statement_no;
};

/** A statement with who imported it. */
export interface StatementRow {
  readonly statement_no: string;
  readonly own_account: string;
  readonly name: string;
  readonly sha256: string;
  readonly line_order: LineOrder;
  readonly opening_fen: Fen | null;
  readonly closing_fen: Fen | null;
  readonly first_on: string;
  readonly last_on: string;
  readonly line_count: number;
  readonly added_count: number;
  readonly in_fen: Fen;
  readonly out_fen: Fen;
  readonly imported_by: string;
  readonly imported_at: Date;
}

/** A page of statements, the last imported first. By bank_statement_newest or bank_statement_of_account. */
export const listStatements = (
  db: Db,
  { ownAccount, listing }: { readonly ownAccount: string | undefined; readonly listing: Listing },
): Promise<ReadPart<StatementRow>> => {
  const { after } = listing;
  const of: RawBuilder<unknown> = ownAccount === undefined ? sql`true` : sql`f.own_account = ${ownAccount}`;
  return readPart<StatementRow>(db, listing, {
    list: {
      columns: sql`f.statement_no, f.own_account, f.name, f.sha256, f.line_order, f.opening_fen, f.closing_fen, f.first_on, f.last_on, f.line_count, f.added_count,
        f.in_fen, f.out_fen, coalesce(nullif(s.name, ''), s.account) as imported_by, f.imported_at`,
      recordOf: (row) => row,
    },
    from: sql`bank_statement f join staff s on s.staff_id = f.imported_by`,
    countedFrom: sql`bank_statement f`,
    where: of,
    beyond: after === null ? sql`` : sql` and (f.imported_at, f.statement_no) < (${after.at}, ${after.key})`,
    orderBy: sql`imported_at desc, statement_no desc`,
    key: 'statement_no',
  });
};
