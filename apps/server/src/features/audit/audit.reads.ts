import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { Anchor } from '#kernel/observe/audit-verify';

/** How far the chain was found whole, and its digest there: it has to hold that seal for ever. One row at most; verifications are few. */
export const listAnchors = async (db: Db): Promise<readonly Anchor[]> => {
  const { rows } = await sql<Anchor>`
    select to_no as "sealNo", digest from audit_verification
    where finding_count = 0 and to_no >= from_no and digest <> '' order by to_no desc limit 1`.execute(db);
  return rows;
};
