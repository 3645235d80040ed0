/** When a job is due, in UTC: every so many minutes, at a minute of every hour, every so many hours from a time on, or at a time of every day. */
export type Schedule =
  | { readonly minutes: 1 | 5 | 10 | 15 | 30 }
  | { readonly hourlyAt: number }
  | { readonly hours: number; readonly from: string }
  | { readonly dailyAt: string };

/** Moments at equal distances. @unit seconds */
export interface Moments {
  /** From one to the next. */
  readonly stepSec: number;
  /** Of the first one after midnight UTC. */
  readonly offsetSec: number;
}

const minuteSec = 60;
const hourSec = 3600;
const daySec = 86_400;

const minuteOf = (minute: number): number => {
  if (!Number.isInteger(minute) || minute < 0 || minute > 59) throw new Error(`${minute} is no minute of an hour`);
  return minute * minuteSec;
};

const timeOf = (time: string): number => {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) throw new Error(`${time} is no time of a day (HH:MM)`);
  return Number(hour) * hourSec + Number(minute) * minuteSec;
};

/** The moments of a schedule. */
export const momentsOf = (schedule: Schedule): Moments => {
  if ('minutes' in schedule) return { stepSec: schedule.minutes * minuteSec, offsetSec: 0 };
  if ('hourlyAt' in schedule) return { stepSec: hourSec, offsetSec: minuteOf(schedule.hourlyAt) };
  if ('hours' in schedule) {
    const stepSec = schedule.hours * hourSec;
    return { stepSec, offsetSec: timeOf(schedule.from) % stepSec };
  }
  return { stepSec: daySec, offsetSec: timeOf(schedule.dailyAt) };
};
