import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    env: {
      OPS_ADDRESSES: '198.51.100.0/24, 2001:db8:7::/64',
      TRUST_PROXY: '127.0.0.1',
      METRICS_TOKEN: 'a-token-of-twenty-chars',
    },
  });
});
afterAll(() => app.close());

const call = async (url: string, from: string): Promise<string> => {
  const reply = await app.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'x-forwarded-for': from },
    payload: 'channel=OAPP&data=%7B%7D',
  });
  const { errCode, code } = reply.json();
  return errCode ?? code;
};
const opsDoors = ['/ftc/ops/commonConfig', '/ftc/ops/login', '/ops?operationId=ops.login', '/ftc/ops/order/page'];

describe('security 4.5 the addresses of the console', () => {
  it('security 4.5 calls of ops come from the list alone, at both doors; merchants and visitors from everywhere', async () => {
    for (const from of ['203.0.113.9', '2001:db8:8::1', '198.51.100.7, 203.0.113.9']) {
      for (const url of opsDoors) expect(await call(url, from), `${url} ${from}`).toBe('RHSY403');
      expect(await call('/ftc/api/sys/commonConfig', from)).toBe('SUCCESS');
    }
    for (const from of ['198.51.100.7', '2001:db8:7::1', '203.0.113.9, 198.51.100.7']) {
      expect(await call('/ftc/ops/commonConfig', from), from).toBe('SUCCESS');
      expect(await call('/ftc/ops/login', from), from).toBe('UMDP00001');
    }
  });

  it.each(['/operations.json', '/openapi.json', '/api-docs'])(
    'security 4.5 %s names the operations of the console to who may use it, and those of others to everybody',
    async (url) => {
      const textFor = async (from: string) =>
        (await app.app.http.inject({ url, headers: { 'x-forwarded-for': from } })).body;
      const [inside, outside] = [await textFor('198.51.100.7'), await textFor('203.0.113.9')];
      for (const text of [inside, outside]) expect(text).toContain('portal.login');
      expect(inside).toContain('ops.order.page');
      expect(outside).not.toMatch(/\bops\.[a-z]+|\/ftc\/ops\//);
    },
  );

  it('R14.4 security 4.5 measurements want their token where proxies stand in front, which may say nothing of it', async () => {
    const from = (headers: Record<string, string>) =>
      app.app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers });
    expect((await from({})).statusCode).toBe(404);
    expect((await from({ authorization: 'Bearer a-token-of-twenty-chars' })).statusCode).toBe(200);
  });
});
