import type { Db } from '#kernel/database/db';

/** The clock offset of this database, which only tests set; otherwise 0. @unit milliseconds */
export const readClockOffset = async (db: Db): Promise<number> => {
  const row = await db.selectFrom('clock_offset').select('offset_ms').executeTakeFirst();
  return row?.offset_ms ?? 0;
};
