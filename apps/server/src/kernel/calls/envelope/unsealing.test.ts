import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';

let narrow: TestApp;
let wide: TestApp;
const open = (options: TestAppOptions = {}) => testApp(options);
beforeAll(async () => {
  narrow = await open({ unsealing: { inFlight: 1, queue: 0 } });
  wide = await open();
});
afterAll(() => Promise.all([narrow.close(), wide.close()]));

/** Concurrent calls, each with a sealed field. */
const flood = async (app: TestApp, count: number) => {
  const browser = await app.open();
  const payload = { mobile: '13800000009', scene: 'login', imageTicket: 'A'.repeat(22) };
  return Promise.all(Array.from({ length: count }, () => browser.call('portal.sendSmsCode', payload)));
};

describe('security 4.3 sealed fields are decrypted behind a limiter', () => {
  it('security 4.14 with a full queue a call gets a 503, and afterwards calls succeed again', async () => {
    const replies = await flood(narrow, 40);
    const shed = replies.filter(({ status }) => status === 503);
    expect(shed.length).toBeGreaterThan(0);
    expect(shed.length).toBeLessThan(40);
    for (const { body, headers } of shed) {
      expect(body.errCode).toBe('OPSB0001');
      expect(headers['retry-after']).toBe('1');
    }
    expect((await flood(narrow, 1))[0]?.status).toBe(400);
  });

  it('security 4.3 the queue admits 128 calls at once', async () => {
    for (const { status } of await flood(wide, 128)) expect(status).toBe(400);
  });
});
