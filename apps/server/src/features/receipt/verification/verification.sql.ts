import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** A receipt whose columns are not what its rows come to, or an application whose payment says otherwise. */
export interface ReceiptFault {
  readonly receipt_no: string;
  readonly fault: string;
}

/**
 * Adds the rows of receipts up again, and compares: all of them, or those of some numbers. What is applied to a bill twice, or is a payment of a payable
 * bill, or an accepted one of an order, without a receipt, is named, too; a payment that was taken back before there were receipts has none.
 */
export const listReceiptFaults = async (
  db: Db,
  receiptNos: readonly string[],
): Promise<{ readonly counted: number; readonly faults: readonly ReceiptFault[] }> => {
  const named = receiptNos.length === 0 ? sql`true` : sql`r.receipt_no = any(${[...receiptNos]}::text[])`;
  const { rows } = await sql<ReceiptFault & { readonly counted: number }>`
    with parts as (
      select r.receipt_no, r.amount_fen, r.applied_fen, r.refunding_fen, r.refunded_fen, r.unapplied_fen,
          coalesce(sum(p.amount_fen) filter (where p.state = 'applied'), 0) as applied,
          coalesce(sum(p.amount_fen) filter (where p.state = 'refunded'), 0) as refunded
        from receipt r left join lateral receipt_parts(r.receipt_no) p on true where ${named} group by r.receipt_no
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
      select a.receipt_no, '第 ' || a.application_no || ' 笔认款不是付款，或属于另一商户' from receipt_application a join receipt r on r.receipt_no = a.receipt_no
        where ${named} and not exists (select from receipt_parts(a.receipt_no) p
          where p.application_no = a.application_no and (p.state = 'reversed' or p.tenant_id = r.tenant_id))
      union all
      select receipt_no, '金额不等于已认、退款中、已退与未认之和' from parts
        where amount_fen <> applied_fen + refunding_fen + refunded_fen + unapplied_fen
      union all
      select a.receipt_no, '认到账单 ' || b.bill_no || '，付款登记的银行流水号与收款不同'
        from receipt_application a join receipt r on r.receipt_no = a.receipt_no
          join bill b on b.tenant_id = a.tenant_id and b.bill_id = a.bill_id
          join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.step_no = a.step_no
        where ${named} and (coalesce(r.serial, r.receipt_no) is distinct from s.payment_serial or r.received_on <> s.payment_on)
      union all
      select b.bill_no, '第 ' || s.step_no || ' 步的付款没有收款' from bill_step s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
        where ${receiptNos.length === 0 ? sql`true` : sql`false`} and s.kind in ('paid', 'settled') and s.payment_fen > 0 and b.direction = 'payable'
          and not exists (select from bill_step x where x.tenant_id = s.tenant_id and x.bill_id = s.bill_id and x.reverses_step = s.step_no)
          and not exists (select from receipt_application a where a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no)
      union all
      select o.order_no, '确认的付款没有收款' from order_step s join "order" o on o.tenant_id = s.tenant_id and o.order_no = s.order_no
        where ${receiptNos.length === 0 ? sql`true` : sql`false`} and s.action = 'acceptPayment' and o.total_fen > 0
          and not exists (select from receipt_application a where a.tenant_id = s.tenant_id and a.order_no = s.order_no and a.order_version = s.version)
    )
    select coalesce(f.receipt_no, '') as receipt_no, coalesce(f.fault, '') as fault, c.counted
      from (select count(*) as counted from parts) c left join faults f on true order by 1, 2`.execute(db);
  const faults = rows.flatMap(({ receipt_no, fault }) => (fault === '' ? [] : [{ receipt_no, fault }]));
  return { counted: rows[0]?.counted ?? 0, faults };
};
