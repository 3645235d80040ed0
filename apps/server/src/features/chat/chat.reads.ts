import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** More are shown as so many. */
const reach = 100;

/**
 * How many messages of customer service a merchant's user has not read, counted up to 100. `db` is a transaction of the user's. By the keys of
 * conversations, cursors and messages: beside a policy only what is known before the rows are read is looked for by a key.
 *
 * @source service 1.5
 */
export const countUnreadMessages = async (
  db: Db,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with own as materialized (select conversation_id from chat_conversation where tenant_id = ${tenantId} and user_id = ${userId})
    select count(*)::int as count from (
      select from chat_message m where m.conversation_id = (select conversation_id from own) and m.sender in ('robot', 'agent')
          and m.seq > (select coalesce(max(k.seq), 0) from chat_cursor k where k.side = 'customer' and k.conversation_id = (select conversation_id from own))
        limit ${reach}) each_one`.execute(db);
  return rows[0]?.count ?? 0;
};
