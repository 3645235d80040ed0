import { isServiceTime, leaveWords, type ServiceHours } from '@ronghui/domain/chat/hours';
import { findChatService } from '#features/site/site.reads';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { lockConversation } from '../chat.sql.ts';
import { type ConversationRow, type ReceptionRow, robotId } from '../conversation.ts';
import { assignAfter } from '../duty/assigning.ts';
import { findReception } from '../reception.sql.ts';
import { stepStored } from '../receptions.ts';
import { appendMessage } from '../sending.ts';

/** What says whether somebody comes. */
export interface Attendance {
  readonly hours: ServiceHours | null;
  readonly now: Date;
}

/**
 * Makes a reception that waits a message for later, and has the robot say so and offer to write it; its conversation's row is held. Null where it does not wait.
 *
 * @source service 1.4, service 3.4
 */
export const leaveStored = async (
  tx: Tx,
  conversation: ConversationRow,
  { hours, now }: Attendance,
): Promise<ReceptionRow | null> => {
  const step = await stepStored(tx, conversation, { action: 'leave', now, by: 'staff', change: { isLeft: true } });
  if (!step.ok) return null;
  const { reception_id: receptionId, version } = step.row;
  const words = { type: 'text', content: leaveWords(hours, now) } as const;
  const name = { authorId: robotId, clientId: `left-${receptionId}-${version}` };
  await appendMessage(tx, conversation, { ...name, ...words, sender: 'robot', version });
  return step.row;
};

/**
 * What happens at once to a reception that begins to wait: out of the hours it is left as a message, and within them it is given to the member whose turn it
 * is, where that is set. Null where neither happens. Waking is the caller's.
 *
 * @source service 3.4, service 5.3
 */
export const attendTo = async (context: VisitorContext, conversationId: string): Promise<ReceptionRow | null> => {
  const { db, now } = context;
  const { hours } = await findChatService(db);
  if (isServiceTime(hours, now)) return assignAfter(context, conversationId);
  return context.transactAsService(async (tx) => {
    const conversation = await lockConversation(tx, conversationId);
    const last = conversation === null ? null : await findReception(tx, conversationId);
    return conversation === null || last?.state !== 'waiting' ? null : leaveStored(tx, conversation, { hours, now });
  });
};
