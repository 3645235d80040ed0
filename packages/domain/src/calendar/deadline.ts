import { dayOf, endOfDay, lastDayBefore } from './shanghai-day.ts';
import { addWorkingDays, type WorkingCalendar, yearsWithoutData } from './working-days.ts';

/** A moment at which a day ends. */
export interface Deadline {
  /** 24:00 in Shanghai; late from this moment on. */
  readonly at: Date;
  /** The last day. */
  readonly on: string;
  /** Years on the way for which Monday to Friday were taken for working days. */
  readonly yearsWithoutData: readonly number[];
}

/** Working days that are left at least after an answer or a sent-back approval, and that an answer may take. @source R4.9, billing.md */
export const answerWorkingDays = 3;

const deadlineOn = (calendar: WorkingCalendar, from: string, on: string): Deadline => ({
  at: endOfDay(on),
  on,
  yearsWithoutData: yearsWithoutData(calendar, from, on),
});

/** The end of the day that is a number of working days after today. @source billing.md, bills */
export const deadlineIn = (calendar: WorkingCalendar, now: Date, workingDays: number): Deadline => {
  const today = dayOf(now);
  return deadlineOn(calendar, today, addWorkingDays(calendar, today, workingDays));
};

/**
 * A deadline that is set anew: the later of the former one and some working days from now, so that nothing that was promised gets shorter.
 *
 * @source R4.9, billing.md, bills
 */
export const laterDeadline = (
  calendar: WorkingCalendar,
  former: Date,
  { now, workingDays = answerWorkingDays }: { readonly now: Date; readonly workingDays?: number },
): Deadline => {
  const next = deadlineIn(calendar, now, workingDays);
  return former <= next.at ? next : { ...deadlineOn(calendar, dayOf(now), lastDayBefore(former)), at: former };
};
