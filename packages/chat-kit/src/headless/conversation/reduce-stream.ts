import type { Cursors, Reception } from './conversation-message.ts';
import type { ConversationState } from './conversation-state.ts';
import { cover, mergeMessages } from './merge-messages.ts';
import type { StreamEvent } from './transport.ts';

/** Takes a reception that is newer than the known one. */
export const newerReception = (state: ConversationState, reception: Reception | undefined): ConversationState =>
  reception === undefined || reception.version <= (state.reception?.version ?? 0) ? state : { ...state, reception };

/** Moves cursors forward, never back. */
export function raiseCursors(
  state: ConversationState,
  { own = 0, other = 0 }: { readonly [Side in keyof Cursors]?: number | undefined },
): ConversationState {
  const { cursors } = state;
  if (own <= cursors.own && other <= cursors.other) return state;
  const next = { own: Math.max(own, cursors.own), other: Math.max(other, cursors.other) };
  // having read the last message is having read all
  return { ...state, cursors: next, unread: next.own >= Math.max(state.to, 1) ? 0 : state.unread };
}

/** Takes cursors as the server has them. */
export function serverCursors(
  state: ConversationState,
  cursors: { readonly [Side in keyof Cursors]?: number | undefined },
): ConversationState {
  const next = raiseCursors(state, cursors);
  return (cursors.own ?? 0) > next.readDone ? { ...next, readDone: cursors.own ?? 0 } : next;
}

/** What a stream's event changes; `after` is the number from which its stream gives everything. */
export function reduceHeard(state: ConversationState, event: StreamEvent, after: number): ConversationState {
  switch (event.kind) {
    case 'snapshot':
      return reduceSnapshot(state, event, after);
    case 'message': {
      const { message } = event;
      const merged = mergeMessages(state, [message]);
      const covered = cover(merged, merged.from, merged.to);
      const isTyped = message.sender === state.typing;
      // a number beyond the next one says that something in between is missing
      const known = Math.max(covered.known, message.seq);
      return isTyped ? { ...covered, known, typing: undefined } : { ...covered, known };
    }
    case 'cursor':
      return serverCursors(state, event);
    case 'reception':
      return newerReception(state, event.reception);
    case 'typing':
      return { ...state, typing: event.sender };
    case 'unread':
      return { ...state, unread: event.count };
    case 'hint':
      return state;
  }
}

function reduceSnapshot(
  state: ConversationState,
  { conversationId, lastSeq, cursors, reception, unread }: Extract<StreamEvent, { kind: 'snapshot' }>,
  after: number,
): ConversationState {
  const next = {
    ...state,
    conversationId: conversationId ?? state.conversationId,
    unread: unread ?? state.unread,
    // the stream itself brings what comes after its beginning
    known: state.to < after ? Math.max(state.known, lastSeq) : state.known,
  };
  return serverCursors(newerReception(next, reception), cursors ?? {});
}
