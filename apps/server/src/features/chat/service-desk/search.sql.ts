import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { isTyped, nameFound } from '#kernel/database/name-search.sql';
import type { Message } from '../conversation.ts';

/** A message that was found. */
export interface FoundRow {
  readonly conversation_id: string;
  readonly seq: number;
  readonly at: Date;
  readonly sender: Message['sender'];
  readonly author_id: string;
  readonly tenant_name: string | null;
  readonly content: string;
  /** It was taken back: its words are shown to nobody. */
  readonly recalled: boolean;
}

/** The message after which a part begins. */
export interface FoundPlace {
  readonly conversationId: string;
  readonly seq: number;
}

/** What is looked for; `before` is the first moment after the range. */
export interface MessageFilter {
  readonly words?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly staffId?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

const wanted = ({ words = '', tenantId, staffId, from, before }: MessageFilter): readonly RawBuilder<unknown>[] => [
  ...(isTyped(words) ? [nameFound(sql`left(m.content, 500)`, words)] : []),
  ...(tenantId === undefined
    ? []
    : [sql`m.conversation_id in (select c.conversation_id from chat_conversation c where c.tenant_id = ${tenantId})`]),
  ...(staffId === undefined ? [] : [sql`m.sender = 'agent' and m.author_id = ${staffId}`]),
  ...(from === undefined ? [] : [sql`m.at >= ${from}`]),
  ...(before === undefined ? [] : [sql`m.at < ${before}`]),
];

/**
 * Messages of all conversations, newest first; one more than `limit` where there are more. Along chat_message_newest or
 * chat_message_of_agent; words by chat_message_pieces, or along these where many match. The place is compared inside the database, since times are stored
 * more precisely than a Date.
 *
 * @source service 5.5
 */
export const findMessages = async (
  db: Db,
  filter: MessageFilter,
  { after, limit }: { readonly after: FoundPlace | null; readonly limit: number },
): Promise<FoundRow[]> => {
  const beyond =
    after === null
      ? []
      : [
          sql`(m.at, m.conversation_id, m.seq) < (select p.at, p.conversation_id, p.seq from chat_message p
            where p.conversation_id = ${after.conversationId} and p.seq = ${after.seq})`,
        ];
  const { rows } = await sql<FoundRow>`
    select m.conversation_id, m.seq, m.at, m.sender, m.author_id, left(m.content, 200) as content,
      (select t.name from chat_conversation c join tenant t on t.tenant_id = c.tenant_id where c.conversation_id = m.conversation_id) as tenant_name,
      (select r.seq from chat_message r where r.conversation_id = m.conversation_id and r.recalls = m.seq limit 1) is not null as recalled
    from chat_message m
    where ${sql.join([sql`m.recalls is null`, ...wanted(filter), ...beyond], sql` and `)}
    order by m.at desc, m.conversation_id desc, m.seq desc limit ${limit + 1}`.execute(db);
  return rows;
};
