import {
  type Conversation,
  type ConversationStorage,
  type ConversationTransport,
  createBrowserStorage,
  createConversation,
  SendRefusal,
} from '@ronghui/chat-kit';
import { CallError, errorText } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { identityStore } from '@ronghui/web/session/identity';
import { draftsOf } from './desk-drafts.ts';

/** The conversation asks nothing by itself: a question counts as work, and would keep the member logged in. The queue says when to look. */
const neverMs = 2_147_483_647;

/** What is down now is asked again; what is refused is unsent, with its words. */
const sendRefusal = (error: unknown): unknown => {
  if (!(error instanceof CallError) || error.kind !== 'reply' || error.status >= 500) return error;
  const words = errorText('ops.chat.send', error);
  return new SendRefusal(error.errCode === 'RHCS003' ? 'conflict' : 'refused', { words });
};

const transportOf = (conversationId: string): ConversationTransport => ({
  async open() {
    const { lastSeq, cursors, unread, reception } = await call('ops.chat.history', { conversationId, limit: 1 });
    return { conversationId, firstSeq: 1, lastSeq, cursors, unread, reception: reception ?? undefined };
  },
  history: ({ limit, conversationId: id, ...ask }) => call('ops.chat.history', { conversationId: id, limit, ...ask }),
  async send({ clientId, content }) {
    try {
      return await call('ops.chat.send', { conversationId, clientId, content });
    } catch (error) {
      throw sendRefusal(error);
    }
  },
  read: (ask) => call('ops.chat.read', ask),
  recall: () => Promise.reject(new Error('the desk takes nothing back yet')),
});

const open = new Map<string, Conversation>();
let kept: ConversationStorage | undefined;
// Who logs out leaves nothing in the page; `sign-out.ts` drops what is kept in the browser, by its name.
identityStore.subscribe(() => {
  open.clear();
  kept = undefined;
});
/** How many conversations keep their draft and what was read of them. */
const most = 50;

/** A customer's conversation as the desk holds it; its draft stays while one looks at others, and over a reload. @source service 5.2 */
export const deskConversation = (staffId: string, conversationId: string): Conversation => {
  const owner = `${staffId} ${conversationId}`;
  const known = open.get(owner);
  if (known !== undefined) return known;
  kept ??= createBrowserStorage('ronghui-desk');
  const made = createConversation({
    transport: transportOf(conversationId),
    owner,
    storage: draftsOf(kept, staffId, conversationId),
    pollMs: neverMs,
  });
  open.set(owner, made);
  const [oldest] = open.keys();
  if (open.size > most && oldest !== undefined) open.delete(oldest);
  return made;
};
