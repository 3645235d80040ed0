import { readFileSync } from 'node:fs';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

const fixture = (name: string) => join(import.meta.dirname, '../testing/tls', name);
const ca = readFileSync(fixture('cert.pem'));

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ env: { TLS_CERT: fixture('cert.pem'), TLS_KEY: fixture('key.pem') } });
  await app.app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.http.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

const connectionsOf = ({ app: { http } }: TestApp) =>
  new Promise<number>((resolve) => http.server.getConnections((_, count) => resolve(count)));

const startUp = () =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const headers = { host: 'pay.example', 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/ftc/api/sys/commonConfig',
        method: 'POST',
        headers,
        ca,
        servername: 'pay.example',
      },
      (reply) => {
        reply.resume().on('end', () => resolve({ status: reply.statusCode, headers: reply.headers }));
      },
    );
    sent.on('error', reject);
    sent.end('channel=OAPP&data=%7B%7D');
  });

describe('R14.1 with a certificate of its own', () => {
  test('R14.1 the server speaks TLS, its cookie is bound to its host, and HSTS is set', async () => {
    const { status, headers } = await startUp();
    expect(status).toBe(200);
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });

  test('stack first load: over HTTP/2 a browser gets the same, each cookie included, and a refused body ends its stream alone', async () => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca, servername: 'pay.example' });
    const ask = (
      path: string,
      { body, ...headers }: { readonly body?: string; readonly [name: string]: string | undefined } = {},
    ) =>
      new Promise<{ headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
        const method = body === undefined ? 'GET' : 'POST';
        const stream = session.request({ ':method': method, ':path': path, ':authority': 'pay.example', ...headers });
        let got: IncomingHttpHeaders = {};
        let text = '';
        stream.setEncoding('utf8').on('response', (reply) => (got = reply));
        stream.on('data', (part: string) => (text += part)).on('end', () => resolve({ headers: got, text }));
        stream.on('error', reject);
        stream.end(body);
      });
    try {
      const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
      const started = await ask('/ftc/api/sys/commonConfig', { ...form, body: 'channel=OAPP&data=%7B%7D' });
      expect(session.alpnProtocol).toBe('h2');
      expect(started.headers[':status']).toBe(200);
      expect(JSON.parse(started.text)).toMatchObject({ code: 'SUCCESS' });
      expect(started.headers['set-cookie']).toEqual([
        expect.stringMatching(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
      ]);
      const large = await ask('/ftc/api/sys/commonConfig', { ...form, body: 'x'.repeat(2_000_000) });
      expect(large.headers[':status']).toBe(413);
      expect(large.headers['connection']).toBeUndefined();
      // The connection goes on.
      expect((await ask('/healthz')).headers[':status']).toBe(200);
      expect((await ask('/healthz', { host: 'other.example' })).headers[':status']).toBe(400);
    } finally {
      session.close();
    }
  });

  test('running 1.6 a close cuts what is still open after some seconds: an upload over HTTP/1.1, and a stream', async () => {
    const other = await testApp({ env: { TLS_CERT: fixture('cert.pem'), TLS_KEY: fixture('key.pem') } });
    await other.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port: own } = other.app.http.server.address() as AddressInfo;
    const path = '/ftc/api/sys/commonConfig';
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '90000' };
    const session = connectHttp2(`https://127.0.0.1:${own}`, { ca, servername: 'pay.example' });
    const stream = session.request({ ':method': 'POST', ':path': path, ':authority': 'pay.example', ...headers });
    const upload = request({
      host: '127.0.0.1',
      port: own,
      path,
      method: 'POST',
      headers,
      ca,
      servername: 'pay.example',
    });
    const cut = [stream, session, upload].map(
      (each) => new Promise((resolve) => each.on('error', () => undefined).once('close', resolve)),
    );
    upload.write('channel');
    await new Promise((resolve) => stream.write('channel', resolve));
    await expect.poll(() => connectionsOf(other)).toBe(2);
    await other.close();
    await Promise.all(cut);
  });

  test('R14.1 nothing older than TLS 1.2 gets through', async () => {
    const ended = new Promise<string>((resolve) => {
      const socket = connect(
        {
          host: '127.0.0.1',
          port,
          ca,
          servername: 'localhost',
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1.1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        },
        () => resolve('connected'),
      );
      socket.on('error', () => resolve('refused'));
    });
    expect(await ended).toBe('refused');
  });
});
