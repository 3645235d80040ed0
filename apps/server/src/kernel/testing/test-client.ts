import { constants, createHash, createHmac, publicEncrypt, randomBytes } from 'node:crypto';
import { catalogue, type OperationSpec } from '@ronghui/contract';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { Envelope } from '#kernel/calls/envelope/signature';
import { noteProvoked } from '#kernel/testing/provoked-errors';

/** A reply as a client receives it. */
export interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The received bytes, for a file. */
  readonly bytes: Buffer;
  /** The parsed body; empty when it is no JSON. */
  readonly body: {
    readonly code?: 'SUCCESS' | 'FAIL';
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read arbitrary replies; their assertions check the shape
    readonly data?: any;
    readonly errCode?: string;
    readonly errMsg?: string;
    readonly traceId?: string;
  };
}

/** Deviations of a call from what a correct client sends. */
export interface CallOptions {
  readonly direct?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces fields of the envelope after signing; null removes one. */
  readonly envelope?: Readonly<Record<string, string | null>> | Envelope;
  readonly remoteAddress?: string;
  /** The bytes of an upload; default none. */
  readonly file?: Buffer;
}

const boundary = '----ronghui-upload';
const partOf = (disposition: string, value: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);

/** The fields of a multipart form, the file last (contract 1). */
const multipartOf = (form: string, file: Buffer): Buffer =>
  Buffer.concat([
    ...[...new URLSearchParams(form)].map(([name, value]) => partOf(`name="${name}"`, value)),
    partOf('name="file"; filename="x"', file),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

/** The body of a call at the chat gateway (contract 6). */
export const chatBody = ({ keyId, timestamp, nonce, sign, data }: Envelope): string =>
  `{"reqEnvParams":{"channel":"PUBCC","sign":"${keyId}.${timestamp}.${nonce}.${sign}"},"data":${data}}`;

/** The fields of an upload there: those of the envelope, each as it stands in `body`. */
const chatFields = (body: string): string => {
  const [head = '', data = ''] = body.split(/,"data":(.*)/s);
  return new URLSearchParams({ reqEnvParams: head.slice(head.indexOf(':') + 1), data: data.slice(0, -1) }).toString();
};

/** Its reply in the form that the other doors answer in, so that one test asks at any of them. */
const fromChatReply = (reply: TestReply): TestReply => {
  // A file.
  if (!String(reply.headers['content-type'] ?? '').startsWith('application/json')) return reply;
  const { ret, msg, data } = JSON.parse(reply.text === '' ? '{}' : reply.text);
  if (ret === undefined) return reply;
  if (ret === '0') return { ...reply, body: { code: 'SUCCESS', data } };
  return { ...reply, status: Object(catalogue)[ret].status, body: { code: 'FAIL', errCode: ret, errMsg: msg, data } };
};

/** The part of a schema that marks sealed fields. */
interface SealedSchema {
  readonly properties?: Readonly<Record<string, SealedSchema>>;
}

/** One browser: its cookies, its signing key, the server's public key. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  keyId = '';
  key = '';
  kid = '';
  publicKey = '';
  /** The offset of this browser's clock from the server's. */
  nowMs: () => number;
  readonly #http: FastifyInstance;
  readonly #specs: ReadonlyMap<string, OperationSpec>;

  constructor(http: FastifyInstance, specs: ReadonlyMap<string, OperationSpec>, nowMs: () => number) {
    this.#http = http;
    this.#specs = specs;
    this.nowMs = nowMs;
  }

  /** The start-up call: a session and a key. */
  start(options: CallOptions = {}): Promise<TestReply> {
    return this.#startAt('/ftc/api/sys/commonConfig', options);
  }

  /** The start-up call of the console. */
  startConsole(options: CallOptions = {}): Promise<TestReply> {
    return this.#startAt('/ftc/ops/commonConfig', options);
  }

  async #startAt(path: string, options: CallOptions): Promise<TestReply> {
    const reply = await this.post(path, 'channel=OAPP&data=%7B%7D', options);
    const { sign, crypto } = reply.body.data ?? {};
    if (sign !== undefined) this.take({ sign });
    if (crypto !== undefined) {
      this.kid = crypto.kid;
      this.publicKey = crypto.publicKey;
    }
    return reply;
  }

  /** Stores the key that a login returns. */
  take(data: { readonly sign: { readonly keyId: string; readonly key: string } }): void {
    this.keyId = data.sign.keyId;
    this.key = data.sign.key;
  }

  /** RSA-OAEP by contract 3. */
  seal(operationId: string, field: string, text: string): string {
    const key = { key: Buffer.from(this.publicKey, 'base64'), format: 'der', type: 'spki' } as const;
    return publicEncrypt(
      {
        ...key,
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
        oaepLabel: Buffer.from(`${operationId}\n${field}\n${this.keyId}`),
      },
      Buffer.from(text),
    ).toString('base64');
  }

  /** The payload with its sealed fields encrypted and `kid` added where the operation has one. */
  sealed(operationId: string, payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const request: SealedSchema = this.#specs.get(operationId)?.request ?? {};
    const sealIn = (schema: SealedSchema, value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(value).map(([name, each]) => {
          const field = schema.properties?.[name] ?? {};
          if (typeof each === 'string') return [name, 'x-sealed' in field ? this.seal(operationId, name, each) : each];
          const isInside = typeof each === 'object' && each !== null && field.properties !== undefined;
          return [name, isInside ? sealIn(field, { ...each }) : each];
        }),
      );
    return sealIn(request, { ...('kid' in (request.properties ?? {}) ? { kid: this.kid } : {}), ...payload });
  }

  /** The signed envelope of a call. */
  envelope(signedFor: string, data: string, replaced: CallOptions['envelope'] = {}): Envelope {
    const timestamp = String(this.nowMs());
    const nonce = randomBytes(16).toString('base64url');
    const digest = createHash('sha256').update(data).digest('hex');
    const sign = createHmac('sha256', Buffer.from(this.key, 'base64url'))
      .update(`${signedFor}\n${timestamp}\n${nonce}\n${digest}`)
      .digest('base64url');
    return { channel: 'OAPP', keyId: this.keyId, timestamp, nonce, data, sign, ...replaced };
  }

  /** The signed body of a call. */
  body(signedFor: string, data: string, replaced: CallOptions['envelope'] = {}): string {
    const present = Object.entries<string | null>({ ...this.envelope(signedFor, data, replaced) }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    return new URLSearchParams(present).toString();
  }

  /** Sends the body of a call through a door: as a form, or for an upload as a multipart form with its file last. */
  async sendBody(
    operationId: string,
    form: string,
    { direct, file, ...options }: CallOptions = {},
  ): Promise<TestReply> {
    const spec = this.#specs.get(operationId);
    const url = direct === true ? (spec?.path ?? '/unknown') : `/ops?operationId=${operationId}`;
    if (spec?.upload !== true) return this.post(url, form, options);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, ...options.headers };
    return this.post(url, multipartOf(form, file ?? Buffer.alloc(0)), { ...options, headers });
  }

  /** An upload as a correct client makes it: its payload states the file's name, size and digest. */
  upload(operationId: string, name: string, file: Buffer, fields: object = {}): Promise<TestReply> {
    const sha256 = createHash('sha256').update(file).digest('hex');
    return this.callData(operationId, JSON.stringify({ name, size: file.length, sha256, ...fields }), { file });
  }

  /** The header with this browser's cookies. */
  get cookie(): string | undefined {
    return this.cookies.size > 0 ? [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') : undefined;
  }

  /** Any POST with this browser's cookies; cookies of the reply are stored. */
  async post(url: string, body: string | Buffer, options: CallOptions = {}): Promise<TestReply> {
    const reply = await this.#http.inject({
      method: 'POST',
      url,
      payload: body,
      remoteAddress: options.remoteAddress ?? '127.0.0.1',
      headers: {
        host: 'localhost:8080',
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...options.headers,
      },
    });
    for (const cookie of reply.cookies) {
      if (cookie.maxAge === 0) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      bytes: reply.rawPayload,
      body: isJson ? reply.json() : {},
    };
  }

  /** One call as a correct client makes it: sealed, signed, through the gateway or, with `direct`, by its path. */
  async call(
    operationId: string,
    payload: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<TestReply> {
    return this.callData(operationId, JSON.stringify(this.sealed(operationId, payload)), options);
  }

  /** The same with `data` unchanged. */
  async callData(operationId: string, data: string, options: CallOptions = {}): Promise<TestReply> {
    const path = this.#specs.get(operationId)?.path ?? '/unknown';
    const signedFor = options.direct === true ? path : operationId;
    const reply = await (this.#specs.get(operationId)?.door === 'chat'
      ? this.#callChat(operationId, data, options)
      : this.sendBody(operationId, this.body(signedFor, data, options.envelope), options));
    if (reply.status === 200 && reply.body.data?.sign !== undefined) this.take(reply.body.data);
    const { errCode } = reply.body;
    if (errCode !== undefined) noteProvoked(inject('provokedErrors'), operationId, errCode);
    return reply;
  }

  /** A call at the chat gateway, the only door of its operations; the reply as the other doors give it. */
  async #callChat(
    operationId: string,
    data: string,
    { envelope, headers, file, ...options }: CallOptions,
  ): Promise<TestReply> {
    const body = chatBody(this.envelope(operationId, data, envelope));
    const url = `/chat/gateway/${operationId}`;
    const isUpload = this.#specs.get(operationId)?.upload === true;
    const type = isUpload ? `multipart/form-data; boundary=${boundary}` : 'application/json';
    const sent = isUpload ? multipartOf(chatFields(body), file ?? Buffer.alloc(0)) : body;
    return fromChatReply(await this.post(url, sent, { ...options, headers: { 'content-type': type, ...headers } }));
  }
}
