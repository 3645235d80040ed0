import type { ConversationTransport, StreamEvent } from './transport.ts';

/** Options of a stream by Server-Sent Events. */
export interface EventStreamOptions {
  /** The address of the stream of what comes after a number. */
  address: (after: number) => string;
  /** Reads an event of your server by its name and its parsed data; undefined for one that means nothing here. Default: the data are the event's fields. */
  read?: (kind: StreamEvent['kind'], data: unknown) => StreamEvent | undefined;
  /** Makes the source; default the browser's, with credentials. */
  open?: (address: string) => EventSource;
}

const kinds: readonly StreamEvent['kind'][] = [
  'snapshot',
  'message',
  'cursor',
  'reception',
  'typing',
  'unread',
  'hint',
];

/** A message and a reception stand in the event as they are; the others' fields are the event's own. */
const asSent = (kind: StreamEvent['kind'], data: unknown): StreamEvent =>
  (kind === 'message' || kind === 'reception' ? { kind, [kind]: data } : { kind, ...Object(data) }) as StreamEvent;

const withCredentials = (address: string): EventSource => new EventSource(address, { withCredentials: true });

/**
 * Makes a transport's `stream` from Server-Sent Events named after what they carry, with JSON in them. A cut stream is closed
 * for good: the conversation opens the next one after the last message that it has, with pauses that grow.
 */
export function createEventStream({
  address,
  read = asSent,
  open = withCredentials,
}: EventStreamOptions): NonNullable<ConversationTransport['stream']> {
  return (after, heard, ended) => {
    const source = open(address(after));
    for (const kind of kinds) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        const event = read(kind, parsed(data));
        if (event !== undefined) heard(event);
      });
    }
    source.addEventListener('error', () => {
      source.close();
      ended();
    });
    return () => source.close();
  };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};
