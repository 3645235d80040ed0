import { expect, it } from 'vitest';
import { deskStateOf, hintsBetween } from './desk-hints.ts';

const row = (conversation_id: string, last_seq: number, mark = 'a') => ({ conversation_id, last_seq, mark });

it('service 2.3 hints name the conversations that changed, came or left, then the queue under another version', () => {
  const before = deskStateOf([row('c1', 3), row('c2', 5), row('c3', 1)]);
  const after = deskStateOf([row('c2', 6), row('c3', 1, 'b'), row('c4', 1)]);
  expect(hintsBetween(before, after)).toEqual([
    { of: 'conversation', conversationId: 'c2', lastSeq: 6 },
    { of: 'conversation', conversationId: 'c3', lastSeq: 1 },
    { of: 'conversation', conversationId: 'c4', lastSeq: 1 },
    { of: 'conversation', conversationId: 'c1', lastSeq: 3 },
    { of: 'queue', version: after.version },
  ]);
});

it('service 2.3 the version follows from the rows alone, so that every node gives the same one and nothing new is no hint', () => {
  const rows = [row('c1', 3), row('c2', 5)];
  expect(deskStateOf(rows).version).toBe(deskStateOf(rows.map((each) => ({ ...each }))).version);
  expect(hintsBetween(deskStateOf(rows), deskStateOf(rows))).toEqual([]);
  expect(deskStateOf(rows.toReversed()).version).not.toBe(deskStateOf(rows).version);
});
