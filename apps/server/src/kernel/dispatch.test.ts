import { afterAll, beforeAll, describe, test } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

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

  test('R7.2 a call answers at the gateway and at its path, signed for the one it goes to', async ({ expect }) => {
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
});
