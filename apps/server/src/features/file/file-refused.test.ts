import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headOf } from '#kernel/testing/raw-request';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { enter } from './file.fixture.ts';

let app: TestApp;
let browser: TestBrowser;
let port: number;
beforeAll(async () => {
  app = await testApp({ limits: { tenantFilesMegabytes: 2, uploadsPerTenantPerMinute: 1000 } });
  browser = await enter(app, 1);
  await app.app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.http.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

const megabyte = 1024 * 1024;
const boundary = 'ronghui';

interface Contents {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** An upload as it goes over a connection; `announced` is the size that `data` tells. */
const uploadOf = ({ bytes, sha256 }: Contents, announced: number): Buffer => {
  const fields = new URLSearchParams(
    browser.body('file.upload', JSON.stringify({ name: 'a.pdf', size: announced, sha256 })),
  );
  const heads = [...fields].map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.concat([
    Buffer.from(heads.join('')),
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const head = headOf('POST', '/ops?operationId=file.upload', {
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  });
  return Buffer.concat([Buffer.from(head), body]);
};

/** Sends everything first and reads afterwards, as a browser does: the answer must outlive the end of the body. */
const answerTo = async (request: Buffer): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(request, (error) => (error ? reject(error) : resolve()));
  });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.resume();
  await once(socket, 'close');
  return received;
};

describe('R5.7 a refused upload', () => {
  it.each([
    ['for which there is no room', 19 * megabyte, 19 * megabyte, 'RHFI001'],
    ['beyond the limit, as it says itself', 21 * megabyte, 21 * megabyte, 'RHSY413'],
    ['beyond the limit, although it says otherwise', 21 * megabyte, megabyte, 'RHSY422'],
  ])(
    'R5.7 %s has its answer before the connection is closed, twenty times of twenty',
    async (_what, size, announced, code) => {
      // Nothing looks into them, so they are made and hashed once.
      const bytes = randomBytes(size);
      const contents = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
      // Five at a time, as many as a person's page sends: each waits for the end of its connection.
      for (let time = 0; time < 20; time += 5) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => answerTo(uploadOf(contents, announced))));
        for (const answer of answers) {
          expect(answer, `${time}`).toContain(`"errCode":"${code}"`);
          expect(answer.toLowerCase()).toContain('connection: close');
        }
      }
    },
    60_000,
  );
});
