import { createServer, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallReply } from '#kernel/calls/call';
import { createHeaders } from '#kernel/http/replies/headers';
import { createReplyWriter } from '#kernel/http/replies/reply-writer';
import type { Log } from '#kernel/ports';

const rows = Array.from({ length: 200 }, (_, row) => ({ billNo: `BL${row}`, note: '服务费，按笔计收' }));
const long = JSON.stringify({ code: 'SUCCESS', data: { items: rows }, traceId: 't' });
const plain: CallReply = { status: 200, body: long, cookies: [], retryAfterSec: undefined };

const nothing = (): void => undefined;
const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

let reply = plain;
const writer = createReplyWriter({ headers: createHeaders({ https: false }), allowedOrigins: [], log: silentLog });
const server = createServer((incoming, raw) => {
  incoming.resume().on('end', () => writer.write(incoming, raw, reply));
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => server.close());

const ask = async (acceptEncoding?: string): Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }> => {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const response = await new Promise<IncomingMessage>((done) => {
    request({ port, host: '127.0.0.1', method: 'POST', headers }, done).end();
  });
  return { headers: response.headers, bytes: Buffer.concat(await response.toArray()) };
};

test('stack first load: a long reply is compressed for a browser that accepts it, and says the same', async () => {
  reply = plain;
  const packed = await ask('gzip, deflate, br');
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
  expect(packed.bytes.length).toBeLessThan(long.length / 4);
  expect(gunzipSync(packed.bytes).toString()).toBe(long);
});

test('stack first load: a short reply, one that sets a cookie, a failure and one for a client without gzip are sent as they are', async () => {
  const cases: readonly (readonly [CallReply, string | undefined])[] = [
    [plain, undefined],
    [plain, 'br'],
    [plain, 'gzip;q=0'],
    [{ ...plain, body: '{"code":"SUCCESS"}' }, 'gzip'],
    [{ ...plain, cookies: ['sid=1'] }, 'gzip'],
    [{ ...plain, status: 503 }, 'gzip'],
  ];
  for (const [each, accepted] of cases) {
    reply = each;
    const sent = await ask(accepted);
    expect(sent.headers['content-encoding'], String(accepted)).toBeUndefined();
    expect(sent.bytes.toString()).toBe(each.body);
  }
});
