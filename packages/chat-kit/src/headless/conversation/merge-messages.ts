import type { ConversationMessage } from './conversation-message.ts';
import type { ConversationState } from './conversation-state.ts';
import { settleOwn } from './own-messages.ts';

/** A message whose words are gone, because it was taken back; the same whether it came before or after its recall. */
const emptied = (message: ConversationMessage, by: number): ConversationMessage =>
  message.recalledBy === by && message.content === ''
    ? message
    : { ...message, content: '', url: undefined, card: undefined, recalledBy: by };

/** Where a number stands in a list, or would stand. */
function placeOf(messages: readonly ConversationMessage[], seq: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last number that is there without a gap after `to`. */
function reach(messages: readonly ConversationMessage[], to: number): number {
  let end = to;
  for (let at = placeOf(messages, to + 1); messages[at]?.seq === end + 1; at += 1) end += 1;
  return end;
}

/** The first number that is there without a gap before `from`. */
function reachBack(messages: readonly ConversationMessage[], from: number): number {
  let start = from;
  for (let at = placeOf(messages, from) - 1; messages[at]?.seq === start - 1; at -= 1) start -= 1;
  return start;
}

/** Puts messages in by their numbers; those that are there already change nothing but their recall. */
export function mergeMessages(state: ConversationState, incoming: readonly ConversationMessage[]): ConversationState {
  const messages = [...state.messages];
  const recalls = new Map(state.recalls);
  for (const message of incoming) {
    if (message.recalls !== undefined) recalls.set(message.recalls, message.seq);
    if (message.recalledBy !== undefined) recalls.set(message.seq, message.recalledBy);
  }
  let isChanged = recalls.size !== state.recalls.size;
  for (const message of incoming) {
    const at = placeOf(messages, message.seq);
    if (messages[at]?.seq === message.seq) continue;
    messages.splice(at, 0, message);
    isChanged = true;
  }
  if (!isChanged) return state;
  for (const [seq, by] of recalls) {
    const at = placeOf(messages, seq);
    const message = messages[at];
    if (message?.seq === seq) messages[at] = emptied(message, by);
  }
  return settleOwn({ ...state, messages, recalls }, incoming);
}

/** Takes what lies between as complete, and with it what follows without a gap. */
export function cover(state: ConversationState, from: number, to: number): ConversationState {
  // the opening says where to begin
  if (!state.isOpen) return state;
  const next = {
    from: reachBack(state.messages, Math.min(state.from, from)),
    to: reach(state.messages, Math.max(state.to, to)),
  };
  if (next.from === state.from && next.to === state.to) return state;
  return settleOwn({ ...state, ...next }, []);
}
