import type { chatOperations } from '@ronghui/contract';
import { presentReception } from '@ronghui/domain/chat';
import type { HandlersFor } from '#kernel/calls/context';
import type { Ports } from '#kernel/ports';
import { findConversation, findOwnConversation } from '../chat.sql.ts';
import { ownerOf } from '../conversation.ts';
import { customerOf } from '../customer.ts';
import { findReception } from '../reception.sql.ts';
import { typingAgentTopic, typingUserTopic } from '../stream/topics.ts';
import { hasJoined } from './colleague.sql.ts';

type TypingOperations = Pick<typeof chatOperations, 'chat.typing' | 'ops.chat.typing'>;

/** How often one side of a conversation hears that the other is typing, at most: a page says it for as long as it is so. @unit ms */
const pauseMs = 2_000;

/** Passes it on, unless that was done a moment ago; it is never stored, and one that is lost is followed by the next. @source service 2.2 */
const passOn = async ({ fast, wakeUps }: Pick<Ports, 'fast' | 'wakeUps'>, topic: string): Promise<void> => {
  if ((await fast.countRequest(`chat:${topic}`, 1, pauseMs)) === 0) wakeUps.wake(topic);
};

/** Who is typing, for the other side. */
export const typingHandlers: HandlersFor<TypingOperations> = {
  'chat.typing': async ({ conversationId }, context) => {
    const customer = await customerOf(context);
    if (customer === null) return context.fail('notFound');
    const conversation = await context.transactFor(customer.person, (tx) => findOwnConversation(tx, customer.owner));
    if (conversation?.conversation_id !== conversationId) return context.fail('notFound');
    await passOn(context.ports, typingUserTopic(conversationId));
    return {};
  },

  // The customer hears nothing of colleagues who may not answer.
  'ops.chat.typing': async ({ conversationId }, { db, now, staffId, ports, fail }) => {
    const [conversation, last] = await Promise.all([
      findConversation(db, conversationId),
      findReception(db, conversationId),
    ]);
    if (conversation === null) return fail('notFound');
    if (last === null || presentReception(last.state, last.spoken_at, now) !== 'serving') return {};
    const serves = last.staff_id === staffId || (await hasJoined(db, last.reception_id, staffId));
    if (serves) await passOn(ports, typingAgentTopic(ownerOf(conversation)));
    return {};
  },
};
