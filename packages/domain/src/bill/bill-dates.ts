import { dayLater, dayOf, endOfDay, lastDayBefore } from '../calendar.ts';
import { addDays } from '../order.ts';
import type { BillState } from './bill-status.ts';

/** The two spans of a stage. */
export interface BillSpans {
  /** Working days from the issue to confirm in. */
  readonly confirmWorkingDays: number;
  /** Days from the confirmation to pay in. */
  readonly paymentDays: number;
}

/** The spans where a stage sets none. @source billing.md, bills */
export const billSpans: BillSpans = { confirmWorkingDays: 5, paymentDays: 10 };

const spanLimits = { confirmWorkingDays: { min: 1, max: 60 }, paymentDays: { min: 0, max: 365 } } as const;

/** What is wrong with the spans of a stage. */
export const billSpanFaults = (
  spans: BillSpans,
): readonly { readonly path: keyof BillSpans; readonly message: string }[] =>
  (['confirmWorkingDays', 'paymentDays'] as const).flatMap((path) => {
    const { min, max } = spanLimits[path];
    const days = spans[path];
    const isRight = Number.isInteger(days) && days >= min && days <= max;
    return isRight ? [] : [{ path, message: `请填写 ${min} 至 ${max} 的整数` }];
  });

/** The day on which a bill is due; it is expected (预计) as long as the bill is not confirmed. */
export interface DueDate {
  readonly on: string;
  readonly isExpected: boolean;
}

/**
 * The due day: some days after the day of the confirmation, and after the last day to confirm while that is open. An automatic
 * confirmation counts from the last day to confirm too, so that the expected day is kept.
 *
 * In SQL, `confirm_by` being the end of a day: `(confirm_by at time zone 'Asia/Shanghai')::date − 1 + days`, and
 * `(confirmed_at at time zone 'Asia/Shanghai')::date + days` for what a person confirmed.
 *
 * @source billing.md, bills
 */
export const dueOf = (
  {
    status,
    confirmBy,
    confirmedAt,
    autoConfirmed,
  }: Pick<BillState, 'status' | 'confirmBy' | 'confirmedAt' | 'autoConfirmed'>,
  paymentDays: number,
): DueDate => {
  const isExpected = status === 'pending' || status === 'disputed' || confirmedAt === null;
  if (isExpected) return { on: dayLater(lastDayBefore(confirmBy), paymentDays), isExpected };
  const from = autoConfirmed ? lastDayBefore(confirmedAt) : dayOf(confirmedAt);
  return { on: dayLater(from, paymentDays), isExpected };
};

/** The due day that a confirmation causes now: as many days before the expected one as there are until the last day to confirm. @source billing.md, bills */
export const dueWhenConfirmed = (
  { confirmBy, expectedDue }: { readonly confirmBy: Date; readonly expectedDue: string },
  now: Date,
): string => {
  const daysLeft = (Date.parse(lastDayBefore(confirmBy)) - Date.parse(dayOf(now))) / 86_400_000;
  return dayLater(expectedDue, -Math.max(0, daysLeft));
};

/** Whether a confirmed bill is past its due day. @param bill  as it is now, by `presentBill` */
export const isOverdue = (bill: BillState, paymentDays: number, now: Date): boolean =>
  bill.status === 'confirmed' && endOfDay(dueOf(bill, paymentDays).on) <= now;

/** How many days before the end of its time a pending bill is announced. @source billing.md, bills */
export const confirmReminderDays = [3, 1] as const;

/** What a reminder depends on. */
export interface RemindedBill {
  readonly status: BillState['status'];
  readonly approval: BillState['approval'];
  readonly confirmBy: Date;
  /** Since when this confirm-by holds: the issue, or the last answer. */
  readonly since: Date;
  /** The days of the last reminder of this confirm-by; null before the first. */
  readonly remindedDays: number | null;
}

/**
 * The reminder that is due now, by its days: each is sent once for a confirm-by, only the nearer one where both are due, and none whose
 * time was before this confirm-by was set. A bill that waits for its approval is announced too.
 *
 * @source billing.md, bills
 */
export const confirmReminderDue = (bill: RemindedBill, now: Date): number | null => {
  const { status, approval, confirmBy, since, remindedDays } = bill;
  const isOpen = status === 'pending' || (status === 'confirmed' && approval === 'waiting');
  if (!isOpen || now >= confirmBy) return null;
  const nearest = confirmReminderDays.filter((days) => now >= addDays(confirmBy, -days)).at(-1);
  if (nearest === undefined || addDays(confirmBy, -nearest) < since) return null;
  return remindedDays === null || remindedDays > nearest ? nearest : null;
};
