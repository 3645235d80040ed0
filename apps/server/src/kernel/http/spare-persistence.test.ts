import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sparePersistence } from './spare-persistence.ts';

const server = createServer((request, response) => {
  // As Fastify does while it closes.
  if (request.url === '/closing') response.setHeader('Connection', 'close');
  sparePersistence(request, response);
  response.writeHead(200, { 'content-length': '0' }).end();
});
server.maxRequestsPerSocket = 2;
server.keepAliveTimeout = 1;
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The replies to requests of one connection, which the server closes. */
const repliesTo = (requests: readonly string[]): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    let all = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(requests.join('')));
    socket.setEncoding('utf8').on('data', (part: string) => (all += part));
    socket.on('error', reject).on('close', () => resolve(all.split(/(?=HTTP\/1\.1 )/)));
  });

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const persistence = /^(?:connection|keep-alive):/im;
const close = /^connection: close\r$/im;

test('stack first load: a reply after which the connection stays open says nothing of it', async () => {
  const [first] = await repliesTo([get('/'), get('/')]);
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(first).not.toMatch(persistence);
});

test('contract 2 the last reply of a connection says that it ends, so that nobody sends another request on it', async () => {
  const [, last] = await repliesTo([get('/'), get('/')]);
  expect(last).toMatch(/^HTTP\/1\.1 200 /);
  expect(last).toMatch(close);
});

test('security 4.15 a reply of a server that is closing says that its connection ends', async () => {
  const [only, ...more] = await repliesTo([get('/closing')]);
  expect(more).toEqual([]);
  expect(only).toMatch(close);
});
