import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { gate, sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extra: sample });
});
afterAll(() => app.close());
afterEach(() => {
  gate.open = Promise.resolve();
});

const enter = async (userId: string, role = 'owner', tenantId = `t-${userId}`): Promise<TestBrowser> => {
  const browser = await app.open();
  await browser.call('sample.enter', { userId, tenantId, role });
  return browser;
};

describe('R7.2 the two doors', () => {
  test('R4.1 the start-up call answers unsigned, gives a key and sets the session cookie', async ({ expect }) => {
    const browser = app.browser();
    const reply = await browser.start();
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ code: 'SUCCESS', data: { user: null, auth: { 'order.read': false } } });
    expect(reply.headers['set-cookie']).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const again = await browser.start();
    expect(again.body.data.sign).toEqual(reply.body.data.sign);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  test('R7.2 a call answers at the gateway and at its path, signed for that door', async ({ expect }) => {
    const browser = await app.open();
    const gateway = await browser.call('sys.isVisible', { key: 'IS_VISIBLE_DOC_CENTER' });
    expect(gateway).toMatchObject({ status: 200, body: { code: 'SUCCESS', data: { visible: false } } });
    const direct = await browser.call('sys.isVisible', { key: 'IS_VISIBLE_DOC_CENTER' }, { direct: true });
    expect(direct.body.data).toEqual(gateway.body.data);
    expect(direct.body.traceId).not.toBe(gateway.body.traceId);
    const crossed = browser.body('/ftc/api/sys/isVisible', '{"key":"x"}');
    expect((await browser.post('/ops?operationId=sys.isVisible', crossed)).body).toMatchObject({
      errCode: 'UMDP00001',
      data: { reason: 'BAD_SIGN' },
    });
  });

  test('R3.3 a success is code, data and traceId; a failure is code, errCode, errMsg, status and traceId', async ({
    expect,
  }) => {
    const traceId = expect.stringMatching(/^[\w-]{8,}$/);
    const good = await app.call('sys.isVisible', { key: 'IS_VISIBLE_DOC_CENTER' });
    expect(good.body).toEqual({ code: 'SUCCESS', data: expect.any(Object), traceId });
    const refused = await app.call('tenant.get');
    expect(refused.status).toBe(401);
    expect(refused.body).toEqual({ code: 'FAIL', errCode: 'RHSY401', errMsg: '请先登录', status: 401, traceId });
  });

  test('security 4.14 a payload of more than 8 levels or 500 keys is refused before it is validated', async ({
    expect,
  }) => {
    const nested = (levels: number): unknown =>
      levels === 0 ? 1 : levels % 2 === 0 ? [nested(levels - 1)] : { a: nested(levels - 1) };
    const keyed = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
    const pathOf = async (payload: Readonly<Record<string, unknown>>) => {
      const { status, body } = await app.call('sys.isVisible', payload);
      expect([status, body.errCode]).toEqual([422, 'RHSY422']);
      return body.data.fields[0].path;
    };
    expect(await pathOf({ deep: nested(7) })).not.toBe('data');
    expect(await pathOf({ deep: nested(8) })).toBe('data');
    expect(await pathOf(keyed(500))).not.toBe('data');
    expect(await pathOf(keyed(501))).toBe('data');
    expect(await pathOf({ rows: Array.from({ length: 6 }, () => keyed(100)) })).toBe('data');
    const deepest = '{"a":'.repeat(3000) + '1' + '}'.repeat(3000);
    const browser = await app.open();
    const reply = await browser.post('/ops?operationId=sys.isVisible', browser.body('sys.isVisible', deepest));
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'data' }] } } });
  });

  test('R5.5 a key that data repeats is a 422, at any depth; the same key in two objects, or in a text, is none', async ({
    expect,
  }) => {
    const browser = await app.open();
    const ask = async (data: string) =>
      (await browser.post('/ops?operationId=sys.isVisible', browser.body('sys.isVisible', data))).body;
    for (const data of [
      '{"key":"IS_VISIBLE_DOC_CENTER","key":"x"}',
      '{"key":"x", "key" : "IS_VISIBLE_DOC_CENTER"}',
      '{"key":"x","k\\u0065y":"x"}',
      '{"key":"x","more":[{"a":1,"a":1}]}',
    ]) {
      const { errCode, data: refused } = await ask(data);
      expect([errCode, refused.fields], data).toEqual(['RHSY422', [{ path: 'data', message: '字段重复' }]]);
    }
    expect((await ask('{"key":"\\"key\\":"}')).data?.fields?.[0]?.path).not.toBe('data');
    expect((await ask('{"key":"x","more":[{"a":1},{"a":"b:\\\\"}]}')).data.fields).toEqual([
      expect.objectContaining({ path: 'more' }),
    ]);
    expect((await ask(' { "key" : "IS_VISIBLE_DOC_CENTER" } ')).code).toBe('SUCCESS');
  });

  test('R8.5 every reply has the security headers and a trace id', async ({ expect }) => {
    for (const reply of [await app.call('sys.isVisible', { key: 'x' }), await app.call('no.such')]) {
      expect(reply.body.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      // What only documents heed would be 200 bytes on each of the ten calls of a page.
      for (const name of ['referrer-policy', 'cross-origin-opener-policy', 'permissions-policy'])
        expect(reply.headers[name]).toBeUndefined();
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
      expect(reply.headers['server']).toBeUndefined();
    }
  });
});

describe('R7.4 authentication', () => {
  const isVisible = '/ops?operationId=sys.isVisible';
  const reasonOf = (browser: TestBrowser, envelope: Record<string, string | null>) =>
    browser
      .call('sys.isVisible', { key: 'x' }, { envelope })
      .then(({ status, body }) => [status, body.errCode, body.data?.reason]);

  test('R7.4 wrong sign, stale time, wrong channel, unknown key and missing fields have as many different reasons as a client needs', async ({
    expect,
  }) => {
    const browser = await app.open();
    expect(await reasonOf(browser, { sign: 'A'.repeat(43) })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
    expect(await reasonOf(browser, { data: '{"key":"y"}' })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
    expect(await reasonOf(browser, { timestamp: '1000000000000' })).toEqual([403, 'UMDP00001', 'CLOCK_SKEW']);
    expect(await reasonOf(browser, { channel: 'PUBCC' })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
    expect(await reasonOf(browser, { keyId: 'unknown' })).toEqual([403, 'UMDP00001', 'KEY_EXPIRED']);
    for (const name of ['channel', 'keyId', 'timestamp', 'nonce', 'data', 'sign']) {
      expect(await reasonOf(browser, { [name]: null })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
    }
    const reply = await browser.call('sys.isVisible', { key: 'x' }, { envelope: { sign: null } });
    expect(Math.abs(Date.parse(reply.body.data.serverTime) - Date.now())).toBeLessThan(60_000);
  });

  test('R7.4 a body that is sent twice answers once', async ({ expect }) => {
    const browser = await app.open();
    const body = browser.body('sys.isVisible', '{"key":"x"}');
    expect((await browser.post(isVisible, body)).status).toBe(200);
    const replies = await Promise.all([1, 2, 3].map(() => browser.post(isVisible, body)));
    for (const reply of replies) expect(reply).toMatchObject({ status: 403, body: { data: { reason: 'REPLAY' } } });
  });

  test('R7.4 a key works only with its own cookie', async ({ expect }) => {
    const [one, other] = [await app.open(), await app.open()];
    const body = one.body('sys.isVisible', '{"key":"x"}');
    expect((await other.post(isVisible, body)).body).toMatchObject({ data: { reason: 'KEY_EXPIRED' } });
    expect((await app.browser().post(isVisible, body)).body).toMatchObject({ data: { reason: 'KEY_EXPIRED' } });
    expect((await one.post(isVisible, body)).status).toBe(200);
  });

  test('R7.4 a page of another site is refused before its body is read', async ({ expect }) => {
    const browser = await app.open();
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const reply = await browser.call('sys.isVisible', { key: 'x' }, { headers });
    expect(reply).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('R6.3 who may call', () => {
  test('R6.3 a merchant operation answers 401 to a visitor, 403 without one of its keys', async ({ expect }) => {
    expect(await app.call('sample.guarded')).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
    expect(await app.call('sample.guarded', {}, { session: await enter('viewer', 'viewer') })).toMatchObject({
      status: 403,
      body: { errCode: 'RHSY403' },
    });
    for (const role of ['owner', 'finance']) {
      expect(await app.call('sample.guarded', {}, { session: await enter(role, role) })).toMatchObject({ status: 200 });
    }
  });

  test('R6.3 an operation for ops refuses a merchant’s key', async ({ expect }) => {
    const merchant = await enter('m-ops');
    expect(await merchant.call('sample.ops')).toMatchObject({ status: 403, body: { data: { reason: 'KEY_EXPIRED' } } });
  });

  test('R6.3 a merchant handler reads only the rows of its own tenant', async ({ expect }) => {
    const [one] = [await enter('alone', 'owner', 'tenant-a'), await enter('other', 'owner', 'tenant-b')];
    expect((await one.call('sample.own')).body.data).toEqual({ userId: 'alone', sessions: 1 });
  });

  test('R11.7 a change by a signed-in user is in the audit trail, once', async ({ expect }) => {
    const merchant = await enter('changing');
    for (const id of ['sample.guarded', 'sample.endAll'])
      await merchant.call(id, id === 'sample.guarded' ? {} : { keepCaller: true });
    const trail = "select operation, result, tenant_id from audit_event where user_id = 'changing' order by event_id";
    expect(await app.rows(trail)).toEqual([
      { operation: 'sample.guarded', result: 'ok', tenant_id: 't-changing' },
      { operation: 'sample.endAll', result: 'ok', tenant_id: 't-changing' },
    ]);
  });

  test('R11.7 denied and unauthenticated calls are in the audit trail', async ({ expect }) => {
    const viewer = await enter('denied', 'viewer');
    await viewer.call('sample.guarded');
    await viewer.call('sample.own', {}, { envelope: { sign: 'A'.repeat(43) } });
    const rows = await app.rows(
      "select operation, result, user_id from audit_event where user_id = 'denied' or result = 'UMDP00001' order by event_id",
    );
    expect(rows).toContainEqual({ operation: 'sample.guarded', result: 'RHSY403', user_id: 'denied' });
    expect(rows.at(-1)).toMatchObject({ operation: 'sample.own', result: 'UMDP00001' });
  });
});

describe('R8.5 replies', () => {
  test('R8.5 fields that the contract does not name are dropped, in lists and unions too', async ({ expect }) => {
    const reply = await app.call('sample.leaky');
    expect(reply.body.data).toEqual({ name: 'n', list: [{ id: '1' }], maybe: { a: 'x' } });
    expect(reply.text).not.toContain('secret-word');
  });

  test('decision 0029 fields of an error’s data that are not declared stay inside; data that is not as declared is a fault of ours', async ({
    expect,
  }) => {
    const extra = await app.call('sample.refuse', { data: 'extra' });
    expect(extra).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect(extra.body.data).toEqual({ retryAfter: 7 });
    for (const data of ['wrong', 'undeclared']) {
      const reply = await app.call('sample.refuse', { data });
      expect(reply, data).toMatchObject({ status: 500, body: { errCode: 'RHSY500' } });
      expect(reply.text).not.toContain('secret-word');
    }
  });

  test('decision 0029 outside of tests such data is dropped with a line in the log, and the error stays what it is', async ({
    expect,
  }) => {
    const running = await testApp({ extra: sample, env: { NODE_ENV: 'development', TEST_IMAGE_CODE: '' } });
    try {
      for (const [data, status] of [
        ['wrong', 429],
        ['undeclared', 400],
      ] as const) {
        const reply = await running.call('sample.refuse', { data });
        expect(reply.status, reply.text).toBe(status);
        expect(reply.text).not.toMatch(/secret-word|soon/);
        expect(running.logged.map(({ facts }) => facts)).toContainEqual(
          expect.objectContaining({
            event: 'errorDataDropped',
            operation: 'sample.refuse',
            requestId: reply.body.traceId,
          }),
        );
      }
    } finally {
      await running.close();
    }
  });

  test('R8.5 an internal error is a 500 without details, and the log has it under the trace id', async ({ expect }) => {
    const reply = await app.call('sample.broken', { kind: 'bug' });
    expect(reply).toMatchObject({ status: 500, body: { errCode: 'RHSY500' } });
    expect(reply.text).not.toMatch(/undefined|TypeError|1380/);
    expect(app.logged.at(-1)).toMatchObject({
      level: 'error',
      facts: { event: 'fault', requestId: reply.body.traceId },
    });
  });

  test('R14.6 an unreachable or overloaded database is a 503 with Retry-After', async ({ expect }) => {
    const gone = await app.call('sample.broken', { kind: 'gone' });
    expect(gone).toMatchObject({ status: 503, body: { errCode: 'OPSB0002' }, headers: { 'retry-after': '3' } });
    const busy = await app.call('sample.broken', { kind: 'busy' });
    expect(busy).toMatchObject({ status: 503, body: { errCode: 'OPSB0001' }, headers: { 'retry-after': '1' } });
  });
});

describe('R14.6 admission', () => {
  test('R14.6 beyond the capacity for costly calls there is a 503 at once, and the call was not decrypted', async ({
    expect,
  }) => {
    const browsers = await Promise.all(Array.from({ length: 60 }, () => app.open()));
    const held = Promise.withResolvers<void>();
    gate.open = held.promise;
    const calls = browsers.map((browser) => browser.call('sample.places'));
    const refused = await Promise.any(calls);
    expect(refused).toMatchObject({ status: 503, body: { errCode: 'OPSB0001' }, headers: { 'retry-after': '1' } });
    held.resolve();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    const served = statuses.filter((status) => status === 200).length;
    expect(served).toBeGreaterThanOrEqual(21);
    expect(served).toBeLessThan(60);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await app.call('sample.places')).status).toBe(200);
  });
});
