// @vitest-environment node
import type { BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatServer, createChatServer } from '../testing/chat-server.ts';
import type { Asked } from './chat.tsx';
import { type OpenStage, openStage } from './open-stage.ts';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('./', import.meta.url), 'chat.html');
}, 120_000);
afterAll(() => stage?.close());

/** Answers a browser's questions, unless the net is gone. */
async function serve(context: BrowserContext, server: ChatServer, net: { isGone: boolean }): Promise<void> {
  const answers: Readonly<Record<string, (data: Asked) => unknown>> = {
    open: () => server.open(),
    history: (ask) => server.history(ask, ask.limit),
    send: (given) => server.send(given),
    read: ({ seq }) => server.read('own', seq),
    recall: ({ seq }) => server.recall(seq),
  };
  await context.route('**/api/*', async (route) => {
    if (net.isGone) return route.abort();
    const name = new URL(route.request().url()).pathname.slice('/api/'.length);
    const data: Asked = JSON.parse(route.request().postData() ?? '{}');
    return route.fulfill({ json: answers[name]?.(data) ?? {} });
  });
}

/** A browser of its own with one page; `openPage` opens another one in it. */
async function open() {
  const first = await stage.open();
  const context = await first.context().browser()?.newContext();
  await first.close();
  if (context === undefined) throw new Error('no browser');
  const net = { isGone: false };
  const server = createChatServer();
  await serve(context, server, net);
  const openPage = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${stage.origin}/chat.html`);
    return page;
  };
  return { page: await openPage(), openPage, context, net, server };
}
const say = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('textbox').fill(words);
  await page.keyboard.press('Enter');
};
const shown = (page: Page): Promise<string[]> => page.locator('.ck-row .ck-bubble, .ck-row .ck-text').allInnerTexts();
const states = (page: Page): Promise<string[]> => page.locator('.ck-status').allInnerTexts();
const leads = (page: Page): Promise<boolean> => page.evaluate(() => window.conversation.state().isLeading);
const poll = { timeout: 20_000 };

test('service 2.4 of two pages of a browser one sends for both, and the other takes over when it is closed', async () => {
  const { page, openPage, context, server } = await open();
  await expect.poll(() => leads(page), poll).toBe(true);
  const second = await openPage();
  await say(second, '第二页');
  await expect.poll(() => shown(page), poll).toContain('第二页');
  await expect.poll(() => states(second), poll).toEqual(['已送达']);
  expect(await leads(second)).toBe(false);
  await page.close();
  await expect.poll(() => leads(second), poll).toBe(true);
  await say(second, '还在');
  await expect.poll(() => states(second), poll).toEqual(['已送达', '已送达']);
  expect(server.table().map(({ content }) => content)).toEqual(['第二页', '还在']);
  await context.close();
}, 120_000);

test('service 3.2 offline the queue and the draft outlast a reload, pictures included, and go once in their order', async () => {
  const { page, context, net, server } = await open();
  await expect.poll(() => leads(page), poll).toBe(true);
  net.isGone = true;
  await say(page, '一');
  await page.setInputFiles('input[type=file]', {
    name: '回单.png',
    mimeType: 'image/png',
    buffer: Buffer.from('12345'),
  });
  await page.getByText('回单.png').waitFor();
  await page.getByRole('button', { name: '发送' }).click();
  await page.getByRole('textbox').fill('写了一半');
  await expect.poll(() => states(page), poll).toEqual(['发送中', '发送中']);
  // what is kept is written in turn, the draft last
  await expect.poll(() => kept(page), poll).toBe(3);
  await page.reload();
  net.isGone = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => states(page), poll).toEqual(['已送达', '已送达']);
  expect(await page.getByRole('textbox').inputValue()).toBe('写了一半');
  expect(server.table().map(({ content }) => content)).toEqual(['一', '5 字节']);
  await page.evaluate(() => window.conversation.leave());
  expect(await kept(page)).toBe(0);
  await context.close();
}, 120_000);

/** How many records the browser keeps. */
const kept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const wait = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await wait(indexedDB.open('stage'));
    const count = await wait(database.transaction('records').objectStore('records').count());
    database.close();
    return count;
  });
