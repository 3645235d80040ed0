import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** A call whose node dies keeps others waiting no longer than this. @unit s */
const longestSec = 10;

/** Notes a try for calls of other nodes. */
export const noteTry = (subject: string) => sql`
  insert into unfinished_try (subject, ends_at) values (${subject}, app_now() + ${longestSec}::int * interval '1 second')
  on conflict (subject) do update set ends_at = excluded.ends_at`;

/** Whether a noted try has not ended. By the primary key. */
export const isTryUnfinished = async (db: Db, subject: string): Promise<boolean> => {
  const { rows } = await sql`select from unfinished_try where subject = ${subject} and ends_at > app_now()`.execute(db);
  return rows.length > 0;
};

/** Ends a noted try, and removes those whose node died meanwhile. */
export const endTry = async (db: Db, subject: string): Promise<void> => {
  await sql`delete from unfinished_try where subject = ${subject} or ends_at < app_now() - interval '1 hour'`.execute(
    db,
  );
};
