import { dayOf, isWorkingDay, publishedCalendar, type WorkingCalendar } from '../calendar.ts';
import { shanghaiClock } from '../shanghai.ts';

/** When persons of customer service are there, in Shanghai; apart from chat.ts, because the calendar comes with it. */

/** On which days. */
export const serviceDays = ['every', 'working'] as const;

/** From a minute of the day until another one, which is not of it any more; 1,440 is the end of the day. @unit minutes */
export interface ServiceHours {
  readonly days: (typeof serviceDays)[number];
  readonly opensMinute: number;
  readonly closesMinute: number;
}

/** How long a customer waits for a person before the robot offers to leave a message, where nothing is set. @unit seconds @source service 5.3 */
export const usualPromisedSec = 60;

/** Whether persons are there at a moment; always where no hours are set. @source service 3.4 */
export const isServiceTime = (
  hours: ServiceHours | null,
  now: Date,
  calendar: WorkingCalendar = publishedCalendar,
): boolean => {
  if (hours === null) return true;
  const clock = shanghaiClock(now);
  const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
  const isOpen = hours.opensMinute <= minute && minute < hours.closesMinute;
  return isOpen && (hours.days === 'every' || isWorkingDay(calendar, dayOf(now)));
};

/** A minute of the day as a clock shows it. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The minute of a time of day, `09:30`; null for a text that is none. `24:00` is the end of the day. */
export const minuteOfClock = (text: string): number | null => {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return hour === undefined || Number(minute) > 59 || minutes > 1440 ? null : minutes;
};

/** The hours in words. */
export const hoursText = ({ days, opensMinute, closesMinute }: ServiceHours): string =>
  `${days === 'working' ? '工作日' : '每天'} ${clockOf(opensMinute)}–${clockOf(closesMinute)}`;

/** What the robot says where nobody comes: out of the hours, or because everybody is busy. @source service 3.4 */
export const leaveWords = (hours: ServiceHours | null, now: Date): string =>
  hours === null || isServiceTime(hours, now)
    ? '抱歉，客服正忙，暂时没有人能接待。您可以直接在这里留言，客服会尽快回复您。'
    : `现在不在客服的服务时间（${hoursText(hours)}）。您可以直接在这里留言，客服上班后会回复您。`;
