import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from '../worker-server.ts';
import { bodyOf, call, cookieOf, fieldsOf, post, signOf, startUp } from './client.ts';

const vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));
const operation = 'portal.recommendQueryList';
const gateway = `/ops?operationId=${operation}`;

test('R7.4 this client signs and sends the vectors of the contract', () => {
  for (const { signedFor, timestamp, nonce, data, sign, body } of vectors.signature.cases) {
    expect(signOf(vectors.signature.key, signedFor, { timestamp, nonce, data })).toBe(sign);
    const fields = { channel: 'OAPP', keyId: 'k-001', timestamp, nonce, data, sign };
    expect(new URLSearchParams(fields).toString()).toBe(body);
  }
});

test('R4.1, R3.5 the start-up call gives state, keys and a cookie that scripts cannot read', async () => {
  const reply = await post('/ftc/api/sys/commonConfig', 'channel=OAPP&data=%7B%7D');
  expect(reply.status).toBe(200);
  expect(Object.keys(reply.body)).toEqual(['code', 'data', 'traceId']);
  expect(reply.body.data).toMatchObject({
    visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' },
    crypto: { kid: expect.any(String), publicKey: expect.stringMatching(/^MII[A-Za-z0-9+/]+=*$/) },
    sign: {
      keyId: expect.any(String),
      key: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expect.stringMatching(/Z$/),
    },
    serverTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    user: null,
    site: { brand: { name: expect.any(String) } },
  });
  expect(reply.headers.getSetCookie()[0]).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(cookieOf(reply)).not.toBe('');
});

test('R7.2, R3.3 a call answers at the gateway and at its path', async () => {
  const keys = await startUp();
  const data = '{"limit":3}';
  const byId = await post(gateway, bodyOf(keys, operation, data), { cookie: keys.cookie });
  const path = '/ftc/portal/recommendQueryList';
  const byPath = await post(path, bodyOf(keys, path, data), { cookie: keys.cookie });
  expect(byId.status).toBe(200);
  expect(byPath.body.data).toEqual(byId.body.data);
  expect(byId.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(byId.text.startsWith('{"code":"SUCCESS","data":')).toBe(true);
  expect(byId.text.endsWith(`,"traceId":"${byId.body.traceId}"}`)).toBe(true);
});

test('R7.4 a refused signature says why, so that a client can recover once', async () => {
  const keys = await startUp();
  const fields = () => fieldsOf(keys, operation, '{}');
  const send = (changed: Record<string, string>) =>
    post(gateway, new URLSearchParams(changed).toString(), { cookie: keys.cookie });
  const reasonOf = async (changed: Record<string, string>) => {
    const { status, body } = await send(changed);
    expect([status, body.code, body.errCode, body.errMsg, body.status]).toEqual([
      403,
      'FAIL',
      'UMDP00001',
      '网络环境异常',
      403,
    ]);
    expect(Date.parse(String(body.data['serverTime']))).not.toBeNaN();
    return body.data['reason'];
  };
  expect(await reasonOf({ ...fields(), sign: 'A'.repeat(43) })).toBe('BAD_SIGN');
  expect(await reasonOf({ ...fields(), channel: 'PUBCC' })).toBe('BAD_SIGN');
  expect(await reasonOf({ ...fields(), keyId: 'k-001' })).toBe('KEY_EXPIRED');
  expect(await reasonOf({ ...fields(), timestamp: String(Date.now() - 301_000) })).toBe('CLOCK_SKEW');
  const { sign: _, ...unsigned } = fields();
  expect(await reasonOf(unsigned)).toBe('BAD_SIGN');
  const once = fields();
  expect((await send(once)).status).toBe(200);
  expect(await reasonOf(once)).toBe('REPLAY');
  const { status, body } = await post(gateway, bodyOf(keys, operation, '{}'));
  expect([status, body.data['reason']]).toEqual([403, 'KEY_EXPIRED']);
});

test('R7.2 malformed requests are a 400, unknown operations a 404', async () => {
  const keys = await startUp();
  const good = bodyOf(keys, operation, '{}');
  const cookie = { cookie: keys.cookie };
  for (const body of [`${good}&data=%7B%7D`, `${good}&extra=1`, good.replace('data=%7B%7D', 'data=%FF'), 'x']) {
    expect((await post(gateway, body, cookie)).body).toMatchObject({
      errCode: 'RHSY400',
      errMsg: '请求格式有误',
      status: 400,
    });
  }
  expect((await post(`${gateway}&x=1`, good, cookie)).status).toBe(400);
  expect(
    (await post(gateway, good, { ...cookie, 'content-type': 'application/x-www-form-urlencoded; charset=GBK' })).status,
  ).toBe(400);
  expect((await post('/ops?operationId=no.such', good, cookie)).body).toMatchObject({
    errCode: 'RHSY404',
    status: 404,
  });
  const large = await post(gateway, `channel=OAPP&data=${'x'.repeat(70_000)}`, cookie).catch(() => null);
  if (large !== null) expect(large.status).toBe(413);
});

test('R5.5 a wrong payload is a 422 that names its fields', async () => {
  const keys = await startUp();
  const reply = await call(keys, operation, { limit: 51, more: 1 });
  expect(reply.body).toMatchObject({ errCode: 'RHSY422', errMsg: '填写内容有误，请检查标出的项', status: 422 });
  expect(reply.body.data['fields']).toEqual(
    expect.arrayContaining([
      { path: 'limit', message: expect.any(String) },
      { path: 'more', message: expect.any(String) },
    ]),
  );
});

test('R6.3 a merchant operation answers 401 to a visitor', async () => {
  const reply = await call(await startUp(), 'tenant.get');
  expect([reply.status, reply.body.errCode, reply.body.errMsg]).toEqual([401, 'RHSY401', '请先登录']);
});
