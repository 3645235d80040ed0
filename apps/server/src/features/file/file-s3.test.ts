import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Endpoint, type S3Endpoint } from '#kernel/testing/s3-endpoint';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { enter, pdf, photograph, runJob } from './file.fixture.ts';

let endpoint: S3Endpoint;
let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  endpoint = await openS3Endpoint();
  const env = {
    S3_ENDPOINT: endpoint.url,
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  };
  app = await testApp({ env });
  browser = await enter(app, 1);
});
afterAll(async () => {
  await app.close();
  await endpoint.close();
});

const upload = (name = '回单.pdf', bytes: Buffer = pdf) => browser.upload('file.upload', name, bytes);
const rows = async () => (await app.rows('select storage_key, lost_at from file order by created_at')) as unknown[];

describe('R14.2 files in a store that speaks S3', () => {
  it('R14.2 are examined before they are stored, and can be read back; interrupted uploads are removed, and the store gets its mark', async () => {
    const picture = await upload('执照.jpg', await photograph('jpeg'));
    expect(picture.status, picture.text).toBe(200);
    const reply = await upload();
    expect((await upload('a.pdf', Buffer.from('no pdf'))).status).toBe(422);
    const keys = [...endpoint.objects.keys()].filter((key) => key !== 'store-id');
    expect(keys.every((key) => /^kept\/[\w-]+\/[\w-]{22}$/.test(key))).toBe(true);
    expect(keys).toHaveLength(2);
    for (const bytes of endpoint.objects.values()) expect(bytes.includes('Secret-Camera')).toBe(false);
    const back = await browser.call('file.download', { fileId: reply.body.data.fileId });
    expect(back).toMatchObject({ status: 200, text: pdf.toString() });
    await app.clock.advance({ hours: 2 });
    await app.rows("update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'");
    await app.rows('delete from file where file_id = $1', [picture.body.data.fileId]);
    await runJob(app, 'file.sweep');
    const [left] = await app.rows('select storage_key from file');
    expect([...endpoint.objects.keys()].toSorted()).toEqual([`kept/${String(left?.['storage_key'])}`, 'store-id']);
  });

  it.each(['broken', 'full', 'cut', 'refuses'] as const)(
    'R8.6 a store that is %s answers OPSB0005 on upload and download, leaves no row, and loses nothing',
    async (fault) => {
      const fileId = String((await upload()).body.data.fileId);
      const before = await rows();
      endpoint.fault = fault;
      const down = { status: 503, body: { errCode: 'OPSB0005', errMsg: '系统繁忙，请稍后再试' } };
      expect(await upload()).toMatchObject(down);
      expect(await browser.call('file.download', { fileId })).toMatchObject(down);
      await expect(runJob(app, 'file.sweep')).rejects.toThrow();
      expect((await browser.call('tenant.get')).status).toBe(200);
      endpoint.fault = null;
      expect(await rows()).toEqual(before);
      expect((await browser.call('file.download', { fileId })).status).toBe(200);
      expect((await upload()).status).toBe(200);
    },
  );
});
