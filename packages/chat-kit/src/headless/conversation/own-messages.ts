import type { ConversationMessage, OutgoingMessage, OwnMessage, UnsentReason } from './conversation-message.ts';
import type { ConversationState } from './conversation-state.ts';

const isBefore = (a: OutgoingMessage, b: OutgoingMessage): boolean =>
  a.order === b.order ? a.clientId < b.clientId : a.order < b.order;

/** Whether a person has reason to fear for messages: they wait, or failed. */
export const unsentIn = (state: ConversationState): readonly OwnMessage[] =>
  state.own.filter(({ status }) => status !== 'sent');

/** Whether a numbered message is this one, or another one under its name; undefined where its words are gone. */
function isCopyOf(numbered: ConversationMessage, { type, content }: OutgoingMessage): boolean | undefined {
  if (numbered.recalledBy !== undefined) return undefined;
  return type !== 'text' || numbered.content === content;
}

/** Puts a message into the queue by its order; one that is known, or already numbered, is not put in again. */
export function enqueue(
  state: ConversationState,
  message: OutgoingMessage,
  reason: UnsentReason | undefined,
): ConversationState {
  const isKnown =
    state.own.some((one) => one.message.clientId === message.clientId) ||
    state.messages.some((one) => one.clientId === message.clientId && isCopyOf(one, message));
  if (isKnown) return state;
  const at = state.own.findIndex((one) => isBefore(message, one.message));
  const own = [...state.own];
  own.splice(at < 0 ? own.length : at, 0, {
    message,
    status: reason === undefined ? 'waiting' : 'failed',
    seq: undefined,
    tries: 0,
    reason,
    words: undefined,
  });
  return settleOwn({ ...state, own }, state.messages);
}

/** Changes the message with a name, unless the server has it: nothing that comes later makes a sent one unsent. */
export function changeUnsent(
  state: ConversationState,
  clientId: string,
  change: (one: OwnMessage) => OwnMessage,
): ConversationState {
  const isThere = state.own.some((one) => one.message.clientId === clientId && one.status !== 'sent');
  if (!isThere) return state;
  const own = state.own.map((one) => (one.message.clientId === clientId && one.status !== 'sent' ? change(one) : one));
  return { ...state, own };
}

/** Numbers one's own messages that have come in, and lets go of those that are shown as numbered ones. */
export function settleOwn(state: ConversationState, incoming: readonly ConversationMessage[]): ConversationState {
  if (state.own.length === 0) return state;
  const named = new Map(incoming.map((one) => [one.clientId, one]));
  const own = state.own
    .map((one): OwnMessage => {
      const copy = named.get(one.message.clientId);
      const isCopy = copy && one.seq === undefined ? isCopyOf(copy, one.message) : undefined;
      if (copy === undefined || isCopy === undefined) return one;
      if (!isCopy) return { ...one, status: 'failed', reason: 'conflict' };
      return { ...one, status: 'sent', seq: copy.seq, reason: undefined, words: undefined };
    })
    .filter(({ seq }) => seq === undefined || seq > state.to);
  const isSame = own.length === state.own.length && own.every((one, at) => one === state.own[at]);
  return isSame ? state : { ...state, own };
}
