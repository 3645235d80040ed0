import { addWorkingDays, dayLater, dayOf, deadlineIn, publishedCalendar } from '@ronghui/domain/calendar';
import type { DaysAgo } from './event.ts';

/** The stages: the last one is open, and the one before it was issued in the last days. */
export const stageCount = 14;
/** Days after the end of a month until its bills are looked at, so that the newest month has ended some time before the first start. */
const restDays = 10;
/** The first day on which bills of this merchant can be issued. */
const earliestDays = 385;
const confirmDays = 5;
const answerDays = 3;

const dayMs = 86_400_000;

/** The days of a story of stages, counted from the first start. */
export class BillingCalendar {
  readonly #ago: DaysAgo;
  readonly #today: string;

  constructor(ago: DaysAgo) {
    this.#ago = ago;
    this.#today = dayOf(ago(0, '12:00'));
  }

  /** The first day of the month of a stage, 1 to 15. */
  opensOn(stage: number): string {
    const [year = 0, month = 0] = dayLater(this.#today, -restDays).split('-').map(Number);
    return new Date(Date.UTC(year, month - 1 + stage - stageCount, 1)).toISOString().slice(0, 10);
  }

  /** How many days of a stage have passed. */
  daysPassed(stage: number): number {
    const end = [this.opensOn(stage + 1), this.#today].toSorted()[0] ?? '';
    return Math.round((Date.parse(end) - Date.parse(this.opensOn(stage))) / dayMs);
  }

  /** How many days ago a stage was opened for lines. */
  openedDaysAgo(stage: number): number {
    return Math.min(this.#daysAgoOf(this.opensOn(stage)), earliestDays + 2);
  }

  /** The day on which a stage is to be issued: the third of the next month, or the first working day after it. */
  issuesOn(stage: number): string {
    return addWorkingDays(publishedCalendar, dayLater(this.opensOn(stage + 1), 1), 1);
  }

  /** How many days ago a whole stage was issued. */
  issuedDaysAgo(stage: number): number {
    return Math.min(this.#daysAgoOf(this.issuesOn(stage)), earliestDays);
  }

  /** How many days ago bills were issued that can be confirmed some more days, or until the next working day after these. */
  issuedFor(moreDays: number): number {
    const last = dayLater(this.#today, moreDays);
    const isLate = (days: number) => deadlineIn(publishedCalendar, this.#ago(days, '09:00'), confirmDays).on < last;
    let days = 1;
    while (!isLate(days + 1)) days += 1;
    return days;
  }

  /** How many days ago the oldest feedback was given whose answer is not late before tomorrow. */
  answeredFor(): number {
    const isLate = (days: number) =>
      deadlineIn(publishedCalendar, this.#ago(days, '18:00'), answerDays).on < this.#today;
    let days = 1;
    while (!isLate(days + 1)) days += 1;
    return days;
  }

  /** A minute after the time to confirm what was issued so many days ago. */
  afterDeadline(issuedDaysAgo: number): Date {
    const { at } = deadlineIn(publishedCalendar, this.#ago(issuedDaysAgo, '09:00'), confirmDays);
    return new Date(at.getTime() + 60_000);
  }

  #daysAgoOf(day: string): number {
    return Math.round((Date.parse(this.#today) - Date.parse(day)) / dayMs);
  }
}
