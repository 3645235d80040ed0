import { expect, it, vi } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { ChatDeskPage } from './chat-desk-page.tsx';
import type { Reception } from './queue-queries.ts';

const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const row = (more: Partial<Reception> = {}): Reception => ({
  conversationId: 'c1',
  receptionId: 'r1',
  state: 'waiting',
  version: 1,
  tenantName: '云栖商贸有限公司',
  since: secondsAgo(20),
  unread: 1,
  notes: 0,
  lastWords: '我前天付了 3 万，怎么没显示？',
  agent: null,
  own: null,
  ...more,
});
const serving = row({ state: 'serving', version: 2, agent: '陈静', unread: 0, own: 'serves' });
const at = '2026-11-30T02:00:00.000Z';
const question = { seq: 1, sender: 'user', type: 'text', content: '我前天付了 3 万，怎么没显示？', at } as const;
const talk: NonNullable<Answers['ops.chat.history']> = ({ after = 0 }) => ({
  messages: after === 0 ? [question] : [],
  hasMore: false,
  lastSeq: 1,
  reception: null,
  cursors: { own: 0, other: 0 },
  unread: 1,
});
const auth = { 'ops.chat.read': true, 'ops.chat.write': true };
const show = (
  items: readonly Reception[],
  answers: Answers = {},
  { open = '', held = auth as Record<string, boolean> } = {},
) =>
  showPage(<ChatDeskPage />, {
    at: `/chat${open === '' ? '' : `?open=${open}`}`,
    answers: {
      'ops.chat.queue': () => ({ items: [...items] }),
      'ops.chat.history': talk,
      'ops.chat.notes': () => ({ notes: [], hasMore: false }),
      'ops.chat.settings': () => ({ hours: null, promisedSec: 60, assignment: 'hand', maxPerAgent: 5, revision: 0 }),
      'ops.chat.duty': () => ({ status: 'off', serving: 0, online: 0 }),
      'ops.chat.read': () => ({}),
      'ops.chat.customer': () => ({ tenant: null, since: at, receptions: [] }),
      ...answers,
    },
    state: { auth: held },
  });
const group = (name: string) => within(screen.getByRole('region', { name }));

it('service 5.1 who waits stands in its order with the wait in words and colour, apart from one’s own and those of colleagues', async () => {
  show([
    row({ since: secondsAgo(102) }),
    row({ receptionId: 'r2', conversationId: 'c2', tenantName: null }),
    { ...serving, receptionId: 'r3', conversationId: 'c3' },
    { ...serving, receptionId: 'r4', conversationId: 'c4', agent: '李敏', own: 'joined' },
    { ...serving, receptionId: 'r5', conversationId: 'c5', agent: '王芳', own: null },
  ]);
  await screen.findByRole('heading', { name: '排队 2' });
  const [first, second] = group('排队').getAllByRole('link');
  expect(first?.textContent).toMatch(/云栖商贸有限公司超时 1:4\d/);
  expect(second?.textContent).toMatch(/访客等 0:2\d/);
  const own = group('我的').getAllByRole('link');
  expect(own.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('陈静'),
    expect.stringContaining('李敏 · 已加入'),
  ]);
  expect(group('同事接待中').getByRole('link').textContent).toContain('王芳');
});

it('service 5.1 an empty queue says so', async () => {
  show([]);
  expect(await screen.findByText('现在没有人排队')).toBeTruthy();
  expect(screen.getByText('选择一个会话')).toBeTruthy();
});

it('service 5.2 a reception is taken before anybody answers, and of two who take it the second reads who has it', async () => {
  const { keyboard, of } = show(
    [row()],
    {
      'ops.chat.take': () => {
        throw refusal('ops.chat.take', 'RHSY404');
      },
    },
    { open: 'c1' },
  );
  expect(await screen.findByText('接待后才能回复')).toBeTruthy();
  await keyboard.click(screen.getByRole('button', { name: '接待' }));
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  expect(of('ops.chat.take').map(({ input }) => input)).toEqual([{ receptionId: 'r1' }]);
});

it('service 5.2 who serves answers, and the customer’s words count as read', async () => {
  const { keyboard, of } = show(
    [{ ...serving, conversationId: 'c9' }],
    { 'ops.chat.send': () => ({ conversationId: 'c9', seq: 2, at }) },
    { open: 'c9' },
  );
  await screen.findByText('我前天付了 3 万，怎么没显示？', { selector: '.ck-row *' });
  await keyboard.type(screen.getByRole('textbox', { name: '消息' }), '查到了{Enter}');
  await vi.waitFor(() => expect(of('ops.chat.send')).toHaveLength(1));
  expect(of('ops.chat.send')[0]?.input).toEqual({
    conversationId: 'c9',
    clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
    content: '查到了',
  });
  await vi.waitFor(() => expect(of('ops.chat.read')[0]?.input).toEqual({ conversationId: 'c9', seq: 1 }));
});

it('service 5.2 a reception ends with its summary', async () => {
  const { keyboard, of } = show(
    [serving],
    { 'ops.chat.end': () => ({ reception: { receptionId: 'r1', state: 'ended', version: 3 } }) },
    { open: 'c1' },
  );
  await keyboard.click(await screen.findByRole('button', { name: '结束接待' }));
  const dialog = within(await screen.findByRole('dialog', { name: '结束接待 · 云栖商贸有限公司' }));
  await keyboard.type(dialog.getByRole('textbox', { name: /小结/ }), '附言码少一位');
  await keyboard.click(dialog.getByRole('button', { name: '结束接待' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(of('ops.chat.end')[0]?.input).toMatchObject({ receptionId: 'r1', category: '其他', summary: '附言码少一位' });
});

const others = row({ state: 'serving', version: 2, agent: '王芳', unread: 0 });
const colleagues: Answers = {
  'ops.chat.colleagues': () => ({ items: [{ staffId: 's2', name: '王芳', status: 'busy', serving: 2 }] }),
};

it('service 5.2 who serves gives the reception to a colleague, with a note', async () => {
  const { keyboard, of } = show(
    [serving],
    {
      ...colleagues,
      'ops.chat.transfer': () => ({ reception: { receptionId: 'r1', state: 'serving', version: 3, agent: '王芳' } }),
    },
    { open: 'c1' },
  );
  await keyboard.click(await screen.findByRole('button', { name: '转交' }));
  const dialog = within(await screen.findByRole('dialog', { name: '转交接待 · 云栖商贸有限公司' }));
  const to = await dialog.findByRole('combobox', { name: /接手的同事/ });
  expect(within(to).getByRole('option', { name: /王芳（忙碌，接待\s2\s位）/ })).toBeTruthy();
  await keyboard.selectOptions(to, 's2');
  await keyboard.type(dialog.getByRole('textbox', { name: /备注/ }), '在等回单');
  await keyboard.click(dialog.getByRole('button', { name: '转交' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['已转交给 王芳']));
  expect(of('ops.chat.transfer')[0]?.input).toEqual({
    receptionId: 'r1',
    to: 's2',
    note: '在等回单',
    idempotencyKey: expect.any(String),
  });
});

it('service 5.2 a colleague is chosen before anything is sent', async () => {
  const { keyboard, of } = show([serving], colleagues, { open: 'c1' });
  await keyboard.click(await screen.findByRole('button', { name: '转交' }));
  const dialog = within(await screen.findByRole('dialog', { name: /转交接待/ }));
  await dialog.findByRole('combobox', { name: /接手的同事/ });
  await keyboard.click(dialog.getByRole('button', { name: '转交' }));
  expect(await dialog.findByText('请选择接手的同事')).toBeTruthy();
  expect(of('ops.chat.transfer')).toEqual([]);
});

it('service 5.2 who serves puts the reception back into the queue', async () => {
  const { keyboard, of } = show(
    [serving],
    { 'ops.chat.giveBack': () => ({ reception: { receptionId: 'r1', state: 'waiting', version: 3 } }) },
    { open: 'c1' },
  );
  await keyboard.click(await screen.findByRole('button', { name: '放回' }));
  const dialog = within(await screen.findByRole('dialog', { name: '放回排队 · 云栖商贸有限公司' }));
  await keyboard.click(dialog.getByRole('button', { name: '放回' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['已放回排队']));
  expect(of('ops.chat.giveBack')[0]?.input).toEqual({ receptionId: 'r1', idempotencyKey: expect.any(String) });
});

it('service 5.2 a colleague’s reception is joined to answer in it, and offers no step of who serves', async () => {
  const items = [others];
  const { keyboard, of } = show(
    items,
    {
      'ops.chat.join': () => {
        items.splice(0, 1, { ...others, own: 'joined' });
        return {};
      },
      'ops.chat.stepOut': () => {
        items.splice(0, 1, others);
        return {};
      },
    },
    { open: 'c1' },
  );
  expect(await screen.findByText('由同事接待，加入后可以一起回复')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /转交|放回|结束接待/ })).toBeNull();
  await keyboard.click(screen.getByRole('button', { name: '加入' }));
  await keyboard.click(await screen.findByRole('button', { name: '退出' }));
  expect(await screen.findByRole('button', { name: '加入' })).toBeTruthy();
  expect(of('ops.chat.join').map(({ input }) => input)).toEqual([{ receptionId: 'r1' }]);
  expect(of('ops.chat.stepOut').map(({ input }) => input)).toEqual([{ receptionId: 'r1' }]);
});

it('service 5.2 what a colleague wrote bears the name, and one’s own does not', async () => {
  const words = { sender: 'agent', type: 'text', at } as const;
  show(
    [{ ...serving, conversationId: 'c11' }],
    {
      'ops.chat.history': ({ after = 0 }) => ({
        messages:
          after === 0
            ? [
                { ...words, seq: 1, content: '同事的话', agent: '王芳' },
                { ...words, seq: 2, content: '自己的话', clientId: 'own-message-00001' },
              ]
            : [],
        hasMore: false,
        lastSeq: 2,
        reception: null,
        cursors: { own: 2, other: 0 },
        unread: 0,
      }),
    },
    { open: 'c11' },
  );
  const rowOf = async (text: string) => (await screen.findByText(text, { selector: '.ck-row *' })).closest('.ck-row');
  await vi.waitFor(async () => expect((await rowOf('同事的话'))?.textContent).toContain('王芳'));
  expect((await rowOf('同事的话'))?.textContent).not.toContain('我：');
  expect((await rowOf('自己的话'))?.textContent).not.toContain('王芳');
});

it('service 5.2 what a colleague wrote while one was typing is shown before one sends', async () => {
  const colleague = { seq: 2, sender: 'agent', type: 'text', content: '已为您查到', at, agent: '王芳' } as const;
  let hasAnswered = false;
  const { keyboard } = show(
    [{ ...serving, conversationId: 'c12' }],
    {
      'ops.chat.history': ({ after = 0, limit = 50 }) => {
        const all = hasAnswered ? [question, colleague] : [question];
        return {
          messages: all.filter(({ seq }) => seq > after).slice(-limit),
          hasMore: false,
          lastSeq: all.length,
          reception: null,
          cursors: { own: 1, other: 0 },
          unread: 0,
        };
      },
    },
    { open: 'c12' },
  );
  await screen.findByText(question.content, { selector: '.ck-row *' });
  await keyboard.type(screen.getByRole('textbox', { name: '消息' }), '我来查');
  expect(screen.queryByText(/在您输入时回复了客户/)).toBeNull();
  hasAnswered = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('王芳 在您输入时回复了客户，请看过再发送')).toBeTruthy();
  await keyboard.clear(screen.getByRole('textbox', { name: '消息' }));
  await vi.waitFor(() => expect(screen.queryByText(/在您输入时回复了客户/)).toBeNull());
});

const noted = (more: object = {}) => ({
  noteNo: 1,
  afterSeq: 1,
  kind: 'note' as const,
  content: '老客户，先查回单',
  author: '李敏',
  at,
  ...more,
});

it('service 1.3 an internal note stands after the message that it follows, apart from what the customer reads', async () => {
  const answer = { seq: 2, sender: 'agent', type: 'text', content: '马上为您查', at } as const;
  const { of } = show(
    [{ ...serving, conversationId: 'c7', notes: 1 }],
    {
      'ops.chat.history': ({ after = 0 }) => ({
        messages: after === 0 ? [question, answer] : [],
        hasMore: false,
        lastSeq: 2,
        reception: null,
        cursors: { own: 2, other: 0 },
        unread: 0,
      }),
      'ops.chat.notes': () => ({ notes: [noted()], hasMore: false }),
    },
    { open: 'c7' },
  );
  const box = await screen.findByRole('note');
  expect(box.textContent).toMatch(/内部备注 · 李敏.*老客户，先查回单/s);
  await screen.findByText('马上为您查', { selector: '.ck-row *' });
  const order = [...document.querySelectorAll('.ck-row')].map(({ textContent }) => textContent ?? '');
  const placeOf = (words: string): number => order.findIndex((text) => text.includes(words));
  expect(placeOf('怎么没显示')).toBeLessThan(placeOf('先查回单'));
  expect(placeOf('先查回单')).toBeLessThan(placeOf('马上为您查'));
  expect(of('ops.chat.notes').at(-1)?.input).toMatchObject({ conversationId: 'c7' });
});

it('service 1.3 a note is written by any colleague, under one name however often it is sent', async () => {
  let tries = 0;
  const { keyboard, of } = show(
    [{ ...serving, conversationId: 'c8' }],
    {
      'ops.chat.note': () => {
        tries += 1;
        if (tries === 1) throw refusal('ops.chat.note', 'OPSB0002');
        return { noteNo: 1, at };
      },
    },
    { open: 'c8' },
  );
  await keyboard.click(await screen.findByRole('button', { name: '备注' }));
  const dialog = within(await screen.findByRole('dialog', { name: '内部备注 · 云栖商贸有限公司' }));
  await keyboard.type(dialog.getByRole('textbox', { name: /备注/ }), '先查回单');
  const save = dialog.getByRole('button', { name: '保存备注' });
  await keyboard.click(save);
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  await keyboard.click(save);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = of('ops.chat.note').map(({ input }) => input);
  expect(first).toMatchObject({ conversationId: 'c8', content: '先查回单' });
  expect(second).toEqual(first);
});

it('service 1.3 notes that cannot be read are missed in words, and asked for again by a press', async () => {
  let isDown = true;
  const { keyboard } = show(
    [{ ...serving, conversationId: 'c10' }],
    {
      'ops.chat.notes': () => {
        if (isDown) throw refusal('ops.chat.notes', 'RHSY404');
        return { notes: [noted({ afterSeq: 0 })], hasMore: true };
      },
    },
    { open: 'c10' },
  );
  expect(await screen.findByText('内部备注没有读出来')).toBeTruthy();
  isDown = false;
  await keyboard.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByRole('note')).toBeTruthy();
  expect(screen.getByText(/只显示最近的\s200\s条备注/)).toBeTruthy();
});

it('R6.2 who may only read sees the conversation and why nothing can be written', async () => {
  show([serving], {}, { open: 'c1', held: { 'ops.chat.read': true } });
  expect(await screen.findByText('您可以看，不能回复')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '结束接待' })).toBeNull();
});

it('R11.9 a desk that cannot be read says so and offers to try again', async () => {
  show([], {
    'ops.chat.queue': () => {
      throw refusal('ops.chat.queue', 'OPSB0002');
    },
  });
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
});
