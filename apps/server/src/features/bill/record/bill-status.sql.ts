import type { BillStatus } from '@ronghui/domain/bill';
import { type RawBuilder, sql } from 'kysely';

/** The clock, read once a statement and not for each of its bills. */
const now = sql`(select app_now())`;

/** Whether the clock has confirmed a bill `b`, or approved its confirmation, whether that is stored or not: `clockStep` of the domain. */
const isConfirmedByClock = sql`b.status = 'pending' and b.confirm_by <= ${now}`;
const isApprovedByClock = sql`b.approval = 'waiting' and b.confirm_by <= ${now}`;

/** The status of an issued bill `b` now: its time holds at its moment, also before the job has stored it. @source R4.9 */
export const presentBillStatus = sql<BillStatus>`case when ${isConfirmedByClock} then 'confirmed' else b.status end`;

/** Whether a bill `b` waits for its approval now. */
export const presentApproval = sql<'none' | 'waiting'>`case when ${isApprovedByClock} then 'none' else b.approval end`;

/** When a bill `b` waits for its approval now, or does not. */
export const hasApproval = (approval: 'none' | 'waiting'): RawBuilder<boolean> =>
  approval === 'waiting'
    ? sql`b.approval = 'waiting' and b.confirm_by > ${now}`
    : sql`(b.approval = 'none' or (${isApprovedByClock}))`;

/** When a bill `b` has a status now. The stored statuses stand in each condition, so that bill_by_status finds those bills alone. */
export const hasStatus = (status: BillStatus): RawBuilder<boolean> => {
  switch (status) {
    case 'pending':
      return sql`b.status = 'pending' and b.confirm_by > ${now}`;
    case 'confirmed':
      return sql`(b.status in ('pending', 'confirmed') and (b.status = 'confirmed' or b.confirm_by <= ${now}))`;
    case 'disputed':
    case 'settled':
      return sql`b.status = ${status}`;
  }
};

/** Whether the due day of a bill `b` is only expected (预计), as `dueOf` of the domain decides. */
export const isDueExpected = sql<boolean>`(${presentBillStatus} in ('pending', 'disputed'))`;

/** The day on which an issued bill `b` is due: `dueOf` of the domain, kept as a column. */
export const dueOn = sql<string>`b.due_on`;
