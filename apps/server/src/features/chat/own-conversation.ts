import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { insertConversation, lockOwnConversation } from './chat.sql.ts';
import { type ConversationRow, topicOf, topicOfSession } from './conversation.ts';
import type { Customer } from './customer.ts';

/** Wakes the streams of a customer, and of those who serve, once the call is over and so is its commit. @source service 2.5 */
export const wake = ({ ports, session, onEnd }: VisitorContext, { owner }: Customer): void =>
  onEnd(() => {
    ports.wakeUps.wake(topicOf(owner));
    if (owner.visitorId !== null) ports.wakeUps.wake(topicOfSession(session.sessionId));
  });

/** The caller's conversation, held; null where it is not the one that is named. */
export const lockNamed = async (
  tx: Tx,
  { owner }: Customer,
  conversationId: string,
): Promise<ConversationRow | null> => {
  const conversation = await lockOwnConversation(tx, owner);
  return conversation?.conversation_id === conversationId ? conversation : null;
};

/** The caller's conversation, held; made where there is none. */
export const lockOrMake = async (tx: Tx, { owner }: Customer, newId: () => string): Promise<ConversationRow> => {
  const known = await lockOwnConversation(tx, owner);
  if (known !== null) return known;
  insertConversation(tx, newId(), owner);
  const made = await lockOwnConversation(tx, owner);
  if (made === null) throw new Error('a conversation was not made');
  return made;
};
