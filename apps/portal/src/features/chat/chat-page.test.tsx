import type { Output } from '@ronghui/contract';
import { expect, it, vi } from 'vitest';
import { screen, showPage, toasts, user } from '#kernel/testing/page.fixture.tsx';
import { aroundChatTests, nothingYet, refused, streams } from './chat.fixture.ts';
import { ChatPage } from './chat-page.tsx';

const gateway = aroundChatTests();
const at = '2026-11-30T02:00:00.000Z';
type Message = Output<'chat.history'>['messages'][number];
const message = (seq: number, content: string, more: Partial<Message> = {}): Message => ({
  seq,
  sender: 'user',
  type: 'text',
  content,
  at,
  ...more,
});
const waiting = { receptionId: 'r1', state: 'waiting', version: 1, waitingBefore: 2 } as const;
const open = (more: Partial<Output<'chat.open'>> = {}): Output<'chat.open'> => ({
  ...nothingYet,
  conversationId: 'c1',
  ...more,
});
let users = 0;
/** A page of somebody of its own: a conversation lasts as long as its owner. */
const show = () => {
  users += 1;
  return showPage(<ChatPage />, { at: '/portal/chat', state: { user: { ...user, userId: `u${users}` } } });
};
const field = () => screen.getByRole('textbox', { name: '消息' });
const of = (id: string) => gateway.sent.filter((call) => call.id === id);

it('R12.11 a first message goes through the chat gateway, signed over its data, and is shown as delivered', async () => {
  gateway.answers = { ...gateway.answers, 'chat.send': () => ({ conversationId: 'c1', seq: 1, at }) };
  const { keyboard } = show();
  await keyboard.type(await vi.waitFor(field), '账单什么时候到期{Enter}');
  expect(await screen.findByText('已送达')).toBeTruthy();
  const [sent] = of('chat.send');
  expect(sent?.data).toEqual({
    clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
    type: 'text',
    content: '账单什么时候到期',
  });
  expect(sent?.body).toMatch(
    /^\{"reqEnvParams":\{"channel":"PUBCC","sign":"k-1\.\d{13}\.[\w-]{22}\.[\w-]{43}"\},"data":\{/,
  );
});

it('service 2.2 once the conversation has a name its stream brings what is new, and who serves', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => open({ lastSeq: 1, reception: waiting }),
    'chat.history': () => ({ messages: [message(1, '您好')], hasMore: false }),
  };
  show();
  expect(await screen.findByText(/前面还有\s2\s位/)).toBeTruthy();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const [stream] = streams;
  stream?.send('snapshot', {
    conversationId: 'c1',
    lastSeq: 1,
    cursors: { own: 0, other: 0 },
    unread: 0,
    reception: waiting,
  });
  stream?.send('reception', { receptionId: 'r1', state: 'serving', version: 2, agent: '李敏' });
  stream?.send('message', message(2, '您好，我是李敏', { sender: 'agent' }));
  expect(await screen.findByText('客服 李敏 正在为您服务')).toBeTruthy();
  expect(await screen.findByText('您好，我是李敏')).toBeTruthy();
  await vi.waitFor(() => expect(of('chat.read').at(-1)?.data).toEqual({ conversationId: 'c1', seq: 2 }));
});

it('service 1.2 an expired key is renewed, and the message is sent again under its own name', async () => {
  let tries = 0;
  gateway.answers = {
    ...gateway.answers,
    'chat.send': () => {
      tries += 1;
      if (tries === 1) throw refused('UMDP00001', '网络环境异常', { reason: 'KEY_EXPIRED' });
      return { conversationId: 'c1', seq: 1, at };
    },
  };
  const { keyboard, of: called } = show();
  await keyboard.type(await vi.waitFor(field), '您好{Enter}');
  expect(await screen.findByText('已送达')).toBeTruthy();
  const [first, second] = of('chat.send');
  expect(second?.data['clientId']).toBe(first?.data['clientId']);
  expect(called('start').length).toBeGreaterThan(0);
});

it('service 3.1 a message that is refused stays, with the server’s words and a way to send it again', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.send': () => {
      throw refused('RHSY422', '消息太长');
    },
  };
  const { keyboard } = show();
  await keyboard.type(await vi.waitFor(field), '您好{Enter}');
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
  expect(screen.getByText(/消息太长/)).toBeTruthy();
});

it('service 2.6 what is sent too fast waits for its turn and is no failure', async () => {
  let tries = 0;
  gateway.answers = {
    ...gateway.answers,
    'chat.send': () => {
      tries += 1;
      if (tries === 1) throw refused('RHCS002', '发送太频繁', { retryAfter: 0 });
      return { conversationId: 'c1', seq: 1, at };
    },
  };
  const { keyboard } = show();
  await keyboard.type(await vi.waitFor(field), '您好{Enter}');
  expect(await screen.findByText('已送达')).toBeTruthy();
  expect(of('chat.send')).toHaveLength(2);
});

it('service 2.2 each side learns that the other one is typing', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => open({ reception: { receptionId: 'r1', state: 'serving', version: 2, agent: '李敏' } }),
    'chat.typing': () => ({}),
  };
  const { keyboard } = show();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.send('typing', { sender: 'agent' });
  expect(await screen.findByText('客服 李敏 正在输入…')).toBeTruthy();
  streams[0]?.send('message', message(2, '您好', { sender: 'agent' }));
  expect(await screen.findByText('客服 李敏 正在为您服务')).toBeTruthy();
  await keyboard.type(field(), '请问');
  await vi.waitFor(() => expect(of('chat.typing').map(({ data }) => data)).toEqual([{ conversationId: 'c1' }]));
});

it('service 1.4 a customer ends a reception and rates it once', async () => {
  const served = { receptionId: 'r1', state: 'serving', version: 2, agent: '李敏' } as const;
  let now: Output<'chat.open'>['reception'] = served;
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => open({ reception: now }),
    'chat.end': () => {
      now = { receptionId: 'r1', state: 'ended', version: 3 };
      queueMicrotask(() => streams[0]?.send('reception', now ?? {}));
      return { reception: now };
    },
    'chat.rate': () => ({}),
  };
  const { keyboard } = show();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  await keyboard.click(await screen.findByRole('button', { name: '结束接待' }));
  await keyboard.click(await screen.findByRole('radio', { name: '满意' }));
  await keyboard.click(screen.getByRole('button', { name: '提交评价' }));
  await vi.waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull());
  expect(of('chat.rate').map(({ data }) => data)).toEqual([{ receptionId: 'r1', stars: 4 }]);
});

it('service 1.4 a person is asked for by a press, and a refusal is read', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => open({ reception: { receptionId: 'r1', state: 'robot', version: 1 } }),
    'chat.handOver': () => {
      throw refused('RHCS001', '接待已结束');
    },
  };
  const { keyboard } = show();
  await keyboard.click(await screen.findByRole('button', { name: '转人工' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['接待已结束']));
});

it('service 3.4 a message that is left is answered here: no hour is promised, since it may be left within the hours too', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => open({ reception: { receptionId: 'r1', state: 'left', version: 2 } }),
  };
  show();
  expect(await screen.findByText('已转为留言，客服会在这里回复您')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '转人工' })).toBeNull();
});

it('service 3.5 what is done with the words stands above the first one', async () => {
  show();
  expect(await screen.findByText(/对话由平台客服查看并保存/)).toBeTruthy();
});

it('service 1.4 what has ended offers no person and no end: the next message opens another reception', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => open({ reception: { receptionId: 'r1', state: 'ended', version: 3 } }),
  };
  show();
  expect(await screen.findByText(/本次接待已结束/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /转人工|结束接待/ })).toBeNull();
});

it('service 3.3 service 4.2 a card has the words of its message and the way to what it is about, and an answer is rated', async () => {
  gateway.answers = {
    ...gateway.answers,
    'chat.open': () => open({ lastSeq: 1 }),
    'chat.helpful': () => ({}),
    'chat.history': () => ({
      messages: [
        message(1, '在登录页点“忘记密码”。', {
          sender: 'robot',
          type: 'custom',
          card: { kind: 'document', id: 'reset-password' },
        }),
      ],
      hasMore: false,
    }),
  };
  const { keyboard } = show();
  expect(await screen.findByText('在登录页点“忘记密码”。')).toBeTruthy();
  expect(screen.getByRole('link', { name: '查看全文' }).getAttribute('href')).toBe('#/portal/docs/reset-password');
  const helped = screen.getByRole('button', { name: '没帮助' });
  await keyboard.click(helped);
  expect(await screen.findByText('谢谢，已记下')).toBeTruthy();
  expect(helped.getAttribute('aria-pressed')).toBe('true');
  expect(of('chat.helpful').map(({ data }) => data)).toEqual([{ conversationId: 'c1', seq: 1, helpful: false }]);
});
