import type { CallReply } from '@ronghui/client';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  act,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { loadNoticeSettingsDrawer, NoticePage } from './notice-page.tsx';
import { readNotices } from './notice-queries.ts';
import { messagesStore, unreadStore } from './unread.ts';
import { useUnreadWatch } from './unread-watch.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadNoticeSettingsDrawer);
}, 60_000);

type Item = CallReply<'notice.page'>['items'][number];
const item: Item = {
  noticeId: 'n1',
  kind: 'order',
  title: '订单已通过审核，请付款',
  text: '请在 2026-11-25 10:00 前转账。',
  place: 'order',
  placeId: 'XS20261120-1',
  createdAt: '2026-11-20T01:30:00.000Z',
  readAt: null,
};
const plain: Item = { ...item, noticeId: 'n2', kind: 'system', title: '维护公告', place: null, placeId: null };
const replyOf = (items: readonly Item[]): CallReply<'notice.page'> => ({
  items: [...items],
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
});
const settings: CallReply<'notice.settings'> = {
  hasEmail: false,
  items: [
    { kind: 'order', sms: false, mail: false },
    { kind: 'security', sms: true, mail: false },
  ],
};

const show = (answers: Answers = {}, search = '') =>
  showPage(<NoticePage />, {
    at: `/merchant/userCenter/notice${search}`,
    state: { user },
    answers: {
      'notice.page': () => replyOf([item, plain]),
      'notice.read': () => ({ unread: 1 }),
      'notice.settings': () => settings,
      ...answers,
    },
  });

afterEach(() => {
  pageTypeStore.set('PC');
  unreadStore.set(0);
});

describe('the notices', () => {
  it('R10.11 a notice shows its text, its subject and its time, and links to its subject', async () => {
    const page = show();
    const link = await screen.findByRole('link', { name: item.title });
    expect(link.getAttribute('href')).toBe('#/merchant/userCenter/order?open=XS20261120-1');
    expect(within(screen.getByRole('list', { name: '通知' })).getAllByText('未读：')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: plain.title })).toBeNull();
    fireEvent.click(link);
    await vi.waitFor(() =>
      expect(page.of('notice.read')).toEqual([{ id: 'notice.read', input: { noticeIds: ['n1'] } }]),
    );
    await vi.waitFor(() => expect(unreadStore.get()).toBe(1));
  });

  it('service 3.4 the answer to a message that was left leads to the conversation', async () => {
    const answer: Item = { ...plain, title: '客服已回复您的留言', place: 'chat' };
    show({ 'notice.page': () => replyOf([answer]) });
    const link = await screen.findByRole('link', { name: /客服已回复您的留言/ });
    expect(link.getAttribute('href')).toBe('#/portal/chat');
  });

  it('R10.11 all are marked as read at once, and the count in the frame follows', async () => {
    let items = [item, plain];
    const page = show({
      'notice.page': () => replyOf(items),
      'notice.read': () => {
        items = items.map((one) => ({ ...one, readAt: one.createdAt }));
        return { unread: 0 };
      },
    });
    act(() => unreadStore.set(2));
    await screen.findByText(plain.title);
    await page.keyboard.click(screen.getByRole('button', { name: '全部标为已读' }));
    await vi.waitFor(() => expect(screen.queryByText('未读：')).toBeNull());
    expect(page.of('notice.read')).toEqual([{ id: 'notice.read', input: {} }]);
    expect(unreadStore.get()).toBe(0);
    expect(toasts()).toEqual(['已全部标为已读']);
  });

  it('R2.10 the filter is in the address and sent with the call', async () => {
    const page = show({}, '?unread=1&kind=security');
    await screen.findByText(item.title);
    expect(page.of('notice.page')[0]?.input).toMatchObject({ unread: true, kind: 'security', page: 1 });
    await page.keyboard.click(screen.getByRole('button', { name: '已读' }));
    expect(location.hash).toContain('unread=0');
  });

  it('R2.9 shows loading, an empty list, no matches, and a retry after a failure', async () => {
    const none = show({ 'notice.page': () => replyOf([]) });
    await screen.findByText('还没有通知');
    none.unmount();
    const filtered = show({ 'notice.page': () => replyOf([]) }, '?kind=bill');
    await screen.findByText('没有符合条件的通知');
    filtered.unmount();
    show(
      {
        'notice.page': () => {
          throw refusal('notice.page', 'RHSY429');
        },
      },
      '?kind=order',
    );
    await screen.findByRole('button', { name: '重试' });
  });

  it('R1.4 on H5 the notices are cards that load more', async () => {
    pageTypeStore.set('H5');
    const page = show();
    await screen.findByRole('link', { name: item.title });
    expect(page.of('notice.page')[0]?.input).toMatchObject({ pageSize: 20 });
    await page.keyboard.click(screen.getAllByRole('button', { name: '标为已读' })[1] ?? document.body);
    await vi.waitFor(() => expect(page.of('notice.read')[0]?.input).toEqual({ noticeIds: ['n2'] }));
  });

  it('R10.11 SMS and mail are set for each kind; mails need an address', async () => {
    const page = show({ 'notice.saveSettings': () => settings });
    await page.keyboard.click(screen.getByRole('button', { name: '通知设置' }));
    const sms = await screen.findByRole('checkbox', { name: '订单：短信' });
    expect(screen.getByRole('checkbox', { name: '订单：邮件' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('link', { name: '去绑定' })).toBeDefined();
    await page.keyboard.click(sms);
    await page.keyboard.click(screen.getByRole('button', { name: '保存' }));
    expect(page.of('notice.saveSettings')[0]?.input['items']).toEqual([
      { kind: 'order', sms: true, mail: false },
      { kind: 'security', sms: true, mail: false },
    ]);
  });
});

const Watch = ({ enabled = true }: { enabled?: boolean }) => {
  useUnreadWatch(enabled);
  return null;
};

describe('the unread count', () => {
  it('R10.11 a notice that comes between the list and the first count is in the open list', async () => {
    let items = [plain];
    const page = show({
      'notice.page': () => ({ ...replyOf(items), unread: items.length }),
      'notice.unreadCount': () => ({ unread: items.length }),
    });
    // The frame waits for the page's first answer.
    page.rerender(
      <>
        <NoticePage />
        <Watch enabled={false} />
      </>,
    );
    await screen.findByText(plain.title);
    items = [item, plain];
    page.rerender(
      <>
        <NoticePage />
        <Watch />
      </>,
    );
    await screen.findByText(item.title);
    expect([page.of('notice.page').length, page.of('notice.unreadCount').length]).toEqual([2, 1]);
    expect(unreadStore.get()).toBe(2);
  });

  it('R10.11 a list that has every notice of the first count is not fetched again', async () => {
    const page = show({
      'notice.page': () => ({ ...replyOf([item, plain]), unread: 2 }),
      'notice.unreadCount': () => ({ unread: 2 }),
    });
    await screen.findByText(plain.title);
    const counted = vi.spyOn(unreadStore, 'set');
    page.rerender(
      <>
        <NoticePage />
        <Watch />
      </>,
    );
    await vi.waitFor(() => expect(counted).toHaveBeenCalledWith(2));
    counted.mockRestore();
    await act(async () => {});
    expect(page.of('notice.page')).toHaveLength(1);
  });

  it('R10.11 the first count lets a list that is still on its way arrive', async () => {
    const list = Promise.withResolvers<CallReply<'notice.page'>>();
    const page = show({ 'notice.page': () => list.promise, 'notice.unreadCount': () => ({ unread: 2 }) });
    page.rerender(
      <>
        <NoticePage />
        <Watch />
      </>,
    );
    await vi.waitFor(() => expect(unreadStore.get()).toBe(2));
    await act(async () => list.resolve({ ...replyOf([item, plain]), unread: 2 }));
    await screen.findByText(plain.title);
    expect(page.of('notice.page')).toHaveLength(1);
  });

  it('R10.11 a notice that came with the reply under one filter is in the list under another', async () => {
    let items = [plain];
    const page = show({ 'notice.page': () => ({ ...replyOf(items), unread: items.length }) });
    await screen.findByText(plain.title);
    items = [item, plain];
    await page.keyboard.click(screen.getByRole('button', { name: '未读' }));
    await screen.findByText(item.title);
    await page.keyboard.click(screen.getByRole('button', { name: '全部' }));
    await vi.waitFor(() => expect(page.of('notice.page')).toHaveLength(3));
    await screen.findByText(item.title);
    // The reply that brought the notice was not asked for again.
    expect(page.of('notice.page').map(({ input }) => input['unread'])).toEqual([undefined, true, undefined]);
  });

  it('R10.11 is polled without a reload, pauses while the page is hidden, and is polled at once when it is visible again', async () => {
    vi.useFakeTimers();
    let unread = 1;
    const page = showPage(<Watch />, {
      at: '/merchant/userCenter/home',
      state: { user },
      answers: { 'notice.unreadCount': () => ({ unread, messages: 4 }) },
    });
    const asked = () => page.of('notice.unreadCount').length;
    await vi.advanceTimersByTimeAsync(0);
    expect([asked(), unreadStore.get(), messagesStore.get()]).toEqual([1, 1, 4]);
    unread = 3;
    await vi.advanceTimersByTimeAsync(23_000);
    expect([asked(), unreadStore.get()]).toEqual([2, 3]);
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked()).toBe(2);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(3);
    page.unmount();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(3);
    vi.useRealTimers();
  });

  it('R10.11 a count that was on its way when notices were read does not come back', async () => {
    vi.useFakeTimers();
    const old = Promise.withResolvers<{ unread: number }>();
    let asked = 0;
    const page = showPage(<Watch />, {
      at: '/merchant/userCenter/home',
      state: { user },
      answers: {
        'notice.unreadCount': () => {
          asked += 1;
          return asked === 2 ? old.promise : { unread: asked === 1 ? 3 : 0 };
        },
        'notice.read': () => ({ unread: 0 }),
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(unreadStore.get()).toBe(3);
    await vi.advanceTimersByTimeAsync(23_000);
    expect(asked).toBe(2);
    await act(() => readNotices());
    expect(unreadStore.get()).toBe(0);
    old.resolve({ unread: 3 });
    await vi.advanceTimersByTimeAsync(0);
    expect(unreadStore.get()).toBe(0);
    // The next question comes at its usual time.
    const before = asked;
    await vi.advanceTimersByTimeAsync(23_000);
    expect(asked).toBe(before + 1);
    page.unmount();
    vi.useRealTimers();
  });

  it('R2.9 notices are marked before the list has come anew', async () => {
    let isSlow = false;
    const page = show({ 'notice.page': () => (isSlow ? new Promise(() => {}) : replyOf([item, plain])) });
    act(() => unreadStore.set(2));
    await screen.findByText(plain.title);
    isSlow = true;
    const button = screen.getByRole('button', { name: '全部标为已读' });
    await page.keyboard.click(button);
    await vi.waitFor(() => expect(toasts()).toEqual(['已全部标为已读']));
    expect(button.getAttribute('aria-busy')).toBeNull();
  });

  it('R10.11 polling continues while the frame renders repeatedly', async () => {
    vi.useFakeTimers();
    const page = showPage(<Watch />, {
      at: '/merchant/userCenter/home',
      state: { user },
      answers: { 'notice.unreadCount': () => ({ unread: 1 }) },
    });
    await vi.advanceTimersByTimeAsync(0);
    for (let second = 0; second < 60; second += 5) {
      page.rerender(<Watch />);
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(page.of('notice.unreadCount').length).toBeGreaterThanOrEqual(3);
    page.unmount();
    vi.useRealTimers();
  });

  it('R14.6 polls more and more rarely while there is no answer', async () => {
    vi.useFakeTimers();
    const page = showPage(<Watch />, {
      at: '/merchant/userCenter/home',
      state: { user },
      answers: {
        'notice.unreadCount': () => {
          throw refusal('notice.unreadCount', 'OPSB0001');
        },
      },
    });
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(page.of('notice.unreadCount').length).toBeLessThan(12);
    page.unmount();
    vi.useRealTimers();
  });
});
