// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChatServer } from '../../testing/chat-server.ts';
import type { ConversationEvent } from './conversation-events.ts';
import type { OutgoingMessage } from './conversation-message.ts';
import { type ConversationState, emptyConversation } from './conversation-state.ts';
import { mostTries, reduceConversation } from './reduce-conversation.ts';

const reduce = (state: ConversationState, events: readonly ConversationEvent[]): ConversationState =>
  events.reduce((now, event) => reduceConversation(now, event)[0], state);
const opened = (lastSeq = 0): ConversationEvent => ({
  kind: 'opened',
  opened: { conversationId: 'c1', firstSeq: 1, lastSeq },
});
const led: ConversationEvent = { kind: 'led', isLeading: true };
const outgoing = (clientId: string, order: number): OutgoingMessage => ({
  clientId,
  order,
  at: order,
  type: 'text',
  content: clientId,
});
const queued = (clientId: string, order: number): ConversationEvent => ({
  kind: 'queued',
  message: outgoing(clientId, order),
});
const numbered = (seq: number, clientId?: string): ConversationEvent => ({
  kind: 'heard',
  after: 0,
  event: {
    kind: 'message',
    message: { seq, sender: 'user', type: 'text', content: clientId ?? `m${seq}`, at: seq, clientId },
  },
});
const factsOf = ({ messages, from, to, cursors, reception, recalls, own }: ConversationState) => ({
  messages,
  from,
  to,
  cursors,
  reception,
  recalls,
  own,
});

/** Everything that a server says while it does what the numbers choose. */
function eventsOf(steps: readonly (readonly [number, number])[]): ConversationEvent[] {
  const server = createChatServer();
  const events: ConversationEvent[] = [];
  server.listen((event) => events.push({ kind: 'heard', event, after: 0 }));
  for (const [kind, n] of steps) {
    if (kind < 3) {
      const { seq } = server.send({ clientId: `${kind}/${n}`, content: `${n}` }, kind === 0 ? 'user' : 'agent');
      if (kind === 0) events.push({ kind: 'sent', clientId: `${kind}/${n}`, seq });
    }
    if (kind === 3) server.recall(n);
    if (kind === 4) server.read(n % 2 ? 'own' : 'other', n);
    if (kind === 5) server.serve((['handOver', 'take', 'transfer', 'end'] as const)[n % 4] ?? 'end', `p${n}`);
    if (kind === 6) events.push({ kind: 'heard', event: server.snapshot(), after: n });
    if (kind === 7) {
      const ask = n % 2 ? { after: Math.max(0, server.table().length - n) } : { before: server.table().length + 1 };
      events.push({ kind: 'history', ask, page: server.history(ask, 5) });
    }
  }
  events.push({ kind: 'history', ask: { after: 0 }, page: server.history({ after: 0 }, 1000) });
  return events;
}

test('service 2.2 every event replayed on stale state gives the fresh state, in any order and as often as it comes', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.tuple(fc.nat(7), fc.nat(9)), { maxLength: 40 })
        .map(eventsOf)
        .chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray(events, { minLength: events.length }),
            fc.array(fc.constantFrom(...events), { maxLength: 30 }),
          ),
        ),
      ([inOrder, shuffled, again]) => {
        const fresh = reduce(emptyConversation, [opened(), ...inOrder]);
        const last = inOrder.at(-1) ?? opened();
        expect(factsOf(reduce(fresh, again))).toEqual(factsOf(fresh));
        expect(factsOf(reduce(emptyConversation, [opened(), ...again, ...shuffled, last]))).toEqual(factsOf(fresh));
      },
    ),
    { numRuns: 500 },
  );
});

test('service 2.4 what is heard before the opening is shown from there on, not before', () => {
  const early = reduce(emptyConversation, [numbered(1), numbered(3)]);
  expect([early.from, early.to]).toEqual([1, 0]);
  const state = reduce(early, [opened(3)]);
  expect([state.from, state.to]).toEqual([3, 3]);
});

test('service 1.2 a number that is missing is asked for, and what comes after it waits', () => {
  const [state, effects] = reduceConversation(reduce(emptyConversation, [opened(), numbered(1)]), numbered(3));
  expect(state.to).toBe(1);
  expect(effects).toEqual([{ kind: 'history', conversationId: 'c1', ask: { after: 1 } }]);
  const healed = reduce(state, [numbered(2)]);
  expect(healed.to).toBe(3);
});

test('service 2.5 a server that repeats what is there instead of what it announced is asked again only after a pause', () => {
  const start = reduce(emptyConversation, [opened(), numbered(1), numbered(3)]);
  const repeated = { seq: 1, sender: 'user', type: 'text', content: 'm1', at: 1 } as const;
  const page = { messages: [repeated], hasMore: false };
  const [state, effects] = reduceConversation(start, { kind: 'history', ask: { after: 1 }, page });
  expect([state.isHeld, effects]).toEqual([true, []]);
  const [, asked] = reduceConversation(state, { kind: 'released', what: 'line' });
  expect(asked).toEqual([{ kind: 'history', conversationId: 'c1', ask: { after: 1 } }]);
});

test('service 2.4 a page that missed what a stream brought before it was heard asks for that, and for nothing that the stream still brings', () => {
  const start = reduce(emptyConversation, [opened()]);
  const snapshot = { kind: 'snapshot', conversationId: 'c1', lastSeq: 6 } as const;
  expect(reduceConversation(start, { kind: 'heard', event: snapshot, after: 0 })[1]).toEqual([]);
  expect(reduceConversation(start, { kind: 'heard', event: snapshot, after: 5 })[1]).toEqual([
    { kind: 'history', conversationId: 'c1', ask: { after: 0 } },
  ]);
});

test('service 3.2 the queue is sent one by one in its order, and a limit stops it without changing that', () => {
  const start = reduce(emptyConversation, [opened(), led, queued('b', 2), queued('a', 1)]);
  expect(start.asking.send).toBe('b');
  const limited = reduce(start, [{ kind: 'limited', clientId: 'b' }]);
  expect(limited.asking.send).toBeUndefined();
  const [next, effects] = reduceConversation(limited, { kind: 'released', what: 'limit' });
  expect(effects).toEqual([{ kind: 'send', conversationId: 'c1', message: outgoing('a', 1) }]);
  const [, more] = reduceConversation(next, { kind: 'sent', clientId: 'a', seq: 1 });
  expect(more).toContainEqual({ kind: 'send', conversationId: 'c1', message: outgoing('b', 2) });
});

test('service 3.2 a page that does not lead sends nothing', () => {
  const [state, effects] = reduceConversation(reduce(emptyConversation, [opened()]), queued('a', 1));
  expect(effects).toEqual([]);
  expect(reduceConversation(state, led)[1]).toHaveLength(1);
});

test('service 3.2 what gets no answer is tried again, and after many answers that fail on a good line a person is asked', () => {
  const line: ConversationEvent = { kind: 'line', isUp: true };
  let state = reduce(emptyConversation, [opened(), led, line, queued('a', 1)]);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    expect(state.own[0]?.status).toBe('waiting');
    state = reduce(state, [
      { kind: 'unsent', clientId: 'a', reason: 'unreachable' },
      { kind: 'released', what: 'line' },
    ]);
  }
  expect(state.own[0]).toMatchObject({ status: 'failed', reason: 'unreachable' });
  // it was stored all the same
  expect(reduce(state, [numbered(1, 'a')]).own).toEqual([]);
});

test('service 3.2 nothing that comes later makes a sent message unsent', () => {
  const line: ConversationEvent = { kind: 'line', isUp: true };
  const sent = reduce(emptyConversation, [
    opened(),
    led,
    line,
    queued('a', 1),
    { kind: 'sent', clientId: 'a', seq: 1 },
  ]);
  const later = reduce(sent, [
    { kind: 'unsent', clientId: 'a', reason: 'refused' },
    { kind: 'unsent', clientId: 'a', reason: 'unreachable' },
    { kind: 'retried', clientId: 'a', nextId: 'a' },
    { kind: 'dropped', clientId: 'a' },
    queued('a', 1),
  ]);
  expect(later.own).toEqual(sent.own);
  expect(later.own[0]).toMatchObject({ status: 'sent', seq: 1 });
});

test('service 3.2 a message whose name is taken is sent under the next one, once however often it is tried again', () => {
  const taken: ConversationEvent = { kind: 'unsent', clientId: 'a', reason: 'conflict' };
  const again: ConversationEvent = { kind: 'retried', clientId: 'a', nextId: 'a.1' };
  const events = [opened(), led, queued('a', 1), taken, again, queued('a', 1), taken, again];
  expect(reduce(emptyConversation, events).own.map(({ message }) => message.clientId)).toEqual(['a.1']);
});

test('service 1.5 cursors go forward alone, what has been read is sent once, and reading the last clears the count', () => {
  const start = reduce(emptyConversation, [
    opened(),
    numbered(1),
    numbered(2),
    { kind: 'heard', after: 0, event: { kind: 'unread', count: 2 } },
  ]);
  const [state, effects] = reduceConversation(start, { kind: 'seen', seq: 2 });
  expect(effects).toEqual([{ kind: 'read', conversationId: 'c1', seq: 2 }]);
  expect(state).toMatchObject({ unread: 0, cursors: { own: 2 } });
  const done = reduce(state, [{ kind: 'readDone', seq: 2 }]);
  expect(reduceConversation(done, { kind: 'seen', seq: 1 })[1]).toEqual([]);
});

test('service 2.2 older messages that fail to come are asked for again by a press alone', () => {
  const start = reduce(emptyConversation, [opened(60)]);
  expect(start.asking.history).toEqual({ before: 61 });
  const failed = reduce(start, [
    { kind: 'failed', what: 'history' },
    { kind: 'released', what: 'line' },
  ]);
  expect(failed.older).toBe('failed');
  expect(reduceConversation(failed, { kind: 'older' })[1]).toEqual([
    { kind: 'history', conversationId: 'c1', ask: { before: 61 } },
  ]);
});

test('service 3.5 a conversation whose beginning was deleted ends where it begins now', () => {
  const start = reduce(emptyConversation, [opened(60)]);
  const messages = [58, 59, 60].map((seq) => ({ seq, sender: 'agent', type: 'text', content: '', at: 0 }) as const);
  const page: ConversationEvent = { kind: 'history', ask: { before: 61 }, page: { messages, hasMore: false } };
  const state = reduce(start, [page, { kind: 'older' }]);
  expect(state).toMatchObject({ from: 58, firstSeq: 58, older: 'idle' });
});
