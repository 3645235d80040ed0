import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** More are shown as so many. */
const reach = 100;

/**
 * How many messages of customer service a merchant's user has not read, counted up to 100. The transaction is the user's. By the keys of
 * conversations, cursors and messages.
 *
 * @source service 1.5
 */
export const countUnreadMessages = async (
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from chat_conversation c join chat_message m on m.conversation_id = c.conversation_id and m.sender in ('robot', 'agent')
          and m.seq > coalesce((select k.seq from chat_cursor k where k.conversation_id = c.conversation_id and k.side = 'customer'), 0)
        where c.tenant_id = ${tenantId} and c.user_id = ${userId} limit ${reach}) each_one`.execute(tx);
  return rows[0]?.count ?? 0;
};
