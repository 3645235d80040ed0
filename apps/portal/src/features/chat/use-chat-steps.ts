import type { Conversation } from '@ronghui/chat-kit';
import { showToast } from '@ronghui/web/screen/toasts';
import { type ChatCall, refusalOf } from './chat-calls.ts';

/** The steps of a customer beside writing. */
interface ChatSteps {
  readonly handOver: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** Whether the rating is stored, now or before. */
  readonly rate: (rating: { receptionId: string; stars: number; words: string }) => Promise<boolean>;
}

const failed = '操作没有完成，请稍后再试';

/** Shows why a step was not taken. */
export const showChatFault = (error: unknown): void => showToast('bad', refusalOf(error)?.msg || failed);

/** Takes a step, and shows that it failed; true where it is done. */
const taker =
  (conversation: Conversation) =>
  async (step: () => Promise<unknown>): Promise<boolean> => {
    try {
      await step();
      return true;
    } catch (error) {
      showChatFault(error);
      return false;
    } finally {
      conversation.wake();
    }
  };

/** Stores that an answer of the robot helped, or did not. @source service 4.2 */
export const answerRater =
  (call: ChatCall, conversation: Conversation, conversationId: string | undefined) =>
  async (seq: number, helpful: boolean): Promise<boolean> =>
    conversationId !== undefined && taker(conversation)(() => call('chat.helpful', { conversationId, seq, helpful }));

/** Makes the steps; what they change comes back by the conversation's own stream. @source service 1.4 */
export const useChatSteps = (
  call: ChatCall,
  conversation: Conversation,
  conversationId: string | undefined,
): ChatSteps => {
  const take = taker(conversation);
  const onOwn = (step: (ask: { conversationId: string }) => Promise<unknown>) => async (): Promise<void> => {
    if (conversationId !== undefined) await take(() => step({ conversationId }));
  };
  return {
    handOver: onOwn((ask) => call('chat.handOver', ask)),
    end: onOwn((ask) => call('chat.end', ask)),
    rate: ({ receptionId, stars, words }) =>
      take(() => call('chat.rate', words === '' ? { receptionId, stars } : { receptionId, stars, words })),
  };
};
