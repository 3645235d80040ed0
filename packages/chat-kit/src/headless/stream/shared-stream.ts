import { type ConversationClock, pageClock } from '../conversation/conversation-clock.ts';
import { browserTabs, type ConversationTabs } from '../conversation/conversation-tabs.ts';
import { createStreamLine } from '../conversation/stream-line.ts';
import type { ConversationTransport, StreamEvent } from '../conversation/transport.ts';

/** Options of a stream that the pages of one browser share. */
export interface SharedStreamOptions {
  /** Under which name pages share it: who, and in which area. */
  name: string;
  stream: NonNullable<ConversationTransport['stream']>;
  /** Called on every page for each event. */
  heard: (event: StreamEvent) => void;
  /** Called on every page when the stream is up, and when it is lost. */
  setLine: (isUp: boolean) => void;
  tabs?: ConversationTabs;
  clock?: ConversationClock;
}

/** What pages of one browser say to each other. */
type Posted = { kind: 'event'; event: StreamEvent } | { kind: 'line'; isUp: boolean } | { kind: 'hello' };
const kinds: readonly unknown[] = ['event', 'line', 'hello'];
const isPosted = (data: unknown): data is Posted => kinds.includes(Reflect.get(Object(data), 'kind'));

/**
 * Opens one stream for all pages of a browser: the page that leads holds it, the others hear what it brings, and the next
 * one leads when it is gone. For streams that tell pages what to ask for; returns what stops it on this page.
 */
export function openSharedStream({
  name,
  stream,
  heard,
  setLine,
  tabs = browserTabs,
  clock = pageClock,
}: SharedStreamOptions): () => void {
  let isUp: boolean | undefined;
  const channel = tabs.join(name, (data) => {
    if (!isPosted(data)) return;
    if (data.kind === 'event') heard(data.event);
    else if (data.kind === 'line') setLine(data.isUp);
    else if (isUp !== undefined) channel.post({ kind: 'line', isUp });
  });
  const line = createStreamLine({
    transport: { stream },
    clock,
    // it has no numbers
    after: () => 0,
    heard(event) {
      channel.post({ kind: 'event', event });
      heard(event);
    },
    setLine(now) {
      isUp = now;
      channel.post({ kind: 'line', isUp: now });
      setLine(now);
    },
  });
  channel.post({ kind: 'hello' });
  const letGo = tabs.lead(name, () => line.open());
  return () => {
    line.close();
    channel.close();
    letGo();
  };
}
