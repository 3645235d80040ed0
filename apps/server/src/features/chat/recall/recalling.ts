import type { deskRecallOperations } from '@ronghui/contract';
import { mayRecall } from '@ronghui/domain/chat';
import { nameOfStaff } from '#features/staff/staff.reads';
import type { HandlersFor } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { findMessage, findRecalled, insertMessage, lockConversation, updateConversation } from '../chat.sql.ts';
import { type ConversationRow, fileOf, type MessageRow } from '../conversation.ts';
import { wakeCustomer } from '../service-desk/desk-waking.ts';

/** Who takes back which message. */
interface Recall {
  readonly message: MessageRow;
  readonly sender: 'user' | 'agent';
  readonly authorId: string;
  readonly now: Date;
}

/**
 * Takes a message of the caller's own back, in a conversation whose row is held: by a message that names its number, within two minutes. One that was taken
 * back already is so again.
 *
 * @source service 1.3
 */
export const recallStored = async (
  tx: Tx,
  conversation: ConversationRow,
  { message, sender, authorId, now }: Recall,
): Promise<'done' | 'notFound' | 'tooLate'> => {
  if (message.sender !== sender || message.author_id !== authorId) return 'notFound';
  if (message.recalled_by !== null) return 'done';
  if (!mayRecall(message.at, now)) return 'tooLate';
  const seq = conversation.last_seq + 1;
  updateConversation(tx, { ...conversation, last_seq: seq });
  const recall = { seq, sender: 'system', authorId, clientId: null, type: 'text', content: '' } as const;
  await insertMessage(tx, conversation.conversation_id, { ...recall, recalls: message.seq });
  return 'done';
};

/** The desk takes back what it wrote; who reads the trail reads it still. @source service 1.3 */
export const deskRecallHandlers: HandlersFor<typeof deskRecallOperations> = {
  'ops.chat.recall': async ({ conversationId, seq }, context) => {
    const { staffId, now, fail } = context;
    const outcome = await context.transact(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      const message = conversation === null ? null : await findMessage(tx, conversationId, seq);
      if (conversation === null || message === null) return 'notFound';
      const recalled = await recallStored(tx, conversation, { message, sender: 'agent', authorId: staffId, now });
      return recalled === 'done' ? conversation : recalled;
    });
    if (typeof outcome === 'string') return fail(outcome);
    wakeCustomer(context, outcome);
    return {};
  },

  'ops.chat.recalled': async ({ conversationId, seq }, context) => {
    const row = await findRecalled(context.db, conversationId, seq);
    if (row === null) return context.fail('notFound');
    // Every look at it stands in the trail.
    context.audit({ object: conversationId, after: { seq } });
    return {
      content: row.content,
      ...fileOf(row),
      author: await nameOfStaff(context.db, row.author_id),
      at: row.at.toISOString(),
      recalledAt: row.recalled_at.toISOString(),
    };
  },
};
