import {
  type ConversationMessage,
  type ConversationTransport,
  createEventStream,
  type StreamEvent,
} from '@ronghui/chat-kit';
import type { Output } from '@ronghui/contract';
import { gatewayBase } from '@ronghui/web/calls/call';
import { type ChatCall, refusalOf } from './chat-calls.ts';

type Message = Output<'chat.history'>['messages'][number];

/** A picture or file is shown by the page's own slot, as a card is: its bytes are read with the reader's own rights. */
const messageOf = ({ file, ...message }: Message): ConversationMessage =>
  file === undefined ? message : { ...message, card: { kind: message.type, ...file } };

/** What the server's events are to the kit; those of later versions are left out. */
const readEvent = (kind: StreamEvent['kind'], data: unknown): StreamEvent | undefined => {
  // The server writes them by the contract.
  if (kind === 'message') return { kind, message: messageOf(data as Message) };
  if (kind === 'reception') return { kind, reception: data as NonNullable<Output<'chat.open'>['reception']> };
  if (kind !== 'snapshot') return { kind, ...(data as object) } as StreamEvent;
  const { reception, ...rest } = data as Output<'chat.open'>;
  return { kind, ...rest, conversationId: rest.conversationId ?? undefined, reception: reception ?? undefined };
};

/** The conversation's way to the chat gateway. @source service 2.1, 2.2 */
export const makeChatTransport = (call: ChatCall): ConversationTransport => ({
  async open() {
    const { conversationId, reception, ...rest } = await call('chat.open', {});
    return { ...rest, conversationId: conversationId ?? undefined, reception: reception ?? undefined };
  },
  async history({ conversationId, limit, ...ask }) {
    const { messages, hasMore } = await call('chat.history', { conversationId, limit, ...ask });
    return { messages: messages.map(messageOf), hasMore };
  },
  async send(message) {
    const { conversationId, clientId, type, content } = message;
    const whose = { ...(conversationId !== undefined && { conversationId }), clientId };
    try {
      if (type === 'text') return await call('chat.send', { ...whose, type, content });
      return await (await import('./chat-sending.ts')).sendOther(call, message, whose);
    } catch (error) {
      // What got no answer is asked again, and so is a refusal whose words are not there to be read.
      throw refusalOf(error) === undefined ? error : (await import('./send-refusal.ts')).sendRefusal(error);
    }
  },
  read: (ask) => call('chat.read', ask),
  recall: (ask) => call('chat.recall', ask),
  typing: (ask) => call('chat.typing', ask),
  stream: createEventStream({ address: (after) => `${gatewayBase()}/chat/stream?after=${after}`, read: readEvent }),
});
