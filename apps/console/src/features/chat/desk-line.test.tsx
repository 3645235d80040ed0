import { type JSX, useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unreadStore, usePageTitle } from '#kernel/page-title.ts';
import { type Answers, act, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { ChatDeskPage } from './chat-desk-page.tsx';
import { type Reception, useUnread } from './queue-queries.ts';

/** A stream that a test speaks through. */
class HeardSource extends EventTarget {
  static readonly open: HeardSource[] = [];
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    HeardSource.open.push(this);
  }
  close(): void {
    HeardSource.open.splice(HeardSource.open.indexOf(this), 1);
  }
}
beforeEach(() => void vi.stubGlobal('EventSource', HeardSource));
afterEach(() => vi.unstubAllGlobals());

/** Speaks through the stream, once its script is there and it is open. */
const say = async (kind: string, data: object): Promise<void> => {
  await vi.waitFor(() => expect(HeardSource.open).toHaveLength(1));
  await act(async () => {
    const [source] = HeardSource.open;
    source?.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  });
};

const at = '2026-11-30T02:00:00.000Z';
const row = (more: Partial<Reception> = {}): Reception => ({
  conversationId: 'h1',
  receptionId: 'r1',
  state: 'serving',
  version: 2,
  tenantName: '云栖商贸有限公司',
  since: at,
  unread: 1,
  notes: 0,
  lastWords: '一',
  agent: '陈静',
  own: 'serves',
  ...more,
});
const words = (seq: number, sender: 'user' | 'agent' = 'user') =>
  ({ seq, sender, type: 'text', content: `第 ${seq} 条`, at }) as const;

/** The desk in the frame that keeps its stream, over a table of messages. */
const Desk = (): JSX.Element => {
  useUnread('s1', true);
  return <ChatDeskPage />;
};
const show = (conversationId: string, more: Answers = {}) => {
  const table: ReturnType<typeof words>[] = [words(1)];
  const cursors = { own: 0, other: 0 };
  const items = [row({ conversationId })];
  const shown = showPage(<Desk />, {
    at: `/chat?open=${conversationId}`,
    answers: {
      'ops.chat.queue': () => ({ items: [...items] }),
      'ops.chat.history': ({ after = 0, limit = 50 }) => ({
        messages: table.filter(({ seq }) => seq > after).slice(-limit),
        hasMore: false,
        lastSeq: table.length,
        reception: null,
        cursors: { ...cursors },
        unread: 0,
      }),
      'ops.chat.notes': () => ({ notes: [], hasMore: false }),
      'ops.chat.settings': () => ({ hours: null, promisedSec: 60, assignment: 'hand', maxPerAgent: 5, revision: 0 }),
      'ops.chat.duty': () => ({ status: 'off', serving: 0, online: 0 }),
      'ops.chat.read': () => ({}),
      'ops.chat.customer': () => ({ tenant: null, since: at, receptions: [] }),
      'ops.chat.typing': () => ({}),
      ...more,
    },
    state: { auth: { 'ops.chat.read': true, 'ops.chat.write': true } },
  });
  return { ...shown, table, cursors, items };
};
const inRows = { selector: '.ck-row *' };

it('service 2.3 a hint has the queue and the conversation that it names asked for at once, and no other', async () => {
  const { of, table, items } = show('h1');
  await screen.findByText('第 1 条', inRows);
  await say('snapshot', { version: 'a' });
  expect(HeardSource.open.map(({ address }) => address)).toEqual(['/chat/ops/stream']);
  table.push(words(2));
  items[0] = row({ lastWords: '第 2 条', unread: 2 });
  await say('hint', { of: 'conversation', conversationId: 'h1', lastSeq: 2 });
  expect(await screen.findByText('第 2 条', inRows)).toBeTruthy();
  await say('hint', { of: 'queue', version: 'b' });
  expect(await screen.findByText(/2.条未读/)).toBeTruthy();
  const asked = of('ops.chat.history').length;
  await say('hint', { of: 'conversation', conversationId: 'another', lastSeq: 9 });
  expect(of('ops.chat.history')).toHaveLength(asked);
});

it('service 5.2 what the customer has read is marked, and that the customer is typing is shown until the words come', async () => {
  const { table, cursors } = show('h2');
  table.push({ ...words(2, 'agent'), clientId: 'of-this-member-01' } as never);
  await screen.findByText('第 2 条', inRows);
  await say('snapshot', { version: 'a' });
  expect(screen.queryByText('已读')).toBeNull();
  cursors.other = 2;
  await say('hint', { of: 'conversation', conversationId: 'h2', lastSeq: 2 });
  expect(await screen.findByText('已读')).toBeTruthy();
  await say('typing', { conversationId: 'another', sender: 'user' });
  expect(screen.queryByText('正在输入…')).toBeNull();
  await say('typing', { conversationId: 'h2', sender: 'user' });
  expect(await screen.findByText('正在输入…')).toBeTruthy();
  table.push(words(3));
  await say('hint', { of: 'conversation', conversationId: 'h2', lastSeq: 3 });
  await screen.findByText('第 3 条', inRows);
  expect(screen.queryByText('正在输入…')).toBeNull();
});

it('service 5.2 while staff are typing the customer is given to know it', async () => {
  const { keyboard, of } = show('h3');
  await screen.findByText('第 1 条', inRows);
  await keyboard.type(screen.getByRole('textbox', { name: '消息' }), '马上查');
  expect(of('ops.chat.typing').map(({ input }) => input)).toEqual([{ conversationId: 'h3' }]);
});

it('service 1.5 unread messages of those who wait and of one’s own stand in the sider and before the title of every page, until they are read', async () => {
  const items = [
    row({ unread: 2 }),
    row({ receptionId: 'r2', conversationId: 'h5', state: 'waiting', own: null, agent: null, unread: 1 }),
    row({ receptionId: 'r3', conversationId: 'h6', own: null, agent: '王芳', unread: 7 }),
  ];
  const Frame = (): JSX.Element => {
    const unread = useUnread('s1', true);
    useEffect(() => unreadStore.set(unread), [unread]);
    usePageTitle('订单');
    return <p>{unread}</p>;
  };
  const { unmount } = showPage(<Frame />, {
    at: '/orders',
    answers: { 'ops.chat.queue': () => ({ items: [...items] }) },
  });
  await screen.findByText('3');
  expect(document.title).toMatch(/^\(3\) 订单 - /);
  items.splice(0);
  await say('snapshot', { version: 'a' });
  await screen.findByText('0');
  expect(document.title).toMatch(/^订单 - /);
  unmount();
  expect(HeardSource.open).toEqual([]);
});

it('service 1.5 who reads no conversations opens no stream and asks for no queue', async () => {
  const Frame = (): JSX.Element => <p>{useUnread(undefined, true)}</p>;
  const { of } = showPage(<Frame />, { at: '/orders' });
  await screen.findByText('0');
  expect([HeardSource.open, of('ops.chat.queue')]).toEqual([[], []]);
});

it('stack first load: a page that is not the desk asks for what is unread once it stands', async () => {
  const Frame = (): JSX.Element => <p>{useUnread('s1', false)}</p>;
  const { of } = showPage(<Frame />, {
    at: '/orders',
    answers: { 'ops.chat.queue': () => ({ items: [row({ unread: 2 })] }) },
  });
  await screen.findByText('0');
  expect([HeardSource.open, of('ops.chat.queue')]).toEqual([[], []]);
  await screen.findByText('2');
  expect(HeardSource.open).toHaveLength(1);
});

it('service 5.2 J and K move along the receptions, Enter opens one, and while one types they are signs', async () => {
  const { keyboard, items } = show('h7');
  items.push(
    row({ receptionId: 'r2', conversationId: 'h8', state: 'waiting', own: null, agent: null, tenantName: '先来的' }),
    row({ receptionId: 'r3', conversationId: 'h9', own: null, agent: '王芳', tenantName: '同事的' }),
  );
  await say('snapshot', { version: 'a' });
  await screen.findByText('先来的');
  const focused = (): string => document.activeElement?.textContent ?? '';
  await act(async () => (document.activeElement as HTMLElement).blur());
  // From the one that is open.
  await keyboard.keyboard('j');
  expect(focused()).toContain('同事的');
  await keyboard.keyboard('kk');
  expect(focused()).toContain('先来的');
  await keyboard.keyboard('k');
  expect(focused()).toContain('先来的');
  await keyboard.type(screen.getByRole('textbox', { name: '消息' }), 'jk');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '消息' }).value).toBe('jk');
});
