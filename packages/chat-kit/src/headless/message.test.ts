import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChatMessage, messageSenders, messageTypes, readMessage } from './message.ts';

const anyMessage = fc.record({
  dialogId: fc.string(),
  messageSender: fc.constantFrom(...messageSenders),
  messageType: fc.constantFrom(...messageTypes),
  messageContent: fc.string(),
  multimediaUrl: fc.string(),
  createTime: fc.oneof(fc.string(), fc.integer()),
});

test('R12.3 the eight senders and the twelve types are those of the requirement', () => {
  expect(messageSenders.toSorted()).toEqual([
    'agent',
    'client',
    'history',
    'robot',
    'robotin',
    'system',
    'user',
    'userin',
  ]);
  expect(messageTypes).toHaveLength(12);
});

test('R12.3 a message under any other names reads the same as under the kit’s own', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(anyMessage, names, (message, [a = '', b = '', c = '', d = '', e = '', f = '']) => {
      const raw = Object.fromEntries([
        [a, message.dialogId],
        [b, message.messageSender],
        [c, message.messageType],
        [d, message.messageContent],
        [e, message.multimediaUrl],
        [f, message.createTime],
      ]);
      const fields = {
        dialogId: a,
        messageSender: b,
        messageType: c,
        messageContent: d,
        multimediaUrl: e,
        createTime: f,
      };
      expect(readMessage(raw, fields)).toEqual(message);
      expect(readMessage(message)).toEqual(message);
    }),
  );
});

test('R12.3 a field may be read by a function of the caller’s own', () => {
  const raw = { id: 7, from: { kind: 'bot' }, body: 'hi' };
  const read = readMessage(raw, {
    dialogId: (one) => one.id,
    messageSender: (one) => (one.from.kind === 'bot' ? 'robot' : 'user'),
    messageType: () => 'text',
    messageContent: 'body',
  });
  expect(read).toEqual({
    dialogId: '7',
    messageSender: 'robot',
    messageType: 'text',
    messageContent: 'hi',
    multimediaUrl: '',
    createTime: undefined,
  } satisfies ChatMessage);
});

test('R12.3 nothing that a message holds makes reading throw or leave the known senders and types', () => {
  fc.assert(
    fc.property(
      fc.object({ withNullPrototype: true }),
      fc.constantFrom('toString', '__proto__', 'constructor', 'x'),
      (raw, name) => {
        const read = readMessage({ ...raw, messageSender: name, messageType: name }, { messageContent: name });
        expect(read.messageSender).toBe('client');
        expect(read.messageType).toBe('other');
        expect(typeof read.messageContent).toBe('string');
      },
    ),
  );
});
