import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';
import type { ConversationRow, MessageRow, NewMessage, Owner } from './conversation.ts';

const columns = sql`conversation_id, tenant_id, user_id, visitor_id, first_seq, last_seq, reception_version`;

/** Of a person: row-level security says the same behind it. By the unique keys. */
const ownedBy = (owner: Owner) =>
  owner.visitorId === null
    ? sql`tenant_id = ${owner.tenantId} and user_id = ${owner.userId}`
    : sql`visitor_id = ${owner.visitorId}`;

/** The one conversation of a person. */
export const findOwnConversation = async (db: Db, owner: Owner): Promise<ConversationRow | null> => {
  const { rows } = await sql<ConversationRow>`
    select ${columns} from chat_conversation where ${ownedBy(owner)}`.execute(db);
  return rows[0] ?? null;
};

/** The same, held until the transaction ends: who writes into a conversation has its row first. @source service 1.2 */
export const lockOwnConversation = async (tx: Tx, owner: Owner): Promise<ConversationRow | null> => {
  const { rows } = await sql<ConversationRow>`
    select ${columns} from chat_conversation where ${ownedBy(owner)} for update`.execute(tx);
  return rows[0] ?? null;
};

/** Any conversation, for staff and jobs. Primary key. */
export const findConversation = async (db: Db, conversationId: string): Promise<ConversationRow | null> => {
  const { rows } = await sql<ConversationRow>`
    select ${columns} from chat_conversation where conversation_id = ${conversationId}`.execute(db);
  return rows[0] ?? null;
};

/** The same, held until the transaction ends. */
export const lockConversation = async (tx: Tx, conversationId: string): Promise<ConversationRow | null> => {
  const { rows } = await sql<ConversationRow>`
    select ${columns} from chat_conversation where conversation_id = ${conversationId} for update`.execute(tx);
  return rows[0] ?? null;
};

/** Makes a person's conversation; of two at once one is made. */
export const insertConversation = (tx: Tx, conversationId: string, { tenantId, userId, visitorId }: Owner): void =>
  send(tx, {
    compile: (db) =>
      sql`insert into chat_conversation (conversation_id, tenant_id, user_id, visitor_id)
        values (${conversationId}, ${tenantId}, ${userId}, ${visitorId}) on conflict do nothing`.compile(db),
  });

/** Stores up to where a conversation is numbered, in its own row, which is held. */
export const updateConversation = (tx: Tx, conversation: ConversationRow): void =>
  send(tx, {
    compile: (db) =>
      sql`update chat_conversation set last_seq = ${conversation.last_seq}, reception_version = ${conversation.reception_version}
        where conversation_id = ${conversation.conversation_id}`.compile(db),
  });

const messageColumns = sql`m.seq, m.sender, m.author_id, m.client_id, m.type,
  case when r.seq is null then m.content else '' end as content,
  case when r.seq is null then m.card_kind end as card_kind, case when r.seq is null then m.card_id end as card_id,
  f.file_id, f.name as file_name, f.mime as file_mime, f.size_bytes as file_size, m.recalls, r.seq as recalled_by, m.at`;
const withRecalls = sql`chat_message m left join chat_message r on r.conversation_id = m.conversation_id and r.recalls = m.seq
  left join chat_file f on f.conversation_id = m.conversation_id and f.seq = m.seq and r.seq is null`;

/** The messages after a number, or before one, the oldest first; one more than `limit` where there are more. Primary key, chat_message_recalls and chat_file_of_message. */
export const listMessages = async (
  db: Db,
  conversationId: string,
  asked: { readonly after: number; readonly limit: number } | { readonly before: number; readonly limit: number },
): Promise<MessageRow[]> => {
  const isAfter = 'after' in asked;
  const bound = isAfter ? sql`m.seq > ${asked.after}` : sql`m.seq < ${asked.before}`;
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from ${withRecalls}
    where m.conversation_id = ${conversationId} and ${bound}
    order by m.seq ${isAfter ? sql`asc` : sql`desc`} limit ${asked.limit + 1}`.execute(db);
  return isAfter ? rows : rows.toReversed();
};

/** One message. Primary key. */
export const findMessage = async (db: Db, conversationId: string, seq: number): Promise<MessageRow | null> => {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from ${withRecalls} where m.conversation_id = ${conversationId} and m.seq = ${seq}`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** What a member of staff wrote and took back, as it was written; null where there is none. Primary key, and chat_message_recalls. */
export const findRecalled = async (db: Db, conversationId: string, seq: number) => {
  const { rows } = await sql<
    Pick<MessageRow, 'author_id' | 'content' | 'file_id' | 'file_name' | 'file_mime' | 'file_size' | 'at'> & {
      recalled_at: Date;
    }
  >`select m.author_id, m.content, f.file_id, f.name as file_name, f.mime as file_mime, f.size_bytes as file_size, m.at, r.at as recalled_at
    from chat_message m join chat_message r on r.conversation_id = m.conversation_id and r.recalls = m.seq
      left join chat_file f on f.conversation_id = m.conversation_id and f.seq = m.seq
    where m.conversation_id = ${conversationId} and m.seq = ${seq} and m.sender = 'agent'`.execute(db);
  return rows[0] ?? null;
};

/** What an author has sent under a name before, as it was sent; the same picture or file may have been uploaded again. By chat_message_of_client. */
export const findSent = async (
  tx: Tx,
  conversationId: string,
  {
    authorId,
    clientId,
    fileId = null,
  }: { readonly authorId: string; readonly clientId: string; readonly fileId?: string | null | undefined },
) => {
  const { rows } = await sql<
    Pick<MessageRow, 'seq' | 'type' | 'content' | 'card_kind' | 'card_id' | 'file_id' | 'at'> & {
      is_same_file: boolean;
    }
  >`select m.seq, m.type, m.content, m.card_kind, m.card_id, f.file_id, m.at,
      f.file_id is not distinct from ${fileId}::text or exists (select from chat_file n
        where n.file_id = ${fileId} and n.conversation_id = m.conversation_id and n.author_id = m.author_id and n.sha256 = f.sha256) as is_same_file
    from chat_message m left join chat_file f on f.conversation_id = m.conversation_id and f.seq = m.seq
    where m.conversation_id = ${conversationId} and m.author_id = ${authorId} and m.client_id = ${clientId}`.execute(
    tx,
  );
  return rows[0] ?? null;
};

/** The robot's last message. By the primary key: it stands among the last. */
export const findLastOfRobot = async (tx: Tx, conversationId: string): Promise<Pick<MessageRow, 'content'> | null> => {
  const { rows } = await sql<Pick<MessageRow, 'content'>>`
    select content from chat_message where conversation_id = ${conversationId} and sender = 'robot' order by seq desc limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
};

/** When an author's newest messages were sent, among the last hundred of all. Primary key. */
export const listSentTimes = async (
  tx: Tx,
  { conversation_id: conversationId, last_seq: lastSeq }: ConversationRow,
  { authorId, limit }: { readonly authorId: string; readonly limit: number },
): Promise<readonly Date[]> => {
  const { rows } = await sql<{ at: Date }>`
    select at from chat_message where conversation_id = ${conversationId} and seq > ${lastSeq - 100} and author_id = ${authorId} and client_id is not null
    order by seq desc limit ${limit}`.execute(tx);
  return rows.map(({ at }) => at);
};

/** Adds a message under its number, which its conversation has given. */
export const insertMessage = async (tx: Tx, conversationId: string, message: NewMessage): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    insert into chat_message (conversation_id, seq, sender, author_id, client_id, type, content, card_kind, card_id, recalls)
    values (${conversationId}, ${message.seq}, ${message.sender}, ${message.authorId}, ${message.clientId}, ${message.type}, ${message.content},
      ${message.card?.kind ?? null}, ${message.card?.id ?? null}, ${message.recalls ?? null})
    returning at`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a message was not stored');
  return row.at;
};

/** The two sides of a conversation. */
export type Side = 'customer' | 'staff';

/** Moves a side's cursor forward, at most to the last message; true where it moved. Primary key. @source service 1.5 */
export const moveCursor = async (
  db: Tx,
  conversationId: string,
  { side, seq }: { readonly side: Side; readonly seq: number },
) => {
  const { numAffectedRows } = await sql`
    insert into chat_cursor as c (conversation_id, side, seq)
    select conversation_id, ${side}, least(${seq}::int, last_seq) from chat_conversation where conversation_id = ${conversationId}
    on conflict (conversation_id, side) do update set seq = excluded.seq, at = app_now() where c.seq < excluded.seq`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
};

/** How far both sides have read, and how many messages of others one side has not. Primary keys; the count ends at 1,000. */
export const findReading = async (
  db: Db,
  conversationId: string,
  side: Side,
): Promise<{ readonly customer: number; readonly staff: number; readonly unread: number }> => {
  const others = side === 'customer' ? sql`sender in ('robot', 'agent')` : sql`sender = 'user'`;
  const { rows } = await sql<{ customer: number; staff: number; unread: number }>`
    with read as (
      select coalesce(max(seq) filter (where side = 'customer'), 0) as customer, coalesce(max(seq) filter (where side = 'staff'), 0) as staff
      from chat_cursor where conversation_id = ${conversationId})
    select customer, staff, (select count(*)::int from (
      select 1 from chat_message where conversation_id = ${conversationId} and seq > ${side === 'customer' ? sql`customer` : sql`staff`} and ${others} limit 1000) counted) as unread
    from read`.execute(db);
  return rows[0] ?? { customer: 0, staff: 0, unread: 0 };
};
