import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** Notifies every node, this one among them, that there is something to read. */
export const notifyWoken = async (db: Db, payload: string): Promise<void> => {
  await sql`select pg_notify('woken', ${payload})`.execute(db);
};
