import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp();
  await app.app.http.listen({ host: '127.0.0.1', port: 0 });
  app.app.http.server.headersTimeout = 100;
  const address = app.app.http.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

/** What a connection that sends `text` receives until the server closes it. */
const received = (text: string): Promise<string> =>
  new Promise((resolve) => {
    let all = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (part: string) => (all += part));
    // A connection that is reset is closed as well.
    socket.on('error', () => undefined).on('close', () => resolve(all));
  });

test.for([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: '],
] as const)(
  'security 4.14 a connection that sends %s is closed in time without a reply that a browser takes for another',
  async ([, text]) => {
    expect(await received(text)).toBe('');
  },
);

test('security 4.14 a request that is no HTTP is answered', async () => {
  expect(await received('no request\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test('stack first load: a reply does not say that its connection stays open, and it does; one that ends it says so', async () => {
  const head = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
  const [first = '', second = '', ...more] = (await received(`${head}\r\n${head}Connection: close\r\n\r\n`)).split(
    /(?=HTTP\/1\.1 )/,
  );
  expect(more).toEqual([]);
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(first).not.toMatch(/^(?:connection|keep-alive):/im);
  expect(second).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/^connection: close\r$/im);
});
