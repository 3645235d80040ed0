import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { answerFrom, dataOf, enterDesk, newClientId, openServed, say } from '../chat.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let colleague: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  [desk, colleague] = [await enterDesk(app), await enterDesk(app)];
});
afterAll(() => app.close());

const codeOf = async (browser: TestBrowser, id: string, data: object) =>
  (await browser.call(id, { ...data })).body.errCode;
const served = async () => {
  const merchant = await makeMerchant(app);
  return { merchant, ...(await openServed(merchant.browser, desk)) };
};
const note = (browser: TestBrowser, conversationId: string, content: string) =>
  dataOf(browser.call('ops.chat.note', { conversationId, clientId: newClientId(), content }));
const notesOf = (conversationId: string, more: object = {}) =>
  dataOf(desk.call('ops.chat.notes', { conversationId, ...more }));

describe('service 1.3 internal notes', () => {
  it('service 1.3 are numbered apart from the messages and stand after the last one, by every colleague', async () => {
    const { merchant, conversationId } = await served();
    expect(await note(desk, conversationId, '老客户，先查回单')).toMatchObject({ noteNo: 1 });
    await answerFrom(desk, conversationId, '马上为您查');
    expect(await note(colleague, conversationId, '回单已到')).toMatchObject({ noteNo: 2 });
    expect((await say(merchant.browser, '谢谢')).seq).toBe(3);
    const { notes, hasMore } = await notesOf(conversationId);
    expect(notes).toEqual([
      expect.objectContaining({ noteNo: 1, afterSeq: 1, kind: 'note', content: '老客户，先查回单' }),
      expect.objectContaining({ noteNo: 2, afterSeq: 2, kind: 'note', content: '回单已到' }),
    ]);
    expect(new Set(notes.map(({ author }: { author: string }) => author)).size).toBe(2);
    expect(hasMore).toBe(false);
    expect((await notesOf(conversationId, { fromSeq: 2 })).notes).toHaveLength(1);
    expect(await codeOf(desk, 'ops.chat.notes', { conversationId, fromSeq: 3_000_000_000 })).toBe('RHSY422');
    const { items } = await dataOf(desk.call('ops.chat.queue', {}));
    expect(items).toContainEqual(expect.objectContaining({ conversationId, notes: 2 }));
  });

  it('service 1.3 under the same name one is stored once, and other words are refused', async () => {
    const { conversationId } = await served();
    const asked = { conversationId, clientId: newClientId(), content: '只记一次' };
    const answers = await Promise.all([1, 2, 3].map(() => dataOf(desk.call('ops.chat.note', asked))));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await codeOf(desk, 'ops.chat.note', { ...asked, content: '另一句' })).toBe('RHCS003');
    expect((await notesOf(conversationId)).notes).toHaveLength(1);
  });

  it('service 1.3 of several at once each has its own number', async () => {
    const { conversationId } = await served();
    const stored = await Promise.all([desk, colleague, desk].map((one, at) => note(one, conversationId, `备注 ${at}`)));
    expect(stored.map(({ noteNo }) => noteNo).toSorted((one, two) => one - two)).toEqual([1, 2, 3]);
  });

  it('service 1.3 the last 200 are answered, and that there are more', async () => {
    const { conversationId } = await served();
    await app.rows(
      `insert into chat_note (conversation_id, note_no, after_seq, kind, staff_id, client_id, content)
        select $1, n, 1, 'note', (select staff_id from staff limit 1), 'many-notes-' || lpad(n::text, 8, '0'), '第 ' || n
        from generate_series(1, 201) n`,
      [conversationId],
    );
    const { notes, hasMore } = await notesOf(conversationId);
    expect([notes.length, notes[0].noteNo, hasMore]).toEqual([200, 2, true]);
  });

  it('service 1.3 a customer reads none of them by any call, and a customer’s role has no privilege on their table', async () => {
    const { merchant, conversationId } = await served();
    await note(desk, conversationId, '仅同事可见的一句');
    const read = await Promise.all([
      merchant.browser.call('chat.open'),
      merchant.browser.call('chat.history', { conversationId }),
    ]);
    expect(read.map(({ text }) => text).join()).not.toContain('仅同事可见');
    for (const id of ['ops.chat.notes', 'ops.chat.note'])
      expect((await merchant.browser.call(id, { conversationId })).status).toBeGreaterThanOrEqual(400);
    const [held] = await app.rows(
      `select has_table_privilege('ronghui_tenant', 'chat_note', 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege('ronghui_tenant', 'chat_note', 'select, insert, update, references') as may`,
    );
    expect(held).toEqual({ may: false });
    const reading = app.database.transact(
      { tenantId: merchant.tenantId, person: { userId: merchant.userId } },
      async (tx) => {
        const { listNotes } = await import('./note.sql.ts');
        return listNotes(tx, conversationId, { fromSeq: 0, limit: 1 });
      },
    );
    await expect(reading).rejects.toMatchObject({ code: '42501' });
  });

  it('service 1.3 one that is stored is never changed: no role of the server may', async () => {
    const [may] = await app.rows(
      "select has_table_privilege('ronghui_service', 'chat_note', 'update') or has_any_column_privilege('ronghui_service', 'chat_note', 'update') as may",
    );
    expect(may).toEqual({ may: false });
  });

  it('service 1.3 of a conversation that there is not nothing is read or stored', async () => {
    expect(await codeOf(desk, 'ops.chat.notes', { conversationId: 'no-such-id' })).toBe('RHSY404');
    const asked = { conversationId: 'no-such-id', clientId: newClientId(), content: '无处可记' };
    expect(await codeOf(desk, 'ops.chat.note', asked)).toBe('RHSY404');
  });
});
