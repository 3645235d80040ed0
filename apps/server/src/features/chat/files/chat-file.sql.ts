import { messageTypeOf, unsentFileHours } from '@ronghui/domain/chat/files';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A picture or file as it is added. */
export interface NewChatFile {
  readonly fileId: string;
  readonly conversationId: string;
  readonly side: 'customer' | 'staff';
  readonly authorId: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly storageKey: string;
}

/** Adds a picture or file, which stands in no message yet. */
export const insertChatFile = async (tx: Tx, file: NewChatFile): Promise<void> => {
  await sql`insert into chat_file (file_id, conversation_id, side, author_id, name, mime, size_bytes, sha256, storage_key)
    values (${file.fileId}, ${file.conversationId}, ${file.side}, ${file.authorId}, ${file.name}, ${file.mime}, ${file.sizeBytes}, ${file.sha256},
      ${file.storageKey})`.execute(tx);
};

/** A file of an author's that stands in no message yet. */
export interface UnsentFile {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

/**
 * What an author has added within some minutes and not sent, of some bytes or of any; null where there is none. One that is about to go is none. By chat_file_by_time, of one
 * conversation.
 *
 * @source service 2.6
 */
export const findUnsent = async (
  tx: Tx,
  {
    conversationId,
    side,
    authorId,
    sha256,
    minutes = unsentFileHours * 30,
  }: Pick<NewChatFile, 'conversationId' | 'side' | 'authorId'> & {
    readonly sha256?: string;
    readonly minutes?: number;
  },
): Promise<UnsentFile | null> => {
  const { rows } = await sql<{ file_id: string; name: string; mime: string; size_bytes: number }>`
    select file_id, name, mime, size_bytes::float8 from chat_file
    where conversation_id = ${conversationId} and side = ${side} and author_id = ${authorId} and seq is null
      and created_at > app_now() - ${minutes}::int * interval '1 minute' and (${sha256 ?? null}::text is null or sha256 = ${sha256 ?? null})
    order by created_at limit 1`.execute(tx);
  const [row] = rows;
  return row === undefined
    ? null
    : { fileId: row.file_id, name: row.name, mime: row.mime, size: Number(row.size_bytes) };
};

/** What opening a picture or file needs. */
export interface ChatFileRow {
  readonly file_id: string;
  readonly conversation_id: string;
  readonly author_id: string;
  readonly name: string;
  readonly mime: string;
  readonly storage_key: string;
  readonly is_recalled: boolean;
}

/**
 * A picture or file for one who may read its conversation: it stands in a message that was not taken back, or is the reader's own. In a person's transaction
 * it is found in their conversation alone. Who reads the trail reads what staff took back. Primary keys, and chat_message_recalls.
 */
export const findChatFile = async (
  db: Db,
  fileId: string,
  { authorId, isAuditor = false }: { readonly authorId: string; readonly isAuditor?: boolean },
): Promise<ChatFileRow | null> => {
  const { rows } = await sql<ChatFileRow>`
    select f.file_id, f.conversation_id, f.author_id, f.name, f.mime, f.storage_key,
        exists (select from chat_message r where r.conversation_id = f.conversation_id and r.recalls = f.seq) as is_recalled
    from chat_file f where f.file_id = ${fileId} and case when f.seq is null then f.author_id = ${authorId}
      else (${isAuditor}::boolean and f.side = 'staff') or not exists (select from chat_message r where r.conversation_id = f.conversation_id and r.recalls = f.seq) end`.execute(
    db,
  );
  return rows[0] ?? null;
};

interface OwnFile {
  readonly conversationId: string;
  readonly fileId: string;
  readonly authorId: string;
}

/** As what a file of an author shows, sent or not; null where the conversation has none. Primary key. */
export const typeOfOwnFile = async (
  tx: Tx,
  { conversationId, fileId, authorId }: OwnFile,
): Promise<'image' | 'file' | null> => {
  const { rows } = await sql<{ mime: string }>`
    select mime from chat_file where file_id = ${fileId} and conversation_id = ${conversationId} and author_id = ${authorId}`.execute(
    tx,
  );
  const [row] = rows;
  return row === undefined ? null : messageTypeOf(row.mime);
};

/** Gives a file that its author has not sent yet to a message; its name, or null where there is none of that type. Primary key. */
export const updateFileSent = async (
  tx: Tx,
  { conversationId, fileId, authorId, type, seq }: OwnFile & { readonly type: string; readonly seq: number },
): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    update chat_file set seq = ${seq} where file_id = ${fileId} and conversation_id = ${conversationId} and author_id = ${authorId} and seq is null
      and (mime like 'image/%') = (${type}::text = 'image') returning name`.execute(tx);
  return rows[0]?.name ?? null;
};

/** How many files a customer has added since the reception before the last one ended, and in a day, and how much room all of theirs take. By chat_file_by_time and chat_reception_newest. */
export const countFiles = async (
  tx: Tx,
  conversationId: string,
  endedAt: Date | null,
): Promise<{ readonly inReception: number; readonly inDay: number; readonly bytes: number }> => {
  const { rows } = await sql<{ in_reception: number; in_day: number; bytes: number }>`
    with bounds as (select coalesce(${endedAt}::timestamptz, (select max(ended_at) from chat_reception where conversation_id = ${conversationId}), '-infinity') as since)
    select count(*) filter (where f.created_at > since)::int as in_reception, count(*) filter (where f.created_at > app_now() - interval '1 day')::int as in_day,
        (select coalesce(sum(size_bytes), 0) from chat_file where conversation_id = ${conversationId} and side = 'customer')::float8 as bytes
    from bounds cross join chat_file f where f.conversation_id = ${conversationId} and f.side = 'customer'
      and f.created_at > least(since, app_now() - interval '1 day')`.execute(tx);
  return { inReception: rows[0]?.in_reception ?? 0, inDay: rows[0]?.in_day ?? 0, bytes: rows[0]?.bytes ?? 0 };
};

/** Removes the files of messages before a number. @returns their keys in the store */
export const deleteFilesBefore = async (tx: Tx, conversationId: string, kept: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ storage_key: string }>`
    delete from chat_file where conversation_id = ${conversationId} and seq < ${kept} returning storage_key`.execute(
    tx,
  );
  return rows.map((row) => row.storage_key);
};

/** Removes files that stand in no message after some hours; at most `limit`. By chat_file_unsent. @returns their keys in the store */
export const deleteUnsentFiles = async (
  tx: Tx,
  { hours, limit }: { readonly hours: number; readonly limit: number },
): Promise<readonly string[]> => {
  const { rows } = await sql<{ storage_key: string }>`
    delete from chat_file where file_id in (
      select file_id from chat_file where seq is null and created_at < app_now() - ${hours}::int * interval '1 hour' order by created_at limit ${limit}
      for update skip locked) and seq is null returning storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
};
