import type { ConversationEffect, ConversationEvent } from './conversation-events.ts';
import type { Asking, ConversationState } from './conversation-state.ts';
import { cover, mergeMessages } from './merge-messages.ts';
import { nextAsks } from './next-asks.ts';
import { changeUnsent, enqueue, settleOwn } from './own-messages.ts';
import { newerReception, raiseCursors, reduceHeard, serverCursors } from './reduce-stream.ts';

/** How often a message that gets no answer is tried while the line is up, before a person is asked. */
export const mostTries = 8;

/**
 * One step of a conversation: the next state, and what to ask of the transport. Pure; an event that is replayed changes
 * nothing, and the server's events lead to the same state in any order.
 */
export function reduceConversation(
  state: ConversationState,
  event: ConversationEvent,
): readonly [state: ConversationState, effects: readonly ConversationEffect[]] {
  return nextAsks(applyEvent(state, event));
}

const without = (state: ConversationState, kind: keyof Asking): ConversationState => ({
  ...state,
  asking: { ...state.asking, [kind]: undefined },
});

/** The queue's head has its answer, if it is the one that was asked about. */
const answered = (state: ConversationState, clientId: string): ConversationState =>
  state.asking.send === clientId ? without(state, 'send') : state;

/** The state after an event, without what to ask next. */
export function applyEvent(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.kind) {
    case 'opened':
      return reduceOpened(without(state, 'open'), event);
    case 'history':
      return reduceHistory(state, event);
    case 'failed':
      return reduceFailed(without(state, event.what), state.asking.history, event.what);
    case 'heard':
      return reduceHeard(state, event.event, event.after);
    case 'line':
      return { ...state, line: event.isUp ? 'up' : 'down', isHeld: state.isHeld && !event.isUp };
    case 'led':
      return {
        ...without(state, 'send'),
        isLeading: event.isLeading,
        isHeld: false,
        isLimited: false,
        line: event.isLeading ? state.line : 'unknown',
      };
    case 'seen':
      return raiseCursors(state, { own: Math.min(event.seq, state.to) });
    case 'readDone':
      return { ...without(state, 'read'), readDone: Math.max(state.readDone, event.seq) };
    case 'older':
      return state.older === 'idle' || state.older === 'failed' ? { ...state, older: 'wanted' } : state;
    case 'drafted':
      return { ...state, draft: event.draft };
    case 'typingEnded':
      return { ...state, typing: undefined };
    case 'due':
      return { ...state, isDue: true };
    case 'released':
      return event.what === 'line' ? { ...state, isHeld: false } : { ...state, isLimited: false };
    case 'queued':
    case 'restored':
    case 'sent':
    case 'limited':
    case 'unsent':
    case 'retried':
    case 'dropped':
      return reduceQueue(state, event);
  }
}

type Of<Kind extends ConversationEvent['kind']> = Extract<ConversationEvent, { kind: Kind }>;

function reduceQueue(
  state: ConversationState,
  event: Of<'queued' | 'restored' | 'sent' | 'limited' | 'unsent' | 'retried' | 'dropped'>,
): ConversationState {
  switch (event.kind) {
    case 'queued':
      return enqueue(state, event.message, undefined);
    case 'restored':
      return enqueue(state, event.message, event.reason);
    case 'sent':
      return reduceSent(answered(state, event.clientId), event);
    case 'limited':
      return { ...answered(state, event.clientId), isLimited: state.isLeading };
    case 'unsent':
      return reduceUnsent(answered(state, event.clientId), event);
    case 'retried':
      return reduceRetried(state, event);
    case 'dropped':
      return {
        ...state,
        own: state.own.filter((one) => one.message.clientId !== event.clientId || one.status !== 'failed'),
      };
  }
}

function reduceRetried(state: ConversationState, { clientId, nextId }: Of<'retried'>): ConversationState {
  const isRetriedAlready = nextId !== clientId && state.own.some(({ message }) => message.clientId === nextId);
  // as after a storage that was read before its name changed
  if (isRetriedAlready) return { ...state, own: state.own.filter(({ message }) => message.clientId !== clientId) };
  const renamed = changeUnsent(state, clientId, (one) => ({
    ...one,
    message: { ...one.message, clientId: nextId },
    status: 'waiting',
    tries: 0,
    reason: undefined,
    words: undefined,
  }));
  // another page may have sent it under that name
  return renamed === state ? state : settleOwn(renamed, renamed.messages);
}

function reduceOpened(state: ConversationState, { opened }: Of<'opened'>): ConversationState {
  const { conversationId, firstSeq, lastSeq, cursors, reception, unread } = opened;
  const begun = state.isOpen ? state : { ...state, from: lastSeq + 1, to: lastSeq, isOpen: true };
  const next = {
    ...begun,
    conversationId: conversationId ?? state.conversationId,
    firstSeq: Math.max(begun.firstSeq, firstSeq),
    known: Math.max(begun.known, lastSeq),
    older: state.isOpen ? state.older : ('wanted' as const),
    unread: unread ?? state.unread,
  };
  return serverCursors(newerReception(cover(next, next.from, next.to), reception), cursors ?? {});
}

function reduceHistory(state: ConversationState, { ask, page }: Of<'history'>): ConversationState {
  const merged = mergeMessages(without(state, 'history'), page.messages);
  const first = page.messages[0]?.seq;
  const last = page.messages.at(-1)?.seq;
  if ('after' in ask) {
    if (ask.after > merged.to) return merged;
    const caughtUp = cover(merged, merged.from, last ?? merged.to);
    // a server that does not have yet what it announced, or repeats what is there, is asked again after a pause
    return { ...caughtUp, isHeld: caughtUp.isHeld || (caughtUp.to === ask.after && caughtUp.known > caughtUp.to) };
  }
  const next: ConversationState = { ...merged, older: 'idle' };
  if (ask.before < next.from) return next;
  const covered = cover(next, first ?? next.from, next.to);
  // what lies before was deleted
  return page.hasMore ? covered : { ...covered, firstSeq: Math.max(covered.firstSeq, covered.from) };
}

/** Older messages are asked for again by a press, everything else after a pause. */
function reduceFailed(state: ConversationState, ask: Asking['history'], what: Of<'failed'>['what']): ConversationState {
  if (what === 'history' && ask && 'before' in ask) return { ...state, older: 'failed' };
  return { ...state, isHeld: true };
}

function reduceSent(state: ConversationState, { clientId, seq, conversationId }: Of<'sent'>): ConversationState {
  const next = changeUnsent({ ...state, conversationId: state.conversationId ?? conversationId }, clientId, (one) => ({
    ...one,
    status: 'sent',
    seq,
    reason: undefined,
    words: undefined,
  }));
  const isStreamed = next.line === 'up';
  return settleOwn(isStreamed ? next : { ...next, known: Math.max(next.known, seq) }, []);
}

function reduceUnsent(state: ConversationState, { clientId, reason, words }: Of<'unsent'>): ConversationState {
  const next = changeUnsent(state, clientId, (one) => {
    const tries = one.tries + 1;
    const isGivenUp = reason !== 'unreachable' || (tries >= mostTries && state.line === 'up');
    return isGivenUp ? { ...one, status: 'failed', tries, reason, words } : { ...one, tries };
  });
  return reason === 'unreachable' && state.isLeading ? { ...next, isHeld: true } : next;
}
