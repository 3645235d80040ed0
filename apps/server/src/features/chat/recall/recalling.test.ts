import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '#features/file/file.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { answerFrom, dataOf, enterDesk, newClientId, openServed, say } from '../chat.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let customer: TestBrowser;
let auditor: TestBrowser;
let conversationId: string;
beforeAll(async () => {
  app = await testApp();
  [desk, customer] = [await enterDesk(app), (await makeMerchant(app)).browser];
  auditor = await enterStaff(app, 'auditor', { roles: ['admin'] });
  ({ conversationId } = await openServed(customer, desk));
});
afterAll(() => app.close());

const recall = (seq: number, by = desk) => by.call('ops.chat.recall', { conversationId, seq });
const readBy = (browser: TestBrowser, id: string, after: number) =>
  dataOf(browser.call(id, { conversationId, after })).then(({ messages }) => messages);

describe('service 1.3 staff take back what they wrote', () => {
  it('service 1.3 both sides read that it was taken back, in its place and by a message that names it', async () => {
    const { seq } = await answerFrom(desk, conversationId, '发错了的话');
    await dataOf(recall(seq));
    await dataOf(recall(seq));
    for (const [browser, id] of [
      [customer, 'chat.history'],
      [desk, 'ops.chat.history'],
    ] as const) {
      const [taken, by, ...more] = await readBy(browser, id, seq - 1);
      expect(taken).toMatchObject({ seq, content: '', recalledBy: seq + 1 });
      expect(by).toMatchObject({ seq: seq + 1, sender: 'system', recalls: seq });
      expect(more).toEqual([]);
    }
  });

  it('service 1.3 only their own, within two minutes, and never a customer’s', async () => {
    const { seq } = await answerFrom(desk, conversationId, '稍等');
    const colleague = await enterDesk(app);
    expect((await recall(seq, colleague)).body.errCode).toBe('RHSY404');
    expect((await recall(1)).body.errCode).toBe('RHSY404');
    expect((await recall(999)).body.errCode).toBe('RHSY404');
    expect((await customer.call('chat.recall', { conversationId, seq })).body.errCode).toBe('RHSY404');
    await app.clock.advance({ seconds: 121 });
    expect((await recall(seq)).body.errCode).toBe('RHCS004');
  });

  it('service 1.3 what staff took back is read by who reads the trail, which says so, and by nobody else', async () => {
    const { seq } = await answerFrom(desk, conversationId, '不该发的话');
    await dataOf(recall(seq));
    const asked = { conversationId, seq };
    expect((await desk.call('ops.chat.recalled', asked)).body.errCode).toBe('RHSY403');
    expect(await dataOf(auditor.call('ops.chat.recalled', asked))).toMatchObject({ content: '不该发的话' });
    const [event] = await app.rows(
      "select object from audit_event where event = 'ops.chat.recalled' and result = 'ok'",
    );
    expect(event?.['object']).toBe(conversationId);
    const kept = await answerFrom(desk, conversationId, '留着');
    expect((await auditor.call('ops.chat.recalled', { conversationId, seq: kept.seq })).body.errCode).toBe('RHSY404');
    const own = await say(customer, '客户撤回的');
    await dataOf(customer.call('chat.recall', { conversationId, seq: own.seq }));
    expect((await auditor.call('ops.chat.recalled', { conversationId, seq: own.seq })).body.errCode).toBe('RHSY404');
  });

  it('service 1.3 a picture that staff took back is gone for the customer and for colleagues', async () => {
    const { fileId } = await dataOf(desk.upload('ops.chat.upload', '截图.jpg', await photograph(), { conversationId }));
    const { seq } = await dataOf(desk.call('ops.chat.send', { conversationId, clientId: newClientId(), fileId }));
    await dataOf(recall(seq));
    expect((await customer.call('chat.download', { fileId })).body.errCode).toBe('RHSY404');
    expect((await desk.call('ops.chat.download', { fileId })).body.errCode).toBe('RHSY404');
    const { file } = await dataOf(auditor.call('ops.chat.recalled', { conversationId, seq }));
    expect(file).toMatchObject({ fileId, mime: 'image/jpeg' });
  });
});
