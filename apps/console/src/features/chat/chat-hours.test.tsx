import { expect, it, vi } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { ChatDeskPage } from './chat-desk-page.tsx';
import type { Reception } from './queue-queries.ts';

const at = '2026-11-30T02:00:00.000Z';
const office = { days: 'working', opensMinute: 540, closesMinute: 1080 } as const;
const left: Reception = {
  conversationId: 'h1',
  receptionId: 'r1',
  state: 'left',
  version: 2,
  tenantName: null,
  since: at,
  unread: 1,
  notes: 0,
  lastWords: '账单金额不对',
  agent: null,
  own: null,
};
const show = (answers: Answers = {}, { path = '/chat', mayWrite = true } = {}) =>
  showPage(<ChatDeskPage />, {
    at: path,
    answers: {
      'ops.chat.queue': () => ({ items: [left] }),
      'ops.chat.settings': () => ({ hours: office, promisedSec: 120, assignment: 'hand', maxPerAgent: 5, revision: 3 }),
      'ops.chat.duty': () => ({ status: 'off', serving: 0, online: 0 }),
      'ops.chat.notes': () => ({ notes: [], hasMore: false }),
      'ops.chat.read': () => ({}),
      'ops.chat.history': ({ after = 0 }) => ({
        messages: after === 0 ? [{ seq: 1, sender: 'user', type: 'text', content: '账单金额不对', at }] : [],
        hasMore: false,
        lastSeq: 1,
        reception: { receptionId: 'r1', state: 'left', version: 2 },
        cursors: { own: 0, other: 1 },
        unread: 1,
      }),
      ...answers,
    },
    state: { auth: { 'ops.chat.read': true, ...(mayWrite && { 'ops.chat.write': true }) } },
  });
const openDialog = async (keyboard: ReturnType<typeof show>['keyboard']) => {
  const button = await screen.findByRole('button', { name: '服务时间' });
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false));
  await keyboard.click(button);
  return within(await screen.findByRole('dialog', { name: '客服的服务时间' }));
};

it('service 3.4 a message that was left waits in the queue as 留言, and is answered without another step', async () => {
  const { keyboard, of } = show(
    { 'ops.chat.send': () => ({ conversationId: 'h1', seq: 2, at }) },
    { path: '/chat?open=h1' },
  );
  const row = await within(await screen.findByRole('region', { name: '排队' })).findByRole('link');
  expect(row.textContent).toContain('留言');
  await screen.findByText('账单金额不对', { selector: '.ck-row *' });
  await keyboard.type(screen.getByRole('textbox', { name: '消息' }), '已更正{Enter}');
  await vi.waitFor(() =>
    expect(of('ops.chat.send')[0]?.input).toMatchObject({ conversationId: 'h1', content: '已更正' }),
  );
});

it('service 5.3 the hours in force stand at the head, and are set by who answers customers', async () => {
  const { keyboard, of } = show({
    'ops.chat.setSettings': ({ idempotencyKey: _, ...setting }) => ({ ...setting, revision: 4 }),
  });
  expect(await screen.findByText(/工作日 09:00–18:00 · 承诺\s120\s秒内接待/)).toBeTruthy();
  const dialog = await openDialog(keyboard);
  const [to, promised] = [dialog.getByRole('textbox', { name: '到' }), dialog.getByRole('textbox', { name: /秒数/ })];
  await keyboard.clear(to);
  await keyboard.type(to, '17:30');
  await keyboard.clear(promised);
  await keyboard.type(promised, '90');
  await keyboard.click(dialog.getByRole('button', { name: '保存' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['服务时间已保存']));
  expect(of('ops.chat.setSettings')[0]?.input).toEqual({
    hours: { ...office, closesMinute: 1050 },
    promisedSec: 90,
    assignment: 'hand',
    maxPerAgent: 5,
    revision: 3,
    idempotencyKey: expect.any(String),
  });
});

it('service 5.3 hours that end before they begin and a time that is none are refused at their fields', async () => {
  const { keyboard, of } = show();
  const dialog = await openDialog(keyboard);
  const [from, to] = [dialog.getByRole('textbox', { name: '从' }), dialog.getByRole('textbox', { name: '到' })];
  await keyboard.clear(to);
  await keyboard.type(to, '08:00');
  await keyboard.click(dialog.getByRole('button', { name: '保存' }));
  expect(await dialog.findByText('下班时间须晚于上班时间')).toBeTruthy();
  await keyboard.clear(from);
  await keyboard.type(from, '早上');
  await keyboard.click(dialog.getByRole('button', { name: '保存' }));
  expect(await dialog.findByText('请按 09:00 的样子填写')).toBeTruthy();
  expect(of('ops.chat.setSettings')).toEqual([]);
});

it('service 5.3 receptions are given in turn where that is set, to each member as many as are written', async () => {
  const { keyboard, of } = show({
    'ops.chat.setSettings': ({ idempotencyKey: _, ...setting }) => ({ ...setting, revision: 4 }),
  });
  const dialog = await openDialog(keyboard);
  expect(dialog.queryByRole('textbox', { name: /每位客服/ })).toBeNull();
  await keyboard.selectOptions(dialog.getByRole('combobox', { name: /接待的分配/ }), 'turn');
  const most = dialog.getByRole('textbox', { name: /每位客服/ });
  await keyboard.clear(most);
  await keyboard.type(most, '0');
  await keyboard.click(dialog.getByRole('button', { name: '保存' }));
  expect(await dialog.findByText(/请填写\s1\s到\s50/)).toBeTruthy();
  await keyboard.clear(most);
  await keyboard.type(most, '8');
  await keyboard.click(dialog.getByRole('button', { name: '保存' }));
  await vi.waitFor(() =>
    expect(of('ops.chat.setSettings')[0]?.input).toMatchObject({ assignment: 'turn', maxPerAgent: 8 }),
  );
});

it('service 5.3 without hours somebody is always there', async () => {
  const { keyboard, of } = show({
    'ops.chat.setSettings': ({ idempotencyKey: _, ...setting }) => ({ ...setting, revision: 4 }),
  });
  const dialog = await openDialog(keyboard);
  await keyboard.selectOptions(dialog.getByRole('combobox', { name: /服务时间/ }), 'always');
  expect(dialog.queryByRole('textbox', { name: '从' })).toBeNull();
  await keyboard.click(dialog.getByRole('button', { name: '保存' }));
  await vi.waitFor(() => expect(of('ops.chat.setSettings')[0]?.input).toMatchObject({ hours: null, promisedSec: 120 }));
});

it('service 5.3 what a colleague has set meanwhile is not overwritten: the refusal is read', async () => {
  const { keyboard } = show({
    'ops.chat.setSettings': () => {
      throw refusal('ops.chat.setSettings', 'RHSY409');
    },
  });
  const dialog = await openDialog(keyboard);
  await keyboard.click(dialog.getByRole('button', { name: '保存' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['数据已发生变化，请刷新后重试']));
});

it('R6.2 who may only read sees the hours and cannot set them', async () => {
  show({}, { mayWrite: false });
  expect(await screen.findByText(/工作日 09:00–18:00/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '服务时间' })).toBeNull();
});
