import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** A receipt whose columns are not what its rows come to, or an application whose payment says otherwise. */
export interface ReceiptFault {
  readonly receipt_no: string;
  readonly fault: string;
}

/** Some rows in the order of their key, with what is wrong with them. */
export interface VerifiedPart<Key> {
  readonly counted: number;
  /** The last that was looked at; null where there are no more. */
  readonly last: Key | null;
  readonly faults: readonly ReceiptFault[];
}

interface Counted extends ReceiptFault {
  readonly counted: number;
}

const partOf = <Key>(rows: readonly (Counted & { readonly last: Key | null })[]): VerifiedPart<Key> => ({
  counted: rows[0]?.counted ?? 0,
  last: rows[0]?.last ?? null,
  faults: rows.flatMap(({ receipt_no, fault }) => (fault === '' ? [] : [{ receipt_no, fault }])),
});

/**
 * Adds the rows of the next receipts after a number up again, and compares: of all, or of those of some numbers. By the primary key, and keys of
 * their parts.
 */
export const verifyReceiptsAfter = async (
  db: Db,
  receiptNos: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<VerifiedPart<string>> => {
  const named = receiptNos.length === 0 ? sql`` : sql`and receipt_no = any(${[...receiptNos]}::text[])`;
  const { rows } = await sql<Counted & { readonly last: string | null }>`
    with asked as materialized (
      select * from receipt where receipt_no > ${after} ${named} order by receipt_no limit ${limit}
    ), parts as (
      select r.receipt_no, r.amount_fen, r.applied_fen, r.refunding_fen, r.refunded_fen, r.unapplied_fen,
          coalesce(sum(p.amount_fen) filter (where p.state = 'applied'), 0) as applied,
          coalesce(sum(p.amount_fen) filter (where p.state = 'refunded'), 0) as refunded
        from asked r left join lateral receipt_parts(r.receipt_no) p on true
        group by r.receipt_no, r.amount_fen, r.applied_fen, r.refunding_fen, r.refunded_fen, r.unapplied_fen
    ), faults as (
      select receipt_no, '已认金额登记为 ' || applied_fen || '，各笔合计 ' || applied as fault from parts where applied_fen <> applied
      union all
      select receipt_no, '已退金额登记为 ' || refunded_fen || '，各笔合计 ' || refunded from parts where refunded_fen <> refunded
      union all
      select receipt_no, '退款中金额登记为 ' || refunding_fen || '，没有在办的退款' from parts where refunding_fen <> 0
      union all
      select p.receipt_no, '金额登记为 ' || p.amount_fen || '，到账与撤回合计 ' || e.amount from parts p cross join lateral (
          select coalesce(sum(case e.kind when 'in' then e.amount_fen else -e.amount_fen end), 0) as amount from receipt_entry e where e.receipt_no = p.receipt_no) e
        where p.amount_fen <> e.amount
      union all
      select a.receipt_no, '第 ' || a.application_no || ' 笔认款不是付款，或属于另一商户' from receipt_application a join asked r on r.receipt_no = a.receipt_no
        where not exists (select from receipt_parts(a.receipt_no) p
          where p.application_no = a.application_no and (p.state = 'reversed' or p.tenant_id = r.tenant_id))
      union all
      select receipt_no, '金额不等于已认、退款中、已退与未认之和' from parts
        where amount_fen <> applied_fen + refunding_fen + refunded_fen + unapplied_fen
      union all
      select a.receipt_no, '认到账单 ' || b.bill_no || '，付款登记的银行流水号与收款不同'
        from receipt_application a join asked r on r.receipt_no = a.receipt_no
          join bill b on b.tenant_id = a.tenant_id and b.bill_id = a.bill_id
          join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.step_no = a.step_no
          left join receipt_match m on m.receipt_no = a.receipt_no
        where (s.payment_serial is distinct from coalesce(r.serial, r.receipt_no) and not (m.receipt_no is not null and s.payment_serial = r.receipt_no)
            and not exists (select from bill_step x where x.tenant_id = s.tenant_id and x.bill_id = s.bill_id and x.reverses_step = s.step_no))
          or r.received_on <> s.payment_on
      union all
      select r.receipt_no, '与银行流水的那一行不符' from asked r left join bank_line l on l.receipt_no = r.receipt_no
        where case when l.line_no is null then r.source = 'bank' and r.amount_fen > 0
          else l.amount_fen <> r.stated_fen or l.serial is distinct from r.serial or l.own_account is distinct from r.own_account end
    )
    select coalesce(f.receipt_no, '') as receipt_no, coalesce(f.fault, '') as fault, c.counted, c.last
      from (select count(*)::int as counted, max(receipt_no) as last from asked) c left join faults f on true order by 1, 2`.execute(
    db,
  );
  return partOf(rows);
};

/** The key of a bill or an order. */
export interface ItemKey {
  readonly tenantId: string;
  readonly item: string;
}

interface PartAfter {
  readonly after: ItemKey;
  readonly limit: number;
}

const keyed = ({
  tenant_id,
  item,
  ...row
}: Counted & { readonly tenant_id: string | null; readonly item: string | null }) => ({
  ...row,
  last: tenant_id === null || item === null ? null : { tenantId: tenant_id, item },
});

/**
 * Of the next bills after a key, those with a payment that is money of no receipt; one that was taken back before there were receipts has none. By the primary
 * keys of bills and steps, and the key of applications by bill and step.
 */
export const listUnreceivedBills = async (db: Db, { after, limit }: PartAfter): Promise<VerifiedPart<ItemKey>> => {
  const { rows } = await sql<Counted & { readonly tenant_id: string | null; readonly item: string | null }>`
    with asked as materialized (
      select tenant_id, bill_id, bill_no, direction from bill where (tenant_id, bill_id) > (${after.tenantId}, ${after.item}) order by tenant_id, bill_id limit ${limit}
    ), faults as (
      select b.bill_no as receipt_no, '第 ' || s.step_no || ' 步的付款没有收款' as fault
        from asked b join bill_step s on s.tenant_id = b.tenant_id and s.bill_id = b.bill_id
        where b.direction = 'payable' and s.kind in ('paid', 'settled') and s.payment_fen > 0
          and not exists (select from bill_step x where x.tenant_id = s.tenant_id and x.bill_id = s.bill_id and x.reverses_step = s.step_no)
          and not exists (select from receipt_application a where a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no)
    ), last as (select tenant_id, bill_id as item from asked order by tenant_id desc, bill_id desc limit 1)
    select coalesce(f.receipt_no, '') as receipt_no, coalesce(f.fault, '') as fault, c.counted, l.tenant_id, l.item
      from (select count(*)::int as counted from asked) c left join last l on true left join faults f on true order by 1, 2`.execute(
    db,
  );
  return partOf(rows.map(keyed));
};

/** Of the next orders after a key, those whose accepted payment is money of no receipt. By the primary keys of orders and steps. */
export const listUnreceivedOrders = async (db: Db, { after, limit }: PartAfter): Promise<VerifiedPart<ItemKey>> => {
  const { rows } = await sql<Counted & { readonly tenant_id: string | null; readonly item: string | null }>`
    with asked as materialized (
      select tenant_id, order_no, total_fen from "order" where (tenant_id, order_no) > (${after.tenantId}, ${after.item})
        order by tenant_id, order_no limit ${limit}
    ), faults as (
      select o.order_no as receipt_no, '确认的付款没有收款' as fault from asked o join order_step s on s.tenant_id = o.tenant_id and s.order_no = o.order_no
        where s.action = 'acceptPayment' and o.total_fen > 0
          and not exists (select from receipt_application a where a.tenant_id = s.tenant_id and a.order_no = s.order_no and a.order_version = s.version)
    ), last as (select tenant_id, order_no as item from asked order by tenant_id desc, order_no desc limit 1)
    select coalesce(f.receipt_no, '') as receipt_no, coalesce(f.fault, '') as fault, c.counted, l.tenant_id, l.item
      from (select count(*)::int as counted from asked) c left join last l on true left join faults f on true order by 1, 2`.execute(
    db,
  );
  return partOf(rows.map(keyed));
};
