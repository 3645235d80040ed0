import { receptionStates } from '@ronghui/domain/chat';
import { count, flag, id, isoTime, list, nullable, object, optional, text, whole, word } from '../../shapes.ts';

/** Shapes of customer service that its two sides share (contract 6). */

/** The longest message of a customer or of a member of staff. @unit characters @source service 2.6 */
const messageLength = 5000;

/** The number of a message in its conversation. */
export const seq = () => whole(1, 2_147_483_647);

/** What is written in a message. */
export const messageWords = () => text(messageLength);

/** The sender's own name of a message; it takes the place of `idempotencyKey`. @source service 1.2 */
export const clientId = () => text(64, { min: 16, pattern: '^[A-Za-z0-9_-]+$' });

/** A card has ids alone; its reader sees it with rights of their own. */
export const card = () => object({ kind: word(['bill', 'order', 'feedback', 'invoice', 'document']), id: id() });

/** A picture or file of a conversation, as it is kept: a picture is drawn anew. */
export const chatFile = () => object({ fileId: id(), name: text(120), size: whole(0, 209_715_200), mime: text(100) });

/** A message as its readers have it: without the words of one that was taken back, and with `clientId` for its author alone. */
const message = {
  seq: seq(),
  sender: word(['user', 'robot', 'agent', 'system']),
  type: word(['text', 'image', 'file', 'custom']),
  content: text(messageLength, { min: 0 }),
  card: optional(card()),
  /** The picture or file that it shows. */
  file: optional(chatFile()),
  clientId: optional(clientId()),
  at: isoTime(),
  /** The number of the message that this one takes back. */
  recalls: optional(seq()),
  /** The number of the message that took this one back. */
  recalledBy: optional(seq()),
};

/** A reception (接待). `version` rises over all receptions of its conversation. */
export const reception = () =>
  object({
    receptionId: id(),
    state: word(receptionStates),
    version: whole(1, 2_147_483_647),
    /** How many wait before this one. */
    waitingBefore: optional(count()),
    /** The name of the person who serves. */
    agent: optional(text(80)),
  });

/** How far one's own side and the other have read. */
const cursors = () => object({ own: count(), other: count() });

/** What a conversation is at, beside its messages. */
export const standing = {
  lastSeq: count(),
  reception: nullable(reception()),
  cursors: cursors(),
  unread: count(),
};

/** Which messages are asked for: those after a number, before one, or the last. */
export const historyAsk = {
  before: optional(seq()),
  after: optional(count()),
  limit: optional(whole(1, 50)),
};

export const historyPage = { messages: list(object(message), { max: 50 }), hasMore: flag() };

/** The same for staff, who read which colleague wrote a message: a customer reads whose reception it is. */
export const deskHistoryPage = {
  messages: list(object({ ...message, agent: optional(text(80, { min: 0 })) }), { max: 50 }),
  hasMore: flag(),
};

/** Where a message stands from now on; the same for each repeat of its `clientId`. */
export const sentMessage = { conversationId: id(), seq: seq(), at: isoTime() };
