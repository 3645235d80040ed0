import { type ConversationClock, pageClock } from './conversation-clock.ts';
import type { OutgoingContent, OwnMessage } from './conversation-message.ts';
import { ConversationRunner } from './conversation-runner.ts';
import type { ConversationState } from './conversation-state.ts';
import { type ConversationStorage, createMemoryStorage } from './conversation-storage.ts';
import { browserTabs, type ConversationTabs } from './conversation-tabs.ts';
import { createKeptQueue } from './kept-queue.ts';
import { unsentIn } from './own-messages.ts';
import type { ConversationTransport } from './transport.ts';

/** Options of a conversation. */
export interface ConversationOptions {
  transport: ConversationTransport;
  /** Who keeps drafts and unsent messages on this device: the user and the tenant in one text. */
  owner: string;
  /** Where they are kept; default as long as the page lasts. */
  storage?: ConversationStorage;
  /** What pages of one browser share; default Web Locks and a broadcast channel. */
  tabs?: ConversationTabs;
  clock?: ConversationClock;
  /** Makes the name of a message. */
  newId?: () => string;
  /** Messages of a page of history; default 50. */
  pageSize?: number;
  /** How often to look for news where no stream is; default 20 000 ms. */
  pollMs?: number;
  /** Called for each hint of the stream. */
  onHint?: (of: string) => void;
}

/** A conversation that runs: its state, and what a person does. */
export interface Conversation {
  state: () => ConversationState;
  /** Calls after each change; returns what stops it. */
  subscribe: (changed: () => void) => () => void;
  /** Starts, once for however many callers; the returned function stops after the last of them. */
  start: () => () => void;
  /** Puts a message into the queue; returns its name. */
  send: (content: OutgoingContent) => string;
  retry: (clientId: string) => void;
  /** Drops a message that failed. */
  drop: (clientId: string) => void;
  /** Says that a person has seen the messages up to a number. */
  seen: (seq: number) => void;
  older: () => void;
  recall: (seq: number) => Promise<unknown>;
  setDraft: (draft: string) => void;
  /** Looks for news and tries the line at once: when the page is shown again, or the network is back. */
  wake: () => void;
  /** What would be lost by leaving. */
  unsent: () => readonly OwnMessage[];
  /** Stops in all pages of the browser and drops what is kept: at a logout. */
  leave: () => Promise<void>;
}

/** How often the other side is given to know that one is typing; it forgets it in twice that time. */
const typingEveryMs = 3000;

const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Makes a conversation, stopped. */
export function createConversation(options: ConversationOptions): Conversation {
  const { clock = pageClock, newId = randomId, transport } = options;
  const runner = new ConversationRunner({
    clock,
    transport,
    tabs: options.tabs ?? browserTabs,
    kept: createKeptQueue(options.storage ?? createMemoryStorage(), options.owner),
    owner: options.owner,
    pageSize: options.pageSize ?? 50,
    pollMs: options.pollMs ?? 20_000,
    onHint: options.onHint,
  });
  const state = (): ConversationState => runner.state;
  let typedAt = Number.NEGATIVE_INFINITY;
  const sayTyping = (draft: string): void => {
    const { conversationId, draft: before } = state();
    if (draft === '' || draft === before || conversationId === undefined || clock.now() - typedAt < typingEveryMs)
      return;
    typedAt = clock.now();
    transport.typing?.({ conversationId }).catch(() => {});
  };
  return {
    state,
    subscribe: (changed) => runner.subscribe(changed),
    start: () => runner.start(),
    send(content) {
      const { own } = state();
      const clientId = newId();
      const at = clock.now();
      const order = Math.max(at, (own.at(-1)?.message.order ?? 0) + 1);
      runner.publish({ kind: 'queued', message: { ...content, clientId, at, order } });
      return clientId;
    },
    retry(clientId) {
      const isTaken = state().own.some((one) => one.message.clientId === clientId && one.reason === 'conflict');
      // a name that stands for another message is of no use any more; each page finds the same next one
      runner.publish({ kind: 'retried', clientId, nextId: isTaken ? `${clientId}.1` : clientId });
    },
    drop: (clientId) => runner.publish({ kind: 'dropped', clientId }),
    seen: (seq) => runner.dispatch({ kind: 'seen', seq }),
    older: () => runner.dispatch({ kind: 'older' }),
    async recall(seq) {
      const { conversationId } = state();
      return conversationId === undefined ? undefined : transport.recall({ conversationId, seq });
    },
    setDraft(draft) {
      sayTyping(draft);
      runner.dispatch({ kind: 'drafted', draft }, true);
    },
    wake: () => runner.wake(),
    unsent: () => unsentIn(state()),
    leave: () => runner.leave(),
  };
}
