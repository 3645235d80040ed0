import type { OutgoingMessage, UnsentReason } from './conversation-message.ts';
import type { HistoryAsk, HistoryPage, Opened, Sent, StreamEvent } from './transport.ts';

/** Everything that changes a conversation: answers, what a stream brings, what a person does, and what a clock lets through. */
export type ConversationEvent =
  | { readonly kind: 'opened'; readonly opened: Opened }
  | { readonly kind: 'history'; readonly ask: HistoryAsk; readonly page: HistoryPage }
  | ({ readonly kind: 'sent'; readonly clientId: string } & Sent)
  | { readonly kind: 'limited'; readonly clientId: string }
  | {
      readonly kind: 'unsent';
      readonly clientId: string;
      readonly reason: UnsentReason;
      readonly words?: string | undefined;
    }
  | { readonly kind: 'readDone'; readonly seq: number }
  /** A question without an answer. */
  | { readonly kind: 'failed'; readonly what: 'open' | 'history' | 'read' }
  /** A stream's event; `after` is the number from which that stream gives everything. */
  | { readonly kind: 'heard'; readonly event: StreamEvent; readonly after: number }
  | { readonly kind: 'line'; readonly isUp: boolean }
  | { readonly kind: 'led'; readonly isLeading: boolean }
  | { readonly kind: 'queued'; readonly message: OutgoingMessage }
  /** A message from the storage, which may have failed before. */
  | { readonly kind: 'restored'; readonly message: OutgoingMessage; readonly reason: UnsentReason | undefined }
  | { readonly kind: 'retried'; readonly clientId: string; readonly nextId: string }
  | { readonly kind: 'dropped'; readonly clientId: string }
  | { readonly kind: 'seen'; readonly seq: number }
  | { readonly kind: 'older' }
  | { readonly kind: 'drafted'; readonly draft: string }
  | { readonly kind: 'typingEnded' }
  /** Time to look for news. */
  | { readonly kind: 'due' }
  | { readonly kind: 'released'; readonly what: 'line' | 'limit' };

/** What a conversation wants of its transport. */
export type ConversationEffect =
  | { readonly kind: 'open' }
  | { readonly kind: 'history'; readonly conversationId: string; readonly ask: HistoryAsk }
  | { readonly kind: 'send'; readonly conversationId: string | undefined; readonly message: OutgoingMessage }
  | { readonly kind: 'read'; readonly conversationId: string; readonly seq: number };
