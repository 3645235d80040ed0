import { constants, createHash, createHmac, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';

/** A client written from the wire contract alone: it shares no code with the product. */

/** A reply as received. */
export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: {
    readonly code: string;
    readonly data: Record<string, unknown>;
    readonly errCode: string;
    readonly errMsg: string;
    readonly status: number;
    readonly traceId: string;
  };
}

/** The result of the start-up call. */
export interface WireKeys {
  readonly cookie: string;
  readonly keyId: string;
  readonly key: string;
  readonly kid: string;
  readonly publicKey: string;
}

/** The address of the worker's server. */
export const base = (): string => process.env['E2E_URL'] ?? '';

const form = 'application/x-www-form-urlencoded; charset=UTF-8';

/** Sends a form body unchanged. */
export const post = async (path: string, body: string, headers: Record<string, string> = {}): Promise<WireReply> => {
  const reply = await fetch(base() + path, { method: 'POST', body, headers: { 'content-type': form, ...headers } });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: reply.status, headers: reply.headers, text, body: isJson ? JSON.parse(text) : {} };
};

const textAt = (value: unknown, ...path: string[]): string => {
  let here: unknown = value;
  for (const name of path) here = Object(here)[name];
  return String(here);
};

/** The cookie that a reply sets, in the form in which a browser sends it. */
export const cookieOf = (reply: Pick<WireReply, 'headers'>): string =>
  (reply.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';

/** The start-up call, directly and unsigned. */
export const startUp = async (): Promise<WireKeys> => {
  const reply = await post('/ftc/api/sys/commonConfig', 'channel=OAPP&data=%7B%7D');
  const { data } = reply.body;
  return {
    cookie: cookieOf(reply),
    keyId: textAt(data, 'sign', 'keyId'),
    key: textAt(data, 'sign', 'key'),
    kid: textAt(data, 'crypto', 'kid'),
    publicKey: textAt(data, 'crypto', 'publicKey'),
  };
};

/** The signature of contract 1. */
export const signOf = (
  key: string,
  signedFor: string,
  parts: { timestamp: string; nonce: string; data: string },
): string => {
  const digest = createHash('sha256').update(parts.data).digest('hex');
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`${signedFor}\n${parts.timestamp}\n${parts.nonce}\n${digest}`)
    .digest('base64url');
};

/** The fields of a signed call. */
export const fieldsOf = (keys: WireKeys, signedFor: string, data: string): Record<string, string> => {
  const parts = { timestamp: String(Date.now()), nonce: randomBytes(16).toString('base64url'), data };
  return { channel: 'OAPP', keyId: keys.keyId, ...parts, sign: signOf(keys.key, signedFor, parts) };
};

/** A signed body. */
export const bodyOf = (keys: WireKeys, signedFor: string, data: string): string =>
  new URLSearchParams(fieldsOf(keys, signedFor, data)).toString();

/** A call through the gateway. */
export const call = (keys: WireKeys, operationId: string, payload: unknown = {}): Promise<WireReply> =>
  post(`/ops?operationId=${operationId}`, bodyOf(keys, operationId, JSON.stringify(payload)), { cookie: keys.cookie });

/** A sealed field of contract 3. */
export const seal = (keys: WireKeys, place: { operationId: string; field: string }, text: string): string =>
  publicEncrypt(
    {
      key: createPublicKey({ key: Buffer.from(keys.publicKey, 'base64'), format: 'der', type: 'spki' }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: Buffer.from(`${place.operationId}\n${place.field}\n${keys.keyId}`),
    },
    Buffer.from(text),
  ).toString('base64');
