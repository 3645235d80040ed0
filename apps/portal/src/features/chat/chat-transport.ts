import {
  type ConversationMessage,
  type ConversationTransport,
  createEventStream,
  SendRefusal,
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

/** Too many at once wait and keep their order; what the server refuses for good is unsent, with its words. @source service 2.6, 3.2 */
const sendRefusal = (error: unknown): unknown => {
  const refusal = refusalOf(error);
  if (refusal === undefined) return error;
  const { ret, data } = refusal;
  // A wrong field says more.
  const [field] = Array.isArray(data['fields']) ? data['fields'] : [];
  const msg = typeof field?.message === 'string' ? field.message : refusal.msg;
  const retryAfter = typeof data['retryAfter'] === 'number' ? data['retryAfter'] : 1;
  if (ret === 'RHCS002' || ret === 'RHSY429') return new SendRefusal('limited', { words: msg, retryAfter });
  // What is down now is asked again.
  if (ret.startsWith('OPSB')) return error;
  return new SendRefusal(ret === 'RHCS003' ? 'conflict' : 'refused', { words: msg });
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
    const { conversationId, clientId, type, content, file } = message;
    const whose = { ...(conversationId !== undefined && { conversationId }), clientId };
    try {
      if (file === undefined) return await call('chat.send', { ...whose, type: 'text', content });
      const { uploadChatFile } = await import('./chat-upload.ts');
      const fileId = await uploadChatFile(call, { ...message, file });
      return await call('chat.send', { ...whose, type: type === 'image' ? type : 'file', fileId });
    } catch (error) {
      throw sendRefusal(error);
    }
  },
  read: (ask) => call('chat.read', ask),
  recall: (ask) => call('chat.recall', ask),
  stream: createEventStream({ address: (after) => `${gatewayBase()}/chat/stream?after=${after}`, read: readEvent }),
});
