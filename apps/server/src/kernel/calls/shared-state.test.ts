import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeClockOffset } from '#kernel/setup/clock';
import { cutAt } from '#kernel/testing/cut-connections';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
let other: Awaited<ReturnType<TestApp['again']>>;
beforeAll(async () => {
  app = await testApp({ extra: sample, env: { SHARED_STATE: 'postgres' } });
  other = await app.again();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const gateway = '/ops?operationId=sample.own';
/** What recovery after a crash leaves of unlogged tables. */
const emptied = 'truncate shared_epoch, shared_nonce, shared_value, shared_use, shared_request';

/** A signed-in browser that reaches both nodes. */
const twoNodes = async () => {
  const browser = await app.open();
  await browser.call('sample.enter', { userId: 'u', tenantId: 't', role: 'owner' });
  const there = other.browser();
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return { browser, there };
};

const refused = (reason: string) => ({ status: 403, body: { errCode: 'UMDP00001', data: { reason } } });
const body = (browser: TestBrowser) => browser.body('sample.own', '{}');

test('R14.2 running 1.2 nodes that share PostgreSQL accept the same keys, and each nonce once', async () => {
  const { browser, there } = await twoNodes();
  const [first, second] = [body(browser), body(browser)];
  expect(await browser.post(gateway, first)).toMatchObject({ status: 200 });
  expect(await there.post(gateway, first)).toMatchObject(refused('REPLAY'));
  expect(await there.post(gateway, second)).toMatchObject({ status: 200 });
  expect(await browser.post(gateway, second)).toMatchObject(refused('REPLAY'));
  const far = browser.body('sample.own', '{}', { timestamp: String(app.clock.now().getTime() + 6 * 60_000) });
  expect(await browser.post(gateway, far)).toMatchObject(refused('CLOCK_SKEW'));
});

test('R14.2 running 1.3 after the state was lost a served call is refused on every node, and the next key is served on all at once', async () => {
  const { browser, there } = await twoNodes();
  const served = body(browser);
  expect(await browser.post(gateway, served)).toMatchObject({ status: 200 });
  await runAsAdmin(app.url, emptied);
  expect(await browser.post(gateway, served)).toMatchObject(refused('KEY_EXPIRED'));
  expect(await there.post(gateway, served)).toMatchObject(refused('KEY_EXPIRED'));
  await browser.start();
  expect(await browser.call('sample.own')).toMatchObject({ status: 200 });
  expect(await there.post(gateway, body(browser))).toMatchObject({ status: 200 });
});

test('R14.2 running 1.3 a node that has heard of no loss serves the key that another node made after it', async () => {
  const { browser, there } = await twoNodes();
  expect(await there.post(gateway, body(browser))).toMatchObject({ status: 200 });
  await runAsAdmin(app.url, emptied);
  expect(await browser.call('sample.own')).toMatchObject(refused('KEY_EXPIRED'));
  await browser.start();
  expect(await there.post(gateway, body(browser))).toMatchObject({ status: 200 });
});

test('R14.2 running 1.5 a call whose nonce cannot be claimed is a 503 with the time to wait, and the next one is served', async () => {
  const { browser } = await twoNodes();
  // What else is sent may be cut in its place.
  await expect
    .poll(
      async () => {
        const cut = cutAt(1, 'before');
        const { status, body: reply, headers } = await browser.call('sample.own');
        cut.end();
        return [status, reply.errCode, headers['retry-after']];
      },
      { timeout: 20_000 },
    )
    .toEqual([503, 'OPSB0002', '3']);
  expect(await browser.call('sample.own')).toMatchObject({ status: 200 });
});

test('R14.2 running 1.2 the kind in force is among the metrics', async () => {
  expect(await app.app.metrics.text()).toMatch(/^ronghui_shared_state\{kind="postgres"\} 1$/m);
});

test('R14.2 running 1.4 a node whose clock is more than 30 s off that of the state is not ready, and ready again when it is set', async () => {
  const ready = async () => {
    const { statusCode, body: reply } = await app.app.http.inject({ method: 'GET', url: '/readyz?only=node' });
    return [statusCode, JSON.parse(reply).dependencies];
  };
  expect(await ready()).toEqual([200, { database: 'ok', sharedState: 'ok', clock: 'ok' }]);
  const { rows } = await app.database
    .pool('service')
    .query<{ offset_ms: number }>('select offset_ms from clock_offset');
  const before = rows[0]?.offset_ms ?? 0;
  await writeClockOffset(app.database.pool('service'), before + 40_000);
  expect(await ready()).toEqual([503, { database: 'ok', sharedState: 'ok', clock: 'unavailable' }]);
  await writeClockOffset(app.database.pool('service'), before);
  expect(await ready()).toEqual([200, { database: 'ok', sharedState: 'ok', clock: 'ok' }]);
});
