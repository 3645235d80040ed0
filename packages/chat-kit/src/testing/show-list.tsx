import { act, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import type { ChatMessage } from '../headless/message.ts';
import { MessageList, type MessageListProps } from '../react/message-list.tsx';

/** A message of a test. */
export type Message = Partial<ChatMessage>;

/** A numbered text of an agent. */
export const message = (id: number, more: Message = {}): Message => ({
  dialogId: `d${id}`,
  messageSender: 'agent',
  messageType: 'text',
  messageContent: `消息 ${id}`,
  ...more,
});
/** Numbered messages, excluding the last number. */
export const range = (from: number, to: number): Message[] =>
  Array.from({ length: to - from }, (_, index) => message(from + index));

/** Renders a list in StrictMode. */
export function show(messages: readonly Message[], props: Partial<MessageListProps<Message>> = {}) {
  const ui = (list: readonly Message[], more: Partial<MessageListProps<Message>> = {}) => (
    <StrictMode>
      <MessageList messages={list} {...props} {...more} />
    </StrictMode>
  );
  const view = render(ui(messages));
  return { update: (list: readonly Message[], more = {}) => view.rerender(ui(list, more)), view };
}

/** The scrolling element. */
export const log = (): HTMLElement => screen.getByRole('log');
/** The rows in the document. */
export const rows = (): HTMLElement[] => [...log().querySelectorAll<HTMLElement>('.ck-row')];
/** Lets the list render all sections. */
export const fillUp = (): void =>
  act(() => {
    vi.advanceTimersByTime(60_000);
  });

/** Lets the announcer say what has come in. */
export const collectAnnouncements = (): void =>
  act(() => {
    vi.advanceTimersByTime(1000);
  });

/** Gives the list a view of 100 px on 1000 px of rows, because a DOM without layout has neither. */
export function layOut(): { scrollTo: (top: number) => void } {
  const scroller = log();
  Object.defineProperties(scroller, {
    scrollHeight: { configurable: true, get: () => rows().length * 100 },
    clientHeight: { configurable: true, get: () => 100 },
  });
  return {
    scrollTo(top) {
      scroller.scrollTop = top;
      fireEvent.scroll(scroller);
    },
  };
}
