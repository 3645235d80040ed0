import { expect, test } from 'vitest';
import { createEventStream, type EventStreamOptions } from './event-stream.ts';
import type { StreamEvent } from './transport.ts';

/** What a browser's source is to its page. */
class Source extends EventTarget {
  isOpen = true;
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
  }
  close(): void {
    this.isOpen = false;
  }
  emit(kind: string, data: string): void {
    this.dispatchEvent(new MessageEvent(kind, { data }));
  }
}

function openOne(options: Partial<EventStreamOptions> = {}) {
  const sources: Source[] = [];
  const stream = createEventStream({
    address: (after) => `/chat/stream?after=${after}`,
    open: (address) => {
      sources.push(new Source(address));
      return sources.at(-1) as unknown as EventSource;
    },
    ...options,
  });
  const heard: StreamEvent[] = [];
  let ends = 0;
  const close = stream(
    7,
    (event) => heard.push(event),
    () => {
      ends += 1;
    },
  );
  const [source] = sources;
  if (source === undefined) throw new Error('no source was opened');
  return { source, heard, close, ends: () => ends };
}

test('service 2.2 a stream begins after a number and gives each event under its name', () => {
  const { source, heard } = openOne();
  expect(source.address).toBe('/chat/stream?after=7');
  source.emit('snapshot', '{"conversationId":"c","lastSeq":9,"unread":2}');
  source.emit('message', '{"seq":8,"sender":"agent","type":"text","content":"您好","at":1}');
  source.emit('cursor', '{"other":8}');
  source.emit('reception', '{"receptionId":"r","state":"serving","version":3}');
  source.emit('unread', '{"count":1}');
  expect(heard).toEqual([
    { kind: 'snapshot', conversationId: 'c', lastSeq: 9, unread: 2 },
    { kind: 'message', message: { seq: 8, sender: 'agent', type: 'text', content: '您好', at: 1 } },
    { kind: 'cursor', other: 8 },
    { kind: 'reception', reception: { receptionId: 'r', state: 'serving', version: 3 } },
    { kind: 'unread', count: 1 },
  ]);
});

test('service 2.2 a server with other fields is read by the page, and what it does not know is left out', () => {
  const { source, heard } = openOne({
    read: (kind, data) => (kind === 'hint' ? { kind, of: `${Reflect.get(Object(data), 'what')}` } : undefined),
  });
  source.emit('hint', '{"what":"bill"}');
  source.emit('typing', '{"sender":"agent"}');
  source.emit('hint', 'no JSON');
  expect(heard).toEqual([
    { kind: 'hint', of: 'bill' },
    { kind: 'hint', of: 'undefined' },
  ]);
});

test('service 2.2 a cut stream is ended once and not opened again by the browser', () => {
  const { source, ends } = openOne();
  source.dispatchEvent(new Event('error'));
  expect({ isOpen: source.isOpen, ends: ends() }).toEqual({ isOpen: false, ends: 1 });
});

test('service 2.2 closing a stream closes its source and ends nothing', () => {
  const { source, close, ends } = openOne();
  close();
  expect({ isOpen: source.isOpen, ends: ends() }).toEqual({ isOpen: false, ends: 0 });
});
