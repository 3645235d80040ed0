import type { ConversationEffect } from './conversation-events.ts';
import type { ConversationState } from './conversation-state.ts';
import type { HistoryAsk } from './transport.ts';

type Next = readonly [state: ConversationState, effects: readonly ConversationEffect[]];

/** Everything that the state lacks and nobody has been asked for: what is new first, then what is older. */
export function nextAsks(state: ConversationState): Next {
  let next = state;
  const effects: ConversationEffect[] = [];
  for (const ask of state.isOpen ? [askOpen, askHistory, askSend, askRead] : [askOpen]) {
    const [changed, more] = ask(next);
    next = changed;
    effects.push(...more);
  }
  return [next, effects];
}

/** An opening also says what is new, where no stream does. */
function askOpen(state: ConversationState): Next {
  if ((state.isOpen && !state.isDue) || state.asking.open || state.isHeld) return [state, []];
  return [{ ...state, isDue: false, asking: { ...state.asking, open: true } }, [{ kind: 'open' }]];
}

/** Which messages to ask for next. */
function missing(state: ConversationState): HistoryAsk | undefined {
  if (!state.isHeld && state.known > state.to) return { after: state.to };
  return state.older === 'wanted' && state.from > state.firstSeq ? { before: state.from } : undefined;
}

function askHistory(state: ConversationState): Next {
  const { conversationId, asking } = state;
  if (conversationId === undefined || asking.history) return [state, []];
  const ask = missing(state);
  if (ask === undefined) return [state.older === 'wanted' ? { ...state, older: 'idle' } : state, []];
  return [
    { ...state, older: 'before' in ask ? 'loading' : state.older, asking: { ...asking, history: ask } },
    [{ kind: 'history', conversationId, ask }],
  ];
}

/** One at a time and in their order, by the page that leads. */
function askSend(state: ConversationState): Next {
  const { conversationId, asking, own } = state;
  if (!state.isLeading || state.isHeld || state.isLimited || asking.send !== undefined) return [state, []];
  const message = own.find(({ status }) => status === 'waiting')?.message;
  if (message === undefined) return [state, []];
  return [{ ...state, asking: { ...asking, send: message.clientId } }, [{ kind: 'send', conversationId, message }]];
}

function askRead(state: ConversationState): Next {
  const { conversationId, asking, cursors, readDone } = state;
  const seq = cursors.own;
  if (conversationId === undefined || state.isHeld || asking.read !== undefined || seq <= readDone) return [state, []];
  return [{ ...state, asking: { ...asking, read: seq } }, [{ kind: 'read', conversationId, seq }]];
}
