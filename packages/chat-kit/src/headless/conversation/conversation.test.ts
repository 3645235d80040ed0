// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest';
import { createChatWorld } from '../../testing/chat-world.ts';
import { settle } from '../../testing/still-clock.ts';
import { type ConversationOptions, createConversation } from './conversation.ts';
import { pauseMs } from './conversation-clock.ts';
import { createRowReader } from './conversation-rows.ts';
import { createMemoryStorage } from './conversation-storage.ts';
import { SendRefusal } from './transport.ts';

const text = (content: string) => ({ type: 'text', content }) as const;

/** A page in a world whose net delivers everything in its order. */
async function openPage(world = createChatWorld(), page = 0, more: Partial<ConversationOptions> = {}) {
  const { clock, storage } = world;
  const conversation = createConversation({ ...world.page(page), owner: 'me', clock, storage, ...more });
  const stop = conversation.start();
  onTestFinished(stop);
  const arrive = async (): Promise<void> => {
    await settle();
    while (world.parcels() > 0) await world.deliver(0);
  };
  await arrive();
  const read = createRowReader();
  const words = () => read(conversation.state()).map((row) => `${row.messageContent} ${row.status ?? ''}`.trim());
  return { world, conversation, stop, arrive, words };
}

test('service 3.2 what is sent without a net waits, is there after a reload, and goes once in its order', async () => {
  const { world, conversation, words } = await openPage();
  await world.cut(undefined, () => false);
  for (const one of ['一', '二']) conversation.send(text(one));
  conversation.setDraft('写了一半');
  await world.cut(undefined, () => true);
  expect(words()).toEqual(['一 sending', '二 sending']);
  expect(conversation.unsent()).toHaveLength(2);
  world.kill(0);
  const next = await openPage(world, 1);
  expect(next.conversation.state().draft).toBe('写了一半');
  expect(next.words()).toEqual(['一 sent', '二 sent']);
  expect(world.server.table().map(({ content }) => content)).toEqual(['一', '二']);
  await settle();
  expect(await world.storage.all('me')).toEqual([{ draft: '写了一半' }]);
});

test('service 3.2 a limit waits as long as the server says and keeps the order', async () => {
  const { world, conversation, arrive, words } = await openPage();
  world.server.limit(1);
  conversation.send(text('一'));
  conversation.send(text('二'));
  await arrive();
  expect(words()).toEqual(['一 sending', '二 sending']);
  await world.clock.move(6999);
  await arrive();
  expect(world.server.table()).toEqual([]);
  await world.clock.move(1);
  await arrive();
  expect(words()).toEqual(['一 sent', '二 sent']);
});

test('service 3.2 what is kept is gone after leaving, in every page, and when another owner comes', async () => {
  const { world, conversation } = await openPage();
  const other = await openPage(world, 1);
  await world.cut(undefined, () => false);
  conversation.send(text('一'));
  await settle();
  expect(await world.storage.all('me')).toHaveLength(1);
  await conversation.leave();
  await other.arrive();
  expect([conversation, other.conversation].map((one) => one.unsent())).toEqual([[], []]);
  expect(await world.storage.all('me')).toEqual([]);
  await world.storage.put('me', 'draft', { draft: '别人的' });
  await openPage(world, 2, { owner: 'you' });
  expect(await world.storage.all('me')).toEqual([]);
});

test('service 2.4 one page of a browser has the stream, the other hears it and takes over when the first is gone', async () => {
  const { world, conversation, words } = await openPage();
  const second = await openPage(world, 1);
  expect([conversation, second.conversation].map((one) => one.state().isLeading)).toEqual([true, false]);
  world.server.send({ clientId: 'a', content: '您好' }, 'agent');
  second.conversation.send(text('好'));
  await second.arrive();
  expect(words()).toEqual(['您好', '好 sent']);
  expect(second.words()).toEqual(words());
  expect(second.conversation.state().line).toBe('up');
  world.kill(0);
  await second.arrive();
  expect(second.conversation.state().isLeading).toBe(true);
  world.server.send({ clientId: 'b', content: '再见' }, 'agent');
  await second.arrive();
  expect(second.words()).toEqual(['您好', '好 sent', '再见']);
});

test('service 2.4 a page that comes to lead shows the others what an earlier one left', async () => {
  const world = createChatWorld();
  const left = { clientId: 'x', order: 1, at: 1, ...text('一') };
  await world.storage.put('me', 'message/x', { message: left });
  world.server.limit(1);
  const gate = Promise.withResolvers<void>();
  const all = async (owner: string) => {
    await gate.promise;
    return world.storage.all(owner);
  };
  await openPage(world, 0, { storage: { ...world.storage, all } });
  const second = await openPage(world, 1);
  expect(second.words()).toEqual([]);
  gate.resolve();
  await second.arrive();
  expect(second.words()).toEqual(['一 sending']);
});

test('service 2.2 a lost stream is opened again after a pause, at once when the net is back, and says so meanwhile', async () => {
  const { world, conversation, arrive } = await openPage();
  await world.cut(undefined, () => false);
  expect(conversation.state().line).toBe('down');
  await world.clock.move(749);
  expect(world.parcels()).toBe(0);
  await world.clock.move(1);
  await arrive();
  expect(conversation.state().line).toBe('up');
  await world.cut(undefined, () => false);
  conversation.wake();
  await arrive();
  expect(conversation.state().line).toBe('up');
});

test('service 2.2 pauses double from one second to half a minute and differ from page to page', () => {
  expect([0, 1, 2, 9].map((failures) => pauseMs(failures, 0))).toEqual([1000, 2000, 4000, 30_000]);
  expect(pauseMs(0, 0.999)).toBeGreaterThanOrEqual(500);
});

test('service 2.4 without a stream news come by asking, and hints of a stream are passed on', async () => {
  const world = createChatWorld();
  const { transport } = world.page(0);
  const alone = await openPage(world, 0, { transport: { ...transport, stream: undefined } });
  world.server.send({ clientId: 'a', content: '您好' }, 'agent');
  await world.clock.move(20_000);
  await alone.arrive();
  expect(alone.words()).toEqual(['您好']);
  const onHint = vi.fn();
  const stream: typeof transport.stream = (_after, heard) => {
    heard({ kind: 'hint', of: 'bills' });
    heard({ kind: 'typing', sender: 'agent' });
    return () => {};
  };
  const own = { storage: createMemoryStorage(), owner: 'you' };
  const hinted = await openPage(world, 1, {
    ...own,
    transport: { ...transport, stream },
    tabs: world.page(9).tabs,
    onHint,
  });
  alone.stop();
  await hinted.arrive();
  expect(onHint).toHaveBeenCalledWith('bills');
  expect(hinted.conversation.state().typing).toBe('agent');
  await world.clock.move(6000);
  expect(hinted.conversation.state().typing).toBeUndefined();
});

test('service 3.1 a message says how far it has come: delivered, read, or unsent with the words of the server', async () => {
  const { world, conversation, arrive, words } = await openPage();
  const id = conversation.send(text('一'));
  expect(words()).toEqual(['一 sending']);
  await arrive();
  world.server.read('other', 1);
  await arrive();
  expect(words()).toEqual(['一 read']);
  expect(id).toMatch(/^[0-9a-f]{32}$/u);
  const refused = conversation.send(text('refused'));
  await arrive();
  expect(words().at(-1)).toBe('refused unsent');
  expect(conversation.unsent()[0]).toMatchObject({ reason: 'refused', words: 'no' });
  conversation.retry(refused);
  await arrive();
  expect(words().at(-1)).toBe('refused unsent');
  conversation.drop(refused);
  expect(words()).toEqual(['一 read']);
});

test('service 1.3 a recalled message gives way to a sentence, and the recall itself is no row', async () => {
  const { world, conversation, arrive, words } = await openPage();
  conversation.send(text('错了'));
  world.server.send({ clientId: 'a', content: '也错了' }, 'agent');
  await arrive();
  await Promise.all([conversation.recall(1), conversation.recall(2), arrive()]);
  await arrive();
  expect(words().toSorted()).toEqual(['对方撤回了一条消息', '您撤回了一条消息']);
});

test('service 3.1 a row stays the same object while nothing of it changes, and keeps its key when it gets its number', async () => {
  const { world, conversation, arrive } = await openPage();
  const read = createRowReader();
  const rows = () => read(conversation.state());
  conversation.send(text('一'));
  const [sending] = rows();
  await arrive();
  const [sent] = rows();
  expect(sent?.key).toBe(sending?.key);
  world.server.send({ clientId: 'a', content: '您好' }, 'agent');
  await arrive();
  expect(rows()[0]).toBe(sent);
  expect(rows()).toBe(rows());
});

test('service 1.1 a visitor’s first message makes the conversation, and the stream begins then', async () => {
  const world = createChatWorld();
  const { transport } = world.page(0);
  const stream = vi.fn(transport.stream);
  const open = async () => ({ conversationId: undefined, firstSeq: 1, lastSeq: 0 });
  const { conversation, arrive, words } = await openPage(world, 0, { transport: { ...transport, open, stream } });
  expect(stream).not.toHaveBeenCalled();
  conversation.send(text('有人吗'));
  await arrive();
  expect(stream).toHaveBeenCalledTimes(1);
  expect(words()).toEqual(['有人吗 sent']);
});

test('service 3.2 a storage that refuses or is tampered with stops nothing', async () => {
  const world = createChatWorld();
  const no = (): Promise<never> => Promise.reject(new SendRefusal('refused'));
  const broken = await openPage(world, 0, { storage: { all: no, put: no, drop: no, clear: no } });
  broken.conversation.send(text('一'));
  await broken.arrive();
  expect(broken.words()).toEqual(['一 sent']);
  broken.stop();
  const tampered = createMemoryStorage();
  for (const [at, value] of [1, null, { draft: 3 }, { message: { clientId: 4 } }].entries())
    await tampered.put('me', `${at}`, value);
  const next = await openPage(world, 1, { storage: tampered });
  expect(next.conversation.state()).toMatchObject({ draft: '', own: [] });
});

test('service 2.2 while one is typing the other side is given to know it, every three seconds at most, and a failure is nobody’s', async () => {
  const world = createChatWorld();
  const typing = vi.fn(() => Promise.reject(new Error('down')));
  const { transport } = world.page(0);
  const { conversation } = await openPage(world, 0, { transport: { ...transport, typing } });
  for (const draft of ['请', '请问', '请问', '']) conversation.setDraft(draft);
  const conversationId = conversation.state().conversationId;
  expect(typing.mock.calls).toEqual([[{ conversationId }]]);
  await world.clock.move(3000);
  conversation.setDraft('');
  expect(typing).toHaveBeenCalledTimes(1);
  conversation.setDraft('发票');
  expect(typing).toHaveBeenCalledTimes(2);
});
