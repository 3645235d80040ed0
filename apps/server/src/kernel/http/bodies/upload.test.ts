import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';

let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  app = await testApp({ extra: sample, limits: { uploadMegabytes: 1 } });
  browser = await app.open();
});
afterAll(() => app.close());

type Part = { readonly name: string; readonly value: string | Buffer; readonly file?: string };
const boundary = '----ronghui-test';

const multipart = (parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, value, file }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ]);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const fieldsOf = (fields: object): Part[] =>
  [...new URLSearchParams(browser.body('sample.upload', JSON.stringify(fields)))].map(([name, value]) => ({
    name,
    value,
  }));

const send = (body: Buffer): Promise<TestReply> =>
  browser.post('/ops?operationId=sample.upload', body, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
const upload = (bytes: Buffer, fields: object = {}): Promise<TestReply> => {
  const whole = { name: '账单.csv', size: bytes.length, sha256: sha256(bytes), ...fields };
  return send(multipart([...fieldsOf(whole), { name: 'file', value: bytes, file: 'x' }]));
};

describe('R5.7 uploads', () => {
  test('R5.7 a file of any bytes arrives whole, under the name that data gives', async ({ expect }) => {
    for (const size of [0, 1, 70_000, 1024 * 1024]) {
      const bytes = randomBytes(size);
      const reply = await upload(bytes);
      expect(reply.body.data).toEqual({ name: '账单.csv', size, digest: sha256(bytes) });
    }
  });

  test('R5.7 bytes that are not those of data are a 422 that names the file', async ({ expect }) => {
    const bytes = randomBytes(5000);
    for (const fields of [{ sha256: sha256(Buffer.from('other')) }, { size: 4999 }, { size: 5001 }]) {
      expect(await upload(bytes, fields)).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path: 'file' }] } },
      });
    }
  });

  test('R5.7 a file larger than the limit is a 413, whatever data says of it', async ({ expect }) => {
    const bytes = randomBytes(1024 * 1024 + 1);
    expect(await upload(bytes)).toMatchObject({ status: 413, body: { errCode: 'RHSY413' } });
  });

  test('R5.7 the head of a part may have four kilobytes; a longer one is malformed, and the call is not begun', async ({
    expect,
  }) => {
    const bytes = randomBytes(500);
    const fields = { name: '账单.csv', size: bytes.length, sha256: sha256(bytes) };
    const padded = (part: number, length: number): Buffer => {
      const whole = multipart([...fieldsOf(fields), { name: 'file', value: bytes, file: 'x' }]).toString('latin1');
      const heads = whole.split('content-disposition');
      const head = heads[part + 1] ?? '';
      const used = 'content-disposition'.length + head.indexOf('\r\n\r\n') + '\r\nx-more: '.length;
      heads[part] += `x-more: ${'a'.repeat(length - used)}\r\n`;
      return Buffer.from(heads.join('content-disposition'), 'latin1');
    };
    for (const part of [0, 3, 6]) {
      expect(await send(padded(part, 4000)), `${part}`).toMatchObject({ status: 200 });
      expect(await send(padded(part, 4200)), `${part}`).toMatchObject({ status: 400, body: { errCode: 'RHSY400' } });
      expect(await send(padded(part, 90_000)), `${part}`).toMatchObject({ status: 400, body: { errCode: 'RHSY400' } });
    }
  });

  test('R5.7 a file before the envelope, a second file, a field behind it, another name or none are malformed', async ({
    expect,
  }) => {
    const bytes = Buffer.from('x');
    const fields = () => fieldsOf({ name: 'n', size: 1, sha256: sha256(bytes) });
    const file: Part = { name: 'file', value: bytes, file: 'x' };
    const bodies = [
      multipart([file, ...fields()]),
      multipart([...fields(), file, file]),
      multipart([...fields(), file, { name: 'late', value: '1' }]),
      multipart([...fields(), { ...file, name: 'document' }]),
      multipart(fields()),
      multipart([...fields(), { name: 'data', value: '{}' }, file]),
      multipart([...fields(), { name: '__proto__', value: '{}' }, file]),
      multipart([...fields(), file], ''),
      Buffer.from('nonsense'),
      Buffer.alloc(0),
    ];
    for (const [at, body] of bodies.entries()) {
      expect(await send(body), `body ${at}`).toMatchObject({ status: 400, body: { errCode: 'RHSY400' } });
    }
  });

  test('R7.4 an unauthenticated upload is refused with its bytes unread', async ({ expect }) => {
    const bytes = randomBytes(1000);
    const fields = fieldsOf({ name: 'n', size: 1000, sha256: sha256(bytes) }).map((part) =>
      part.name === 'sign' ? { ...part, value: 'A'.repeat(43) } : part,
    );
    expect(await send(multipart([...fields, { name: 'file', value: bytes, file: 'x' }]))).toMatchObject({
      status: 403,
      body: { data: { reason: 'BAD_SIGN' } },
    });
  });

  test('R5.7 an upload as a form, and a form as an upload, are malformed', async ({ expect }) => {
    const form = browser.body('sample.upload', '{"name":"n","size":1,"sha256":"x"}');
    expect(await browser.post('/ops?operationId=sample.upload', form)).toMatchObject({ status: 400 });
    const body = multipart([{ name: 'channel', value: 'OAPP' }]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect(await browser.post('/ops?operationId=sys.isVisible', body, { headers })).toMatchObject({ status: 400 });
  });
});

describe('R7.3 file replies', () => {
  test('R7.3 a file goes out as an attachment with its Chinese name, under the headers of a reply', async ({
    expect,
  }) => {
    const reply = await browser.call('sample.file', { name: '十一月 账单.csv' });
    expect(reply).toMatchObject({
      status: 200,
      text: 'first,second',
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="___ __.csv"; filename*=UTF-8''%E5%8D%81%E4%B8%80%E6%9C%88%20%E8%B4%A6%E5%8D%95.csv`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  });
});
