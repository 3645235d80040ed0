import { afterAll, beforeAll, expect, test } from 'vitest';
import { staticFile } from '#kernel/http/replies/static-files';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
const script = staticFile('text/javascript', Buffer.from('1'), { br: Buffer.from('packed') });
beforeAll(async () => {
  app = await testApp({
    console: {
      document: '<html><head><!--document:head--></head></html>',
      scriptHashes: ['sha256-abc='],
      assets: new Map([['index-1.js', script]]),
    },
    env: { GATEWAY_BASES: '{"localhost":"https://gateway.example.com"}' },
  });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}, of = app) =>
  of.app.http.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } });

test('security 4.7 the console’s document is never cached, and has the strict policy and the gateway of its host', async () => {
  const reply = await get('/console/');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  const policy = String(reply.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self'");
  expect(policy).toContain("connect-src 'self' https://gateway.example.com");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(reply.body).toContain('<meta name="gateway-base" content="https://gateway.example.com">');
  expect((await get('/console/index.html')).body).toBe(reply.body);
  expect((await get('/console//')).body).toBe(reply.body);
});

test('R11.1 /console leads to /console/, its files are cached for good, and nothing else is found', async () => {
  const moved = await get('/console');
  expect([moved.statusCode, moved.headers['location']]).toEqual([308, '/console/']);
  const file = await get('/console/assets/index-1.js', { 'accept-encoding': 'br' });
  expect([file.body, file.headers['cache-control']]).toEqual(['packed', 'max-age=31536000, immutable']);
  for (const name of ['index-2.js', '__proto__'])
    expect((await get(`/console/assets/${name}`)).statusCode, name).toBe(404);
});

test('security 0.3 without HTTPS it says so, and without a build too', async () => {
  expect((await get('/console/', { host: 'www.example.com' })).body).toContain('请使用 HTTPS 访问');
  const unbuilt = await testApp();
  try {
    expect((await get('/console/', {}, unbuilt)).statusCode).toBe(503);
  } finally {
    await unbuilt.close();
  }
});
