import { act, cleanup, render, screen, within } from '@testing-library/react';
import type { JSX } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../headless/message.ts';
import { failOnWarnings } from '../testing/fail-on-warnings.ts';
import {
  collectAnnouncements,
  fillUp,
  layOut,
  log,
  type Message,
  message,
  range,
  rows,
  show,
} from '../testing/show-list.tsx';
import { MessageList } from './message-list.tsx';

failOnWarnings();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each<[string, (list: readonly Message[]) => readonly Message[]]>([
  ['a list that is cut at its top', (list) => [...list, message(1000), message(1001)].slice(2)],
  ['a message recalled', (list) => list.filter((_, index) => index !== 100)],
  ['a first message that goes', (list) => list.slice(1)],
  ['an id that the server gives', (list) => list.with(90, message(1000))],
  [
    'older ones behind a first one of the caller’s own',
    (list) => [...list.slice(0, 1), ...range(-80, 0), ...list.slice(1)],
  ],
  ['one put in between', (list) => list.toSpliced(70, 0, message(1000))],
])('R12.1 %s leaves all other rows the elements that they are', (_, change) => {
  const list = range(0, 130);
  const { update } = show(list);
  fillUp();
  const elementOf = (): Map<string, HTMLElement> => new Map(rows().map((row) => [row.textContent, row]));
  const before = elementOf();
  const next = change(list);
  update(next);
  expect(rows()).toHaveLength(next.length);
  const [, ...now] = elementOf();
  const kept = now.filter(([text]) => before.has(text));
  expect(kept.length).toBeGreaterThanOrEqual(126);
  for (const [text, row] of kept) expect(row).toBe(before.get(text));
});

test('R12.1 the count of new messages outlives what is recalled, cut off or acknowledged', () => {
  const list = [...range(0, 9), message(9, { messageContent: '正在输入' })];
  const { update, view: page } = show(list);
  const announcer = within(page.container).getByRole('status');
  const view = layOut();
  view.scrollTo(900);
  view.scrollTo(300);
  const named = (name: string): HTMLElement => screen.getByRole('button', { name });
  const sent = [...range(0, 9), message(10)];
  update(sent);
  collectAnnouncements();
  expect([named('1 条新消息').className, announcer.textContent]).toEqual([
    'ck-jump ck-jump-end ck-jump-unseen',
    '客服：消息 10',
  ]);
  const more = [...sent, message(11), message(12, { messageSender: 'user' }), message(13)];
  update(more);
  expect(named('3 条新消息')).toBeDefined();
  update(more.filter((one) => one.dialogId !== 'd11'));
  expect(named('2 条新消息')).toBeDefined();
  update(more.filter((one) => one.dialogId !== 'd11').with(-2, message(99, { messageSender: 'user' })));
  expect(named('2 条新消息')).toBeDefined();
  // everything that was there when the reader scrolled up is removed
  update([message(10), message(13), message(14)]);
  expect(named('3 条新消息')).toBeDefined();
});

test('R12.1 a repeated text is announced again', () => {
  const { update, view } = show(range(0, 3));
  const announcer = within(view.container).getByRole('status');
  const once = range(0, 3);
  for (const id of [3, 4, 5]) {
    once.push(message(id, { messageContent: '在吗' }));
    update([...once]);
    collectAnnouncements();
  }
  // each is an element of its own, because a screen reader says what is added
  expect([...announcer.children].map((line) => line.textContent)).toEqual(Array(3).fill('客服：在吗'));
});

test('R12.1 each of several messages is announced, and a streamed answer once, when it is whole', () => {
  const { update, view } = show(range(0, 3));
  const announcer = within(view.container).getByRole('status');
  const lines = (): (string | null)[] => [...announcer.children].map((line) => line.textContent);
  update([...range(0, 3), ...range(3, 8)]);
  collectAnnouncements();
  expect(lines()).toEqual([3, 4, 5, 6, 7].map((id) => `客服：消息 ${id}`));
  for (const text of ['您', '您好', '您好，<b>请问</b>']) {
    update([...range(0, 8), message(8, { messageContent: text, messageSender: 'robot' })]);
    act(() => {
      vi.advanceTimersByTime(500);
    });
    expect(lines()).toHaveLength(5);
  }
  collectAnnouncements();
  expect(lines().at(-1)).toBe('机器人：您好，请问');
  update([...range(0, 8), message(8, { messageContent: '您好，请问', messageSender: 'robot' }), message(9)]);
  collectAnnouncements();
  expect(lines().slice(5)).toEqual(['机器人：您好，请问', '客服：消息 9']);
});

test('R12.1 the loading of history and its failure are announced', () => {
  const { update, view } = show(range(0, 3), { onReachTop: () => {} });
  const announcer = within(view.container).getByRole('status');
  update(range(0, 3), { loadingOlder: true });
  expect(announcer.textContent).toBe('正在加载历史消息');
  update(range(0, 3), { olderFailed: true });
  expect(announcer.textContent).toBe('历史消息加载失败');
  update(range(-3, 3), {});
  expect(announcer.textContent).toBe('');
});

test('R12.2 what custom messages hold is not read aloud, and those that show nothing are not counted', () => {
  const list = range(0, 10);
  const { update, view: page } = show(list);
  const announcer = within(page.container).getByRole('status');
  const view = layOut();
  view.scrollTo(900);
  view.scrollTo(300);
  const more = [...list, message(10, { messageType: 'custom', messageContent: '{"card":1}' })];
  update(more);
  collectAnnouncements();
  expect(screen.getByRole('button', { name: '回到底部' })).toBeDefined();
  expect(announcer.textContent).toBe('');
  const slot = { renderInside: (one: ChatMessage) => one.messageType === 'other' && <b>卡片</b> };
  update(more, slot);
  update([...more, message(11, { messageType: 'other', messageContent: '{"card":2}' })], slot);
  collectAnnouncements();
  expect(screen.getByRole('button', { name: '1 条新消息' })).toBeDefined();
  expect(announcer.textContent).toBe('客服：1 条新消息');
});

test('R12.1 elements and functions made anew at each render do not hold up a new message, nor touch what is shown', () => {
  const drawn = vi.fn();
  const Icon = (): JSX.Element => {
    drawn();
    return <i>客</i>;
  };
  const ui = (list: readonly Message[]): JSX.Element => (
    <MessageList
      messages={list}
      avatars={{ agent: <Icon /> }}
      texts={{ unseen: (count) => `${count} 条` }}
      sanitise={(html) => html.replace('脏', '净')}
    />
  );
  const list = [...range(0, 19), message(19, { messageContent: '<b>脏</b>' })];
  const { rerender } = render(ui(list));
  const html = log().querySelector('b');
  expect(html?.textContent).toBe('净');
  drawn.mockClear();
  act(() => {
    flushSync(() => rerender(ui([...list, message(20)])));
    expect([rows().length, drawn.mock.calls.length]).toEqual([21, 1]);
  });
  expect(log().querySelector('b')).toBe(html);
});
