import type { BillDirection, BillState, BillStatus } from '@ronghui/domain/bill';
import { type Fen, type FenSum, fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { dueOn, hasStatus, presentApproval, presentBillStatus } from './record/bill-status.sql.ts';

/** What bills are grouped by in time. */
export interface SummaryBounds {
  /** The first moments of months, the earliest first. */
  readonly months: readonly Date[];
  /** First days of spans in which bills are due, the earliest first. */
  readonly days: readonly string[];
}

/** Bills that are alike now: of one direction and status, issued in one month, due in one span. */
export interface BillGroup {
  readonly direction: BillDirection;
  readonly status: BillStatus;
  readonly approval: BillState['approval'];
  /** Whether a voucher waits to be checked: no registered payment has followed it. */
  readonly inCheck: boolean;
  /** The place of the month in the bounds, from 1; 0 before the first. */
  readonly month: number;
  /** The place of the span of the due day, from 1, 0 before the first; null of those that are not due. */
  readonly span: number | null;
  readonly count: number;
  readonly amount: FenSum;
  readonly paid: FenSum;
  readonly firstConfirmBy: Date;
  readonly firstDueOn: string | null;
}

/** Bills of some statuses in groups as they are stored, in the order of bill_by_status: what is grouped by more is sorted. */
const storedGroups = (tenantId: string, statuses: readonly BillStatus[], more = sql``) => sql`
  select direction, status, approval, in_check, issued_at, confirm_by, due_on, count(*) as bills, sum(amount_fen) as amount_fen,
      sum(paid_fen) as paid_fen
    from bill where tenant_id = ${tenantId} and status <> 'draft' and status in (${sql.join(statuses.map((status) => sql.lit(status)))})
    group by status, direction, approval, in_check, issued_at, confirm_by, due_on${more}`;

/**
 * All bills of a tenant in groups, as of now. Reads bill_by_status alone, once; a tenant's own bills bound it. As they are stored first,
 * which are few groups, because bills are issued and due together: what they are now is decided once a group and not once a bill. Whether
 * nothing is left to pay decides only of those that are not settled yet, which are the fewest.
 */
export const groupBills = async (
  db: Db,
  tenantId: string,
  { months, days }: SummaryBounds,
): Promise<readonly BillGroup[]> => {
  const { rows } = await sql<{
    direction: BillDirection;
    status: BillStatus;
    approval: BillState['approval'];
    in_check: boolean;
    month: number;
    span: number | null;
    bills: number;
    amount_fen: FenSum;
    paid_fen: FenSum;
    confirm_by: Date;
    due_on: string | null;
  }>`
    select b.direction, ${presentBillStatus} as status, ${presentApproval} as approval, b.in_check,
      width_bucket(b.issued_at, ${months}::timestamptz[]) as month,
      case when ${hasStatus('confirmed')} then width_bucket(${dueOn}, ${days}::date[]) end as span, sum(b.bills)::int as bills,
      sum(b.amount_fen) as amount_fen, sum(b.paid_fen) as paid_fen, min(b.confirm_by) as confirm_by,
      min(case when ${hasStatus('confirmed')} then ${dueOn} end)::text as due_on
    from (${storedGroups(tenantId, ['settled', 'disputed'])}
      union all ${storedGroups(tenantId, ['pending', 'confirmed'], sql`, amount_fen = paid_fen`)}) b
    group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map(
    ({
      bills,
      amount_fen: amount,
      paid_fen: paid,
      confirm_by: firstConfirmBy,
      due_on,
      in_check: inCheck,
      ...group
    }) => ({
      ...group,
      inCheck,
      count: bills,
      amount,
      paid,
      firstConfirmBy,
      firstDueOn: due_on,
    }),
  );
};

/** What a bill waits for from its merchant. */
export type BillTask = 'confirm' | 'approve' | 'pay';

/** A bill that waits for its merchant. */
export interface WaitingBill {
  readonly task: BillTask;
  readonly billNo: string;
  readonly direction: BillDirection;
  readonly productName: string;
  readonly stageName: string;
  readonly remaining: Fen;
  readonly amount: Fen;
  readonly confirmBy: Date;
  readonly dueOn: string;
}

/**
 * The bills that wait for some tasks, each task with its direction (`confirm payable`); for an approval only those that another user
 * confirmed, and none to pay whose voucher is being checked. Finds them in bill_by_status alone; the caller asks for tasks of few bills.
 */
export const listWaitingBills = async (
  db: Db,
  tenantId: string,
  { tasks, userId }: { readonly tasks: readonly string[]; readonly userId: string },
): Promise<readonly WaitingBill[]> => {
  const { rows } = await sql<{
    task: BillTask;
    bill_no: string;
    direction: BillDirection;
    product_name: string;
    stage_name: string;
    amount_fen: number;
    paid_fen: number;
    confirm_by: Date;
    due_on: string;
  }>`
    with waiting as materialized (
      select b.bill_no, ${dueOn}::text as due_on,
        case when ${hasStatus('pending')} then 'confirm' when ${presentApproval} = 'waiting' then 'approve' else 'pay' end as task
      from bill b
      where b.tenant_id = ${tenantId} and b.status <> 'draft' and b.status in ('pending', 'confirmed')
        and case when ${hasStatus('pending')} then 'confirm' when ${presentApproval} = 'waiting' then 'approve' else 'pay' end
          || ' ' || b.direction = any(${tasks}::text[])
    )
    select w.task, w.bill_no, b.direction, b.product_name, b.stage_name, b.amount_fen, b.paid_fen, b.confirm_by, w.due_on
    from waiting w join bill b on b.bill_no = w.bill_no
    where b.tenant_id = ${tenantId} and (w.task <> 'pay' or b.paid_fen < b.amount_fen)
      and (w.task <> 'approve' or b.confirmed_by is distinct from ${userId})
      and not (w.task = 'pay' and b.direction = 'payable' and b.in_check)
    order by w.bill_no`.execute(db);
  return rows.map((row) => ({
    task: row.task,
    billNo: row.bill_no,
    direction: row.direction,
    productName: row.product_name,
    stageName: row.stage_name,
    amount: fen(Number(row.amount_fen)),
    remaining: fen(Number(row.amount_fen) - Number(row.paid_fen)),
    confirmBy: row.confirm_by,
    dueOn: row.due_on,
  }));
};
