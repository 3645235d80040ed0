import type { MessageTime, MessageType } from '../message.ts';

/** Who speaks in a conversation. */
export type ConversationSender = 'user' | 'robot' | 'agent' | 'system';

/** A message as the server numbered it: without gaps from the conversation's first, and never changed. */
export interface ConversationMessage {
  seq: number;
  sender: ConversationSender;
  type: MessageType;
  content: string;
  at: MessageTime;
  /** The author's own name of it, given back to its author alone. */
  clientId?: string | undefined;
  /** An address for pictures and files. */
  url?: string | undefined;
  /** What a slot of the caller shows; the kit passes it on. */
  card?: unknown;
  /** The number of the message that this one takes back. */
  recalls?: number | undefined;
  /** The number of the message that took this one back. */
  recalledBy?: number | undefined;
}

/** What a person sends. */
export interface OutgoingContent {
  type: MessageType;
  content: string;
  /** A picture or a file, which waits offline with the rest. */
  file?: Blob | undefined;
  fileName?: string | undefined;
  card?: unknown;
}

/** A message of one's own on its way; `order` is its place in the queue. */
export interface OutgoingMessage extends OutgoingContent {
  clientId: string;
  order: number;
  at: number;
}

/** Why a message is unsent: its name is taken by another one, the server refuses it, or it never got an answer. */
export type UnsentReason = 'conflict' | 'refused' | 'unreachable';

/** A message of one's own until the server's copy is shown in its place. */
export interface OwnMessage {
  readonly message: OutgoingMessage;
  readonly status: 'waiting' | 'sent' | 'failed';
  /** Its number, once the server has answered. */
  readonly seq: number | undefined;
  readonly tries: number;
  readonly reason: UnsentReason | undefined;
  /** The server's words about a refusal. */
  readonly words: string | undefined;
}

/** How far each side has read. */
export interface Cursors {
  readonly own: number;
  readonly other: number;
}

/** What happens between the opening and the end of a talk. `version` rises with each change, over all of a conversation. */
export interface Reception {
  receptionId: string;
  state: 'robot' | 'waiting' | 'serving' | 'ended' | 'left';
  version: number;
  /** How many wait before this one. */
  waitingBefore?: number | undefined;
  /** The name of the person who serves. */
  agent?: string | undefined;
}
