import { catalogue, codesOf, type OperationSpec, operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: { loginTries: 4 }, env: { METRICS_TOKEN: 'a-token-of-twenty-chars' } });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.http.inject({ method: 'GET', url, remoteAddress, headers: { host: 'localhost', ...headers } });

const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

/** A part of the served description. */
interface Described {
  readonly [name: string]: Described;
}
/** The schema of an operation's payload as it is served. */
const requestIn = ({ requestBody }: Described): unknown => {
  const [media] = Object.values(requestBody?.['content'] ?? {});
  return media?.['schema']?.['properties']?.['data']?.['contentSchema'];
};
/** The schema of its reply. */
const replyIn = ({ responses }: Described): unknown => {
  const content = responses?.['200']?.['content'];
  const isFile = content !== undefined && 'application/octet-stream' in content;
  return isFile ? 'a file' : content?.['application/json']?.['schema']?.['properties']?.['data'];
};
/** The codes of its errors by status; of the common ones none. */
const errorsIn = ({ responses }: Described): Record<string, unknown> => {
  const failures = Object.entries(responses ?? {}).filter(([status]) => status !== '200');
  return Object.fromEntries(
    failures.map(([status, failure]) => {
      const [, narrowed] = Object.values(failure['content']?.['application/json']?.['schema']?.['allOf'] ?? {});
      return [status, narrowed?.['properties']?.['errCode']?.['enum'] ?? []];
    }),
  );
};

describe('R14.4 the state of the process', () => {
  test('R14.4 it says that it lives, and that it is ready while the database answers', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await get('/readyz')).toMatchObject({ statusCode: 200 });
    expect((await get('/readyz')).json()).toEqual({ status: 'ok', dependencies: { database: 'ok' } });
  });

  test('running 1.6 a balancer asks of the node alone; any other question is the one of before', async () => {
    const node = await get('/readyz?only=node');
    expect([node.statusCode, node.json()]).toEqual([
      200,
      { status: 'ok', node: 'serving', dependencies: { database: 'ok' } },
    ]);
    expect(node.headers['cache-control']).toBe('no-store');
    for (const query of ['?only=', '?only=all', '?only=node&only=node'])
      expect((await get(`/readyz${query}`)).json()).toEqual({ status: 'ok', dependencies: { database: 'ok' } });
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
    expect(idsOf('tenant.update')).toEqual(['logoFileId', 'stepTicket']);
    expect(idsOf('order.uploadVoucher')).toEqual(['orderNo', 'fileIds[]']);
    expect(idsOf('notice.read')).toEqual(['noticeIds[]']);
    expect(idsOf('certification.saveDraft')).toEqual([
      'licenseFileId',
      'legalIdFrontFileId',
      'legalIdBackFileId',
      'authorizationLetterFileId',
    ]);
  });

  test('R7.5 openapi.json has every operation at its path with its request, reply and errors, and nothing else', async () => {
    const served = (await get('/openapi.json')).json();
    const specs = Object.entries<OperationSpec>(operations);
    expect(Object.keys(served.paths).toSorted()).toEqual(['/ops', ...specs.map(([, { path }]) => path)].toSorted());
    // Those of a door of their own are described in its envelope.
    const inBoth = specs.filter(([, { door }]) => door === undefined);
    expect(served.paths['/ops'].post.parameters[0].schema.enum).toEqual(inBoth.map(([id]) => id));
    for (const [id, spec] of specs) expect(served.paths[spec.path].post.operationId).toBe(id);
    for (const [id, spec] of inBoth) {
      const { post, ...others } = served.paths[spec.path];
      expect([post.operationId, Object.keys(others)], id).toEqual([id, []]);
      expect(requestIn(post), id).toEqual(plain(spec.request));
      expect(replyIn(post), id).toEqual('x-file' in spec.reply ? 'a file' : plain(spec.reply));
      const { default: system, ...declared } = errorsIn(post);
      const codes = Object.groupBy(codesOf(spec), (code) => String(catalogue[code].status));
      expect([system, declared], id).toEqual([[], codes]);
    }
  });

  test('R7.5 the data of an error is described where an operation declares it', async () => {
    const served = JSON.stringify((await get('/openapi.json')).json());
    const laden = Object.values<OperationSpec>(operations).flatMap(({ errors = {}, door }) =>
      Object.values(errors).flatMap((error) => (typeof error === 'string' ? [] : [{ ...error, door }])),
    );
    expect(laden.length).toBeGreaterThan(5);
    for (const { code, data, door } of laden) {
      const field = door === 'chat' ? 'ret' : 'errCode';
      const described = JSON.stringify({ properties: { [field]: { const: code }, data }, required: ['data'] });
      expect(served, code).toContain(described);
    }
  });

  test('R7.5 it is made when it is first asked for and then kept, and a reader that has it gets a 304', async () => {
    const replies = await Promise.all([get('/openapi.json'), get('/openapi.json'), get('/api-docs'), get('/api-docs')]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const [first, second] = replies;
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
    expect([second.headers['etag'], second.body]).toEqual([first.headers['etag'], first.body]);
    const known = await get('/openapi.json', { 'if-none-match': String(first.headers['etag']) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
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
