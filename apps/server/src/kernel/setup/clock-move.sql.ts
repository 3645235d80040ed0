import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/**
 * Moves SQL's `app_now()` for the rest of this transaction; others see nothing of it until the commit, before which the caller moves it back.
 *
 * @unit byMs ms
 */
export const moveTime = async (tx: Tx, byMs: number): Promise<void> => {
  await tx
    .updateTable('clock_offset')
    .set({ offset_ms: sql<number>`offset_ms + ${byMs}::bigint` })
    .execute();
};
