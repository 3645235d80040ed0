import type { BillStatus } from '@ronghui/domain/bill';
import { type RawBuilder, sql } from 'kysely';

/** What a status is read from: a clock, and the columns of a bill `b`. */
interface ReadFrom {
  readonly now: RawBuilder<unknown>;
  readonly status: RawBuilder<unknown>;
  readonly approval: RawBuilder<unknown>;
}

/** The conditions on the status of an issued bill `b` at a moment. */
export interface BillClock {
  /** The status: its time holds at its moment, also before the job has stored it. @source R4.9 */
  readonly status: RawBuilder<BillStatus>;
  /** Whether it waits for its approval. */
  readonly approval: RawBuilder<'none' | 'waiting'>;
  readonly hasStatus: (status: BillStatus) => RawBuilder<boolean>;
  readonly hasApproval: (approval: 'none' | 'waiting') => RawBuilder<boolean>;
  /** Whether the due day is only expected (预计), as `dueOf` of the domain decides. */
  readonly isDueExpected: RawBuilder<boolean>;
}

const clockOf = ({ now, status, approval }: ReadFrom): BillClock => {
  // Whether the clock has confirmed the bill, or approved its confirmation, whether that is stored or not: `clockStep` of the domain.
  const isConfirmedByClock = sql`${status} = 'pending' and b.confirm_by <= ${now}`;
  const isApprovedByClock = sql`${approval} = 'waiting' and b.confirm_by <= ${now}`;
  // Whether nothing is left to pay of a bill that is confirmed and does not wait: it is settled. `settledIfPaid` of the domain.
  const isPaidUp = sql`b.amount_fen = b.paid_fen and (b.confirm_by <= ${now} or (${status} = 'confirmed' and ${approval} = 'none'))`;
  const present = sql<BillStatus>`case when ${status} in ('pending', 'confirmed') and ${isPaidUp} then 'settled'
  when ${isConfirmedByClock} then 'confirmed' else ${status} end`;
  return {
    status: present,
    approval: sql`case when ${isApprovedByClock} then 'none' else ${approval} end`,
    hasApproval: (wanted) =>
      wanted === 'waiting'
        ? sql`${approval} = 'waiting' and b.confirm_by > ${now}`
        : sql`(${approval} = 'none' or (${isApprovedByClock}))`,
    // The stored statuses stand in each condition, so that bill_by_status finds those bills alone.
    hasStatus(wanted) {
      switch (wanted) {
        case 'pending':
          return sql`${status} = 'pending' and b.confirm_by > ${now}`;
        case 'confirmed':
          return sql`(${status} in ('pending', 'confirmed') and (${status} = 'confirmed' or b.confirm_by <= ${now})
        and not (${isPaidUp}))`;
        case 'disputed':
          return sql`${status} = 'disputed'`;
        case 'settled':
          return sql`(${status} = 'settled' or (${status} in ('pending', 'confirmed') and ${isPaidUp}))`;
      }
    },
    isDueExpected: sql`(${present} in ('pending', 'disputed'))`,
  };
};

/** The status of bills `b` now; the clock is read once a statement and not for each of its bills. */
export const billClock: BillClock = clockOf({
  now: sql`(select app_now())`,
  status: sql`b.status`,
  approval: sql`b.approval`,
});

/**
 * The status of bills `b` at a moment that has passed, for what was asked for then: what the clock did to them since is not counted, whether its
 * job has stored it meanwhile or not.
 */
export const billClockAt = (at: Date): BillClock =>
  clockOf({
    now: sql`${at}::timestamptz`,
    status: sql`(case when b.auto_confirmed and b.confirm_by > ${at} then 'pending'
      when b.auto_approved and b.confirm_by > ${at} then 'confirmed' else b.status end)`,
    approval: sql`(case when b.auto_confirmed and b.confirm_by > ${at} then 'none'
      when b.auto_approved and b.confirm_by > ${at} then 'waiting' else b.approval end)`,
  });

/** The status of an issued bill `b` now. @source R4.9 */
export const presentBillStatus = billClock.status;
/** Whether a bill `b` waits for its approval now. */
export const presentApproval = billClock.approval;
/** When a bill `b` waits for its approval now, or does not. */
export const { hasApproval, hasStatus, isDueExpected } = billClock;

/** The day on which an issued bill `b` is due: `dueOf` of the domain, kept as a column. */
export const dueOn = sql<string>`b.due_on`;

/**
 * Whether a voucher `w` of a bill `b` waits to be checked: it was not sent back, and no payment that stands has followed it; one that was taken back
 * has checked nothing. `bill.in_check` keeps for each bill whether one does. By the key of steps, and bill_step_reversed.
 */
export const voucherWaits = sql<boolean>`(w.returned_at is null and w.sent_at > coalesce((
  select max(s.at) from bill_step s where s.tenant_id = b.tenant_id and s.bill_id = b.bill_id and s.kind in ('paid', 'settled')
    and not exists (select from bill_step r where r.tenant_id = s.tenant_id and r.bill_id = s.bill_id and r.reverses_step = s.step_no)), '-infinity'))`;
