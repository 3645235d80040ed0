import type { Db } from '#kernel/database/db';

/** How far a test moved the clock of this database; 0 everywhere else. @unit milliseconds */
export const readClockOffset = async (db: Db): Promise<number> => {
  const row = await db.selectFrom('clock_offset').select('offset_ms').executeTakeFirst();
  return row?.offset_ms ?? 0;
};
