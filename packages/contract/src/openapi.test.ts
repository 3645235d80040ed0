import { describe, expect, it } from 'vitest';
import { nouns, operations } from './index.ts';
import { type Json, openApiOf } from './openapi.ts';
import type { OperationSpec } from './operation.ts';
import { file, object } from './shapes.ts';

type Tree = { readonly [name: string]: Json };

const isTree = (value: Json | undefined): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (tree: Json, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((found, name) => (isTree(found) ? found[name] : undefined), tree);

const refsOf = (value: Json): string[] => {
  if (Array.isArray(value)) return value.flatMap(refsOf);
  if (!isTree(value)) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === '$ref' && typeof child === 'string' ? [child] : refsOf(child),
  );
};

const described = openApiOf(nouns, '1.2.3');
const form = ['requestBody', 'content', 'application/x-www-form-urlencoded', 'schema'];

describe('house 4 OpenAPI', () => {
  it('house 4 exactly the declared operations are at their paths and in the gateway’s list', () => {
    const paths = at(described, 'paths');
    if (!isTree(paths ?? null)) throw new Error('no paths');
    const specs = Object.values<OperationSpec>(operations);
    expect(Object.keys(paths as Tree).toSorted()).toEqual(['/ops', ...specs.map(({ path }) => path)].toSorted());
    const [parameter] = at(described, 'paths', '/ops', 'post', 'parameters') as readonly Json[];
    const atGateway = Object.entries<OperationSpec>(operations).filter(([, { door }]) => door === undefined);
    expect(at(parameter ?? null, 'schema', 'enum')).toEqual(expect.arrayContaining(atGateway.map(([id]) => id)));
    expect(at(parameter ?? null, 'schema', 'enum')).not.toContain('chat.send');
  });

  it('house 4 every reference resolves', () => {
    for (const ref of refsOf(described)) {
      expect(at(described, ...ref.replace('#/', '').split('/')), ref).toBeDefined();
    }
  });

  it('contract 1 a call is described with its envelope and its payload, a start-up call without signature', () => {
    const login = at(described, 'paths', '/ftc/portal/login', 'post') ?? null;
    expect(at(login, ...form, 'required')).toEqual(['channel', 'keyId', 'timestamp', 'nonce', 'sign', 'data']);
    expect(at(login, ...form, 'properties', 'data', 'contentSchema', 'properties', 'pwd', 'x-sealed')).toEqual({
      kind: 'password',
    });
    const start = at(described, 'paths', '/ftc/api/sys/commonConfig', 'post') ?? null;
    expect(at(start, ...form, 'required')).toEqual(['channel', 'data']);
  });

  it('contract 6 an operation of the chat gateway is described in its envelope, and answers 200 with its codes', () => {
    const send = at(described, 'paths', '/chat/gateway/chat.send', 'post') ?? null;
    const schema = at(send, 'requestBody', 'content', 'application/json', 'schema') ?? null;
    expect(at(schema, 'required')).toEqual(['reqEnvParams', 'data']);
    expect(at(schema, 'properties', 'data', 'required')).toEqual(['clientId', 'type']);
    expect(Object.keys(Object(at(send, 'responses')))).toEqual(['200']);
    expect(at(send, 'responses', '200', 'description')).toContain('RHCS003 消息编号已用于另一条消息');
  });

  it('contract 2 an operation’s own codes are listed under their status with their texts', () => {
    const failure = at(described, 'paths', '/ftc/portal/login', 'post', 'responses', '403') ?? null;
    expect(at(failure, 'description')).toBe('RHAC003 需要进一步验证身份');
    expect(JSON.stringify(failure)).toContain('"enum":["RHAC003"]');
  });

  it('contract 2 what any operation may answer is listed once, every code of an overload or a dependency among it', () => {
    const system = JSON.stringify(at(described, 'components', 'responses', 'System', 'description'));
    for (const code of ['RHSY500', 'UMDP00001', 'OPSB0001', 'OPSB0002', 'OPSB0003', 'OPSB0005', 'OPS10005']) {
      expect(system).toContain(`${code} `);
    }
  });

  it('contract 2 the data of a code is listed beside it', () => {
    const responses = at(described, 'paths', '/ftc/portal/login', 'post', 'responses') ?? null;
    const responseOf = (status: string): string =>
      JSON.stringify(at(responses, status, 'content', 'application/json', 'schema'));
    expect(responseOf('403')).toContain('"need":{"enum":["totp","sms"]}');
    expect(responseOf('429')).toMatch(/"errCode":\{"const":"RHSY429"\},"data":.*"retryAfter":\{"type":"integer"/);
    expect(responseOf('400')).toMatch(/"errCode":\{"const":"OPS10003"\},"data":/);
    expect(responseOf('400')).not.toMatch(/"errCode":\{"const":"OPS10001"\},"data":/);
  });

  it('R7.3 an upload is multipart with its file last, a file reply is bytes', () => {
    const spec: OperationSpec = {
      path: '/ftc/api/planted/convert',
      summary: '转换',
      who: 'merchant',
      upload: true,
      request: object({}),
      reply: file(),
    };
    const convert = at(openApiOf({ planted: { 'planted.convert': spec } }, '1'), 'paths', spec.path, 'post') ?? null;
    const required = at(convert, 'requestBody', 'content', 'multipart/form-data', 'schema', 'required');
    expect((required as readonly string[]).at(-1)).toBe('file');
    expect(at(convert, 'responses', '200', 'content', 'application/octet-stream')).toBeDefined();
  });
});
