import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

const fixture = (name: string) => join(import.meta.dirname, '../testing', name);
const ca = readFileSync(fixture('tls-cert.pem'));

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ env: { TLS_CERT: fixture('tls-cert.pem'), TLS_KEY: fixture('tls-key.pem') } });
  await app.app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.http.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

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
