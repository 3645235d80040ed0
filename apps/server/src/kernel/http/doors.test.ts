import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headOf, type RawReply, sendRaw } from '#kernel/testing/raw-request';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ bodyDeadlineMs: 400, env: { ALLOWED_ORIGINS: 'https://www.example.com' } });
  await app.app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.http.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

const form = 'application/x-www-form-urlencoded; charset=UTF-8';
const startUp = '/ftc/api/sys/commonConfig';
const gateway = '/ops?operationId=sys.isVisible';
const startUpBody = 'channel=OAPP&data=%7B%7D';

const post = (url: string, body: string | Buffer, headers: Readonly<Record<string, string | number>> = {}) =>
  sendRaw({
    port,
    pieces: [
      headOf('POST', url, { 'content-type': form, 'content-length': Buffer.byteLength(body), ...headers }),
      body,
    ],
  });
const codeOf = (reply: RawReply): unknown => JSON.parse(reply.body).errCode;
const expectRefused = (reply: RawReply, status: number, code: string, about = ''): void => {
  expect(reply.status, about).toBe(status);
  expect(codeOf(reply), about).toBe(code);
  expect(reply.head, about).toContain('x-content-type-options: nosniff');
};

/** The longest form: 64 kB of data, every byte of it escaped, and the envelope. */
const mostSent = 3 * 64 * 1024 + 4096;

/** Section 7 of the seed. */
const seedPaths = [
  '/ftc/portal/sendSmsCode',
  '/ftc/portal/login',
  '/ftc/portal/register',
  '/ftc/portal/querySlideInfo',
  '/ftc/portal/recommendQueryList',
  '/ftc/portal/productQueryDetail',
  '/ftc/portal/purchase',
  '/ftc/portal/queryProductMap',
  '/ftc/portal/changePwd',
  '/ftc/portal/findPwd',
  '/ftc/portal/contact',
  '/ftc/api/customerContact/trial',
  '/ftc/api/doc/queryList',
  '/ftc/api/doc/queryDocTree',
  '/ftc/api/doc/queryDetail',
  '/ftc/api/user/generateImageCode',
  '/ftc/api/user/verifyImageCode',
  '/ftc/api/sys/isVisible',
];

test.for([...seedPaths, gateway])('R7.1 %s answers a POST and nothing else', async (path) => {
  // Not signed: it is there, and refuses.
  expectRefused(await post(path, startUpBody), 403, 'UMDP00001', path);
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const head = headOf(method, path, { 'content-type': form, 'content-length': startUpBody.length });
    const reply = await sendRaw({ port, pieces: [head, startUpBody] });
    expect([400, 404], `${method} ${path}`).toContain(reply.status);
    expect(reply.body, `${method} ${path}`).not.toMatch(/UMDP00001|SUCCESS/);
  }
});

describe('R7.2 malformed requests', () => {
  test('R7.2 a start-up call over a socket answers', async () => {
    const reply = await post(startUp, startUpBody);
    expect(reply.status).toBe(200);
    expect(reply.head).toContain('set-cookie: sid=');
  });

  test('R7.2 a request with two Host headers is a 400, at the doors and elsewhere', async () => {
    const twice = (head: string) => head.replace('host: localhost', 'host: localhost\r\nHost: evil.example');
    const head = headOf('POST', startUp, { 'content-type': form, 'content-length': startUpBody.length });
    expectRefused(await sendRaw({ port, pieces: [twice(head), startUpBody] }), 400, 'RHSY400');
    for (const url of ['/healthz', '/no-such-page'])
      expectRefused(await sendRaw({ port, pieces: [twice(headOf('GET', url))] }), 400, 'RHSY400');
  });

  test.for([
    ['a repeated field', `${startUpBody}&channel=OAPP`],
    ['an unknown field', `${startUpBody}&x=1`],
    ['a bracketed field', 'channel=OAPP&data[a]=1'],
    ['a prototype', 'channel=OAPP&data=%7B%7D&__proto__=1'],
    ['escaped bad UTF-8', 'channel=OAPP&data=%FF%FE'],
    ['an unfinished escape', 'channel=OAPP&data=%7'],
    ['plain bad UTF-8', Buffer.from([...Buffer.from('channel=OAPP&data='), 0xc3, 0x28])],
    ['no field', 'nonsense'],
  ] as const)('R7.2 %s is a 400', async ([about, body]) => {
    expectRefused(await post(startUp, body), 400, 'RHSY400', about);
  });

  test.for([
    ['no query', '/ops', 400],
    ['another parameter', '/ops?id=sys.isVisible', 400],
    ['two parameters', `${gateway}&x=1`, 400],
    ['a repeated parameter', `${gateway}&operationId=portal.login`, 400],
    ['a query on a path', `${startUp}?x=1`, 400],
    ['an empty query on a path', `${startUp}?`, 400],
    ['an unknown operation', '/ops?operationId=no.such', 404],
    ['an escaped operation', '/ops?operationId=sys%2EisVisible', 404],
    ['a property of an object', '/ops?operationId=constructor', 404],
    ['an unknown path', '/ftc/api/no/such', 404],
    ['a path in other letters', '/FTC/api/sys/commonConfig', 404],
    ['a path that climbs', '/ftc/api/../api/sys/commonConfig', 404],
  ] as const)('R7.2 %s is a %s', async ([about, url, status]) => {
    expectRefused(await post(url, startUpBody), status, `RHSY${status}`, about);
  });

  test.for([
    ['application/json'],
    ['text/plain'],
    ['application/x-www-form-urlencoded; charset=GBK'],
    ['application/x-www-form-urlencoded;'],
    ['multipart/form-data; boundary=x'],
  ])('R7.2 a body of type %s is a 400', async ([type]) => {
    expectRefused(await post(startUp, startUpBody, { 'content-type': type ?? '' }), 400, 'RHSY400');
  });

  test('R7.2 a call without a type or by another method leads nowhere', async () => {
    const untyped = await sendRaw({ port, pieces: [headOf('POST', startUp, { 'content-length': 24 }), startUpBody] });
    expectRefused(untyped, 400, 'RHSY400');
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
      const reply = await sendRaw({ port, pieces: [headOf(method, startUp, { 'content-length': 0 })] });
      expect([400, 404], method).toContain(reply.status);
    }
  });
});

describe('R14.6 bodies that cost', () => {
  test('R14.6 a body announced too large is refused before a byte of it is sent', async () => {
    for (const length of [mostSent + 1, 10 * 1024 * 1024, 1e15]) {
      const reply = await sendRaw({
        port,
        pieces: [headOf('POST', startUp, { 'content-type': form, 'content-length': length })],
      });
      expectRefused(reply, 413, 'RHSY413');
      expect(reply.head).toContain('connection: close');
    }
  });

  test('R14.6 a body that grows too large is refused when it does', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const head = headOf('POST', startUp, { 'content-type': form, 'transfer-encoding': 'chunked' });
    const reply = await sendRaw({ port, pieces: [head, ...Array.from({ length: 7 }, () => chunk)] });
    expectRefused(reply, 413, 'RHSY413');
  });

  test('R14.6 data of the limit is read, escaped or not; a byte more is refused, however the form writes it', async () => {
    for (const [filler, bytes] of [
      [' ', 1],
      ['汉', 3],
    ] as const) {
      // Data that is read and is no JSON is a 400.
      const data = `{${filler.repeat((64 * 1024 - 1) / bytes)}`;
      for (const write of [encodeURIComponent, (text: string) => text]) {
        expectRefused(await post(startUp, `channel=OAPP&data=${write(data)}`), 400, 'RHSY400');
        expectRefused(await post(startUp, `channel=OAPP&data=${write(`${data} `)}`), 413, 'RHSY413');
      }
    }
  });

  test('R14.6 a body that is too slow is cut off', async () => {
    const head = headOf('POST', startUp, { 'content-type': form, 'content-length': 100 });
    for (const pieces of [[head], [head, 'channel=OAPP']]) {
      const reply = await sendRaw({ port, pieces });
      expectRefused(reply, 408, 'RHSY408');
      expect(reply.head).toContain('connection: close');
    }
  });

  test.for([['application/json'], ['text/plain'], [form]])(
    'R14.6 where there is no door a body of type %s is not read: 404 before a byte of it is sent',
    async ([type]) => {
      for (const url of ['/nothing', '/healthz', '/api-docs']) {
        for (const length of [20, 900_000]) {
          const head = headOf('POST', url, { 'content-type': type ?? '', 'content-length': length });
          const reply = await sendRaw({ port, pieces: [head] });
          expectRefused(reply, 404, 'RHSY404', url);
          expect(reply.head).toContain('connection: close');
        }
      }
      const bad = await post('/nothing', '{"a":', { 'content-type': type ?? '' });
      expectRefused(bad, 404, 'RHSY404');
    },
  );

  test('R8.5 a path that cannot be decoded is a 400 like every other, with a trace id and no word of the path', async () => {
    for (const url of ['/%zz', '/media/%zz', '/assets/%e4%bd', '/ftc/%zz']) {
      for (const method of ['GET', 'POST']) {
        const reply = await sendRaw({ port, pieces: [headOf(method, url, { 'content-length': 0 })] });
        expectRefused(reply, 400, 'RHSY400', url);
        expect(JSON.parse(reply.body).traceId).toMatch(/\w/);
        expect(reply.body).not.toContain(url.slice(1));
        expect(reply.head).toMatch(/content-security-policy: [^]*cache-control: no-store/);
      }
    }
  });

  test('R14.6 what no program should send is a 400 and the end of its connection', async () => {
    const both = headOf('POST', startUp, { 'content-type': form, 'content-length': 4, 'transfer-encoding': 'chunked' });
    const twice = headOf('POST', startUp, { 'content-type': form, 'content-length': 4 }).replace(
      'content-length: 4',
      'content-length: 4\r\ncontent-length: 5',
    );
    const requests = [
      `${both}0\r\n\r\n`,
      `${twice}abcd`,
      `POST ${startUp} HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n`,
      `POST ${startUp} HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      'NONSENSE\r\n\r\n',
      '\u0016\u0003\u0001\u0002',
    ];
    for (const request of requests) {
      const reply = await sendRaw({ port, pieces: [request] });
      expect(reply.status, request.slice(0, 40)).toBe(400);
      expect(reply.head).toContain('connection: close');
      expect(reply.head).toContain('x-content-type-options: nosniff');
    }
  });

  test('R14.6 after all this the server answers as before', async () => {
    expect((await post(startUp, startUpBody)).status).toBe(200);
  });
});

describe('R7.2 the pages of listed origins', () => {
  test('R7.2 may read replies with credentials, and no others', async () => {
    const listed = await post(startUp, startUpBody, {
      origin: 'https://www.example.com',
      'sec-fetch-site': 'same-site',
    });
    expect(listed.status).toBe(200);
    expect(listed.head).toContain('access-control-allow-origin: https://www.example.com');
    expect(listed.head).toContain('access-control-allow-credentials: true');
    const other = await post(startUp, startUpBody, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expectRefused(other, 403, 'RHSY403');
    expect(other.head).not.toContain('access-control');
  });
});
