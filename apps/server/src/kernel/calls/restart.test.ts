import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import { createClock } from '#kernel/setup/clock';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let other: Awaited<ReturnType<TestApp['again']>>;
afterEach(async () => {
  await other.close();
  await app.close();
});

const gateway = '/ops?operationId=sample.own';
const minuteMs = 60_000;

/** A signed-in browser, and a call of it that is signed four minutes ahead. */
const signAhead = async () => {
  const browser = await app.open();
  await browser.call('sample.enter', { userId: 'u', tenantId: 't', role: 'owner' });
  const body = browser.body('sample.own', '{}', {});
  browser.nowMs = () => app.clock.now().getTime() + 4 * minuteMs;
  return { browser, ahead: browser.body('sample.own', '{}'), body };
};

describe('R7.4 a restart', () => {
  test('R7.4 a call that was signed ahead and served is refused after it; a new start-up call lets the session go on', async () => {
    app = await testApp({ extra: sample });
    const { browser, ahead } = await signAhead();
    expect(await browser.post(gateway, ahead)).toMatchObject({ status: 200 });
    other = await app.again();
    const same = other.browser();
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    const replayed = await same.post(gateway, ahead);
    expect(replayed).toMatchObject({ status: 403, body: { errCode: 'UMDP00001', data: { reason: 'KEY_EXPIRED' } } });
    await same.start();
    expect(await same.call('sample.own')).toMatchObject({ status: 200 });
  });

  test('R14.2 nodes that share their fast state accept the same keys, and each nonce once', async () => {
    const fast = createMemoryFastState(createClock());
    app = await testApp({ extra: sample, fast });
    const { browser, ahead, body } = await signAhead();
    expect(await browser.post(gateway, ahead)).toMatchObject({ status: 200 });
    other = await app.again();
    const same = other.browser();
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    expect(await same.post(gateway, body)).toMatchObject({ status: 200 });
    expect(await same.post(gateway, ahead)).toMatchObject({ status: 403, body: { data: { reason: 'REPLAY' } } });
  });
});

describe('R14.2 the counters of addresses', () => {
  test('R14.2 nodes that share their fast state count the requests of an address together, also where it answers later', async () => {
    const memory = createMemoryFastState(createClock());
    const fast = {
      ...memory,
      countRequest: async (key: string, limit: number, windowMs: number) => memory.countRequest(key, limit, windowMs),
    };
    app = await testApp({ extra: sample, fast, limits: { requestsPerAddressPerMinute: 6 } });
    other = await app.again();
    const [one, two] = [await app.open(), other.browser()];
    await two.start();
    const statuses = [];
    for (const browser of [one, two, one, two, one, two])
      statuses.push((await browser.call('portal.querySlideInfo')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    const page = await app.app.http.inject({ method: 'GET', url: '/limits.json' });
    expect(page.statusCode).toBe(429);
    expect(page.headers['retry-after']).toBeDefined();
  });
});
