import type { AgeBand, PostingKind, UnappliedSpan } from '@ronghui/domain/account-statement';
import { type Fen, type FenSum, noFen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { presentBillStatus } from '#features/bill/bill.reads';
import type { Db } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Keyset, Listing, ReadPart } from '#kernel/listing';
import { type Movement, movements } from './movement.sql.ts';

/** A span of days: its first moment, the moment after it, and its last day. */
export interface Span {
  readonly from: Date;
  readonly before: Date;
  readonly to: string;
}

/** A sum of a statement: an opening balance, the flows of a kind, what is open of an age or of bills that are not confirmed. */
export type StatementSum = {
  readonly direction: 'payable' | 'receivable';
  readonly count: number;
  readonly amount: FenSum;
} & (
  | { readonly part: 'opening' }
  | { readonly part: 'flow'; readonly kind: PostingKind }
  | { readonly part: 'age'; readonly kind: AgeBand }
  | { readonly part: 'open'; readonly kind: 'pending' | 'disputed' }
);

/**
 * The sums of both directions. What is open of a bill at the end is what its own movements come to; its age goes
 * by its due day as it is now, and a bill that is not confirmed is not due.
 */
export const sumStatement = async (
  db: Db,
  tenantId: string,
  { from, before, to }: Span,
): Promise<readonly StatementSum[]> => {
  const { rows } = await sql<StatementSum>`
    with m as materialized (select x.at, x.direction, x.kind, x.amount_fen, x.bill_id from (${movements({ tenantId, before })}) x),
      open as materialized (
        select o.direction, o.open_fen, b.due_on, ${presentBillStatus} as status
          from (select bill_id, direction, sum(amount_fen) as open_fen from m where bill_id is not null group by 1, 2 having sum(amount_fen) <> 0) o
            join bill b on b.tenant_id = ${tenantId} and b.bill_id = o.bill_id)
    select 'opening' as part, direction, '' as kind, count(*)::int as count, sum(amount_fen) as amount from m where at < ${from} group by 2
    union all
    select 'flow', direction, kind, count(*)::int, sum(amount_fen) from m where at >= ${from} group by direction, kind, amount_fen < 0
    union all
    select 'age', direction, case when status in ('pending', 'disputed') or due_on >= ${to}::date then 'notDue' when due_on >= ${to}::date - 30 then 'upTo30'
        when due_on >= ${to}::date - 60 then 'upTo60' else 'beyond60' end, count(*)::int, sum(open_fen) from open group by 2, 3
    union all
    select 'open', direction, status, count(*)::int, sum(open_fen) from open where status in ('pending', 'disputed') group by 2, 3`.execute(
    db,
  );
  return rows;
};

/** Unapplied money at both ends of a span, and what of it is of payments that were taken back, whose owner is looked for (核对中). */
export interface UnappliedSums extends UnappliedSpan {
  readonly in_check: FenSum;
}

/**
 * Unapplied money of a tenant at both ends of a span, receipt by receipt. A receipt that was registered of nobody is the tenant's while it pays anything of
 * it, also where it has become another's since. By receipt_of_tenant, the key of applications by tenant, and receipt_entry_of.
 */
export const sumUnappliedSpan = async (db: Db, tenantId: string, { from, before }: Span): Promise<UnappliedSums> => {
  const { rows } = await sql<UnappliedSums>`
    with moved as (
      select a.receipt_no, s.at, s.payment_fen as applied_fen, 0::bigint as refunded_fen from receipt_application a
          join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.step_no = a.step_no
        where a.tenant_id = ${tenantId} and s.at < ${before}
      union all
      select a.receipt_no, s.at, -s.payment_fen, 0 from receipt_application a
          join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.reverses_step = a.step_no
        where a.tenant_id = ${tenantId} and s.at < ${before}
      union all
      select a.receipt_no, s.at, case s.action when 'refund' then -o.total_fen else o.total_fen end, case s.action when 'refund' then o.total_fen else 0 end
        from receipt_application a join "order" o on o.tenant_id = a.tenant_id and o.order_no = a.order_no
          join order_step s on s.tenant_id = a.tenant_id and s.order_no = a.order_no and (s.version = a.order_version or s.action = 'refund')
        where a.tenant_id = ${tenantId} and s.at < ${before}
    ), paid as (
      select receipt_no, coalesce(sum(applied_fen) filter (where at < ${from}), 0) as applied_before, sum(applied_fen) as applied,
          coalesce(sum(refunded_fen) filter (where at < ${from}), 0) as refunded_before, sum(refunded_fen) as refunded
        from moved group by 1
    ), came as (
      select r.receipt_no, r.is_unknown, r.stated_fen is null as is_in_check, coalesce(sum(case e.kind when 'in' then e.amount_fen else -e.amount_fen end) filter (where e.at < ${from}), 0) as in_before,
          coalesce(sum(case e.kind when 'in' then e.amount_fen else -e.amount_fen end), 0) as in_all
        from (select receipt_no from receipt where tenant_id = ${tenantId} union select receipt_no from receipt_application where tenant_id = ${tenantId}) o
          join receipt r on r.receipt_no = o.receipt_no join receipt_entry e on e.receipt_no = r.receipt_no and e.at < ${before}
        group by 1, 2, 3
    ), held as (
      select coalesce(p.applied_before, 0) as applied_before, coalesce(p.applied, 0) as applied, coalesce(p.refunded_before, 0) as refunded_before,
          coalesce(p.refunded, 0) as refunded, c.is_in_check,
          case when c.is_unknown and coalesce(p.applied_before + p.refunded_before, 0) = 0 then 0
            else greatest(0, c.in_before - coalesce(p.applied_before + p.refunded_before, 0)) end as opening,
          case when c.is_unknown and coalesce(p.applied + p.refunded, 0) = 0 then 0
            else greatest(0, c.in_all - coalesce(p.applied + p.refunded, 0)) end as closing
        from came c full join paid p on p.receipt_no = c.receipt_no
    )
    select coalesce(sum(opening), 0) as opening, coalesce(sum(applied - applied_before), 0) as applied,
        coalesce(sum(refunded - refunded_before), 0) as refunded, coalesce(sum(closing), 0) as closing,
        coalesce(sum(closing) filter (where is_in_check), 0) as in_check from held`.execute(db);
  return rows[0] ?? { opening: noFen, applied: noFen, refunded: noFen, closing: noFen, in_check: noFen };
};

/** How many postings a span has, and the SHA-256 of all of them in their order, in hex. */
export const digestPostings = async (
  db: Db,
  tenantId: string,
  { from, before }: Span,
): Promise<{ readonly postings: number; readonly sha256: string }> => {
  const { rows } = await sql<{ postings: number; sha256: string }>`
    select count(*)::int as postings, encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', (extract(epoch from m.at) * 1000)::bigint, m.key, m.direction,
        m.kind, m.amount_fen), e'\n' order by m.at, m.key), ''), 'UTF8')), 'hex') as sha256
      from (${movements({ tenantId, from, before })}) m`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a digest has a row');
  return row;
};

/** A posting of a page, without its balance. */
export interface PostingRow extends Movement {
  readonly value_on: string | null;
  readonly serial: string | null;
  readonly receipt_no: string | null;
}

/** Which postings are read. */
export interface PostingsOf {
  readonly span: Span;
  readonly direction: 'payable' | 'receivable';
}

// Of the rows of a page alone: by the keys of steps and applications.
const paymentOf = (
  column: 'payment_on' | 'payment_serial',
  tenantId: string,
) => sql`(select s.${sql.ref(column)} from bill_step s
  where m.kind in ('paid', 'reversed') and s.tenant_id = ${tenantId} and s.bill_id = m.bill_id and s.step_no = m.payment_step)`;

const paymentFactsOf = (
  tenantId: string,
) => sql`${paymentOf('payment_on', tenantId)} as value_on, ${paymentOf('payment_serial', tenantId)} as serial,
  (select a.receipt_no from receipt_application a where m.kind in ('paid', 'reversed', 'orderPaid') and a.tenant_id = ${tenantId}
    and (a.bill_id = m.bill_id and a.step_no = m.payment_step or a.order_no = m.item_no and a.order_version = m.order_version)) as receipt_no`;

/** A page of the postings of one direction, the earliest first. */
export const listPostings = (
  db: Db,
  tenantId: string,
  { span: { from, before }, direction, listing }: PostingsOf & { readonly listing: Listing },
): Promise<ReadPart<PostingRow>> => {
  const { after } = listing;
  return readPart<PostingRow>(db, listing, {
    list: {
      columns: sql`m.at, m.key, m.direction, m.kind, m.amount_fen, m.item_kind, m.item_no, m.title, m.bill_status,
        ${paymentFactsOf(tenantId)}`,
      recordOf: (row) => row,
    },
    from: sql`(${movements({ tenantId, from, before })}) m`,
    where: sql`m.direction = ${direction}`,
    beyond: after === null ? sql`` : sql` and (m.at, m.key) > (${after.at}, ${after.key})`,
    orderBy: sql`at, key`,
    key: 'key',
  });
};

/** A posting of a file, with the balance of its direction after it. */
export interface ExportedPosting
  extends Pick<Movement, 'at' | 'direction' | 'kind' | 'amount_fen' | 'item_no' | 'title' | 'bill_status'>,
    Pick<PostingRow, 'value_on' | 'serial' | 'receipt_no'> {
  readonly balance_fen: Fen;
}

/** All postings of a span, payable ones first, each direction in its order, as one statement to stream. */
export const exportedPostings = (
  tenantId: string,
  { from, before }: Span,
): RawBuilder<ExportedPosting> => sql<ExportedPosting>`
  select m.at, m.direction, m.kind, m.amount_fen, m.item_no, m.title, m.bill_status, m.balance_fen, ${paymentFactsOf(tenantId)}
    from (select x.*, (sum(x.amount_fen) over (partition by x.direction order by x.at, x.key))::bigint as balance_fen
      from (${movements({ tenantId, before })}) x) m
    where m.at >= ${from} order by m.direction, m.at, m.key`;

/** How many postings a span has. */
export const countPostings = async (db: Db, tenantId: string, { from, before }: Span): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (${movements({ tenantId, from, before })}) m`.execute(db);
  return rows[0]?.found ?? 0;
};

/** The balance of one direction just before a posting. */
export const sumBefore = async (
  db: Db,
  tenantId: string,
  { direction, at, key }: Keyset & Pick<PostingsOf, 'direction'>,
): Promise<FenSum> => {
  // Those of the same moment differ by their keys.
  const before = new Date(at.getTime() + 1);
  const { rows } = await sql<{ amount: FenSum }>`
    select coalesce(sum(m.amount_fen), 0) as amount from (${movements({ tenantId, before })}) m
      where m.direction = ${direction} and (m.at, m.key) < (${at}, ${key})`.execute(db);
  return rows[0]?.amount ?? noFen;
};

/** The name of a merchant; undefined where there is none. By the primary key. */
export const findTenantName = async (db: Db, tenantId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`select name from tenant where tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.name;
};
