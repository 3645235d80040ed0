import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Answers, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { ChatDeskPage } from '../chat-desk-page.tsx';
import { loadQuickReplyDialog } from './quick-replies.tsx';

const at = '2026-11-30T02:00:00.000Z';
const replies = [
  { replyId: 'q1', version: 1, title: '发票', content: '{客户}您好，发票在付款后开具。{客服}', shared: false },
  { replyId: 'q2', version: 3, title: '付款', content: '<img src=x onerror=alert(1)>请核对附言码', shared: true },
];
beforeAll(async () => {
  await loadChunk(loadQuickReplyDialog);
});
let opened = 0;
const show = (answers: Answers = {}) => {
  const conversationId = `q${(opened += 1)}`;
  return showPage(<ChatDeskPage />, {
    at: `/chat?open=${conversationId}`,
    answers: {
      'ops.chat.queue': () => ({
        items: [
          {
            conversationId,
            receptionId: 'r1',
            state: 'serving',
            version: 2,
            tenantName: '云栖商贸有限公司',
            since: at,
            unread: 0,
            notes: 0,
            lastWords: '在吗',
            agent: '陈静',
            own: 'serves',
          },
        ],
      }),
      'ops.chat.history': ({ after = 0 }) => ({
        messages: after === 0 ? [{ seq: 1, sender: 'user', type: 'text', content: '在吗', at }] : [],
        hasMore: false,
        lastSeq: 1,
        reception: null,
        cursors: { own: 1, other: 0 },
        unread: 0,
      }),
      'ops.chat.notes': () => ({ notes: [], hasMore: false }),
      'ops.chat.settings': () => ({ hours: null, promisedSec: 60, assignment: 'hand', maxPerAgent: 5, revision: 0 }),
      'ops.chat.duty': () => ({ status: 'off', serving: 0, online: 0 }),
      'ops.chat.customer': () => ({ tenant: null, since: at, receptions: [] }),
      'ops.chat.read': () => ({}),
      'ops.chat.typing': () => ({}),
      'ops.chat.quickReplies': () => ({ items: [...replies] }),
      'ops.chat.send': () => ({ conversationId, seq: 2, at }),
      ...answers,
    },
    state: { auth: { 'ops.chat.read': true, 'ops.chat.write': true } },
  });
};
const field = async (): Promise<HTMLTextAreaElement> => {
  await screen.findByText('在吗', { selector: '.ck-row *' });
  return screen.getByRole('textbox', { name: '消息' });
};

it('service 5.2 / as the first sign opens the quick replies: the arrows choose, Enter writes the words with their names, and sends nothing', async () => {
  const { keyboard, of } = show();
  const typed = await field();
  await keyboard.type(typed, '/');
  const list = within(await screen.findByRole('listbox', { name: '快捷回复' }));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('发票'),
    expect.stringContaining('付款共用'),
  ]);
  await keyboard.keyboard('{ArrowDown}');
  const [, second] = list.getAllByRole('option');
  expect(second?.getAttribute('aria-selected')).toBe('true');
  expect(typed.getAttribute('aria-activedescendant')).toBe(second?.id);
  await keyboard.keyboard('{ArrowDown}{Enter}');
  await vi.waitFor(() => expect(typed.value).toBe('云栖商贸有限公司您好，发票在付款后开具。陈静'));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(typed.hasAttribute('aria-activedescendant')).toBe(false);
  expect(of('ops.chat.send')).toEqual([]);
  await keyboard.keyboard('{Enter}');
  await vi.waitFor(() => expect(of('ops.chat.send')).toHaveLength(1));
});

it('service 5.2 the words after / look for a reply, Esc closes the list, and a mark-up stays text', async () => {
  const { keyboard } = show();
  const typed = await field();
  await keyboard.type(typed, '/附言');
  const option = await screen.findByRole('option', { name: /请核对附言码/ });
  expect(option.textContent).toContain('<img src=x onerror=alert(1)>请核对附言码');
  expect(document.querySelector('img[onerror]')).toBeNull();
  await keyboard.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await keyboard.type(typed, '码');
  await keyboard.click(await screen.findByRole('option', { name: /请核对附言码/ }));
  await vi.waitFor(() => expect(typed.value).toBe('<img src=x onerror=alert(1)>请核对附言码'));
});

it('service 5.2 a reply is added for oneself or for all, changed, and removed by a second press', async () => {
  const { keyboard, of } = show({
    'ops.chat.saveQuickReply': () => ({ replyId: 'q3', version: 1 }),
    'ops.chat.removeQuickReply': () => ({}),
  });
  await keyboard.type(await field(), '/没有');
  expect(await screen.findByText('没有这样的快捷回复')).toBeTruthy();
  const open = async () => {
    await keyboard.click(screen.getByRole('button', { name: '管理快捷回复' }));
    return within(await screen.findByRole('dialog', { name: '快捷回复' }));
  };
  const adding = await open();
  await keyboard.click(adding.getByRole('button', { name: '添加' }));
  expect(await adding.findByText('请输入标题')).toBeTruthy();
  await keyboard.type(adding.getByRole('textbox', { name: /标题/ }), '到账');
  await keyboard.type(adding.getByRole('textbox', { name: /内容/ }), '已到账');
  await keyboard.selectOptions(adding.getByRole('combobox', { name: /谁可以使用/ }), '所有客服');
  await keyboard.click(adding.getByRole('button', { name: '添加' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['快捷回复已保存']));
  expect(of('ops.chat.saveQuickReply')[0]?.input).toMatchObject({ title: '到账', content: '已到账', shared: true });
  const listed = await open();
  await keyboard.click(listed.getByRole('button', { name: '修改 付款' }));
  const changing = within(screen.getByRole('dialog', { name: '快捷回复' }));
  const title = changing.getByRole('textbox', { name: /标题/ });
  await keyboard.clear(title);
  await keyboard.type(title, '付款核对');
  await keyboard.click(changing.getByRole('button', { name: '保存' }));
  await vi.waitFor(() => expect(of('ops.chat.saveQuickReply')).toHaveLength(2));
  expect(of('ops.chat.saveQuickReply')[1]?.input).toMatchObject({
    replyId: 'q2',
    version: 3,
    title: '付款核对',
    shared: true,
  });
  const removing = await open();
  await keyboard.click(removing.getByRole('button', { name: '删除 发票' }));
  expect(of('ops.chat.removeQuickReply')).toEqual([]);
  await keyboard.click(removing.getByRole('button', { name: '确认删除 发票' }));
  await vi.waitFor(() => expect(of('ops.chat.removeQuickReply')).toHaveLength(1));
  expect(of('ops.chat.removeQuickReply')[0]?.input).toMatchObject({ replyId: 'q1', version: 1 });
});
