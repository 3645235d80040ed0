import type { LineNoteKind, MonthPart } from '@ronghui/domain/bank-line/account-month';
import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A month of an account, with its first and last day. */
export interface MonthOf {
  readonly ownAccount: string;
  readonly month: string;
  readonly from: string;
  readonly to: string;
}

/** The months of the last three years that have lines, the latest first. By bank_line_newest. */
export const listMonths = async (
  db: Db,
  ownAccount: string,
  today: string,
): Promise<readonly { readonly month: string; readonly is_closed: boolean }[]> => {
  const { rows } = await sql<{ month: string; is_closed: boolean }>`
    select to_char(m.first_on, 'YYYY-MM') as month,
        exists (select from account_month c where c.own_account = ${ownAccount} and c.month = to_char(m.first_on, 'YYYY-MM')) as is_closed
      from (select (date_trunc('month', ${today}::date::timestamp) - n * interval '1 month')::date as first_on from generate_series(0, 35) n) m
      where exists (select from bank_line l where l.own_account = ${ownAccount} and l.booked_on >= m.first_on
        and l.booked_on < (m.first_on + interval '1 month')::date)
      order by 1 desc`.execute(db);
  return rows;
};

/** Where some lines of a month went, or parts of them. */
export interface PartRow {
  readonly direction: 'in' | 'out';
  readonly part: MonthPart;
  readonly kind: LineNoteKind | null;
  readonly count: number;
  readonly amount: Fen;
}

/**
 * Where the lines of a month went: what came in by the columns of its receipts, what went out by what staff say of it. What no column names is open. By
 * bank_line_newest, the key of receipts and bank_line_note_once.
 *
 * @source receipts 2.6
 */
export const sumParts = async (db: Db, { ownAccount, from, to }: MonthOf): Promise<readonly PartRow[]> => {
  const { rows } = await sql<PartRow>`
    with lines as (
      select l.amount_fen, r.applied_fen, r.refunded_fen + r.refunding_fen as refunded_fen, r.unapplied_fen, r.tenant_id, n.kind
        from bank_line l left join receipt r on r.receipt_no = l.receipt_no
          left join bank_line_note n on n.line_no = l.line_no and n.taken_back_at is null
        where l.own_account = ${ownAccount} and l.booked_on between ${from}::date and ${to}::date
    ), parts as (
      select 'in' as direction, p.part, case p.part when 'explained' then l.kind end as kind, p.amount
        from lines l cross join lateral (values
            ('applied', coalesce(l.applied_fen, 0)), ('refunded', coalesce(l.refunded_fen, 0)),
            ('explained', case when l.kind is not null and l.kind <> 'carried' then l.amount_fen else 0 end),
            ('prepaid', case when l.tenant_id is not null then l.unapplied_fen else 0 end),
            ('carried', case when l.tenant_id is null and l.kind = 'carried' then l.unapplied_fen else 0 end),
            ('open', case when l.kind is not null and l.kind <> 'carried' then 0
              else l.amount_fen - coalesce(l.applied_fen + l.refunded_fen, 0)
                - case when l.tenant_id is not null or l.kind = 'carried' then coalesce(l.unapplied_fen, 0) else 0 end end)) p (part, amount)
        where l.amount_fen > 0
      union all
      select 'out', case when l.kind is null then 'open' else 'explained' end, l.kind, -l.amount_fen from lines l where l.amount_fen < 0
    )
    select direction, part, kind, count(*)::int as count, sum(amount)::bigint as amount from parts where amount <> 0
      group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
};

/** What a month comes to. */
export interface MonthSums {
  readonly in_count: number;
  readonly in_fen: Fen;
  readonly out_count: number;
  readonly out_fen: Fen;
  /** Of all its lines as they were taken in, in hex. */
  readonly sha256: string;
}

/** The sums of the lines of a month, and the digest of them. By bank_line_newest. */
export const sumMonth = async (db: Db, { ownAccount, from, to }: MonthOf): Promise<MonthSums> => {
  const { rows } = await sql<MonthSums>`
    select count(*) filter (where amount_fen > 0)::int as in_count, coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::bigint as in_fen,
        count(*) filter (where amount_fen < 0)::int as out_count, coalesce(-sum(amount_fen) filter (where amount_fen < 0), 0)::bigint as out_fen,
        encode(sha256(convert_to(coalesce(string_agg(line_no || ' ' || booked_on || ' ' || amount_fen || ' ' || encode(line_digest, 'hex'), e'\n'
          order by booked_on, line_no), ''), 'UTF8')), 'hex') as sha256
      from bank_line where own_account = ${ownAccount} and booked_on between ${from}::date and ${to}::date`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum has a row');
  return row;
};

/** A month that is closed. */
export interface ClosedMonth {
  readonly month: string;
  readonly opening_fen: Fen;
  readonly closing_fen: Fen;
  readonly in_count: number;
  readonly in_fen: Fen;
  readonly out_count: number;
  readonly out_fen: Fen;
  readonly parts: readonly PartRow[];
  readonly sha256: string;
  readonly closed_by: string;
  readonly closed_at: Date;
}

const closedColumns = sql`m.month, m.opening_fen, m.closing_fen, m.in_count, m.in_fen, m.out_count, m.out_fen, m.parts, m.sha256,
  coalesce(nullif(s.name, ''), s.account) as closed_by, m.closed_at`;

/** The proof of a month; undefined while it is open. By the primary key. */
export const findClosedMonth = async (db: Db, { ownAccount, month }: MonthOf): Promise<ClosedMonth | undefined> => {
  const { rows } = await sql<ClosedMonth>`
    select ${closedColumns} from account_month m join staff s on s.staff_id = m.closed_by
      where m.own_account = ${ownAccount} and m.month = ${month}`.execute(db);
  return rows[0];
};

/** Where the balances of an account begin: after a day, with a balance. */
export interface Anchor {
  /** The first day whose lines follow. */
  readonly first_on: string;
  readonly balance_fen: Fen;
}

/** Where balances are reckoned from: the end of the last closed month before this one, or the first file with balances. By the primary key, and bank_statement_of_account. */
export const findAnchor = async (db: Db, { ownAccount, month, to }: MonthOf): Promise<Anchor | undefined> => {
  const { rows } = await sql<Anchor>`
    (select ((month || '-01')::date + interval '1 month')::date as first_on, closing_fen as balance_fen from account_month
      where own_account = ${ownAccount} and month < ${month} order by month desc limit 1)
    union all
    (select first_on, opening_fen from bank_statement where own_account = ${ownAccount} and line_order <> 'partial' and first_on <= ${to}::date
      order by first_on, last_on, statement_no limit 1)
    limit 1`.execute(db);
  return rows[0];
};

/** What lines before a month come to since the anchor, and how many of its lines lie before that. By bank_line_newest. */
export const sumSince = async (
  db: Db,
  { ownAccount, from, to }: MonthOf,
  { first_on: firstOn }: Anchor,
): Promise<{ readonly before: Fen; readonly uncovered: number }> => {
  const { rows } = await sql<{ before: Fen; uncovered: number }>`
    select coalesce(sum(amount_fen) filter (where booked_on >= ${firstOn}::date and booked_on < ${from}::date), 0)::bigint as before,
        count(*) filter (where booked_on < ${firstOn}::date and booked_on >= ${from}::date)::int as uncovered
      from bank_line where own_account = ${ownAccount} and booked_on >= least(${firstOn}::date, ${from}::date) and booked_on <= ${to}::date`.execute(
    db,
  );
  return rows[0] ?? { before: 0 as Fen, uncovered: 0 };
};

/** A file that does not end where the lines that are there lead to. */
export interface GapRow {
  readonly statement_no: string;
  readonly name: string;
  readonly last_on: string;
  readonly closing_fen: Fen;
  readonly reckoned_fen: Fen;
}

/**
 * The files with balances since the anchor whose closing balance is not what the anchor and all lines until their last day come to: lines before them are missing.
 * But for one that another one overlaps which goes on further or was fetched later on that day, or begins on it with that balance: the other one is compared. By bank_statement_of_account and bank_line_newest.
 */
export const listGaps = async (
  db: Db,
  { ownAccount, to }: MonthOf,
  { first_on: firstOn, balance_fen: balance }: Anchor,
): Promise<readonly GapRow[]> => {
  const { rows } = await sql<GapRow>`
    with days as materialized (
      select booked_on, sum(sum(amount_fen)) over (order by booked_on) as moved
        from bank_line where own_account = ${ownAccount} and booked_on >= ${firstOn}::date group by booked_on
    ), files as materialized (
      select statement_no, name, first_on, last_on, opening_fen, closing_fen, imported_at from bank_statement
        where own_account = ${ownAccount} and line_order <> 'partial' and last_on >= ${firstOn}::date and first_on <= ${to}::date
    )
    select f.statement_no, f.name, f.last_on, f.closing_fen, (${balance}::bigint + coalesce(d.moved, 0))::bigint as reckoned_fen
      from files f left join lateral (select moved from days where booked_on <= f.last_on order by booked_on desc limit 1) d on true
      where f.closing_fen <> ${balance}::bigint + coalesce(d.moved, 0)
        and not exists (select from files g where g.statement_no <> f.statement_no and (g.first_on = f.last_on and g.opening_fen = f.closing_fen
          or g.first_on <= f.last_on and (g.last_on > f.last_on or g.last_on = f.last_on and g.imported_at > f.imported_at)))
      order by f.last_on, f.statement_no limit 20`.execute(db);
  return rows;
};

/** Whether a member of staff imported lines of a month, applied or reversed money of them, or wrote their notes. */
export const hasHandled = async (db: Db, { ownAccount, from, to }: MonthOf, staffId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from bank_line l join bank_statement f on f.statement_no = l.statement_no
      where l.own_account = ${ownAccount} and l.booked_on between ${from}::date and ${to}::date
        and (f.imported_by = ${staffId}
          or exists (select from bank_line_note n where n.line_no = l.line_no and (n.by_id = ${staffId} or n.taken_back_by = ${staffId}))
          or exists (select from receipt_application a join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id
              and (s.step_no = a.step_no or s.reverses_step = a.step_no)
            where a.receipt_no = l.receipt_no and s.by_id = ${staffId})
          or exists (select from receipt_application a join order_step s on s.tenant_id = a.tenant_id and s.order_no = a.order_no
            where a.receipt_no = l.receipt_no and s.staff_id = ${staffId} and s.version >= a.order_version)
          or exists (select from receipt r where r.receipt_no = l.receipt_no and r.registered_by = ${staffId})
          or exists (select from receipt_match m where m.receipt_no = l.receipt_no and m.matched_by = ${staffId}))
      limit 1`.execute(db);
  return rows.length > 0;
};

/** The opening balance of the next month of an account that is closed; undefined where none is. By the primary key. */
export const findNextOpening = async (db: Db, { ownAccount, month }: MonthOf): Promise<Fen | undefined> => {
  const { rows } = await sql<{ opening_fen: Fen }>`
    select opening_fen from account_month where own_account = ${ownAccount} and month > ${month} order by month limit 1`.execute(
    db,
  );
  return rows[0]?.opening_fen;
};

/** Keeps the receipts of a month's lines from being changed until the transaction ends; waits for those that are. */
export const holdReceipts = async (tx: Tx, { ownAccount, from, to }: MonthOf): Promise<void> => {
  await sql`
    select from receipt where receipt_no in (
      select receipt_no from bank_line where own_account = ${ownAccount} and booked_on between ${from}::date and ${to}::date and receipt_no is not null)
    order by receipt_no for share`.execute(tx);
};

/** A month that is closed now. */
export interface ClosingMonth extends MonthOf {
  readonly opening: Fen;
  readonly closing: Fen;
  readonly sums: MonthSums;
  readonly parts: readonly PartRow[];
  readonly sha256: string;
  readonly staffId: string;
  readonly at: Date;
}

/** Stores the proof of a month. */
export const insertMonth = async (tx: Tx, closing: ClosingMonth): Promise<void> => {
  const { ownAccount, month, opening, sums, parts, sha256, staffId, at } = closing;
  await sql`
    insert into account_month (own_account, month, opening_fen, in_count, in_fen, out_count, out_fen, closing_fen, parts, lines_sha256, sha256, closed_by, closed_at)
      values (${ownAccount}, ${month}, ${opening}, ${sums.in_count}, ${sums.in_fen}, ${sums.out_count}, ${sums.out_fen}, ${closing.closing},
        ${JSON.stringify(parts)}::jsonb, ${sums.sha256}, ${sha256}, ${staffId}, ${at})`.execute(tx);
};

/** The proof of a month, as it is stored. */
export interface ProofRow extends Omit<ClosedMonth, 'closed_by' | 'closed_at'> {
  readonly own_account: string;
  readonly lines_sha256: string;
}

/** The next proofs after an account and a month. By the primary key. */
export const listProofs = async (
  db: Db,
  { ownAccount, month }: Pick<MonthOf, 'ownAccount' | 'month'>,
  limit: number,
): Promise<readonly ProofRow[]> => {
  const { rows } = await sql<ProofRow>`
    select own_account, month, opening_fen, closing_fen, in_count, in_fen, out_count, out_fen, parts, lines_sha256, sha256 from account_month
      where (own_account, month) > (${ownAccount}, ${month}) order by own_account, month limit ${limit}`.execute(db);
  return rows;
};
