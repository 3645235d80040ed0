import { burstWaitSec, chatBurst, presentReception } from '@ronghui/domain/chat';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { findSent, insertMessage, listSentTimes, moveCursor, updateConversation } from './chat.sql.ts';
import type { Card, ConversationRow, ReceptionRow } from './conversation.ts';
import { updateFileSent } from './files/chat-file.sql.ts';
import { findReception, insertReception, touchReception } from './reception.sql.ts';
import { endBySilence } from './receptions.ts';

/** What somebody sends, under a name of their own. */
export interface Outgoing {
  readonly authorId: string;
  readonly clientId: string;
  readonly type: 'text' | 'image' | 'file' | 'custom';
  readonly content: string;
  readonly card?: Card | undefined;
  /** Of a picture or a file: one that the author has put into this conversation, and into no message yet. */
  readonly fileId?: string | undefined;
}

/** Where a message stands. */
export interface Sent {
  readonly ok: true;
  readonly conversationId: string;
  readonly seq: number;
  readonly at: Date;
}
type Taken = { readonly ok: false; readonly reason: 'taken' };

/** The file is not there, or stands in a message already. */
export const noSuchFile = {
  ok: false,
  reason: 'invalid',
  data: wrongField('fileId', '图片或文件不存在，或已经发送，请重新添加'),
} as const;
type NoFile = typeof noSuchFile;

/** When and by which ids something is stored. */
export interface Making {
  readonly now: Date;
  readonly newId: () => string;
  /** The state in which a new reception begins. */
  readonly begins: 'robot' | 'waiting';
}

/** What was sent under this name before: the first answer, for ever; other words are refused. Null for a new name. @source service 1.2 */
export const repeatOf = async (tx: Tx, conversationId: string, sending: Outgoing): Promise<Sent | Taken | null> => {
  const first = await findSent(tx, conversationId, sending);
  if (first === null) return null;
  const isSame =
    first.type === sending.type &&
    (first.file_id !== null || first.content === sending.content) &&
    first.card_kind === (sending.card?.kind ?? null) &&
    first.card_id === (sending.card?.id ?? null) &&
    first.is_same_file;
  return isSame ? { ok: true, conversationId, seq: first.seq, at: first.at } : { ok: false, reason: 'taken' };
};

/** A message with the name of its picture or file, which is given to the number that will stand next; refused where there is none to give. */
export const withFile = async <Of extends Outgoing>(
  tx: Tx,
  { conversation_id: conversationId, last_seq: lastSeq }: ConversationRow,
  sending: Of,
): Promise<{ readonly ok: true; readonly sending: Of } | NoFile> => {
  const { authorId, type, fileId } = sending;
  if (fileId === undefined) return { ok: true, sending };
  const name = await updateFileSent(tx, { conversationId, fileId, authorId, type, seq: lastSeq + 1 });
  return name === null ? noSuchFile : { ok: true, sending: { ...sending, content: name } };
};

/** Stores a message under the next number of its conversation, whose row is held. Who sends has read what stands before. */
export const appendMessage = async (
  tx: Tx,
  conversation: ConversationRow,
  {
    sender,
    version,
    ...sending
  }: Outgoing & { readonly sender: 'user' | 'agent' | 'robot' | 'system'; readonly version: number },
): Promise<Sent> => {
  const { conversation_id: conversationId } = conversation;
  const seq = conversation.last_seq + 1;
  updateConversation(tx, { ...conversation, last_seq: seq, reception_version: version });
  const [at] = await Promise.all([
    insertMessage(tx, conversationId, { ...sending, seq, sender }),
    // What the robot or the system has written nobody has read.
    sender === 'robot' || sender === 'system'
      ? undefined
      : moveCursor(tx, conversationId, { side: sender === 'user' ? 'customer' : 'staff', seq }),
  ]);
  return { ok: true, conversationId, seq, at };
};

/**
 * The reception that a customer's message belongs to; after the end, or after a silence that nobody has stored, the next one. It begins with the robot, or waits
 * for a person where there is none. @source service 1.4
 */
const receptionFor = async (
  tx: Tx,
  conversation: ConversationRow,
  { last, now, newId, begins }: Making & { readonly last: ReceptionRow | null },
): Promise<number> => {
  const state = last === null ? 'ended' : presentReception(last.state, last.spoken_at, now);
  if (last !== null && state !== 'ended') {
    touchReception(tx, last.reception_id);
    return conversation.reception_version;
  }
  const ended = last === null || last.state === 'ended' ? null : await endBySilence(tx, last);
  const version = (ended?.version ?? conversation.reception_version) + 1;
  insertReception(tx, { receptionId: newId(), conversationId: conversation.conversation_id, version, state: begins });
  return version;
};

/**
 * Stores a customer's message in their conversation, whose row is held: look for its name, then for too many, then the next number. Nothing outside of the
 * database is asked.
 *
 * @source service 1.2, service 2.6
 */
export const sendAsCustomer = async (
  tx: Tx,
  conversation: ConversationRow,
  { sending, making }: { readonly sending: Outgoing; readonly making: Making },
): Promise<
  Sent | Taken | NoFile | { readonly ok: false; readonly reason: 'tooFast'; readonly data: { retryAfter: number } }
> => {
  const { conversation_id: conversationId } = conversation;
  const [repeat, times, last] = await Promise.all([
    repeatOf(tx, conversationId, sending),
    listSentTimes(tx, conversation, { authorId: sending.authorId, limit: chatBurst.messages }),
    findReception(tx, conversationId),
  ]);
  if (repeat !== null) return repeat;
  const retryAfter = burstWaitSec(times, making.now);
  if (retryAfter > 0) return { ok: false, reason: 'tooFast', data: { retryAfter } };
  const filed = await withFile(tx, conversation, sending);
  if (!filed.ok) return filed;
  const version = await receptionFor(tx, conversation, { ...making, last });
  return appendMessage(tx, conversation, { ...filed.sending, sender: 'user', version });
};
