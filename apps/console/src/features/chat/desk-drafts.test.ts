import {
  type Conversation,
  type ConversationStorage,
  type ConversationTransport,
  createConversation,
  createMemoryStorage,
} from '@ronghui/chat-kit';
import { expect, it, vi } from 'vitest';
import { draftsOf } from './desk-drafts.ts';

/** Nothing is answered: a draft needs nobody. */
const never = <Reply>(): Promise<Reply> => new Promise(() => {});
const transport: ConversationTransport = { open: never, history: never, send: never, read: never, recall: never };

/** A conversation as a page of the desk opens it; the returned function closes the page. */
const openPage = (
  kept: ConversationStorage,
  staffId: string,
  conversationId: string,
): { readonly conversation: Conversation; readonly close: () => void } => {
  const conversation = createConversation({
    transport,
    owner: `${staffId} ${conversationId}`,
    storage: draftsOf(kept, staffId, conversationId),
    pollMs: 2_147_483_647,
  });
  return { conversation, close: conversation.start() };
};
/** Types into a conversation and closes its page. */
const typeInto = async (kept: ConversationStorage, conversationId: string, draft: string): Promise<void> => {
  const { conversation, close } = openPage(kept, 's1', conversationId);
  conversation.setDraft(draft);
  await vi.waitFor(async () => expect(JSON.stringify(await kept.all('s1'))).toContain(draft));
  close();
};

it('service 5.2 each conversation has its own draft, which the desk finds again after a reload', async () => {
  const kept = createMemoryStorage();
  await typeInto(kept, 'c1', '第一位客户的回复');
  await typeInto(kept, 'c2', '第二位客户的回复');
  for (const [conversationId, draft] of [
    ['c1', '第一位客户的回复'],
    ['c2', '第二位客户的回复'],
  ] as const) {
    const { conversation, close } = openPage(kept, 's1', conversationId);
    await vi.waitFor(() => expect(conversation.state().draft).toBe(draft));
    close();
  }
  expect(await draftsOf(kept, 's1', 'c3').all('')).toEqual([]);
});

it('service 5.2 a draft that is emptied is kept no more, and those beside it are', async () => {
  const kept = createMemoryStorage();
  await typeInto(kept, 'c1', '一');
  await typeInto(kept, 'c2', '二');
  const { conversation, close } = openPage(kept, 's1', 'c1');
  await vi.waitFor(() => expect(conversation.state().draft).toBe('一'));
  conversation.setDraft('');
  await vi.waitFor(async () => expect(await kept.all('s1')).toHaveLength(1));
  close();
  expect(await draftsOf(kept, 's1', 'c2').all('')).toEqual([{ draft: '二' }]);
});

it('service 3.2 another member of staff finds none of them, and they are gone', async () => {
  const kept = createMemoryStorage();
  await typeInto(kept, 'c1', '只给自己看的');
  const { conversation, close } = openPage(kept, 's2', 'c1');
  await vi.waitFor(async () => expect(await kept.all('s1')).toEqual([]));
  expect(conversation.state().draft).toBe('');
  close();
});

it('service 3.2 who leaves drops the drafts of all conversations', async () => {
  const kept = createMemoryStorage();
  await typeInto(kept, 'c1', '一');
  await typeInto(kept, 'c2', '二');
  await draftsOf(kept, 's1', 'c1').clear();
  expect(await kept.all('s1')).toEqual([]);
});
