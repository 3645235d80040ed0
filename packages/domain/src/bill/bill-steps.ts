import { dayOf, endOfDay, laterDeadline, type WorkingCalendar } from '../calendar.ts';
import { type Fen, largestAmount } from '../money.ts';
import { type BillMoment, type BillState, presentBill, unconfirmed } from './bill-status.ts';

/** The steps of a bill under a feedback. `feedback` decides when they are taken. */
export type BillStep<Reason extends string> =
  | { readonly ok: true; readonly bill: BillState }
  | { readonly ok: false; readonly reason: Reason };

const disputed = (bill: BillState): BillState => ({ ...bill, ...unconfirmed, status: 'disputed' });

/**
 * Opens a variance feedback on a bill.
 *
 * @reason notPending  only a pending bill is disputed; past confirm-by it is confirmed
 * @source R4.9
 */
export const disputeBill = (stored: BillState, at: BillMoment): BillStep<'notPending'> => {
  const bill = presentBill(stored, at);
  return bill.status === 'pending' ? { ok: true, bill: disputed(bill) } : { ok: false, reason: 'notPending' };
};

/**
 * Disputes a bill once more after its feedback was answered: a pending or a confirmed one, also one that waits for its approval. The
 * confirmation is taken back.
 *
 * @reason settled    nothing changes the amount of a settled bill
 * @reason otherOpen  another feedback is open on it
 * @source R4.9, billing.md, feedback
 */
export const reopenBill = (stored: BillState, at: BillMoment): BillStep<'settled' | 'otherOpen'> => {
  const bill = presentBill(stored, at);
  if (bill.status === 'settled') return { ok: false, reason: 'settled' };
  return bill.status === 'disputed' ? { ok: false, reason: 'otherOpen' } : { ok: true, bill: disputed(bill) };
};

/**
 * Ends a dispute that the merchant withdraws. The confirm-by stays; where it has passed meanwhile, it is the end of today, because a bill
 * is not confirmed by the clock for a time in which it was disputed.
 *
 * @reason notDisputed  no feedback is open on it
 * @source R4.9, billing.md, feedback
 */
export const withdrawDispute = (bill: BillState, now: Date): BillStep<'notDisputed'> => {
  if (bill.status !== 'disputed') return { ok: false, reason: 'notDisputed' };
  const confirmBy = bill.confirmBy > now ? bill.confirmBy : endOfDay(dayOf(now));
  return { ok: true, bill: { ...bill, status: 'pending', confirmBy } };
};

const answered = (bill: BillState, now: Date, calendar: WorkingCalendar): BillState => ({
  ...bill,
  status: 'pending',
  confirmBy: laterDeadline(calendar, bill.confirmBy, { now }).at,
});

/**
 * Answers a dispute by another amount: the bill is pending again, with at least three working days to confirm.
 *
 * @reason notDisputed  no feedback is open on it
 * @reason negative     a bill is never below 0
 * @reason unchanged    the amount stays: that is a rejection
 * @reason tooLarge     it exceeds what a bill may come to
 * @reason belowPaid    more than this has been paid already; what is paid back comes as lines of a later stage
 * @source R4.9, billing.md, bills
 */
export const adjustBill = (
  bill: BillState,
  to: Fen,
  { now, calendar }: { readonly now: Date; readonly calendar: WorkingCalendar },
): BillStep<'notDisputed' | 'negative' | 'unchanged' | 'tooLarge' | 'belowPaid'> => {
  if (bill.status !== 'disputed') return { ok: false, reason: 'notDisputed' };
  if (to < 0) return { ok: false, reason: 'negative' };
  if (to === bill.amount) return { ok: false, reason: 'unchanged' };
  if (to > largestAmount) return { ok: false, reason: 'tooLarge' };
  if (to < bill.paid) return { ok: false, reason: 'belowPaid' };
  return { ok: true, bill: { ...answered(bill, now, calendar), amount: to } };
};

/**
 * Answers a dispute by a rejection: the amount stays, the bill is pending again.
 *
 * @reason notDisputed  no feedback is open on it
 * @source R4.9, billing.md, feedback
 */
export const keepAmount = (bill: BillState, now: Date, calendar: WorkingCalendar): BillStep<'notDisputed'> =>
  bill.status === 'disputed' ? { ok: true, bill: answered(bill, now, calendar) } : { ok: false, reason: 'notDisputed' };
