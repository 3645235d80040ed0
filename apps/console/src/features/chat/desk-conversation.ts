import {
  type Conversation,
  type ConversationStorage,
  createBrowserStorage,
  createConversation,
} from '@ronghui/chat-kit';
import { identityStore } from '@ronghui/web/session/identity';
import { draftsOf } from './desk-drafts.ts';
import { deskTransport } from './desk-transport.ts';

/** The conversation asks nothing by itself: a question counts as work, and would keep the member logged in. The queue says when to look. */
const neverMs = 2_147_483_647;

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
    transport: deskTransport(conversationId),
    owner,
    storage: draftsOf(kept, staffId, conversationId),
    pollMs: neverMs,
  });
  open.set(owner, made);
  const [oldest] = open.keys();
  if (open.size > most && oldest !== undefined) open.delete(oldest);
  return made;
};
