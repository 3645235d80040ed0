import type { Output } from '@ronghui/contract';
import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { screen, showPage, toasts, user } from '#kernel/testing/page.fixture.tsx';
import { aroundChatTests, fileReply, nothingYet, refused, streams } from './chat.fixture.ts';
import { ChatPage } from './chat-page.tsx';

const gateway = aroundChatTests();
const at = '2026-11-30T02:00:00.000Z';
const file = { fileId: 'f1', name: '回单.jpg', size: 2048, mime: 'image/jpeg' };
const photo = () => new File(['x'], '回单.jpg', { type: 'image/jpeg' });
const reception = (state: 'waiting' | 'serving') => ({ receptionId: 'r1', state, version: 2 });
let users = 0;
const show = (state: object = { user: { ...user, userId: `file-${(users += 1)}` } }, path = '/portal/chat') =>
  showPage(<ChatPage />, { at: path, state });
const field = () => screen.findByRole('textbox', { name: '消息' });
const of = (id: string) => gateway.sent.filter((call) => call.id === id);
const withMessage = (more: Partial<Output<'chat.history'>['messages'][number]>) => ({
  'chat.open': () => ({ ...nothingYet, conversationId: 'c1', lastSeq: 1 }),
  'chat.history': () => ({
    messages: [{ seq: 1, sender: 'agent', type: 'image', content: file.name, file, at, ...more } as const],
    hasMore: false,
  }),
});

it('service 3.1 a pasted picture leaves with the next message: uploaded first, then sent by its id', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.upload': () => file,
    'chat.send': () => ({ conversationId: 'c1', seq: 1, at }),
  };
  const { keyboard } = show();
  fireEvent.paste(await field(), { clipboardData: { files: [photo()] } });
  expect(screen.getByText('回单.jpg')).toBeTruthy();
  await keyboard.click(screen.getByRole('button', { name: '发送' }));
  expect(await screen.findByText('已送达')).toBeTruthy();
  expect(of('chat.upload')[0]?.data).toEqual({
    name: '回单.jpg',
    size: 1,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(of('chat.send')[0]?.data).toMatchObject({ type: 'image', fileId: 'f1' });
});

it('service 3.2 a picture whose answer was lost goes again under its own name, and is not uploaded twice', async () => {
  let tries = 0;
  gateway.answers = {
    ...gateway.answers,
    'chat.upload': () => file,
    'chat.send': () => {
      tries += 1;
      if (tries === 1) throw refused('RHSY429', '操作过于频繁', { retryAfter: 0 });
      return { conversationId: 'c1', seq: 1, at };
    },
  };
  const { keyboard } = show();
  fireEvent.paste(await field(), { clipboardData: { files: [photo()] } });
  await keyboard.click(screen.getByRole('button', { name: '发送' }));
  expect(await screen.findByText('已送达')).toBeTruthy();
  expect(of('chat.upload')).toHaveLength(1);
  const [first, second] = of('chat.send');
  expect(second?.data).toEqual(first?.data);
});

it('service 2.6 a refused picture stays, and says what is wrong with it', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.upload': () => {
      throw refused('RHSY422', '填写内容有误', { fields: [{ path: 'file', message: '图片已损坏' }] });
    },
  };
  const { keyboard } = show();
  fireEvent.paste(await field(), { clipboardData: { files: [photo()] } });
  await keyboard.click(screen.getByRole('button', { name: '发送' }));
  expect(await screen.findByText(/图片已损坏/)).toBeTruthy();
});

it('service 2.6 a visitor adds pictures only while a person serves', async () => {
  const open = (state: 'waiting' | 'serving') => () => ({
    ...nothingYet,
    conversationId: 'c1',
    reception: reception(state),
  });
  gateway.answers = { ...gateway.answers, 'chat.open': open('waiting') };
  show({ user: null });
  await screen.findByText(/正在为您转接客服/);
  expect(screen.queryByRole('button', { name: '添加文件' })).toBeNull();
  gateway.answers = { ...gateway.answers, 'chat.open': open('serving') };
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.send('reception', { ...reception('serving'), version: 3 });
  await screen.findByText(/正在为您服务/);
  const [, input] = screen.getAllByLabelText('添加文件');
  expect(input?.getAttribute('accept')).toBe('image/png,image/jpeg');
});

it('service 1.2 a picture is shown from its bytes, in a frame that stands before them', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  gateway.answers = { ...gateway.answers, ...withMessage({}), 'chat.download': () => fileReply('image/jpeg') };
  show();
  expect(await screen.findByRole('img', { name: '图片 回单.jpg' })).toBeTruthy();
  expect(of('chat.download')[0]?.data).toEqual({ fileId: 'f1' });
});

it('service 1.2 a picture that was not read says so, and is read again by a press', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  let isDown = true;
  const download = () => {
    if (isDown) throw refused('RHSY404', '内容不存在或已删除');
    return fileReply('image/jpeg');
  };
  gateway.answers = { ...gateway.answers, ...withMessage({ seq: 1 }), 'chat.download': download };
  const { keyboard } = show();
  const again = await screen.findByRole('button', { name: '重试' }, { timeout: 5_000 });
  isDown = false;
  await keyboard.click(again);
  expect(await screen.findByRole('img', { name: '图片 回单.jpg' })).toBeTruthy();
});

it('service 1.2 a file is read when it is asked for, under its name', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const contract = { fileId: 'f2', name: '合同.pdf', size: 3_000_000, mime: 'application/pdf' };
  gateway.answers = {
    ...gateway.answers,
    ...withMessage({ type: 'file', content: '合同.pdf', file: contract }),
    'chat.download': () => fileReply('application/pdf'),
  };
  const { keyboard } = show();
  await keyboard.click(await screen.findByRole('button', { name: /下载 2\.9\sMB/ }));
  const link = await screen.findByRole('link', { name: '保存到本机' });
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['blob:x', '合同.pdf']);
});

it('service 1.3 one’s own message is taken back by a press; what comes too late says so', async () => {
  let tries = 0;
  const sentAt = new Date().toISOString();
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => ({ ...nothingYet, conversationId: 'c1', lastSeq: tries > 1 ? 2 : 1 }),
    'chat.history': ({ after }) => ({
      messages:
        after === undefined
          ? [{ seq: 1, sender: 'user', type: 'text', content: '发错了', at: sentAt }]
          : tries > 1
            ? [{ seq: 2, sender: 'system', type: 'text', content: '', recalls: 1, at: sentAt }]
            : [],
      hasMore: false,
    }),
    'chat.recall': () => {
      tries += 1;
      if (tries === 1) throw refused('RHCS004', '消息发出已超过两分钟，不能撤回');
      return {};
    },
  };
  const { keyboard } = show();
  await keyboard.click(await screen.findByRole('button', { name: '撤回' }));
  await vi.waitFor(() => expect(toasts()).toContainEqual(expect.stringContaining('超过两分钟')));
  await keyboard.click(screen.getByRole('button', { name: '撤回' }));
  expect(await screen.findByText('您撤回了一条消息')).toBeTruthy();
  expect(of('chat.recall')[0]?.data).toEqual({ conversationId: 'c1', seq: 1 });
});

it('service 3.3 what one came from is offered as a card, and sent by a press alone, or not at all', async () => {
  gateway.answers = { ...gateway.answers, 'chat.send': () => ({ conversationId: 'c1', seq: 1, at }) };
  const { keyboard } = show({ user: { ...user, userId: `file-${(users += 1)}` } }, '/portal/chat?card=bill.B-2026-1');
  const send = await screen.findByRole('button', { name: '发送这张账单' });
  expect(screen.getByText('您正在看账单 B-2026-1')).toBeTruthy();
  expect(of('chat.send')).toEqual([]);
  await keyboard.click(send);
  await vi.waitFor(() => expect(of('chat.send')).toHaveLength(1));
  expect(of('chat.send')[0]?.data).toMatchObject({ type: 'custom', card: { kind: 'bill', id: 'B-2026-1' } });
  expect(location.hash).toBe('#/portal/chat');
  const link = await screen.findByRole('link', { name: '查看账单' });
  expect(link.getAttribute('href')).toContain('open=B-2026-1');
});

it.each(['bill.', 'bill.a/../b', 'constructor.x', 'note.1', 'javascript:alert(1)'])(
  'service 3.3 an address that names nothing of ours offers nothing: %s',
  async (card) => {
    show({ user: { ...user, userId: `file-${(users += 1)}` } }, `/portal/chat?card=${encodeURIComponent(card)}`);
    await field();
    expect(screen.queryByRole('button', { name: '不用了' })).toBeNull();
  },
);
