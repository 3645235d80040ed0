import { encodeForm, encodeJson, type RequestData, withoutNulls } from './form-encoding.ts';
import { type Encryption, RequestFailure, readReply } from './request-reply.ts';

/** The input of a request's signature; `data` as it is sent, without its nulls. */
export interface SignInput {
  path: string;
  channel: string;
  data: RequestData;
}

/** Options of a requester, set once per page. */
export interface RequesterOptions {
  /** Base address by the page's exact host name; an unlisted page uses `base`. */
  hosts?: Readonly<Record<string, string>>;
  /** Base address where `hosts` has no entry; default empty, the page's own origin. */
  base?: string;
  /** The page's host name; default the document's. */
  hostname?: string;
  /** Whether requests are wrapped in the gateway's envelope by default. */
  gateway?: boolean;
  /** Channel in the envelope; default `PUBCC`. */
  channel?: string;
  /** Signature in the envelope: a text, or a function of the data. */
  sign?: string | ((input: SignInput) => string | Promise<string>);
  /** The page's encryption, or a function that looks it up at each call; undefined means plain text. */
  encryption?: Encryption | (() => Encryption | undefined);
  /** Timeout of a request; default 30 000 ms, 0 for none. */
  timeoutMs?: number;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof globalThis.fetch;
}

/** One call. */
export interface RequestCall {
  method?: 'GET' | 'POST';
  data?: RequestData;
  /**
   * Default `form`; a gateway call is `json` unless it is `multipart`. A GET always uses the query string: a gateway
   * call sends `reqEnvParams` and `data` as JSON, or with encryption the single encrypted field.
   */
  encoding?: 'form' | 'json' | 'multipart';
  /** The one file of a multipart call. */
  file?: { name?: string; content: Blob; fileName?: string };
  gateway?: boolean;
  signal?: AbortSignal;
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
}

/** Sends one call; resolves with the reply's data or rejects with a `RequestFailure`. */
export type Requester = (path: string, call?: RequestCall) => Promise<unknown>;

/**
 * Base address for a page by its exact host name, never by a part of it.
 *
 * @source R12.8
 */
export function hostFor(hosts: Readonly<Record<string, string>>, hostname: string, fallback = ''): string {
  return Object.hasOwn(hosts, hostname) ? (hosts[hostname] ?? fallback) : fallback;
}

type Body = { url: string; body?: BodyInit; contentType?: string };

/**
 * Makes the request helper: credentials included, CORS mode, the encodings and acceptance rules of R12.8.
 *
 * @source R12.8
 */
export function createRequester(options: RequesterOptions = {}): Requester {
  const base = hostFor(options.hosts ?? {}, options.hostname ?? pageHostname(), options.base);
  return async (path, call = {}) => {
    const encryption = typeof options.encryption === 'function' ? options.encryption() : options.encryption;
    const headers = { ...options.headers, ...call.headers };
    const limit = startLimit(call.timeoutMs ?? options.timeoutMs ?? 30_000, call.signal);
    try {
      const making = bodyOf(joinPath(base, path), { path, call, options, encryption });
      const { url, body, contentType } = await limit.over(making);
      const init: RequestInit = {
        method: call.method ?? 'POST',
        mode: 'cors',
        credentials: 'include',
        headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
        body: body ?? null,
        signal: limit.signal,
      };
      check(url, init);
      return await answerOf((options.fetch ?? fetch)(url, init), encryption, limit);
    } finally {
      limit.stop();
    }
  };
}

/** Throws what fetch would report in the same words as a lost connection: an invalid address or header. */
function check(url: string, { headers }: RequestInit): void {
  new URL(url, 'https://page.invalid');
  new Headers(headers);
}

/** Errors of the fetch that the page passed in, which a lost connection never throws. */
const isMistake = (error: unknown): boolean =>
  error instanceof ReferenceError || error instanceof RangeError || error instanceof SyntaxError;

async function answerOf(reply: Promise<Response>, encryption: Encryption | undefined, limit: Limit): Promise<unknown> {
  try {
    return await limit.over(reply.then((one) => readReply(one, encryption)));
  } catch (cause) {
    if (cause instanceof RequestFailure || isMistake(cause)) throw cause;
    throw new RequestFailure(limit.endedBy() ?? 'network', 0, { cause });
  }
}

const pageHostname = (): string => (typeof location === 'undefined' ? '' : location.hostname);

const joinPath = (base: string, path: string): string =>
  base === '' ? path : `${base.replace(/\/+$/u, '')}/${path.replace(/^\/+/u, '')}`;

interface Making {
  path: string;
  call: RequestCall;
  options: RequesterOptions;
  encryption: Encryption | undefined;
}

async function bodyOf(url: string, { path, call, options, encryption }: Making): Promise<Body> {
  const data = withoutNulls(call.data ?? {});
  const isGet = call.method === 'GET';
  const encoding = isGet ? 'form' : (call.encoding ?? 'form');
  if (call.file !== undefined && encoding !== 'multipart') {
    throw new TypeError(`chat-kit: a file goes with the encoding multipart, not with ${encoding}`);
  }
  const isWrapped = (call.gateway ?? options.gateway ?? false) || encoding === 'multipart';
  const payload = isWrapped ? { reqEnvParams: await envParams(path, data, options), data } : data;
  if (encoding === 'multipart') return { url, body: await multipart(payload, call, encryption) };
  if (encoding === 'json' || (isWrapped && !isGet)) return { url, ...(await jsonBody(payload, encryption)) };
  const sealed = await seal(payload, encryption);
  const query = encodeForm(sealed ?? (isWrapped ? jsonParts(payload) : data));
  if (isGet) return { url: withQuery(url, query) };
  return { url, body: query, contentType: 'application/x-www-form-urlencoded;charset=UTF-8' };
}

/** An address with a query more, without its fragment, which is never sent. */
function withQuery(url: string, query: string): string {
  const [address = ''] = url.split('#');
  return query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** The envelope's head; the signature covers the data as it is sent. */
async function envParams(path: string, data: RequestData, { sign = '', channel = 'PUBCC' }: RequesterOptions) {
  return { channel, sign: typeof sign === 'function' ? await sign({ path, channel, data }) : sign };
}

/** An envelope with one field per part: a text, or the part as JSON. */
const jsonParts = (envelope: RequestData): Record<string, string> =>
  Object.fromEntries(
    Object.entries(envelope).map(([name, part]) => [name, typeof part === 'string' ? part : encodeJson(part)]),
  );

/** The single field of an encrypted payload, or undefined without encryption. */
async function seal(payload: unknown, encryption: Encryption | undefined): Promise<RequestData | undefined> {
  if (encryption === undefined) return undefined;
  return { [encryption.field ?? 'encryptData']: await encryption.encrypt(encodeJson(payload)) };
}

async function jsonBody(
  payload: unknown,
  encryption: Encryption | undefined,
): Promise<{ body: string; contentType: string }> {
  const sealed = await seal(payload, encryption);
  return { body: encodeJson(sealed ?? payload), contentType: 'application/json' };
}

/** The envelope's parts precede the file, so that a server can refuse it unread. */
async function multipart(
  envelope: RequestData,
  call: RequestCall,
  encryption: Encryption | undefined,
): Promise<FormData> {
  const form = new FormData();
  const sealed = await seal(envelope, encryption);
  for (const [name, part] of Object.entries(jsonParts(sealed ?? envelope))) form.append(name, part);
  if (call.file !== undefined) {
    const { name = 'file', content, fileName } = call.file;
    if (fileName === undefined) form.append(name, content);
    else form.append(name, content, fileName);
  }
  return form;
}

interface Limit {
  signal: AbortSignal;
  /** The promise's result, or a failure at the end of the limit, because a page's own fetch, signature or encryption may ignore the signal. */
  over: <Result>(promise: Promise<Result>) => Promise<Result>;
  endedBy: () => 'timeout' | 'aborted' | undefined;
  stop: () => void;
}

/** Combines the caller's signal and the timeout into one signal that remembers which came first. */
function startLimit(timeoutMs: number, signal: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  let ended: 'timeout' | 'aborted' | undefined;
  let refuse: (failure: RequestFailure) => void = () => {};
  const over = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  over.catch(() => {});
  const end = (by: 'timeout' | 'aborted') => (): void => {
    ended ??= by;
    controller.abort();
    refuse(new RequestFailure(ended, 0, { cause: controller.signal.reason }));
  };
  const onAbort = end('aborted');
  const timer = timeoutMs > 0 ? setTimeout(end('timeout'), timeoutMs) : undefined;
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    over: (promise) => Promise.race([over, promise]),
    endedBy: () => ended,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
