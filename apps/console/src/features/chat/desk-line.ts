import type { StreamEvent } from '@ronghui/chat-kit';
import { makeStore } from '@ronghui/web/state/store';

/** Whether the desk's stream says what is new; where it does not, the queue is asked for by the clock. */
export const deskLineStore = makeStore<boolean>(false);

/** Hears what to ask for. */
interface DeskListener {
  /** The queue may have changed. */
  readonly queue?: () => void;
  /** A conversation may have changed; all of them where none is named. */
  readonly conversation?: (conversationId: string | undefined) => void;
  /** A customer is typing. */
  readonly typing?: (conversationId: string) => void;
}

const listeners = new Set<DeskListener>();

/** Hears what the stream brings; returns what stops it. */
export const followDesk = (listener: DeskListener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const hear = (event: StreamEvent): void => {
  for (const { queue, conversation, typing } of listeners) {
    if (event.kind === 'typing' && event.conversationId !== undefined) typing?.(event.conversationId);
    // Hints before it may have been missed.
    if (event.kind === 'snapshot') {
      queue?.();
      conversation?.(undefined);
    }
    if (event.kind !== 'hint') continue;
    if (event.of === 'queue') queue?.();
    if (event.of === 'conversation') conversation?.(event.conversationId);
  }
};

/** Opens the desk's stream, one for all pages of the browser; without streams there is none. @source service 2.3, service 2.4 */
export const openDeskLine = (staffId: string): (() => void) => {
  if (typeof EventSource === 'undefined') return () => undefined;
  let isClosed = false;
  let close = (): void => undefined;
  const open = async (): Promise<void> => {
    // No page waits for the stream: its script is no part of what they load first.
    const { openDeskStream } = await import('./desk-stream.ts');
    if (!isClosed) close = openDeskStream(staffId, { heard: hear, setLine: (isUp) => deskLineStore.set(isUp) });
  };
  // Without the script the queue is asked for by the clock.
  open().catch(() => undefined);
  return () => {
    isClosed = true;
    close();
    deskLineStore.set(false);
  };
};
