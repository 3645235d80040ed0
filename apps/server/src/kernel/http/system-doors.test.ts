import { operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: { loginTries: 4 }, env: { METRICS_TOKEN: 'a-token-of-twenty-chars' } });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.http.inject({ method: 'GET', url, remoteAddress, headers: { host: 'localhost', ...headers } });

describe('R14.4 the state of the process', () => {
  test('R14.4 it says that it lives, and that it is ready while the database answers', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await get('/readyz')).toMatchObject({ statusCode: 200 });
    expect((await get('/readyz')).json()).toEqual({ status: 'ok', dependencies: { database: 'ok' } });
  });

  test('R14.4 measurements are for this machine or for who has the token', async () => {
    await app.call('sys.isVisible', { key: 'x' });
    const own = await get('/metrics');
    expect(own.body).toMatch(/ronghui_calls_total\{operation="sys.isVisible",status="200"\} \d/);
    expect((await get('/metrics', {}, '203.0.113.9')).statusCode).toBe(404);
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404);
    expect((await get('/metrics', { authorization: 'Bearer wrong' }, '203.0.113.9')).statusCode).toBe(404);
    expect((await get('/metrics', { authorization: 'Bearer a-token-of-twenty-chars' }, '203.0.113.9')).statusCode).toBe(
      200,
    );
  });

  test('R14.1 limits.json shows the limits in force', async () => {
    expect((await get('/limits.json')).json()).toMatchObject({ loginTries: 4, lockMinutes: 10, bodyKilobytes: 64 });
  });
});

describe('R7.5 what is made from the contract', () => {
  test('R7.5 operations.json lists every operation with who, keys, idempotency and ids', async () => {
    const list: { id: string }[] = (await get('/operations.json')).json();
    expect(list.map(({ id }) => id).toSorted()).toEqual(Object.keys(operations).toSorted());
    expect(list).toContainEqual({
      id: 'customerContact.trial',
      path: '/ftc/api/customerContact/trial',
      who: 'visitor',
      keys: [],
      idempotent: true,
      ids: ['pid', 'skuId', 'imageTicket', 'agreements[].id'],
    });
  });

  test('R7.5 operations.json names the ids that may be null and those in lists', async () => {
    const list: { id: string; ids: string[] }[] = (await get('/operations.json')).json();
    const idsOf = (operationId: string) => list.find(({ id }) => id === operationId)?.ids;
    expect(idsOf('tenant.update')).toEqual(['logoFileId']);
    expect(idsOf('order.uploadVoucher')).toEqual(['orderNo', 'fileIds[]']);
    expect(idsOf('notice.read')).toEqual(['noticeIds[]']);
    expect(idsOf('certification.saveDraft')).toEqual([
      'licenseFileId',
      'legalIdFrontFileId',
      'legalIdBackFileId',
      'authorizationLetterFileId',
    ]);
  });

  test('R7.5 openapi.json describes them, and the page shows them to people', async () => {
    expect((await get('/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
    const page = await get('/api-docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const id of Object.keys(operations)) expect(page.body).toContain(`id="${id}"`);
    expect(page.body).not.toMatch(/<script|style=/);
  });
});

describe('R8.3 what leads nowhere', () => {
  test('R8.3 is a page for people and the contract’s 404 for programs', async () => {
    const page = await get('/nowhere', { accept: 'text/html' });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('页面不存在');
    expect((await get('/nowhere')).json()).toMatchObject({ code: 'FAIL', errCode: 'RHSY404', status: 404 });
    for (const url of [
      '/.git/config',
      '/assets/../package.json',
      '/assets/%2e%2e/x',
      '/media/..%2f..%2fx',
      '/%00',
      '/server-status',
    ]) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
  });
});
