import type { ChatMessage } from '../message.ts';
import { conversationTexts } from '../texts.ts';
import type { ConversationMessage, OutgoingMessage, OwnMessage } from './conversation-message.ts';
import type { ConversationState } from './conversation-state.ts';

/** How far a message of one's own has come. */
export type SendProgress = 'sending' | 'sent' | 'read' | 'unsent';

/** A message as a list shows it, under the kit's own field names. */
export interface ConversationRow extends ChatMessage {
  /** Stays when the message gets its number: the list's `rowKey`. */
  key: string;
  seq: number | undefined;
  /** Undefined for messages of others. */
  status: SendProgress | undefined;
  clientId: string | undefined;
  card: unknown;
  /** The server's words about a refusal. */
  words: string | undefined;
}

/** Whose messages are one's own, and the words about recalled ones. */
export interface RowOptions {
  side?: 'user' | 'agent' | undefined;
  texts?: Partial<typeof conversationTexts> | undefined;
}

const keyOf = (clientId: string | undefined, seq: number | undefined): string =>
  clientId === undefined ? `seq/${seq}` : `own/${clientId}`;

/** Makes the function that reads a state's rows; a row that has not changed is the same object as before. */
export function createRowReader({
  side = 'user',
  texts,
}: RowOptions = {}): (state: ConversationState) => readonly ConversationRow[] {
  const words = { ...conversationTexts, ...texts };
  let made = new Map<object, ConversationRow>();
  let last: { of: readonly unknown[]; rows: readonly ConversationRow[] } = { of: [], rows: [] };

  const numbered = (message: ConversationMessage, readTo: number): ConversationRow => {
    const { seq, clientId, at } = message;
    const isOwn = message.sender === side;
    const base = { key: keyOf(clientId, seq), dialogId: `${seq}`, seq, clientId, createTime: at, words: undefined };
    if (message.recalledBy !== undefined) {
      const messageContent = isOwn ? words.ownRecalled : words.recalled;
      const text = { messageSender: 'system', messageType: 'text', messageContent, multimediaUrl: '' } as const;
      return { ...base, ...text, key: keyOf(undefined, seq), status: undefined, card: undefined };
    }
    return {
      ...base,
      messageSender: message.sender,
      messageType: message.type,
      messageContent: message.content,
      multimediaUrl: message.url ?? '',
      status: isOwn ? (seq <= readTo ? 'read' : 'sent') : undefined,
      card: message.card,
    };
  };
  const queued = ({ message, status, seq, reason, words: reasonWords }: OwnMessage): ConversationRow => ({
    // the name of an unsent one may be another message's
    key: reason === 'conflict' ? `unsent/${message.clientId}` : keyOf(message.clientId, seq),
    dialogId: message.clientId,
    seq,
    clientId: message.clientId,
    createTime: message.at,
    messageSender: side,
    messageType: message.type,
    messageContent: message.content || nameOf(message),
    multimediaUrl: '',
    status: status === 'failed' ? 'unsent' : status === 'sent' ? 'sent' : 'sending',
    card: message.card,
    words: reasonWords,
  });
  return (state) => {
    const of = [state.messages, state.own, state.from, state.to, state.cursors.other];
    if (of.every((part, at) => part === last.of[at])) return last.rows;
    const next = new Map<object, ConversationRow>();
    const keep = (source: object, row: () => ConversationRow, isCurrent: (row: ConversationRow) => boolean) => {
      const known = made.get(source);
      const current = known && isCurrent(known) ? known : row();
      next.set(source, current);
      return current;
    };
    const readTo = state.cursors.other;
    const rows = [
      ...state.messages
        .filter(({ seq, recalls }) => seq >= state.from && seq <= state.to && recalls === undefined)
        .map((one) =>
          keep(
            one,
            () => numbered(one, readTo),
            ({ status }) => status !== 'sent' || one.seq > readTo,
          ),
        ),
      ...state.own.map((one) =>
        keep(
          one,
          () => queued(one),
          () => true,
        ),
      ),
    ];
    made = next;
    last = { of, rows };
    return rows;
  };
}

const nameOf = ({ fileName }: OutgoingMessage): string => fileName ?? '';
