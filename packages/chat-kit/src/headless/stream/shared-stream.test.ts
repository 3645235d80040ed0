// @vitest-environment node
import { expect, test } from 'vitest';
import { createChatWorld } from '../../testing/chat-world.ts';
import { settle } from '../../testing/still-clock.ts';
import type { StreamEvent } from '../conversation/transport.ts';
import { openSharedStream } from './shared-stream.ts';

/** Streams that a test speaks through. */
function makeStreams() {
  const open: { heard: (event: StreamEvent) => void; ended: () => void }[] = [];
  let opened = 0;
  const stream = (_after: number, heard: (event: StreamEvent) => void, ended: () => void) => {
    const one = { heard, ended };
    opened += 1;
    open.push(one);
    return () => void open.splice(open.indexOf(one), 1);
  };
  return { stream, open, opened: () => opened };
}
const snapshot: StreamEvent = { kind: 'snapshot', conversationId: undefined, lastSeq: 0 };
const hint: StreamEvent = { kind: 'hint', of: 'queue' };

test('service 2.4 one stream for all pages of a browser: the page that leads holds it, the others hear it, and the next leads when it is gone', async () => {
  const world = createChatWorld();
  const { stream, open } = makeStreams();
  const pages = [0, 1].map((page) => {
    const log: unknown[] = [];
    const stop = openSharedStream({
      name: 'desk',
      stream,
      heard: ({ kind }) => log.push(kind),
      setLine: (isUp) => log.push(isUp),
      tabs: world.page(page).tabs,
      clock: world.clock,
    });
    return { log, stop };
  });
  const arrive = async (): Promise<void> => {
    await settle();
    while (world.parcels() > 0) await world.deliver(0);
  };
  await arrive();
  expect(open).toHaveLength(1);
  open[0]?.heard(snapshot);
  open[0]?.heard(hint);
  await arrive();
  const heard = [true, 'snapshot', 'hint'];
  expect(pages.map(({ log }) => log)).toEqual([heard, heard]);
  pages[0]?.stop();
  expect(open).toHaveLength(1);
  open[0]?.heard(snapshot);
  await arrive();
  expect(pages[1]?.log).toEqual([...heard, true, 'snapshot']);
  pages[1]?.stop();
  expect(open).toEqual([]);
});

test('service 2.4 a stream that is lost is opened again after a pause, and a page that comes later learns how the line is', async () => {
  const world = createChatWorld();
  const { stream, open, opened } = makeStreams();
  const lines: boolean[][] = [[], []];
  const start = (page: number) =>
    openSharedStream({
      name: 'desk',
      stream,
      heard: () => {},
      setLine: (isUp) => lines[page]?.push(isUp),
      tabs: world.page(page).tabs,
      clock: world.clock,
    });
  const stops = [start(0)];
  open[0]?.heard(snapshot);
  open[0]?.ended();
  expect([opened(), lines[0]]).toEqual([1, [true, false]]);
  await world.clock.move(1000);
  expect(opened()).toBe(2);
  open[0]?.heard(snapshot);
  stops.push(start(1));
  while (world.parcels() > 0) await world.deliver(0);
  expect(lines).toEqual([[true, false, true], [true]]);
  for (const stop of stops) stop();
});
