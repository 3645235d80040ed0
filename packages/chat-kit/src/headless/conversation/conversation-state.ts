import type {
  ConversationMessage,
  ConversationSender,
  Cursors,
  OwnMessage,
  Reception,
} from './conversation-message.ts';
import type { HistoryAsk } from './transport.ts';

/** What is known of a conversation. Objects are never changed; what is the same stays the same object. */
export interface ConversationState {
  readonly isOpen: boolean;
  /** Undefined until a visitor's first message is stored. */
  readonly conversationId: string | undefined;
  /** By number; those from `from` to `to` are without gaps and shown, later ones wait for what is missing. */
  readonly messages: readonly ConversationMessage[];
  readonly from: number;
  readonly to: number;
  /** The first number that the server has. */
  readonly firstSeq: number;
  /** The last number that the server is known to have, where nothing else brings what is missing. */
  readonly known: number;
  /** Recalled numbers, with the number of the message that recalled them. */
  readonly recalls: ReadonlyMap<number, number>;
  /** One's own messages that are not shown as numbered ones yet, in their order. */
  readonly own: readonly OwnMessage[];
  readonly cursors: Cursors;
  readonly reception: Reception | undefined;
  /** Who on the other side is typing. */
  readonly typing: ConversationSender | undefined;
  readonly unread: number;
  readonly draft: string;
  /** Whether a stream brings what is new; unknown before the first one. */
  readonly line: 'unknown' | 'up' | 'down';
  /** Whether this page holds the stream and sends the queue. */
  readonly isLeading: boolean;
  /** Nothing is asked until the line has had its pause. */
  readonly isHeld: boolean;
  /** Nothing is sent until a limit ends. */
  readonly isLimited: boolean;
  readonly older: 'idle' | 'wanted' | 'loading' | 'failed';
  /** Whether to look for news though none is known. */
  readonly isDue: boolean;
  /** Up to where the server knows that one has read. */
  readonly readDone: number;
  readonly asking: Asking;
}

/** What is on its way, one of each kind. */
export interface Asking {
  readonly open?: true | undefined;
  readonly history?: HistoryAsk | undefined;
  readonly send?: string | undefined;
  readonly read?: number | undefined;
}

/** A conversation of which nothing is known. */
export const emptyConversation: ConversationState = {
  isOpen: false,
  conversationId: undefined,
  messages: [],
  from: 1,
  to: 0,
  firstSeq: 1,
  known: 0,
  recalls: new Map(),
  own: [],
  cursors: { own: 0, other: 0 },
  reception: undefined,
  typing: undefined,
  unread: 0,
  draft: '',
  line: 'unknown',
  isLeading: false,
  isHeld: false,
  isLimited: false,
  older: 'idle',
  isDue: false,
  readDone: 0,
  asking: {},
};
