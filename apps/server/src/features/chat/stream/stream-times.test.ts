import { describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { say, textOf } from '../chat.fixture.ts';
import { listenOn, openStream, seqsOf, until } from './stream.fixture.ts';

const waits = { timeout: 30_000, interval: 50 };

/** Sends under one name until it is stored, as a page does where a busy machine refuses. */
const sendUntilStored = async (browser: TestBrowser, content: string): Promise<void> => {
  const asked = textOf(content);
  await expect.poll(async () => (await browser.call('chat.send', asked)).status, waits).toBe(200);
};

describe('service 2.2 what a stream does by itself', () => {
  it('service 2.2 it says something while nothing happens, and ends after its longest time', async () => {
    const app = await testApp({ streams: { commentMs: 200, longestMs: 3000 } });
    try {
      const { browser } = await makeMerchant(app);
      const stream = await openStream(await listenOn(app), browser);
      await until(() => expect(stream.text()).toContain('\n:\n\n'));
      await until(() => expect(stream.hasEnded()).toBe(true));
    } finally {
      await app.close();
    }
  });

  it('service 2.5 a message whose wake-up was lost is found by the look at the table, and a session that has ended ends its stream', async () => {
    const app = await testApp({ streams: { lookMs: 200 } });
    try {
      const { browser, userId } = await makeMerchant(app);
      await say(browser, '一');
      const stream = await openStream(await listenOn(app), browser);
      await until(() => expect(seqsOf(stream)).toEqual([1]));
      // Stored past the server: nobody is woken.
      await app.rows(
        `with c as (update chat_conversation set last_seq = 2 where user_id = $1 returning conversation_id)
         insert into chat_message (conversation_id, seq, sender, author_id, type, content) select conversation_id, 2, 'agent', 'x', 'text', '二' from c`,
        [userId],
      );
      await until(() => expect(seqsOf(stream)).toEqual([1, 2]));
      await app.rows('delete from session where user_id = $1', [userId]);
      await until(() => expect(stream.hasEnded()).toBe(true));
    } finally {
      await app.close();
    }
  });

  it('service 2.5 many messages at once are few notifications, and every one of them arrives', async () => {
    const app = await testApp();
    try {
      const port = await listenOn(app);
      const people = await Promise.all(Array.from({ length: 12 }, () => app.open()));
      for (const one of people) await say(one, '开始');
      const streams = await Promise.all(people.map((one) => openStream(port, one)));
      await Promise.all(people.flatMap((one) => Array.from({ length: 8 }, (_, at) => sendUntilStored(one, `${at}`))));
      for (const [at, one] of people.entries())
        await expect
          .poll(async () => {
            const current = streams[at];
            // A machine that has too much to do cuts a stream, whose page opens it again.
            if (current === undefined || current.hasEnded()) streams[at] = await openStream(port, one);
            return current === undefined ? [] : seqsOf(current);
          }, waits)
          .toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      for (const stream of streams) stream.close();
    } finally {
      await app.close();
    }
  });

  it('service 2.2 a stop ends all of them before it waits for anything', async () => {
    const app = await testApp();
    const { browser } = await makeMerchant(app);
    const stream = await openStream(await listenOn(app), browser);
    await until(() => expect(stream.events).toHaveLength(1));
    const closing = app.close();
    await until(() => expect(stream.hasEnded()).toBe(true));
    await closing;
  });
});
