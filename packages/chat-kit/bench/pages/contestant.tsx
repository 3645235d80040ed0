import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type BenchMessage, benchMessage, benchMessages } from './conversation.ts';

/** The benchmark's interface to each contestant. */
export interface Contestant {
  /** Mounts a conversation; resolves with the milliseconds until its last message is painted in view. */
  mount: (count: number) => Promise<number>;
  /** Appends one message; resolves with the milliseconds and the frames until it is painted in view. */
  append: () => Promise<{ ms: number; frames: number }>;
  /** Prepends older messages. */
  prepend: (count: number) => void;
  /** The scrolling element. */
  scroller: () => HTMLElement | null;
  /** Whether the oldest message is in the document. */
  isComplete: () => boolean;
  /** Rows of the conversation in the document. */
  rows: () => number;
}

declare global {
  interface Window {
    contestant: Contestant;
  }
}

/** What a contestant's page provides. */
export interface Parts {
  List: ComponentType<{ messages: BenchMessage[] }>;
  rowSelector: string;
  scrollerSelector: string;
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves after the paint of the current frame. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });

/** The last row in the document, searched from the end so that the search itself costs little. */
function lastRow(scroller: Element, rowSelector: string): Element | undefined {
  const walker = document.createTreeWalker(scroller, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.lastChild(); node !== null; node = walker.lastChild()) walker.currentNode = node;
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.previousNode()) {
    if (node instanceof Element && node.matches(rowSelector)) return node;
  }
  return undefined;
}

/** Mounts a contestant on the page. */
export function enter({ List, rowSelector, scrollerSelector }: Parts): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('the page has no #root');
  const page: { setMessages: (change: (messages: BenchMessage[]) => BenchMessage[]) => void } = {
    setMessages: () => {},
  };
  let newest = -1;
  let oldest = 0;

  function Page({ first }: { first: BenchMessage[] }) {
    const [messages, set] = useState(first);
    useEffect(() => {
      page.setMessages = set;
    }, []);
    return <List messages={messages} />;
  }
  const isInView = (index: number): boolean => {
    const scroller = document.querySelector(scrollerSelector);
    const row = scroller === null ? undefined : lastRow(scroller, rowSelector);
    if (scroller === null || row === undefined || !row.textContent.includes(`第 ${index} 条`)) return false;
    const box = row.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    return box.height > 0 && box.bottom > view.top && box.top < view.bottom && box.bottom <= view.bottom + 80;
  };
  const untilPainted = async (index: number): Promise<number> => {
    for (let frames = 1; frames < 2000; frames += 1) {
      await nextFrame();
      if (isInView(index)) {
        await afterPaint();
        return frames;
      }
    }
    return Number.POSITIVE_INFINITY;
  };
  window.contestant = {
    async mount(count) {
      const first = benchMessages(0, count);
      newest = count - 1;
      await nextFrame();
      const startedAt = performance.now();
      createRoot(root).render(<Page first={first} />);
      await untilPainted(newest);
      return performance.now() - startedAt;
    },
    async append() {
      newest += 1;
      // plain text, so that all contestants show the same
      const index = newest;
      const message = { ...benchMessage(0), dialogId: `d${index}`, messageContent: `新消息（第 ${index} 条）` };
      const startedAt = performance.now();
      page.setMessages((messages) => [...messages, message]);
      const frames = await untilPainted(index);
      return { ms: performance.now() - startedAt, frames };
    },
    prepend(count) {
      oldest -= count;
      const older = benchMessages(oldest, oldest + count);
      flushSync(() => page.setMessages((messages) => [...older, ...messages]));
    },
    scroller: () => document.querySelector(scrollerSelector),
    isComplete: () => document.querySelector(rowSelector)?.textContent.includes('（第 0 条）') ?? false,
    rows: () => document.querySelectorAll(rowSelector).length,
  };
}
