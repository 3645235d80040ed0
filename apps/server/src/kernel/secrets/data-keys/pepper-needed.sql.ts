import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** Accounts whose password was hashed with a pepper of before. */
export interface OldPasswords {
  readonly users: number;
  readonly staff: number;
}

/**
 * Counts the accounts that are open and whose hash does not name a pepper, each up to a limit: those that have proved or set their password in the last 180 days, or
 * the others. Reads both tables; logins by login_history_user, which has 180 days of them.
 */
export const countOldPasswords = async (
  db: Db,
  { mark, isSeen, limit }: { readonly mark: string; readonly isSeen: boolean; readonly limit: number },
): Promise<OldPasswords> => {
  const { rows } = await sql<OldPasswords>`
    select (
      select count(*)::int from (
        select from user_account u
        where u.status <> 'cancelled' and strpos(u.password_hash, ${mark}) = 0
          and (coalesce(u.password_changed_at, u.created_at) > app_now() - interval '180 days'
            or exists (
              select from login_history h
              where h.user_id = u.user_id and h.created_at > app_now() - interval '180 days'
                and h.method = 'password' and h.result = 'success')) = ${isSeen}
        limit ${limit}) old) as users, (
      select count(*)::int from (
        select from staff s
        where s.status <> 'closed' and strpos(s.password_hash, ${mark}) = 0
          and (coalesce(s.last_login_at, s.created_at) > app_now() - interval '180 days') = ${isSeen}
        limit ${limit}) old) as staff`.execute(db);
  return rows[0] ?? { users: 0, staff: 0 };
};
