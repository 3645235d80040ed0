import { type Conversation, createBrowserStorage, createConversation } from '@ronghui/chat-kit';
import { portalStartUp } from '@ronghui/client';
import type { User } from '#kernel/start-up.ts';
import { type ChatCall, makeChatCall } from './chat-calls.ts';
import { makeChatTransport } from './chat-transport.ts';

/** A conversation, and the calls beside it. */
export interface OwnConversation {
  readonly conversation: Conversation;
  readonly call: ChatCall;
  /** Whose it is on this device. */
  readonly owner: string;
}

let current: OwnConversation | undefined;

/** The conversation of whom the page shows; the same one as long as that is the same user and tenant. @source service 1.1, 3.2 */
export const conversationOf = (user: User | null): OwnConversation => {
  const owner = user === null ? 'visitor' : portalStartUp.whoOf(user);
  if (current?.owner === owner) return current;
  const call = makeChatCall();
  const transport = makeChatTransport(call);
  const conversation = createConversation({ transport, owner, storage: createBrowserStorage('ronghui-chat') });
  current = { owner, call, conversation };
  return current;
};
