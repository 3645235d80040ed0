import { sql } from 'kysely';

/** A typed text for `like`: its signs stand for themselves. */
export const likeText = (typed: string): string => typed.replaceAll(/[\\%_]/g, (each) => `\\${each}`);

/** The day in Shanghai. */
export const today = sql<string>`(app_now() at time zone 'Asia/Shanghai')::date`;
