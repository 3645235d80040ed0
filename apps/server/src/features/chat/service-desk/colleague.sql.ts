import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Adds a member of staff to a colleague's reception; once. Primary key. @source service 5.2 */
export const addColleague = async (tx: Tx, receptionId: string, staffId: string): Promise<void> => {
  await sql`insert into chat_reception_colleague (reception_id, staff_id) values (${receptionId}, ${staffId}) on conflict do nothing`.execute(
    tx,
  );
};

/** Takes one out of it; nothing where they are not in it. Primary key. */
export const removeColleague = async (tx: Tx, receptionId: string, staffId: string): Promise<void> => {
  await sql`delete from chat_reception_colleague where reception_id = ${receptionId} and staff_id = ${staffId}`.execute(
    tx,
  );
};

/** Whether one has joined it. Primary key. */
export const hasJoined = async (db: Db, receptionId: string, staffId: string): Promise<boolean> => {
  const { rows } = await sql<{ joined: boolean }>`
    select exists (select from chat_reception_colleague where reception_id = ${receptionId} and staff_id = ${staffId}) as joined`.execute(
    db,
  );
  return rows[0]?.joined === true;
};
