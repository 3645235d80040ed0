import type {
  ConversationMessage,
  ConversationSender,
  Cursors,
  OutgoingMessage,
  Reception,
} from './conversation-message.ts';

/** The answer to an opening; the conversation has no name before a visitor's first message. */
export interface Opened {
  conversationId: string | undefined;
  firstSeq: number;
  lastSeq: number;
  cursors?: Cursors | undefined;
  reception?: Reception | undefined;
  unread?: number | undefined;
}

/** A question for messages after a number, or before one. */
export type HistoryAsk = { readonly after: number } | { readonly before: number };

/** All messages next to the number that was asked for, `limit` at most, oldest first. */
export interface HistoryPage {
  messages: readonly ConversationMessage[];
  hasMore: boolean;
}

/** The answer to a message; the same for each repeat of its `clientId`. */
export interface Sent {
  seq: number;
  conversationId?: string | undefined;
}

/** What a stream carries. Only messages are repeated after a cut; a later snapshot makes up for the others. */
export type StreamEvent =
  | ({ readonly kind: 'snapshot' } & Omit<Opened, 'firstSeq'>)
  | { readonly kind: 'message'; readonly message: ConversationMessage }
  | { readonly kind: 'cursor'; readonly own?: number | undefined; readonly other?: number | undefined }
  | { readonly kind: 'reception'; readonly reception: Reception }
  | { readonly kind: 'typing'; readonly sender: ConversationSender; readonly conversationId?: string | undefined }
  | { readonly kind: 'unread'; readonly count: number }
  | { readonly kind: 'hint'; readonly of: string; readonly conversationId?: string | undefined };

/** What a conversation asks of a server. A rejection that is no `SendRefusal` means that the answer is unknown. */
export interface ConversationTransport {
  open: () => Promise<Opened>;
  history: (ask: HistoryAsk & { conversationId: string; limit: number }) => Promise<HistoryPage>;
  /** Sends a message, its file first if it has one. */
  send: (message: OutgoingMessage & { conversationId: string | undefined }) => Promise<Sent>;
  read: (ask: { conversationId: string; seq: number }) => Promise<unknown>;
  recall: (ask: { conversationId: string; seq: number }) => Promise<unknown>;
  /** Says that a person is typing; nothing is asked again where it fails. */
  typing?: ((ask: { conversationId: string }) => Promise<unknown>) | undefined;
  /** Opens a stream that begins with a snapshot and gives every message after a number; returns what closes it. */
  stream?: ((after: number, heard: (event: StreamEvent) => void, ended: () => void) => () => void) | undefined;
}

/**
 * A message that the server did not take, thrown by a transport's `send`: too many at once, a `clientId` that names another
 * message, or anything else that a repeat does not change.
 */
export class SendRefusal extends Error {
  override readonly name = 'SendRefusal';
  readonly reason: 'limited' | 'conflict' | 'refused';
  /** Seconds until a limit ends. */
  readonly retryAfter: number;

  constructor(reason: SendRefusal['reason'], { words = '', retryAfter = 1 } = {}) {
    super(words);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}
