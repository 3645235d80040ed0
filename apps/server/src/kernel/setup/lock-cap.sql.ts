import { type RawBuilder, sql } from 'kysely';

/**
 * What an update of guards sets, and where, after a clock that was set back: the end of every lock at most its length from now, and the times of tries
 * and locks at most now, so that no lock is extended.
 *
 * @source R4.5
 */
export const cappedLocks = (lockMinutes: number): RawBuilder<unknown> => {
  const end = sql`app_now() + ${lockMinutes}::float8 * interval '1 minute'`;
  return sql`
    locked_until = case when locked_until > ${end} then ${end} else locked_until end,
      tried_at = array(select least(t, app_now()) from unnest(tried_at) t order by 1),
      locked_at = array(select least(t, app_now()) from unnest(locked_at) t order by 1)
    where locked_until > ${end} or app_now() < any (tried_at) or app_now() < any (locked_at)`;
};
