import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** One stream of Server-Sent Events. What is written after its end is dropped. */
export interface EventStream {
  /** Writes an event; with an id it is what the browser asks on from after a cut. */
  send(event: string, data: unknown, id?: number): void;
  /** Says nothing, so that a proxy between does not take the line for dead. */
  comment(): void;
  /** Resolves once a slow reader has room again, or the stream is over. */
  ready(): Promise<void>;
  end(): void;
  readonly isOpen: boolean;
  /** Whether its reader keeps up. */
  readonly hasRoom: boolean;
  /** Runs once when the stream is over, by either side. */
  onEnd(work: () => void): void;
}

/** What a reader may leave unread before no more is written for it. @unit bytes */
const unreadBytes = 65_536;
/** When a browser comes back after a cut; spread, so that not all do so at once. @unit ms @source service 2.2 */
const retryMs = { from: 1000, to: 10_000 } as const;

/** Begins a stream on a response: headers, and when to come back. */
export const openEventStream = (raw: ServerResponse, headers: readonly string[]): EventStream => {
  let isOpen = true;
  const atEnd: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const hasRoom = (): boolean => raw.writableLength < unreadBytes;
  const goOn = (): void => {
    for (const go of waiting.splice(0)) go();
  };
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    goOn();
    for (const work of atEnd.splice(0)) work();
  };
  raw.on('close', close);
  raw.on('error', close);
  raw.on('drain', goOn);
  // A proxy that gathers would hold everything back.
  raw.writeHead(200, [...headers, 'content-type', 'text/event-stream; charset=utf-8', 'x-accel-buffering', 'no']);
  raw.write(`retry: ${randomInt(retryMs.from, retryMs.to + 1)}\n\n`);
  return {
    send(event, data, id) {
      if (!isOpen) return;
      const named = id === undefined ? '' : `id: ${id}\n`;
      raw.write(`${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    comment() {
      // Who does not read what there is needs no sign of life.
      if (isOpen && hasRoom()) raw.write(':\n\n');
    },
    ready: () => (isOpen && !hasRoom() ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    end() {
      if (!isOpen) return;
      raw.end();
      close();
    },
    get hasRoom() {
      return hasRoom();
    },
    get isOpen() {
      return isOpen;
    },
    onEnd(work) {
      if (isOpen) atEnd.push(work);
      else work();
    },
  };
};
