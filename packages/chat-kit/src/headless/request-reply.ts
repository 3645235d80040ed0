/** Encrypts a request and decrypts its reply; both may be asynchronous. */
export interface Encryption {
  encrypt: (text: string) => string | Promise<string>;
  decrypt: (text: string) => string | Promise<string>;
  /** Name of the field with the cipher text; default `encryptData`. */
  field?: string;
}

/** Why a request failed: no reply, timeout, cancelled by the caller, not HTTP 200, or a `ret` other than `'0'`. */
export type RequestFailureReason = 'network' | 'timeout' | 'aborted' | 'status' | 'ret';

/** The facts of a rejected request. @source R12.8 */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly reason: RequestFailureReason;
  /** The HTTP status; 0 when there was no reply. */
  readonly status: number;
  /** The reply's body, present when an HTTP 200 reply was refused. */
  readonly body: unknown;

  constructor(reason: RequestFailureReason, status: number, detail: { body?: unknown; cause?: unknown } = {}) {
    super(`chat request failed: ${reason} ${status}`, { cause: detail.cause });
    this.reason = reason;
    this.status = status;
    this.body = detail.body;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Decrypts a body; one that cannot be decrypted becomes a body with ret `'1'`. */
async function openBody(body: unknown, encryption: Encryption | undefined): Promise<unknown> {
  const field = encryption?.field ?? 'encryptData';
  if (encryption === undefined || !isObject(body) || !Object.hasOwn(body, field)) return body;
  try {
    const sealed = body[field];
    if (typeof sealed !== 'string') throw new TypeError('the encrypted field is no text');
    const opened: unknown = JSON.parse(await encryption.decrypt(sealed));
    return opened;
  } catch {
    return { ret: '1', msg: 'decrypt failed' };
  }
}

/**
 * Accepts or refuses a reply: only HTTP 200 is accepted; a JSON body with ret `'0'` yields its data. Another content
 * type yields text, or a blob if it is not text.
 *
 * @reason status  not HTTP 200
 * @reason ret     a JSON body whose ret is not `'0'`, invalid JSON, or a body that could not be decrypted
 * @source R12.8
 */
export async function readReply(reply: Response, encryption: Encryption | undefined): Promise<unknown> {
  if (reply.status !== 200) throw new RequestFailure('status', reply.status);
  const type = reply.headers.get('content-type') ?? '';
  if (!/json/iu.test(type) && type !== '' && !/^text\//iu.test(type)) return reply.blob();
  const text = await reply.text();
  if (!/json/iu.test(type) && !/^\s*\{/u.test(text)) return text;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    if (!/json/iu.test(type)) return text;
    throw new RequestFailure('ret', reply.status, { body: text });
  }
  const body = await openBody(parsed, encryption);
  if (isObject(body) && body['ret'] === '0') return body['data'];
  throw new RequestFailure('ret', reply.status, { body });
}
