/** The clock of Shanghai, UTC+8 without summer time: the one place that knows the offset (R3.7). Days are in `calendar.ts`, ranges of days in `day-range.ts`. */

const offsetMs = 8 * 3_600_000;

/** What the clock shows at an instant, in the UTC fields of a date: to be read or reckoned with, and no instant. */
export const shanghaiClock = (at: Date): Date => new Date(at.getTime() + offsetMs);

/** The instant at which the clock shows this; the inverse of `shanghaiClock`. */
export const instantOfClock = (clock: Date): Date => new Date(clock.getTime() - offsetMs);

/** The instant of a day and a time of day, `2026-11-20` and `09:30`; midnight without a time. An invalid date where they are none. */
export const instantOn = (day: string, time = '00:00'): Date => new Date(`${day}T${time}:00+08:00`);
