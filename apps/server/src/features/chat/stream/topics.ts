import { type Owner, topicOf } from '../conversation.ts';

/** What the desk alone sees has changed: a note, or who has joined. */
export const deskTopic = 'chat/desk';
/** Whether there may be something to read for the desk: it hears of every conversation. */
export const isChatTopic = (topic: string): boolean => topic.startsWith('chat/');

const [byUser, byAgent] = ['typing/user/', 'typing/agent/'] as const;
/** A customer is typing: for the desk. @source service 2.2 */
export const typingUserTopic = (conversationId: string): string => `${byUser}${conversationId}`;
/** Staff are typing: for the streams of the customer. @source service 2.2 */
export const typingAgentTopic = (owner: Owner): string => `${byAgent}${topicOf(owner)}`;
/** In which conversation a customer is typing; null for another topic. */
export const typingUserIn = (topic: string): string | null =>
  topic.startsWith(byUser) ? topic.slice(byUser.length) : null;
/** By which topic the streams are found whose customer is being written to; null for another topic. */
export const typedAtIn = (topic: string): string | null =>
  topic.startsWith(byAgent) ? topic.slice(byAgent.length) : null;
