import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChatServer } from './chat-server.ts';

const message = (clientId: string, content = clientId) => ({ clientId, content });

test('service 1.2 the same clientId gets the first answer for ever, with other content a refusal', () => {
  const server = createChatServer();
  const first = server.send(message('a'));
  server.send(message('b'));
  expect(server.send(message('a'))).toEqual(first);
  expect(() => server.send(message('a', 'other'))).toThrow(expect.objectContaining({ reason: 'conflict' }));
  expect(server.table().map((one) => one.content)).toEqual(['a', 'b']);
});

test('service 1.3 a recall is a new message that names the first, and its words are gone for readers', () => {
  const server = createChatServer();
  server.send(message('a', 'secret'));
  server.recall(1);
  server.recall(1);
  expect(server.history({ after: 0 }, 10).messages).toEqual([
    expect.objectContaining({ seq: 1, content: '', recalledBy: 2 }),
    expect.objectContaining({ seq: 2, sender: 'system', recalls: 1 }),
  ]);
});

test('service 1.4 a reception is handed over, taken, transferred and ended, and the next message opens another', () => {
  const server = createChatServer();
  server.send(message('a'));
  server.serve('take', 'Li');
  expect(server.reception()).toMatchObject({ state: 'robot', version: 1 });
  for (const step of ['handOver', 'take', 'transfer', 'end'] as const) server.serve(step, 'Li');
  expect(server.reception()).toMatchObject({ receptionId: 'r1', state: 'ended', version: 5 });
  server.send(message('b'));
  expect(server.reception()).toMatchObject({ receptionId: 'r2', state: 'robot', version: 6 });
});

test('service 1.2 1.5 numbers have no gap and cursors never go back, whatever comes in', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(4), fc.nat(12)), { maxLength: 60 }), (steps) => {
      const server = createChatServer();
      const heard: number[] = [];
      let other = 0;
      server.listen((event) => {
        if (event.kind === 'message') heard.push(event.message.seq);
        if (event.kind !== 'cursor') return;
        expect(event.other).toBeGreaterThan(other);
        other = event.other ?? 0;
      });
      for (const [kind, n] of steps) {
        if (kind < 2) server.send(message(`m${n}`), kind === 0 ? 'user' : 'agent');
        if (kind === 2) server.recall(n);
        if (kind === 3) server.read('other', n);
        if (kind === 4) server.serve(n % 2 === 0 ? 'handOver' : 'end');
      }
      expect(heard).toEqual(server.table().map((_, index) => index + 1));
      const pages = heard.flatMap((seq) => server.history({ before: seq + 1 }, 1).messages);
      expect(pages).toEqual(server.history({ after: 0 }, 100).messages);
    }),
  );
});
