import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf, photograph } from '#features/file/file.fixture';
import { type FeedbackFixture, openFeedbackFixture } from './feedback.fixture.ts';

let fixture: FeedbackFixture;
beforeAll(async () => {
  fixture = await openFeedbackFixture({ limits: { tenantFilesMegabytes: 1, uploadsPerTenantPerMinute: 5 } });
  // Certifies them.
  for (const owner of [fixture.first, fixture.second]) await fixture.bill({}, owner);
});
afterAll(() => fixture.close());

const megabyte = 1024 * 1024;
const upload = (name: string, bytes: Buffer, announced?: object, by = fixture.first) =>
  by.browser.upload('feedback.upload', name, bytes, announced);
const filesOf = () => fixture.app.rows('select 1 from file');

describe('R10.4 the files of a claim', () => {
  it('security 4.8 one that is too large, or has no room, is refused as in any upload', async () => {
    const tooLarge = await upload('a.pdf', pdf, { size: 21 * megabyte });
    expect(tooLarge).toMatchObject({ status: 413, body: { errCode: 'RHSY413' } });
    const noRoom = await upload('a.csv', Buffer.alloc(megabyte + 4, 'a,b\n'));
    expect(noRoom).toMatchObject({ status: 409, body: { errCode: 'RHFI001' } });
    expect(await filesOf()).toEqual([]);
  });

  it('security 4.14 a tenant’s uploads of a minute are counted, separately from another’s', async () => {
    await fixture.app.clock.advance({ minutes: 2 });
    for (let n = 0; n < 5; n += 1) expect((await upload('a.pdf', pdf)).status).toBe(200);
    const refused = await upload('a.pdf', pdf);
    expect(refused).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(refused.body.data.retryAfter).toBeGreaterThan(0);
    expect((await upload('a.pdf', pdf, {}, fixture.second)).status).toBe(200);
  });

  it('security 4.8 a message takes none that is still examined', async () => {
    await fixture.app.clock.advance({ minutes: 2 });
    const feedbackNo = await fixture.opened((await fixture.bill()).billNo);
    const fileId = await fixture.file();
    await fixture.app.rows("update file set status = 'scanning' where file_id = $1", [fileId]);
    const more = { feedbackNo, content: '补充退费单', fileIds: [fileId] };
    const reply = await fixture.write(fixture.first.browser, 'feedback.add', more);
    expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHFI002' } });
    expect((await fixture.detail(feedbackNo)).messages).toHaveLength(1);
  });

  it('R8.6 answers OPSB0005 to both sides while the store of files does not work', async () => {
    await fixture.app.clock.advance({ minutes: 2 });
    const fileId = await fixture.file();
    const feedbackNo = await fixture.opened((await fixture.bill()).billNo, { fileIds: [fileId] });
    const marked = await fixture.app.ports.files.mark();
    // The file is not in the folder that stands in the place of the store.
    await fixture.app.rows("update file set storage_key = storage_key || '-away' where file_id = $1", [fileId]);
    await fixture.app.ports.files.setMark('another-store');
    const down = { status: 503, body: { errCode: 'OPSB0005' }, headers: { 'retry-after': '60' } };
    expect(await fixture.first.browser.call('feedback.download', { feedbackNo, fileId })).toMatchObject(down);
    expect(await fixture.support.call('ops.feedback.download', { feedbackNo, fileId })).toMatchObject(down);
    expect(await upload('IMG_0002.jpg', await photograph('jpeg'))).toMatchObject(down);
    await fixture.app.ports.files.setMark(marked ?? '');
    await fixture.app.rows("update file set storage_key = replace(storage_key, '-away', '') where file_id = $1", [
      fileId,
    ]);
    expect(await fixture.first.browser.call('feedback.download', { feedbackNo, fileId })).toMatchObject({
      status: 200,
    });
  });
});
