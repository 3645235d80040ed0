import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createRef, StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChatMessage, messageTypes } from '../headless/message.ts';
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
import { MessageList, type MessageListHandle } from './message-list.tsx';

failOnWarnings();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('R12.1 the newest messages are there at once, older ones come while the page is idle, all end up in the document', () => {
  show(range(0, 200));
  expect(rows().at(-1)?.textContent).toContain('消息 199');
  expect(rows().length).toBeLessThan(120);
  fillUp();
  expect(rows()).toHaveLength(200);
  expect(rows()[0]?.textContent).toContain('消息 0');
});

test('R12.1 messages put in above and below come in order, and the rows that were there stay the same elements', () => {
  const list = range(0, 300);
  const { update } = show(list);
  fillUp();
  const kept = rows();
  update([...range(-50, 0), ...list, message(300)]);
  const now = rows();
  expect(now).toHaveLength(351);
  expect(now.slice(50, 350).every((row, index) => row === kept[index])).toBe(true);
  expect(now[0]?.textContent).toContain('消息 -50');
  expect(now.at(-1)?.textContent).toContain('消息 300');
});

test('R12.2, R12.3 every type shows what the requirement says', () => {
  show(messageTypes.map((messageType, id) => message(id, { messageType, multimediaUrl: '/files/a' })));
  const notices = ['发送了一张名片', '发送了一个文件', '发送了位置信息', '发送了一个红包', '发送了一笔转账'];
  for (const notice of notices) expect(screen.getByText(notice)).toBeDefined();
  expect(screen.getByText('消息 0').className).toBe('ck-text');
  const picture = screen.getByRole('img', { name: '消息 1' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['200', '150']);
  const link = screen.getByRole('link', { name: '消息 2' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  expect(log().querySelector('audio')?.controls).toBe(true);
  expect(log().querySelector('video')?.controls).toBe(true);
  expect(rows()).toHaveLength(10);
});

test('R12.2 a voice message without a URL is announced as text, with its speaker', () => {
  show([
    message(1, { messageType: 'voice', messageSender: 'user' }),
    message(2, { messageType: 'voice', messageSender: 'agent' }),
  ]);
  expect(rows().map((row) => row.querySelector('.ck-text')?.textContent)).toEqual([
    '用户发送了一段语音',
    '发送了一段语音',
  ]);
});

test('R12.2 custom and other show slot content only', () => {
  const custom = [message(1, { messageType: 'custom' }), message(2, { messageType: 'other' })];
  const { update } = show(custom);
  expect(rows()).toHaveLength(0);
  update(custom, { renderInside: (one: ChatMessage) => <b>{`卡片 ${one.dialogId}`}</b> });
  fillUp();
  expect(rows().map((row) => row.textContent)).toEqual(['卡片 d1', '卡片 d2']);
});

test('R12.1 slots stand above, inside and below a message, and get the caller’s own object', () => {
  const raw = message(1);
  const seen = vi.fn();
  show([raw], {
    renderAbove: () => <i>上</i>,
    renderInside: (_, own) => {
      seen(own);
      return <i>内</i>;
    },
    renderBelow: () => <i>下</i>,
  });
  expect(rows()[0]?.textContent).toBe('客客服：上消息 1内下');
  expect(log().querySelector('.ck-bubble')?.textContent).toBe('消息 1内');
  expect(seen).toHaveBeenCalledWith(raw);
});

test('R12.1 the user stands on one side, agent, robot and client on the other; a desk turns it around', () => {
  const all: Message[] = (['user', 'userin', 'agent', 'robot', 'robotin', 'client'] as const).map((messageSender, id) =>
    message(id, { messageSender }),
  );
  const sides = (): boolean[] => rows().map((row) => row.classList.contains('ck-own'));
  const { update } = show(all);
  expect(sides()).toEqual([true, true, false, false, false, false]);
  update(all, { ownSenders: ['agent'] });
  expect(sides()).toEqual([false, false, true, false, false, false]);
});

test('R12.1 the history marker and system notices are rows of their own', () => {
  show([
    message(1, { messageSender: 'history', messageContent: 'x' }),
    message(2, { messageSender: 'system', messageContent: '会话已结束' }),
  ]);
  expect(rows().map((row) => [row.className, row.textContent])).toEqual([
    ['ck-row ck-history', '以上为历史消息'],
    ['ck-row ck-system', '会话已结束'],
  ]);
});

test('R12.4 time is shown as given, or converted; avatars can be hidden or replaced', () => {
  const timed = [message(1, { createTime: 1_790_000_000_000 })];
  const { update } = show(timed);
  expect(log().querySelector('time')?.textContent).toBe('1790000000000');
  expect(log().querySelector('.ck-avatar')?.textContent).toBe('客');
  update(timed, { convertTime: true, timeZone: 'Asia/Shanghai', avatars: { agent: '/a.png' } });
  expect(log().querySelector('time')?.textContent).toBe('2026-09-21 22:13:20');
  expect(log().querySelector('img.ck-avatar')?.getAttribute('src')).toBe('/a.png');
  update(timed, { avatars: false });
  expect(log().querySelector('.ck-avatar')).toBeNull();
});

test('R12.3 messages under other names are shown by a map', () => {
  const List = MessageList<{ from: string; says: string }>;
  render(
    <StrictMode>
      <List
        messages={[{ from: 'bot', says: '您好' }]}
        fields={{
          messageSender: (one) => (one.from === 'bot' ? 'robot' : 'user'),
          messageType: () => 'text',
          messageContent: 'says',
        }}
      />
    </StrictMode>,
  );
  expect(rows()[0]?.textContent).toBe('机机器人：您好');
});

test('R12.2 an injected sanitiser is the one that is used, and one that fails leaves words', () => {
  const sanitise = vi.fn(() => '<b>净</b>');
  show([message(1, { messageContent: '<i>脏</i>' })], { sanitise });
  expect(sanitise).toHaveBeenCalledWith('<i>脏</i>');
  expect(log().querySelector('.ck-html')?.innerHTML).toBe('<b>净</b>');
  cleanup();
  show([message(1, { messageContent: '<i>脏</i><script>x</script>' })], {
    sanitise: () => {
      throw new Error('x');
    },
  });
  expect(log().querySelector('.ck-html')?.innerHTML).toBe('脏');
});

test('R12.2 plain text needs no sanitiser', () => {
  const sanitise = vi.fn(() => '');
  show([message(1, { messageContent: '应付 ¥1,234.56（含税）' })], { sanitise });
  expect(sanitise).not.toHaveBeenCalled();
  expect(log().querySelector('.ck-text')?.textContent).toBe('应付 ¥1,234.56（含税）');
});

test('R12.1 one polite announcer reads incoming messages, but neither the user’s nor earlier ones', () => {
  const list = range(0, 3);
  const { update, view } = show(list);
  const announcer = within(view.container).getByRole('status');
  expect([announcer.textContent, log().getAttribute('aria-live')]).toEqual(['', 'off']);
  update([...list, message(3, { messageSender: 'user' })]);
  collectAnnouncements();
  expect(announcer.textContent).toBe('');
  update([...list, message(3, { messageSender: 'user' }), message(4, { messageContent: '<b>好</b>的' })]);
  collectAnnouncements();
  expect(announcer.textContent).toBe('客服：好的');
  update([...range(-5, 0), ...list]);
  collectAnnouncements();
  expect(announcer.textContent).toBe('客服：好的');
});

test('R12.1 what comes in while someone reads older messages is counted, and the way back down ends that', () => {
  const list = range(0, 10);
  const { update } = show(list);
  const view = layOut();
  view.scrollTo(900);
  view.scrollTo(300);
  expect(screen.getByRole('button', { name: '回到底部' })).toBeDefined();
  update([...list, message(10), message(11, { messageSender: 'user' }), message(12)]);
  expect(log().scrollTop).toBe(300);
  fireEvent.click(screen.getByRole('button', { name: '2 条新消息' }));
  expect(screen.queryByRole('button', { name: /新消息|回到底部/u })).toBeNull();
});

test('R12.1 reaching the top is reported once for each oldest message', () => {
  const onReachTop = vi.fn();
  const list = range(0, 10);
  const { update } = show(list, { onReachTop });
  onReachTop.mockClear();
  const view = layOut();
  view.scrollTo(900);
  view.scrollTo(0);
  view.scrollTo(0);
  expect(onReachTop).toHaveBeenCalledTimes(1);
  update([...range(-10, 0), ...list]);
  view.scrollTo(1);
  expect(onReachTop).toHaveBeenCalledTimes(2);
});

test('R12.1 the list can be sent to its top and its end', () => {
  const ref = createRef<MessageListHandle>();
  show(range(0, 10), { ref });
  const view = layOut();
  view.scrollTo(900);
  act(() => ref.current?.toTop());
  expect([log().scrollTop, ref.current?.place().following]).toEqual([0, false]);
  act(() => ref.current?.toEnd());
  expect(ref.current?.place().following).toBe(true);
});

test('R12.2 a picture opens in a viewer and closes again', async () => {
  vi.useRealTimers();
  show([message(1, { messageType: 'image', messageContent: '回单', multimediaUrl: '/files/a.png' })]);
  fireEvent.click(screen.getByRole('button', { name: '查看图片：回单' }));
  const viewer = await screen.findByRole('dialog', { name: '回单' }, { timeout: 10_000 });
  expect(within(viewer).getByRole('img', { name: '回单' }).getAttribute('src')).toMatch(/\/files\/a\.png$/u);
  fireEvent.click(within(viewer).getByRole('button', { name: '关闭图片' }));
  expect(screen.queryByRole('dialog')).toBeNull();
}, 20_000);

test('R12.1 without messages it says so, and texts can be replaced', () => {
  const { update } = show([]);
  expect(log().textContent).toBe('暂无消息');
  update([], { texts: { empty: 'Nothing yet', label: 'Chat' } });
  expect(screen.getByRole('log', { name: 'Chat' }).textContent).toBe('Nothing yet');
});

test('R12.1 className, style, id and data attributes reach its element, and the handle names it', () => {
  const ref = createRef<MessageListHandle>();
  render(<MessageList ref={ref} messages={[]} className="mine" style={{ height: 300 }} id="chat" data-kind="a" />);
  const element = ref.current?.element;
  expect(element?.className).toBe('ck ck-list mine');
  expect([element?.id, element?.style.height, element?.dataset['kind']]).toEqual(['chat', '300px', 'a']);
});

test('R12.1 a row keeps its element when a temporary id becomes the server’s', () => {
  const rowKey = (one: Message): string | undefined => one.multimediaUrl;
  const mine = message(99, { multimediaUrl: 'key', messageSender: 'user' });
  const { update } = show([...range(0, 3), mine], { rowKey });
  const row = rows().at(-1);
  update([...range(0, 3), { ...mine, dialogId: 'server', createTime: '10:00' }], { rowKey });
  expect(rows().at(-1)).toBe(row);
  expect(row?.textContent).toContain('10:00');
});

test('R12.2 types of the caller’s own are rendered in the bubble’s place, beside avatar and time', () => {
  show([message(1), { dialogId: '2', messageSender: 'agent', messageType: 'other', createTime: '10:01' }], {
    renderMessage: ({ messageType }) => (messageType === 'other' ? <b>订单卡片</b> : undefined),
  });
  const [plain, own] = rows();
  expect(plain?.querySelector('.ck-bubble')?.textContent).toBe('消息 1');
  expect(own?.querySelector('.ck-bubble')).toBeNull();
  expect([own?.querySelector('b')?.textContent, own?.querySelector('time')?.textContent]).toEqual([
    '订单卡片',
    '10:01',
  ]);
  expect(own?.querySelector('.ck-avatar')).not.toBeNull();
});

test('R12.2 in the format text nothing is HTML, addresses are links, and line breaks stay', () => {
  const text = '<b>1</b> & 2\n见https://a.example/b_(c)（说明）';
  show([message(1, { messageContent: text })], { textFormat: 'text' });
  const body = log().querySelector('.ck-text');
  expect(body?.textContent).toBe(text);
  expect(body?.querySelector('b')).toBeNull();
  expect(body?.querySelector('a')?.getAttribute('href')).toBe('https://a.example/b_(c)');
});

test.each([
  ['第一行\n<b>第二行</b>', true],
  ['<p>第一段</p>\n<p>第二段</p>', false],
])('R12.2 the line breaks of HTML without lines of its own stay: %j', (html, keeps) => {
  show([message(1, { messageContent: html })], { sanitise: (given) => given });
  expect(log().querySelector('.ck-html')?.classList.contains('ck-lines')).toBe(keeps);
});

test('R12.2 texts are laid out in their own direction', () => {
  show([message(1, { messageContent: 'مرحبا' }), message(2, { messageContent: '<b>שלום</b>' })], {
    sanitise: (one) => one,
  });
  expect(rows().map((row) => row.querySelector('[dir=auto]') !== null)).toEqual([true, true]);
});

test('R12.2 a file message offers its file, if its address may be followed', () => {
  const file = (multimediaUrl: string): Message =>
    message(1, { messageType: 'file', messageContent: '账单.pdf', multimediaUrl });
  const { update } = show([file('/files/1.pdf')]);
  expect(log().textContent).toContain('发送了一个文件');
  expect(screen.getByRole('link', { name: '账单.pdf' }).getAttribute('href')).toBe('/files/1.pdf');
  for (const none of ['', 'javascript:alert(1)']) {
    update([file(none)]);
    expect(screen.queryByRole('link')).toBeNull();
  }
});

test('R12.1 nothing older is asked for once there is none, and a failed page is offered again', () => {
  const onReachTop = vi.fn();
  const { update } = show(range(0, 3), { onReachTop, hasMore: false });
  layOut().scrollTo(0);
  expect(onReachTop).not.toHaveBeenCalled();
  expect(log().querySelector('.ck-older')).toBeNull();
  update(range(0, 3), { hasMore: true, loadingOlder: true });
  expect(log().querySelector('.ck-older')?.textContent).toBe('正在加载历史消息');
  update(range(0, 3), { hasMore: true, olderFailed: true });
  onReachTop.mockClear();
  fireEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(onReachTop).toHaveBeenCalledTimes(1);
});

test('R12.1 the way to the top can be switched off', () => {
  show(range(0, 10), { showToTop: false });
  const view = layOut();
  view.scrollTo(900);
  view.scrollTo(500);
  expect(screen.getByRole('button', { name: '回到底部' })).toBeDefined();
  expect(screen.queryByRole('button', { name: '回到顶部' })).toBeNull();
});
