import { endOfDay, publishedHolidayYears, workingCalendar } from '../calendar.ts';
import { fen } from '../money.ts';
import type { BillMoment, BillState } from './bill-status.ts';
import { issuedBill, unconfirmed } from './bill-status.ts';

export const calendar = workingCalendar(publishedHolidayYears);

/** Friday noon in Shanghai, three working days before `confirmBy`. */
export const now = new Date('2026-11-20T04:00:00Z');
export const confirmBy = endOfDay('2026-11-25');

export const at = (changes: Partial<BillMoment> = {}): BillMoment => ({ now, secondApprover: false, ...changes });

/** A pending bill of ¥1,000.00. */
export const pending: BillState = issuedBill(fen(100_000), confirmBy);
export const disputed: BillState = { ...pending, status: 'disputed' };
/** Confirmed by `lin` at `now`. */
export const confirmed: BillState = {
  ...pending,
  ...unconfirmed,
  status: 'confirmed',
  confirmedAt: now,
  confirmedBy: 'lin',
};
export const waiting: BillState = { ...confirmed, approval: 'waiting' };
export const settled: BillState = { ...confirmed, status: 'settled', paid: confirmed.amount };
