import { type ConversationTransport, SendRefusal, type StreamEvent } from '@ronghui/chat-kit';
import { CallError, errorText } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { deskLineStore, followDesk } from './desk-line.ts';
import { contentOf, withFileCard } from './file/file-queries.ts';

/** What is down now is asked again; what is refused is unsent, with its words. */
const sendRefusal = (error: unknown): unknown => {
  if (!(error instanceof CallError) || error.kind !== 'reply' || error.status >= 500) return error;
  const words = errorText('ops.chat.send', error);
  // Too many calls of an address wait, and keep their order.
  if (error.status === 429) return new SendRefusal('limited', { words, retryAfter: 2 });
  return new SendRefusal(error.errCode === 'RHCS003' ? 'conflict' : 'refused', { words });
};

const pageSize = 50;

/**
 * A conversation's stream out of the desk's hints: each has the messages after the last one asked for. While no hints come it says nothing, and the page looks by
 * its queue.
 *
 * @source service 2.3
 */
const streamOf =
  (conversationId: string): NonNullable<ConversationTransport['stream']> =>
  (after, heard, ended) => {
    let last = after;
    let hasBegun = false;
    let isAsking = false;
    let isStale = false;
    let isOver = false;
    const give = (event: StreamEvent): void => {
      if (!isOver) heard(event);
    };
    /** One page; whether there is more. */
    const ask = async (): Promise<boolean> => {
      const asked = { conversationId, after: last, limit: pageSize };
      const { messages, hasMore, reception, cursors, ...rest } = await call('ops.chat.history', asked);
      if (!hasBegun) give({ kind: 'snapshot', conversationId, reception: reception ?? undefined, cursors, ...rest });
      hasBegun = true;
      for (const message of messages) {
        give({ kind: 'message', message: withFileCard(message) });
        last = message.seq;
      }
      if (reception !== null) give({ kind: 'reception', reception });
      give({ kind: 'cursor', ...cursors });
      give({ kind: 'unread', count: rest.unread });
      return hasMore;
    };
    const bringUp = async (): Promise<void> => {
      isStale = true;
      if (isAsking) return;
      isAsking = true;
      try {
        while (isStale && !isOver) {
          isStale = false;
          isStale = (await ask()) || isStale;
        }
      } catch {
        if (!isOver) ended();
      }
      isAsking = false;
    };
    const stop = followDesk({
      conversation(which) {
        if (which === undefined || which === conversationId) void bringUp();
      },
      typing(which) {
        if (which === conversationId) give({ kind: 'typing', sender: 'user' });
      },
    });
    if (deskLineStore.get()) void bringUp();
    return () => {
      isOver = true;
      stop();
    };
  };

/** A customer's conversation as the desk reads and answers it. */
export const deskTransport = (conversationId: string): ConversationTransport => ({
  async open() {
    const { lastSeq, cursors, unread, reception } = await call('ops.chat.history', { conversationId, limit: 1 });
    return { conversationId, firstSeq: 1, lastSeq, cursors, unread, reception: reception ?? undefined };
  },
  async history({ limit, conversationId: id, ...ask }) {
    const { messages, hasMore } = await call('ops.chat.history', { conversationId: id, limit, ...ask });
    return { messages: messages.map(withFileCard), hasMore };
  },
  async send({ clientId, ...message }) {
    try {
      return await call('ops.chat.send', { conversationId, clientId, ...(await contentOf(conversationId, message)) });
    } catch (error) {
      throw sendRefusal(error);
    }
  },
  read: (ask) => call('ops.chat.read', ask),
  recall: (ask) => call('ops.chat.recall', ask),
  typing: (ask) => call('ops.chat.typing', ask),
  stream: streamOf(conversationId),
});
