/** Days in Shanghai, working days by published data, and deadlines that end with a day (R3.7, R4.9, billing.md). */

export {
  answerWorkingDays,
  deadlineIn,
  laterDeadline,
} from './calendar/deadline.ts';
export {
  type HolidayYear,
  holidayYearFaults,
  publishedHolidayYears,
} from './calendar/holiday-years.ts';
export { dayLater, dayOf, endOfDay, isDay, lastDayBefore } from './calendar/shanghai-day.ts';
export {
  addWorkingDays,
  isWorkingDay,
  missingYearsText,
  publishedCalendar,
  type WorkingCalendar,
  workingCalendar,
  yearsWithoutData,
} from './calendar/working-days.ts';
