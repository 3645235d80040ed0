import { type BillState, issuedBill } from '../bill.ts';
import { endOfDay, publishedHolidayYears, workingCalendar } from '../calendar.ts';
import { fen } from '../money.ts';
import type { FeedbackState } from './feedback-status.ts';

export const calendar = workingCalendar(publishedHolidayYears);
/** Friday noon in Shanghai. */
export const now = new Date('2026-11-20T04:00:00Z');
export const at = { now, secondApprover: false };

/** A pending bill of ¥1,000.00, to be confirmed by 25 November. */
export const pending: BillState = issuedBill(fen(100_000), endOfDay('2026-11-25'));
export const disputed: BillState = { ...pending, status: 'disputed' };

export const open: FeedbackState = {
  status: 'open',
  answerBy: endOfDay('2026-11-25'),
  answeredAt: null,
  isWithdrawn: false,
  isReopened: false,
  helpful: null,
};
export const resolved: FeedbackState = { ...open, status: 'resolved', answeredAt: now };
export const withdrawn: FeedbackState = { ...open, status: 'resolved', isWithdrawn: true };
