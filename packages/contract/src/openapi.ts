import { catalogue, type ErrCode } from './catalogue.ts';
import { areaOf, codesOf, type OperationSpec } from './operation.ts';
import { tenantHeader } from './wire.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

const description = `每个操作有两个入口，结果完全相同：直接调用其路径，或以 operationId 调用网关 /ops。
请求体为 application/x-www-form-urlencoded（上传为 multipart/form-data，文件在最后），字段 data 是 JSON 文本，sign 对操作标识、时间戳、随机数与 data 的摘要签名。
标有 x-sealed 的字段以启动配置给出的公钥加密（RSA-OAEP，SHA-256）后以 Base64 传输，这里列出的是密文的形状。`;

const text = (about: string, more: JsonObject = {}): JsonObject => ({ type: 'string', description: about, ...more });

const failureSchema: JsonObject = {
  type: 'object',
  required: ['code', 'errCode', 'errMsg', 'status', 'traceId'],
  properties: {
    code: { const: 'FAIL' },
    errCode: { type: 'string' },
    errMsg: { type: 'string' },
    status: { type: 'integer' },
    traceId: { type: 'string' },
    data: { type: 'object', description: '附加信息，例如 422 的 fields：[{path, message}]' },
  },
};

const envelope: JsonObject = {
  channel: { const: 'OAPP' },
  keyId: text('启动配置给出的签名密钥标识'),
  timestamp: text('毫秒时间戳', { pattern: '^\\d+$' }),
  nonce: text('一次性随机数：16 字节以上，base64url'),
  sign: text('HMAC-SHA-256，base64url，无填充'),
};

const jsonReply = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

const codeLine = (code: ErrCode): string => `${code} ${catalogue[code].message}`;

const systemCodes = (Object.keys(catalogue) as ErrCode[]).filter(
  (code) =>
    code.startsWith('RHSY') || ['RHST001', 'RHTE001', 'UMDP00001'].includes(code) || catalogue[code].status === 503,
);

/** A schema as JSON: TypeBox schemas are JSON Schema, and what else they have is not enumerable. */
const published = (schema: object): JsonObject => schema as JsonObject;

/** The chat gateway's own envelope (contract 6). */
const chatBodyOf = (spec: OperationSpec): JsonObject => {
  const sign = text('keyId、时间戳、随机数与签名，以点相连', { pattern: '^[^.]+\\.[^.]+\\.\\d+\\.[^.]+\\.[^.]+$' });
  const reqEnvParams = {
    type: 'object',
    required: ['channel', 'sign'],
    properties: { channel: { const: 'PUBCC' }, sign },
    additionalProperties: false,
  };
  const properties = { reqEnvParams, data: published(spec.request) };
  if (spec.upload === true) {
    const file = text('文件内容，最后一个字段', { contentMediaType: 'application/octet-stream' });
    const required = ['reqEnvParams', 'data', 'file'];
    return { 'multipart/form-data': { schema: { type: 'object', required, properties: { ...properties, file } } } };
  }
  return jsonReply({ type: 'object', required: ['reqEnvParams', 'data'], properties, additionalProperties: false });
};

/** Its replies: HTTP 200 also for a refusal, whose code stands in `ret`. */
const chatReplyOf = (spec: OperationSpec): JsonObject => {
  if ('x-file' in spec.reply) return successOf(spec);
  const done = { properties: { ret: { const: '0' }, data: published(spec.reply) }, required: ['ret', 'data'] };
  const refused = {
    properties: { ret: { type: 'string' }, msg: { type: 'string' }, data: { type: 'object' } },
    required: ['ret', 'msg'],
  };
  const codes = codesOf(spec).map((code) => `；${codeLine(code)}`);
  const laden = Object.values(spec.errors ?? {}).flatMap((error) =>
    typeof error === 'string'
      ? []
      : [{ properties: { ret: { const: error.code }, data: published(error.data) }, required: ['data'] }],
  );
  return {
    description: `成功时 ret 为 0，否则为错误码${codes.join('')}`,
    content: jsonReply({ type: 'object', anyOf: [done, ...laden, refused] }),
  };
};

const bodyOf = (spec: OperationSpec): JsonObject => {
  if (spec.door === 'chat') return chatBodyOf(spec);
  const data = text('请求内容的 JSON 文本', {
    contentMediaType: 'application/json',
    contentSchema: published(spec.request),
  });
  const unsigned = { channel: envelope['channel'] ?? null, data };
  const signed = { ...envelope, data };
  const properties = spec.signed === false ? unsigned : signed;
  const required = Object.keys(properties);
  if (spec.upload !== true) {
    const schema = { type: 'object', required, properties, additionalProperties: false };
    return { 'application/x-www-form-urlencoded': { schema } };
  }
  const file = text('文件内容，最后一个字段', { contentMediaType: 'application/octet-stream' });
  const schema = { type: 'object', required: [...required, 'file'], properties: { ...properties, file } };
  return { 'multipart/form-data': { schema } };
};

const successOf = (spec: OperationSpec): JsonObject => {
  if ('x-file' in spec.reply) {
    return { description: '文件', content: { 'application/octet-stream': { schema: { type: 'string' } } } };
  }
  const properties = { code: { const: 'SUCCESS' }, data: published(spec.reply), traceId: { type: 'string' } };
  const schema = { type: 'object', required: ['code', 'data', 'traceId'], properties };
  return { description: '成功', content: jsonReply(schema) };
};

/** The codes of a status one by one, where some of them have data. */
const codesWithData = (spec: OperationSpec, codes: readonly ErrCode[]): JsonObject[] => {
  const laden = Object.values(spec.errors ?? {}).flatMap((error) => {
    if (typeof error === 'string' || !codes.includes(error.code)) return [];
    return [{ code: error.code, data: published(error.data), isSure: error.record === undefined }];
  });
  if (laden.length === 0) return [];
  // A step that came second may name nobody, and its code is also that of a key which was used before, or of a page of another tenant.
  const plain = codes.filter((each) => !laden.some(({ code, isSure }) => code === each && isSure));
  return [
    {
      anyOf: [
        ...plain.map((code) => ({ properties: { errCode: { const: code } } })),
        ...laden.map(({ code, data }) => ({ properties: { errCode: { const: code }, data }, required: ['data'] })),
      ],
    },
  ];
};

const failuresOf = (spec: OperationSpec): [string, JsonObject][] =>
  [...Map.groupBy(codesOf(spec), (code) => catalogue[code].status)].map(([status, each]) => {
    const narrowed = { properties: { errCode: { enum: each }, status: { const: status } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, narrowed, ...codesWithData(spec, each)] };
    return [String(status), { description: each.map(codeLine).join('；'), content: jsonReply(schema) }];
  });

const shownTenant: JsonObject = {
  name: tenantHeader,
  in: 'header',
  required: false,
  description: '页面所显示的商户；与会话的商户不同时拒绝（409 RHTE001），不写则以会话为准',
  schema: { type: 'string' },
};

const operationOf = (id: string, noun: string, spec: OperationSpec): JsonObject => ({
  operationId: id,
  tags: [noun],
  summary: spec.summary,
  'x-who': spec.who,
  ...(areaOf(spec) === 'ops' ? { 'x-area': 'ops' } : {}),
  ...(spec.keys === undefined ? {} : { 'x-keys': spec.keys }),
  ...(spec.certified === true ? { 'x-certified': true } : {}),
  ...(spec.idempotent === true ? { 'x-idempotent': true } : {}),
  ...(spec.signed === false ? { 'x-signed': false } : {}),
  ...(spec.who === 'merchant' ? { parameters: [shownTenant] } : {}),
  requestBody: { required: true, content: bodyOf(spec) },
  responses:
    spec.door === 'chat'
      ? { '200': chatReplyOf(spec) }
      : {
          '200': successOf(spec),
          ...Object.fromEntries(failuresOf(spec)),
          default: { $ref: '#/components/responses/System' },
        },
});

const gatewayOf = (ids: readonly string[]): JsonObject => ({
  post: {
    operationId: 'gateway',
    summary: '网关：以 operationId 调用任一操作',
    parameters: [{ name: 'operationId', in: 'query', required: true, schema: { enum: ids } }],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            required: [...Object.keys(envelope), 'data'],
            properties: { ...envelope, data: text('所选操作的请求内容', { contentMediaType: 'application/json' }) },
            additionalProperties: false,
          },
        },
      },
    },
    responses: {
      '200': { description: '与所选操作直接调用的结果相同' },
      default: { $ref: '#/components/responses/System' },
    },
  },
});

/**
 * Describes declared operations in OpenAPI 3.1: the direct door of each, and the gateway.
 *
 * @source house 4, contract 1, contract 2
 */
export const openApiOf = (
  nouns: Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>,
  version: string,
): JsonObject => {
  const declared = Object.entries(nouns).flatMap(([noun, specs]) =>
    Object.entries(specs).map(([id, spec]) => ({ noun, id, spec })),
  );
  return {
    openapi: '3.1.0',
    info: { title: '融惠 Ronghui', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: Object.keys(nouns).map((name) => ({ name })),
    paths: {
      '/ops': gatewayOf(declared.filter(({ spec }) => spec.door === undefined).map(({ id }) => id)),
      ...Object.fromEntries(declared.map(({ noun, id, spec }) => [spec.path, { post: operationOf(id, noun, spec) }])),
    },
    components: {
      schemas: { Failure: failureSchema },
      responses: {
        System: {
          description: systemCodes.map((code) => `${catalogue[code].status} ${codeLine(code)}`).join('；'),
          content: jsonReply({ $ref: '#/components/schemas/Failure' }),
        },
      },
    },
  };
};
