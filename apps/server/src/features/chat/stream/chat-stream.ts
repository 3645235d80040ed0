import type { Database } from '#kernel/database/db';
import type { EventStream } from '#kernel/http/event-stream';
import { findOwnConversation, listMessages } from '../chat.sql.ts';
import { type ConversationRow, messageFor, topicOf, topicOfSession } from '../conversation.ts';
import { type Customer, visitorOf } from '../customer.ts';
import { standingOf } from '../receptions.ts';
import { findVisitor } from '../visitor.sql.ts';

/** How many messages are read for a stream at once; the next are read when the reader has room. */
const atOnce = 50;

/** What one stream has been sent. */
export interface ChatStream {
  readonly stream: EventStream;
  /** Null before a visitor's first message. */
  customer: Customer | null;
  readonly sessionId: string | null;
  readonly tokenHash: string | null;
  /** The last message that was sent, or that it began after; null before it has begun. */
  sent: number | null;
  hasBegun: boolean;
  version: number;
  own: number;
  other: number;
  unread: number;
}

/** By what it is woken. */
export const topicFor = ({ customer, sessionId }: Pick<ChatStream, 'customer' | 'sessionId'>): string =>
  customer === null ? topicOfSession(sessionId ?? '') : topicOf(customer.owner);

/** What reading needs. */
export interface StreamReading {
  readonly database: Database;
  readonly now: () => Date;
}

const nothing = { conversationId: null, lastSeq: 0, reception: null, cursors: { own: 0, other: 0 }, unread: 0 };

/** Finds the visitor who has written since the stream was opened. */
const findWriter = async ({ database }: StreamReading, one: ChatStream): Promise<void> => {
  if (one.customer !== null || one.sessionId === null) return;
  const found = await findVisitor(database.reading('service'), { tokenHash: null, sessionId: one.sessionId });
  if (found === null) return;
  one.customer = visitorOf(found.visitorId);
};

/** Sends what is new beside messages: the whole of it first, then what differs. */
const sendStanding = async (
  { database, now }: StreamReading,
  one: ChatStream,
  conversation: ConversationRow,
): Promise<void> => {
  const db = database.reading('service');
  const standing = await standingOf(db, conversation, { side: 'customer', now: now() });
  const { reception, cursors, unread } = standing;
  if (!one.hasBegun) {
    one.hasBegun = true;
    one.sent ??= conversation.last_seq;
    one.stream.send('snapshot', { conversationId: conversation.conversation_id, ...standing });
  } else {
    if (reception !== null && reception.version > one.version) one.stream.send('reception', reception);
    if (cursors.own > one.own || cursors.other > one.other) one.stream.send('cursor', cursors);
    if (unread !== one.unread) one.stream.send('unread', { count: unread });
  }
  Object.assign(one, { version: reception?.version ?? one.version, own: cursors.own, other: cursors.other, unread });
};

/**
 * Brings a stream up to the table: a snapshot if it is new, then every message after the last that was sent, each under its number as its id, in its person's
 * own transactions. It goes on while there is more; false where the reader is slow and the rest waits for it, so that nobody else does.
 *
 * @source service 2.2, service 2.5
 */
export const bringUp = async (reading: StreamReading, one: ChatStream): Promise<boolean> => {
  await findWriter(reading, one);
  const { customer } = one;
  const read = async () => {
    if (customer === null) return null;
    const { owner, person, authorId } = customer;
    return reading.database.transact({ tenantId: owner.tenantId ?? '', person }, async (tx) => {
      const conversation = await findOwnConversation(tx, owner);
      if (conversation === null) return null;
      const after = one.sent ?? conversation.last_seq;
      const rows =
        conversation.last_seq > after
          ? await listMessages(tx, conversation.conversation_id, { after, limit: atOnce })
          : [];
      return {
        conversation,
        hasMore: rows.length > atOnce,
        messages: rows.slice(0, atOnce).map((row) => messageFor(row, authorId)),
      };
    });
  };
  for (;;) {
    if (!one.stream.isOpen) return true;
    if (!one.stream.hasRoom) return false;
    const page = await read();
    if (page === null) {
      if (!one.hasBegun) one.stream.send('snapshot', nothing);
      one.hasBegun = true;
      // All that is written from now on is new to it.
      one.sent ??= 0;
      return true;
    }
    if (!one.hasBegun) await sendStanding(reading, one, page.conversation);
    for (const message of page.messages) {
      one.stream.send('message', message, message.seq);
      one.sent = message.seq;
    }
    if (page.hasMore) continue;
    await sendStanding(reading, one, page.conversation);
    return true;
  }
};
