import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileFolder } from '#adapters/fs-storage';
import { pdf, photograph, storedFiles } from '#features/file/file.fixture';
import { logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { StorageFailed } from '#kernel/files/storage';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { dataOf, enterDesk, newClientId, openServed, rest, runChatJob, say } from '../chat.fixture.ts';

let app: TestApp;
let merchant: Merchant;
let desk: TestBrowser;
let photo: Buffer;
beforeAll(async () => {
  app = await testApp({ limits: { uploadsPerTenantPerMinute: 1000 } });
  [merchant, desk, photo] = [await makeMerchant(app), await enterDesk(app), await photograph()];
});
afterAll(() => app.close());

const upload = (browser: TestBrowser, name = '回单.jpg', bytes = photo, more: object = {}) =>
  browser.upload(browser === desk ? 'ops.chat.upload' : 'chat.upload', name, bytes, more);
/** A document like no other. */
const another = (n: number): Buffer => Buffer.concat([pdf, Buffer.from(`% ${n}\n`)]);
const codeOf = async (reply: Promise<TestReply>) => (await reply).body.errCode;
const uploaded = async (browser: TestBrowser, more: object = {}): Promise<string> =>
  (await dataOf(upload(browser, '回单.jpg', photo, more))).fileId;
const sendFile = (browser: TestBrowser, fileId: string, more: object = {}) =>
  browser.call('chat.send', { clientId: newClientId(), type: 'image', fileId, ...more });
const download = (browser: TestBrowser, fileId: string) =>
  browser.call(browser === desk ? 'ops.chat.download' : 'chat.download', { fileId });
const lastOf = async (browser: TestBrowser, conversationId: string) => {
  const id = browser === desk ? 'ops.chat.history' : 'chat.history';
  return (await dataOf(browser.call(id, { conversationId, limit: 1 }))).messages[0];
};

describe('service 1.2 a picture or file is a message', () => {
  it('service 1.2 a merchant’s picture is drawn anew and shown in a message that both sides read', async () => {
    const file = await dataOf(upload(merchant.browser));
    expect(file).toMatchObject({ name: '回单.jpg', mime: 'image/jpeg' });
    const { conversationId, seq } = await dataOf(sendFile(merchant.browser, file.fileId));
    for (const reader of [merchant.browser, desk]) {
      expect(await lastOf(reader, conversationId)).toMatchObject({ seq, type: 'image', content: '回单.jpg', file });
      const { bytes, headers } = await download(reader, file.fileId);
      expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(file.size) });
      expect(headers['content-disposition']).toContain('attachment');
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
  });

  it('service 1.2 a document is a file, not a picture, and the same name gives the same answer', async () => {
    const { fileId } = await dataOf(upload(merchant.browser, '合同.pdf', pdf));
    expect(await codeOf(sendFile(merchant.browser, fileId))).toBe('RHSY422');
    const message = { clientId: newClientId(), type: 'file', fileId };
    const first = await dataOf(merchant.browser.call('chat.send', message));
    expect(await dataOf(merchant.browser.call('chat.send', message))).toEqual(first);
    expect(
      await codeOf(merchant.browser.call('chat.send', { ...message, fileId: await uploaded(merchant.browser) })),
    ).toBe('RHCS003');
    // Uploaded again, as after a reload of the page.
    const again = await dataOf(upload(merchant.browser, '合同.pdf', pdf));
    expect(await dataOf(merchant.browser.call('chat.send', { ...message, fileId: again.fileId }))).toEqual(first);
    // A file stands in one message.
    expect(await codeOf(sendFile(merchant.browser, fileId, { type: 'file' }))).toBe('RHSY422');
  });

  it('service 1.2 files go with messages of files alone', async () => {
    const fileId = await uploaded(merchant.browser);
    const text = { clientId: newClientId(), type: 'text', content: '您好', fileId };
    expect(await codeOf(merchant.browser.call('chat.send', text))).toBe('RHSY422');
    expect(await codeOf(merchant.browser.call('chat.send', { ...text, type: 'image', fileId: undefined }))).toBe(
      'RHSY422',
    );
  });

  it('service 5.2 staff send a file to the customer whom they serve', async () => {
    const served = await makeMerchant(app);
    const { conversationId } = await openServed(served.browser, desk);
    const { fileId } = await dataOf(upload(desk, '对账单.pdf', pdf, { conversationId }));
    expect(await codeOf(download(served.browser, fileId))).toBe('RHSY404');
    const message = { conversationId, clientId: newClientId(), fileId };
    const first = await dataOf(desk.call('ops.chat.send', message));
    expect(await dataOf(desk.call('ops.chat.send', message))).toEqual(first);
    expect(await lastOf(served.browser, conversationId)).toMatchObject({
      sender: 'agent',
      type: 'file',
      content: '对账单.pdf',
    });
    expect((await download(served.browser, fileId)).bytes).toEqual(pdf);
    expect(await codeOf(desk.call('ops.chat.send', { ...message, content: '附上' }))).toBe('RHSY422');
    expect(await codeOf(desk.call('ops.chat.send', { ...message, clientId: newClientId(), fileId: 'none' }))).toBe(
      'RHSY422',
    );
  });
});

describe('service 1.1 a file is its conversation’s', () => {
  it('service 1.1 nobody else reads or sends it: a colleague, another tenant, a visitor, staff without the key', async () => {
    const sent = await uploaded(merchant.browser);
    const { conversationId } = await dataOf(sendFile(merchant.browser, sent));
    const fileId = await uploaded(merchant.browser);
    const other = await makeMerchant(app);
    await app.rows("insert into member (tenant_id, user_id, role) values ($1, $2, 'finance')", [
      merchant.tenantId,
      other.userId,
    ]);
    const colleague = await logIn(app, other.mobile);
    await dataOf(colleague.call('tenant.switch', { tenantId: merchant.tenantId }));
    const visitor = await app.open();
    await say(visitor, '您好');
    await dataOf(colleague.call('chat.send', { clientId: newClientId(), type: 'text', content: '您好' }));
    const nobody = await app.open();
    for (const browser of [colleague, other.browser, visitor, nobody])
      for (const id of [fileId, sent]) {
        expect(await codeOf(download(browser, id))).toBe('RHSY404');
        expect(await codeOf(sendFile(browser, id, { conversationId }))).toBe('RHSY404');
        if (browser !== nobody) expect(await codeOf(sendFile(browser, id))).toBe('RHSY422');
      }
    expect(await codeOf(upload(other.browser, '回单.jpg', photo, { conversationId }))).toBe('RHSY404');
    expect(await codeOf(upload(nobody))).toBe('RHSY404');
    // What is not sent is its sender's alone.
    expect(await codeOf(download(desk, fileId))).toBe('RHSY404');
    expect(await codeOf(upload(desk, '回单.jpg', photo, { conversationId: 'none' }))).toBe('RHSY404');
  });

  it('service 1.3 the file of a message that was taken back is gone for its readers', async () => {
    const fileId = await uploaded(merchant.browser);
    const { conversationId, seq } = await dataOf(sendFile(merchant.browser, fileId));
    await dataOf(merchant.browser.call('chat.recall', { conversationId, seq }));
    for (const reader of [merchant.browser, desk]) expect(await codeOf(download(reader, fileId))).toBe('RHSY404');
    const { messages } = await dataOf(desk.call('ops.chat.history', { conversationId, after: seq - 1 }));
    expect(messages[0]).not.toHaveProperty('file');
  });
});

describe('service 2.6 how much', () => {
  it('service 2.6 a visitor sends pictures only, up to 5 MB and five a day, while a person serves', async () => {
    const visitor = await app.open();
    const { conversationId } = await say(visitor, '您好');
    expect(await codeOf(upload(visitor, '回单.jpg', photo, { conversationId }))).toBe('RHCS011');
    const { reception } = await dataOf(visitor.call('chat.open'));
    await dataOf(desk.call('ops.chat.take', { receptionId: reception.receptionId }));
    expect(await codeOf(upload(visitor, '合同.pdf', pdf, { conversationId }))).toBe('RHSY422');
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    expect(await codeOf(upload(visitor, '大图.png', large, { conversationId }))).toBe('RHSY413');
    for (let n = 0; n < 5; n += 1)
      await dataOf(sendFile(visitor, await uploaded(visitor, { conversationId }), { conversationId }));
    expect(await codeOf(upload(visitor, '回单.jpg', photo, { conversationId }))).toBe('RHCS012');
    await rest(app);
  });

  it('service 2.6 ten files a reception, and the next one has room again; a refused one leaves nothing in the store', async () => {
    const many = await makeMerchant(app);
    for (let n = 0; n < 10; n += 1) await dataOf(upload(many.browser, '合同.pdf', another(n)));
    const before = (await storedFiles(app)).length;
    expect(await codeOf(upload(many.browser))).toBe('RHCS012');
    expect(await storedFiles(app)).toHaveLength(before);
    const { conversationId } = await say(many.browser, '您好');
    expect(await codeOf(upload(many.browser))).toBe('RHCS012');
    await dataOf(many.browser.call('chat.end', { conversationId }));
    await app.clock.advance({ seconds: 1 });
    await uploaded(many.browser);
  });

  it('service 2.6 an upload whose answer was lost is the same file when it comes again, also where there is room for no more', async () => {
    const { browser } = await makeMerchant(app);
    const first = await uploaded(browser);
    for (let n = 1; n < 10; n += 1) await dataOf(upload(browser, '合同.pdf', another(n)));
    const before = (await storedFiles(app)).length;
    const again = await Promise.all([uploaded(browser), uploaded(browser)]);
    expect(again).toEqual([first, first]);
    expect(await codeOf(upload(browser, '合同.pdf', another(10)))).toBe('RHCS012');
    expect(await storedFiles(app)).toHaveLength(before);
    expect((await download(browser, first)).status).toBe(200);
    // Another one's bytes are another one's file, and what is sent is sent.
    const { conversationId } = await openServed((await makeMerchant(app)).browser, desk);
    const [one, other] = [await uploaded(desk, { conversationId }), await uploaded(desk, { conversationId })];
    expect(one).toBe(other);
    expect(one).not.toBe(first);
    await dataOf(desk.call('ops.chat.send', { conversationId, clientId: newClientId(), fileId: one }));
    expect(await uploaded(desk, { conversationId })).not.toBe(one);
  });

  it('service 2.6 what is no picture under a picture’s name is refused, and so are too many a minute', async () => {
    expect(await codeOf(upload(merchant.browser, '图.jpg', pdf))).toBe('RHSY422');
    expect(await codeOf(upload(merchant.browser, '页面.html', Buffer.from('<p>')))).toBe('RHSY422');
    const narrow = await testApp({ limits: { uploadsPerTenantPerMinute: 1, uploadMegabytes: 1 } });
    const [busy, staff] = [await makeMerchant(narrow), await enterDesk(narrow)];
    const { conversationId } = await say(busy.browser, '您好');
    await uploaded(busy.browser);
    expect(await codeOf(upload(busy.browser))).toBe('RHSY429');
    const fromDesk = (bytes = photo) => staff.upload('ops.chat.upload', '回单.jpg', bytes, { conversationId });
    await dataOf(fromDesk());
    expect(await codeOf(fromDesk())).toBe('RHSY429');
    expect(await codeOf(fromDesk(Buffer.alloc(1024 * 1024 + 1)))).toBe('RHSY413');
    expect(await codeOf(staff.upload('ops.chat.upload', '页面.html', photo, { conversationId }))).toBe('RHSY422');
    await narrow.close();
  });

  it('service 2.6 both sides read that the store does not work', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'ronghui-chat-files-'));
    const folder = createFileFolder({ dir });
    let isDown = false;
    const orDown = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isDown) throw new StorageFailed('on purpose');
      return work();
    };
    const files = {
      ...folder,
      receive: () => orDown(() => folder.receive()),
      open: (key: string) => orDown(() => folder.open(key)),
    };
    const broken = await testApp({ files });
    const [customer, staff] = [await makeMerchant(broken), await enterDesk(broken)];
    const fileId = await uploaded(customer.browser);
    const { conversationId } = await dataOf(sendFile(customer.browser, fileId));
    isDown = true;
    expect(await codeOf(upload(customer.browser))).toBe('OPSB0005');
    expect(await codeOf(download(customer.browser, fileId))).toBe('OPSB0005');
    expect(await codeOf(staff.upload('ops.chat.upload', '回单.jpg', photo, { conversationId }))).toBe('OPSB0005');
    expect(await codeOf(staff.call('ops.chat.download', { fileId }))).toBe('OPSB0005');
    await broken.close();
    await rm(dir, { recursive: true, force: true });
  });
});

describe('service 3.5 how long', () => {
  it('service 3.5 what nobody sends goes after a day, in the store too; what is sent stays', async () => {
    const sent = await uploaded(merchant.browser);
    await rest(app);
    await dataOf(sendFile(merchant.browser, sent));
    const unsent = await uploaded(merchant.browser);
    const before = (await storedFiles(app)).length;
    await runChatJob(app, 'chat.dropUnsentFiles');
    expect(await storedFiles(app)).toHaveLength(before);
    await app.rows(
      "update chat_file set created_at = created_at - interval '25 hours' where seq is null or file_id = $1",
      [sent],
    );
    await runChatJob(app, 'chat.dropUnsentFiles');
    expect(await codeOf(download(merchant.browser, unsent))).toBe('RHSY404');
    expect((await download(merchant.browser, sent)).status).toBe(200);
    expect((await storedFiles(app)).length).toBeLessThan(before);
  });

  it('service 3.5 files go with their messages', async () => {
    const old = await makeMerchant(app);
    const fileId = await uploaded(old.browser);
    const { conversationId } = await dataOf(sendFile(old.browser, fileId));
    const before = (await storedFiles(app)).length;
    await app.clock.advance({ days: 1096 });
    await runChatJob(app, 'chat.dropOld');
    expect(await app.rows('select 1 from chat_file where conversation_id = $1', [conversationId])).toEqual([]);
    expect((await storedFiles(app)).length).toBeLessThan(before);
  });
});
