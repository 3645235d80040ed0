import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';
import { answerFrom, dataOf, enterDesk, newClientId, openServed, rest, say, textOf } from './chat.fixture.ts';
import { countUnreadMessages } from './chat.reads.ts';

let app: TestApp;
let merchant: Merchant;
let visitor: TestBrowser;
let desk: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  [merchant, visitor, desk] = [await makeMerchant(app), await app.open(), await enterDesk(app)];
});
afterAll(() => app.close());

const codeOf = async (browser: TestBrowser, id: string, data: object) =>
  (await browser.call(id, { ...data })).body.errCode;
const stored = (conversationId: string) =>
  app.rows('select seq, sender, content from chat_message where conversation_id = $1 order by seq', [conversationId]);

describe('service 1.1 whose a conversation is', () => {
  it('service 1.1 one that has not written has none, and nothing is stored for looking', async () => {
    const nobody = await app.open();
    expect(await dataOf(nobody.call('chat.open'))).toMatchObject({ conversationId: null, lastSeq: 0, reception: null });
    expect(nobody.cookies.has('chat')).toBe(false);
    expect(await app.rows('select 1 from chat_visitor')).toEqual([]);
  });

  it('service 1.1 a visitor’s first message makes the conversation and sets the cookie, whose token is stored as a digest alone', async () => {
    const { conversationId } = await say(visitor, '想了解费率');
    const token = visitor.cookies.get('chat') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const reply = await (await app.open()).call('chat.send', textOf('您好'));
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^chat=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    );
    expect(JSON.stringify(await app.rows('select v::text from chat_visitor v'))).not.toContain(token);
    expect(await dataOf(visitor.call('chat.open'))).toMatchObject({ conversationId, firstSeq: 1, lastSeq: 1 });
    await say(visitor, '在吗');
    expect(visitor.cookies.get('chat')).toBe(token);
  });

  it('service 1.1 a visitor is found by the cookie in a later session, and by the session where the first answer was lost', async () => {
    const { conversationId } = await dataOf(visitor.call('chat.open'));
    const later = await app.open();
    later.cookies.set('chat', visitor.cookies.get('chat') ?? '');
    expect(await dataOf(later.call('chat.open'))).toMatchObject({ conversationId });

    const lost = await app.open();
    const message = textOf('没有收到回复的第一条');
    const first = await dataOf(lost.call('chat.send', message));
    lost.cookies.delete('chat');
    expect(await dataOf(lost.call('chat.send', message))).toEqual(first);
    expect(lost.cookies.has('chat')).toBe(true);
    lost.cookies.delete('chat');
    expect(await dataOf(lost.call('chat.open'))).toMatchObject({ conversationId: first.conversationId });
  });

  it('service 1.1 a user has one conversation in a tenant on every device', async () => {
    const { conversationId } = await say(merchant.browser, '账单什么时候出');
    const phone = await logIn(app, merchant.mobile);
    expect(await dataOf(phone.call('chat.open'))).toMatchObject({ conversationId });
    expect((await say(phone, '手机上再问')).conversationId).toBe(conversationId);
  });

  it('service 1.1 neither a colleague nor another tenant nor a visitor reads, writes or changes it, by any id', async () => {
    const { conversationId, reception } = await dataOf(merchant.browser.call('chat.open'));
    const colleague = await makeMerchant(app);
    await app.rows('update session set tenant_id = $1 where user_id = $2', [merchant.tenantId, colleague.userId]);
    const [other, own] = [await makeMerchant(app), await dataOf(visitor.call('chat.open'))];
    const before = await stored(conversationId);
    // A cached session would still have its tenant of before.
    await app.clock.advance({ seconds: 6 });
    for (const outsider of [colleague.browser, other.browser, visitor, await app.open()]) {
      expect((await dataOf(outsider.call('chat.open'))).conversationId).not.toBe(conversationId);
      expect(await codeOf(outsider, 'chat.history', { conversationId })).toBe('RHSY404');
      expect(await codeOf(outsider, 'chat.send', textOf('冒名', { conversationId }))).toBe('RHSY404');
      for (const id of ['chat.recall', 'chat.read'])
        expect(await codeOf(outsider, id, { conversationId, seq: 1 })).toBe('RHSY404');
      for (const id of ['chat.handOver', 'chat.end'])
        expect(await codeOf(outsider, id, { conversationId })).toBe('RHSY404');
      expect(await codeOf(outsider, 'chat.rate', { receptionId: reception.receptionId, stars: 1 })).toBe('RHSY404');
    }
    expect(await codeOf(merchant.browser, 'chat.history', { conversationId: own.conversationId })).toBe('RHSY404');
    expect(await stored(conversationId)).toEqual(before);
  });

  it('service 1.1 row-level security shows a statement without its filter what is the person’s alone, and nothing where nobody is set', async () => {
    const seenBy = async (settings: Readonly<Record<string, string>>) => {
      const client = await app.database.pool('tenant').connect();
      try {
        await client.query('begin');
        for (const [name, value] of Object.entries(settings))
          await client.query('select set_config($1, $2, true)', [name, value]);
        const counts = ['chat_conversation', 'chat_message', 'chat_reception', 'chat_cursor'].map(async (table) =>
          Number((await client.query(`select count(distinct conversation_id) as n from ${table}`)).rows[0].n),
        );
        return await Promise.all(counts);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const [found] = await app.rows('select visitor_id from chat_conversation where visitor_id is not null limit 1');
    const { tenantId, userId } = merchant;
    expect(await seenBy({ 'app.tenant': tenantId, 'app.user': userId })).toEqual([1, 1, 1, 1]);
    expect(await seenBy({ 'app.visitor': String(found?.['visitor_id']) })).toEqual([1, 1, 1, 1]);
    for (const nobody of [
      {},
      { 'app.tenant': tenantId },
      { 'app.user': userId },
      { 'app.tenant': '', 'app.user': '', 'app.visitor': '' },
    ])
      expect(await seenBy(nobody)).toEqual([0, 0, 0, 0]);
  });
});

describe('service 1.2 a message', () => {
  it('service 1.2 fifty at once get the numbers that follow without a gap', async () => {
    const busy = await makeMerchant(app);
    const { conversationId } = await say(busy.browser, '开始');
    const { reception } = await dataOf(busy.browser.call('chat.open'));
    await dataOf(desk.call('ops.chat.take', { receptionId: reception.receptionId }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => answerFrom(desk, conversationId, `答 ${at}`)),
    );
    expect(answers.map(({ seq }) => seq).toSorted((one, two) => one - two)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 2),
    );
    const rows = await stored(conversationId);
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, at) => at + 1));
  });

  it('service 1.2 the same name gives the first answer for ever, however often and however much at once', async () => {
    await rest(app);
    const message = textOf('只发一次');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => dataOf(merchant.browser.call('chat.send', message))),
    );
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    await app.clock.advance({ hours: 30 * 24 });
    const later = await logIn(app, merchant.mobile);
    expect(await dataOf(later.call('chat.send', message))).toEqual(answers[0]);
    const [row] = await app.rows('select count(*)::int as n from chat_message where client_id = $1', [
      message.clientId,
    ]);
    expect(row).toEqual({ n: 1 });
    merchant = { ...merchant, browser: later };
    desk = await enterDesk(app);
  });

  it('service 1.2 the same name with other words is refused, and the names of two authors are not each other’s', async () => {
    const message = textOf('原话');
    await dataOf(merchant.browser.call('chat.send', message));
    expect(await merchant.browser.call('chat.send', { ...message, content: '另一句' })).toMatchObject({
      status: 409,
      body: { errCode: 'RHCS003', errMsg: '消息编号已用于另一条消息' },
    });
    const other = await makeMerchant(app);
    expect((await dataOf(other.browser.call('chat.send', { ...message, content: '另一句' }))).seq).toBe(1);
  });

  it('service 1.2 two first messages at once make one conversation', async () => {
    const fresh = await makeMerchant(app);
    const [one, two] = await Promise.all([say(fresh.browser, '一'), say(fresh.browser, '二')]);
    expect(one.conversationId).toBe(two.conversationId);
    expect(new Set([one.seq, two.seq])).toEqual(new Set([1, 2]));
    const guest = await app.open();
    const [third, fourth] = await Promise.all([say(guest, '三'), say(guest, '四')]);
    expect(third.conversationId).toBe(fourth.conversationId);
    expect((await dataOf(guest.call('chat.open'))).conversationId).toBe(third.conversationId);
  });

  it('service 1.2 nobody names a sender: not by a field, nor by a statement of a customer’s role', async () => {
    const { conversationId } = await dataOf(merchant.browser.call('chat.open'));
    for (const forged of [
      { sender: 'agent' },
      { authorId: 'somebody' },
      { seq: 1 },
      { at: '2020-01-01T00:00:00.000Z' },
    ])
      expect(await merchant.browser.call('chat.send', { ...textOf('冒充'), ...forged })).toMatchObject({ status: 422 });
    const { tenantId, userId } = merchant;
    const forging = app.database.transact({ tenantId, person: { userId } }, async (tx) => {
      const { insertMessage } = await import('./chat.sql.ts');
      const forged = { seq: 9999, clientId: newClientId(), type: 'text', content: '冒充' } as const;
      return insertMessage(tx, conversationId, { ...forged, sender: 'agent', authorId: userId });
    });
    await expect(forging).rejects.toMatchObject({ code: '42501' });
  });

  it('service 1.2 is never changed: no role of the server may', async () => {
    for (const role of ['ronghui_service', 'ronghui_tenant']) {
      const [may] = await app.rows(
        "select has_table_privilege($1, 'chat_message', 'update') or has_any_column_privilege($1, 'chat_message', 'update') as may",
        [role],
      );
      expect(may, role).toEqual({ may: false });
    }
  });

  it('service 1.2 a card carries ids alone; a text has words, and only a card has a card', async () => {
    const card = { kind: 'bill', id: 'ZD20261101-1' } as const;
    const { conversationId, seq } = await dataOf(
      merchant.browser.call('chat.send', { clientId: newClientId(), type: 'custom', card }),
    );
    const { messages } = await dataOf(merchant.browser.call('chat.history', { conversationId, after: seq - 1 }));
    expect(messages).toMatchObject([{ seq, sender: 'user', type: 'custom', content: '', card }]);
    for (const wrong of [{ type: 'text' }, { type: 'custom' }, { type: 'text', content: '有卡片', card }])
      expect(await merchant.browser.call('chat.send', { clientId: newClientId(), ...wrong })).toMatchObject({
        status: 422,
        body: { errCode: 'RHSY422' },
      });
  });

  it('service 1.2 history is read from either end in pages, and tells its author alone the name of a message', async () => {
    await rest(app);
    const reader = await makeMerchant(app);
    const { conversationId } = await say(reader.browser, '第 1 条');
    for (const at of [2, 3, 4, 5]) await say(reader.browser, `第 ${at} 条`);
    const page = async (asked: object) => {
      const { messages, hasMore } = await dataOf(reader.browser.call('chat.history', { conversationId, ...asked }));
      return [messages.map((message: { seq: number }) => message.seq), hasMore];
    };
    expect(await page({})).toEqual([[1, 2, 3, 4, 5], false]);
    expect(await page({ limit: 2 })).toEqual([[4, 5], true]);
    expect(await page({ before: 4, limit: 2 })).toEqual([[2, 3], true]);
    expect(await page({ before: 3 })).toEqual([[1, 2], false]);
    expect(await page({ after: 1, limit: 3 })).toEqual([[2, 3, 4], true]);
    expect(await page({ after: 5 })).toEqual([[], false]);
    expect(await codeOf(reader.browser, 'chat.history', { conversationId, before: 3, after: 1 })).toBe('RHSY422');
    const own = await dataOf(reader.browser.call('chat.history', { conversationId, limit: 1 }));
    expect(own.messages[0]).toHaveProperty('clientId');
    const seen = await dataOf(desk.call('ops.chat.history', { conversationId, limit: 1 }));
    expect(seen.messages[0]).not.toHaveProperty('clientId');
  });
});

describe('service 1.3 a recall', () => {
  it('service 1.3 is a new message that names the first, which keeps its number and loses its words for every reader', async () => {
    const sender = await makeMerchant(app);
    const { conversationId, seq } = await say(sender.browser, '发错了');
    for (let twice = 0; twice < 2; twice += 1)
      await dataOf(sender.browser.call('chat.recall', { conversationId, seq }));
    for (const read of [
      sender.browser.call('chat.history', { conversationId }),
      desk.call('ops.chat.history', { conversationId }),
    ]) {
      const { messages } = await dataOf(read);
      expect(messages).toMatchObject([
        { seq: 1, sender: 'user', content: '', recalledBy: 2 },
        { seq: 2, sender: 'system', content: '', recalls: 1 },
      ]);
      expect(JSON.stringify(messages)).not.toContain('发错了');
    }
  });

  it('service 1.3 comes within two minutes, from the author, of a message that there is', async () => {
    const sender = await makeMerchant(app);
    const { conversationId, receptionId } = await openServed(sender.browser, desk);
    expect(receptionId).not.toBe('');
    await dataOf(desk.call('ops.chat.send', { conversationId, clientId: newClientId(), content: '请讲' }));
    expect(await codeOf(sender.browser, 'chat.recall', { conversationId, seq: 2 })).toBe('RHSY404');
    expect(await codeOf(sender.browser, 'chat.recall', { conversationId, seq: 77 })).toBe('RHSY404');
    await app.clock.advance({ seconds: 121 });
    expect(await codeOf(sender.browser, 'chat.recall', { conversationId, seq: 1 })).toBe('RHCS004');
  });
});

describe('service 1.5 cursors', () => {
  it('service 1.5 say how far each side has read, never go back or beyond the last, and give what is unread', async () => {
    const reader = await makeMerchant(app);
    const console = await enterDesk(app);
    const { conversationId } = await openServed(reader.browser, console);
    for (const content of ['一', '二', '三'])
      await dataOf(console.call('ops.chat.send', { conversationId, clientId: newClientId(), content }));
    const opened = () => dataOf(reader.browser.call('chat.open'));
    expect(await opened()).toMatchObject({ lastSeq: 4, cursors: { own: 1, other: 4 }, unread: 3 });
    await dataOf(reader.browser.call('chat.read', { conversationId, seq: 3 }));
    await dataOf(reader.browser.call('chat.read', { conversationId, seq: 2 }));
    expect(await opened()).toMatchObject({ cursors: { own: 3, other: 4 }, unread: 1 });
    await dataOf(reader.browser.call('chat.read', { conversationId, seq: 999 }));
    expect(await opened()).toMatchObject({ cursors: { own: 4 }, unread: 0 });
    await say(reader.browser, '谢谢');
    expect(await dataOf(console.call('ops.chat.history', { conversationId }))).toMatchObject({
      cursors: { own: 4, other: 5 },
      unread: 1,
    });
    await dataOf(console.call('ops.chat.read', { conversationId, seq: 5 }));
    expect(await opened()).toMatchObject({ cursors: { own: 5, other: 5 } });
  });

  it('service 1.5 every page of the merchant area has the reader’s own unread messages with the count of notices', async () => {
    const [reader, other, console] = [await makeMerchant(app), await makeMerchant(app), await enterDesk(app)];
    const counted = async ({ browser }: Merchant) =>
      (await dataOf(browser.call('notice.unreadCount'))).messages as number;
    expect(await counted(reader)).toBe(0);
    const { conversationId } = await openServed(reader.browser, console);
    for (const content of ['一', '二']) await answerFrom(console, conversationId, content);
    expect([await counted(reader), await counted(other)]).toEqual([2, 0]);
    await dataOf(reader.browser.call('chat.read', { conversationId, seq: 2 }));
    expect(await counted(reader)).toBe(1);
  });

  it('service 1.5 what is unread is counted along the key, however long the conversation is', async () => {
    const { browser, tenantId, userId } = await makeMerchant(app);
    const { conversationId } = await say(browser, '很长');
    await app.rows(
      `with c as (update chat_conversation set last_seq = 3001 where conversation_id = $1 returning conversation_id)
       insert into chat_message (conversation_id, seq, sender, author_id, type, content)
         select conversation_id, n, 'agent', 'staff', 'text', '好' from c, generate_series(2, 3001) n`,
      [conversationId],
    );
    await dataOf(browser.call('chat.read', { conversationId, seq: 3000 }));
    await runAsAdmin(app.url, 'analyze chat_message, chat_conversation, chat_cursor');
    const person = { tenantId, userId };
    const [reading] = await app.database.transact({ tenantId, person: { userId } }, (tx) =>
      readingsOf(tx, (read) => countUnreadMessages(read, person)),
    );
    expect((reading?.fetched ?? 0) + (reading?.entries ?? 0)).toBeLessThan(50);
    expect((await dataOf(browser.call('notice.unreadCount'))).messages).toBe(1);
  });
});
