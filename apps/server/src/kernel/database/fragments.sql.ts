import { type RawBuilder, sql } from 'kysely';

/** A typed text for `like`: its signs stand for themselves. */
export const likeText = (typed: string): string => typed.replaceAll(/[\\%_]/g, (each) => `\\${each}`);

/** What the clock of Shanghai shows at a moment. Statements reckon Shanghai time by this and the next ones alone (R3.7). */
export const shanghaiClock = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${at} at time zone 'Asia/Shanghai')`;

/** The day in Shanghai of a moment, as the indexes by day have it. */
export const dayOf = (at: RawBuilder<unknown>): RawBuilder<string> => sql<string>`${shanghaiClock(at)}::date`;

/** The first moment of a day in Shanghai. */
export const dayStart = (day: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`((${day})::timestamp at time zone 'Asia/Shanghai')`;

/** The day in Shanghai. */
export const today = dayOf(sql`app_now()`);

/** The first moment of the day in Shanghai. */
export const midnight = sql<Date>`date_trunc('day', app_now(), 'Asia/Shanghai')`;
