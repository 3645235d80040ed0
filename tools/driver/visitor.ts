import { constants, createHmac, createPublicKey, hash, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import {
  channel,
  idempotentOperations,
  idempotentStaffOperations,
  sealedFields,
} from '../../packages/contract/src/wire.ts';

const keyed = new Set([...idempotentOperations, ...idempotentStaffOperations]);

/** A reply as received. */
export interface WireReply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly code?: string;
    readonly data?: WireData;
    readonly errCode?: string;
    readonly traceId?: string;
  };
}

/** The `data` of a reply; the caller knows its fields. */
export type WireData = Readonly<Record<string, unknown>>;

/** The inputs of a signed call besides its payload. */
export interface SignedBy {
  readonly keyId: string;
  /** base64url, as the server returns it. */
  readonly key: string;
  readonly cookie: string;
}

const formType = 'application/x-www-form-urlencoded; charset=UTF-8';
/** The start-up calls of the two areas. */
const startUpPaths = { portal: '/ftc/api/sys/commonConfig', ops: '/ftc/ops/commonConfig' } as const;

/** The body of a signed gateway call (contract 1), with a fresh nonce. */
export const signedBody = (operationId: string, data: string, by: Pick<SignedBy, 'keyId' | 'key'>): string => {
  const timestamp = String(Date.now());
  const nonce = randomBytes(16).toString('base64url');
  const sign = createHmac('sha256', Buffer.from(by.key, 'base64url'))
    .update(`${operationId}\n${timestamp}\n${nonce}\n${hash('sha256', data)}`)
    .digest('base64url');
  const fields = `channel=${channel}&keyId=${by.keyId}&timestamp=${timestamp}&nonce=${nonce}`;
  return `${fields}&data=${encodeURIComponent(data)}&sign=${sign}`;
};

/** A start-up call that was refused. */
export class NoStartUp extends Error {
  override readonly name = 'NoStartUp';
  readonly status: number;

  constructor(status: number) {
    super(`no start-up: ${status}`);
    this.status = status;
  }
}

/** A client without a browser: cookies, key, sealed fields; calls over a persistent connection. */
export class Visitor {
  readonly #base: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #cookies = new Map<string, string>();
  #sign = { keyId: '', key: '' };
  #kid = '';
  #publicKey: KeyObject | null = null;

  constructor(url: string) {
    this.#base = new URL(url);
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy();
  }

  get signedBy(): SignedBy {
    return { ...this.#sign, cookie: this.cookie };
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Continues a session that another client of the test began. */
  resume({ keyId, key, cookie }: SignedBy): void {
    this.#sign = { keyId, key };
    this.#keep(cookie.split('; '));
  }

  /** The start-up call of an area: a session, its key, the public key. */
  async start(area: keyof typeof startUpPaths = 'portal'): Promise<this> {
    const reply = await this.post(startUpPaths[area], `channel=${channel}&data=%7B%7D`);
    const data = reply.body.data as { sign?: SignedBy; crypto?: { kid: string; publicKey: string } } | undefined;
    if (data?.sign === undefined || data.crypto === undefined) throw new NoStartUp(reply.status);
    this.#sign = data.sign;
    this.#kid = data.crypto.kid;
    this.#publicKey = createPublicKey({
      key: Buffer.from(data.crypto.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    });
    return this;
  }

  /** The payload as text, its sealed fields encrypted for this session (contract 3). */
  sealed(operationId: string, payload: WireData): string {
    const names = sealedFields[operationId] ?? [];
    const present = names.filter((name) => typeof payload[name] === 'string');
    if (present.length === 0) return JSON.stringify(payload);
    const sealed = present.map((name) => [name, this.#seal(operationId, name, String(payload[name]))]);
    return JSON.stringify({ ...payload, kid: this.#kid, ...Object.fromEntries(sealed) });
  }

  #seal(operationId: string, field: string, text: string): string {
    if (this.#publicKey === null) throw new Error('the start-up call comes first');
    const oaepLabel = Buffer.from(`${operationId}\n${field}\n${this.#sign.keyId}`);
    const { RSA_PKCS1_OAEP_PADDING: padding } = constants;
    const key = { key: this.#publicKey, padding, oaepHash: 'sha256', oaepLabel };
    return publicEncrypt(key, Buffer.from(text)).toString('base64');
  }

  /** One call through the gateway; an idempotent one gets a key unless the caller passes one. */
  call(operationId: string, payload: WireData = {}): Promise<WireReply> {
    const isKeyed = keyed.has(operationId) && payload['idempotencyKey'] === undefined;
    const whole = isKeyed ? { ...payload, idempotencyKey: randomBytes(16).toString('base64url') } : payload;
    return this.callData(operationId, this.sealed(operationId, whole));
  }

  /** The same with `data` unchanged. */
  async callData(operationId: string, data: string): Promise<WireReply> {
    const reply = await this.post(`/ops?operationId=${operationId}`, signedBody(operationId, data, this.#sign));
    const sign = reply.body.data?.['sign'] as SignedBy | undefined;
    if (reply.status === 200 && sign !== undefined) this.#sign = sign;
    return reply;
  }

  /** Stores cookies and key of a reply that arrived over another connection. */
  take(reply: Buffer): void {
    const [head = '', body = ''] = reply.toString().split('\r\n\r\n', 2);
    this.#keep([...head.matchAll(/\r\nset-cookie: *([^\r]+)/gi)].map(([, cookie = '']) => cookie));
    const { data } = JSON.parse(body) as WireReply['body'];
    if (data?.['sign'] !== undefined) this.#sign = data['sign'] as SignedBy;
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      this.#cookies.set(name, value);
    }
  }

  /** An upload: the fields of a call, then the file (contract 1). */
  async upload(operationId: string, name: string, file: Buffer, more: WireData = {}): Promise<WireReply> {
    const data = JSON.stringify({ name, size: file.length, sha256: hash('sha256', file), ...more });
    const boundary = randomBytes(16).toString('hex');
    const part = (head: string, body: string | Buffer) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ];
    const fields = [...new URLSearchParams(signedBody(operationId, data, this.#sign))];
    const body = Buffer.concat([
      ...fields.flatMap(([field, value]) => part(`name="${field}"`, value)),
      ...part('name="file"; filename="x"', file),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const reply = await this.#send(
      `/ops?operationId=${operationId}`,
      body,
      `multipart/form-data; boundary=${boundary}`,
    );
    return { ...reply, body: JSON.parse(reply.bytes.toString()) };
  }

  /** A call whose reply is a file. */
  async download(operationId: string, payload: WireData): Promise<{ readonly status: number; readonly bytes: Buffer }> {
    const body = signedBody(operationId, this.sealed(operationId, payload), this.#sign);
    return this.#send(`/ops?operationId=${operationId}`, body, formType);
  }

  /** Any POST with this visitor's cookies. */
  async post(path: string, body: string): Promise<WireReply> {
    const reply = await this.#send(path, body, formType);
    return { ...reply, body: JSON.parse(reply.bytes.toString()) };
  }

  async #send(path: string, body: string | Buffer, type: string) {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), cookie: this.cookie };
    const { hostname, port } = this.#base;
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ hostname, port, path, method: 'POST', agent: this.#agent, headers }, resolve)
        .once('error', reject)
        .end(body);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of reply) chunks.push(chunk);
    this.#keep(reply.headers['set-cookie'] ?? []);
    return { status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(chunks) };
  }
}
