import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { StubChat } from '../../../gallery/demos/stub-chat.tsx';
import { type Conversation, createConversation } from '../../headless/conversation/conversation.ts';
import { createChatWorld } from '../../testing/chat-world.ts';
import { failOnWarnings } from '../../testing/fail-on-warnings.ts';
import { MessageList } from '../message-list.tsx';
import { Composer } from './composer.tsx';
import { useConversation } from './use-conversation.tsx';

failOnWarnings();
afterEach(cleanup);

function Chat({ conversation, isShown }: { conversation: Conversation; isShown?: boolean }) {
  const chat = useConversation(conversation, { isShown });
  return (
    <>
      <MessageList {...chat.list} />
      <Composer {...chat.composer} />
    </>
  );
}

async function show(isShown = true) {
  const world = createChatWorld();
  const { clock, storage } = world;
  const conversation = createConversation({ ...world.page(0), owner: 'me', clock, storage });
  const view = render(
    <StrictMode>
      <Chat conversation={conversation} isShown={isShown} />
    </StrictMode>,
  );
  const arrive = (): Promise<void> =>
    act(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      while (world.parcels() > 0) await world.deliver(0);
    });
  await arrive();
  const send = (words: string): void => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: words } });
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  };
  const states = () => [...document.querySelectorAll('.ck-status')].map((one) => one.textContent);
  return { world, conversation, view, arrive, send, states };
}

test('service 3.1 a message shows how far it has come, and the same row stays', async () => {
  const { world, arrive, send, states } = await show();
  send('您好');
  await act(async () => {});
  expect(states()).toEqual(['发送中']);
  const row = document.querySelector('.ck-row');
  await arrive();
  expect(states()).toEqual(['已送达']);
  world.server.read('other', 1);
  await arrive();
  expect(states()).toEqual(['已读']);
  expect(document.querySelector('.ck-row')).toBe(row);
});

test('service 3.1 an unsent message says why, is announced, and is sent again by a press', async () => {
  const { world, arrive, send, states } = await show();
  world.server.send({ clientId: 'x', content: 'x' }, 'agent');
  send('refused');
  await arrive();
  expect(states()).toEqual(['未发送：no · 重试']);
  expect(document.querySelector('.ck-composer [role=status]')?.textContent).toBe('未发送');
  fireEvent.click(screen.getByRole('button', { name: '重试' }));
  await act(async () => {});
  expect(states()).toEqual(['发送中']);
});

test('service 3.2 without a net the window says so, and what is typed stays', async () => {
  const { world, conversation, view } = await show();
  await act(() => world.cut(undefined, () => false));
  const [line] = screen.getAllByRole('status').filter((one) => one.closest('.ck-composer'));
  expect(line?.textContent).toBe('网络断开，恢复后自动发送');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '写了一半' } });
  view.unmount();
  render(<Chat conversation={conversation} />);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('写了一半');
});

test('service 1.5 what a person sees is read, and what is hidden is not', async () => {
  const { world, conversation, view, arrive } = await show(false);
  world.server.send({ clientId: 'a', content: '您好' }, 'agent');
  await arrive();
  expect(conversation.state().cursors.own).toBe(0);
  view.rerender(
    <StrictMode>
      <Chat conversation={conversation} isShown />
    </StrictMode>,
  );
  await arrive();
  expect(world.server.open().cursors?.own).toBe(1);
});

test('R12.10 the guide’s chat against a stub of some twenty lines is the one that is run here', () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  const demo = read('../../../gallery/demos/stub-chat.tsx').replace("'../../src/index.ts'", "'@ronghui/chat-kit'");
  const shown = read('../../../guide.md').replace(/^import '@ronghui\/chat-kit\/.*\n/gmu, '');
  expect(shown).toContain(demo);
  const stub = demo.split('function createStub')[1]?.split('\n}\n')[0]?.split('\n') ?? [];
  expect(stub.length).toBeLessThanOrEqual(25);
});

test('R12.10 the guide’s chat works: a question is delivered and answered', async () => {
  render(
    <StrictMode>
      <StubChat />
    </StrictMode>,
  );
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '有人吗' } });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  await waitFor(() => expect(screen.getByText('收到：有人吗')).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: '账单什么时候到期' }));
  await waitFor(() => expect(screen.getByText('收到：账单什么时候到期')).toBeTruthy());
  expect([...document.querySelectorAll('.ck-status')].map((one) => one.textContent)).toEqual(['已送达', '已送达']);
});
