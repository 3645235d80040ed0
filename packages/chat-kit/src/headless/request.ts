import { encodeForm, encodeJson, type RequestData, withoutNulls } from './form-encoding.ts';
import { type Encryption, RequestFailure, readReply } from './request-reply.ts';

/** What a request is signed over; `data` as it is sent, without its nulls. */
export interface SignInput {
  path: string;
  channel: string;
  data: RequestData;
}

/** How a requester is set up, once for a page. */
export interface RequesterOptions {
  /** Base address by the page's exact host name; a page that is not listed takes `base`. */
  hosts?: Readonly<Record<string, string>>;
  /** Base address where `hosts` names none; empty (the page's own origin) unless given. */
  base?: string;
  /** The page's host name; the document's unless given. */
  hostname?: string;
  /** Whether requests are wrapped in the gateway's envelope unless a call says otherwise. */
  gateway?: boolean;
  /** Channel in the envelope; `PUBCC` unless given. */
  channel?: string;
  /** Signature in the envelope: a text, or what makes one of the data. */
  sign?: string | ((input: SignInput) => string | Promise<string>);
  /** The page's encryption, or a function that looks it up at each call; undefined means clear text. */
  encryption?: Encryption | (() => Encryption | undefined);
  /** Time after which a request is given up; 30 000 ms unless given, 0 for never. */
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
   * `form` unless given; a gateway call is `json` unless it is `multipart`. A GET always uses the query string: of a gateway call
   * `reqEnvParams` and `data` as JSON, with encryption the one field.
   */
  encoding?: 'form' | 'json' | 'multipart';
  /** The one file of a multipart call. */
  file?: { name?: string; content: Blob; fileName?: string };
  gateway?: boolean;
  signal?: AbortSignal;
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
}

/** Sends one call and gives the reply's data, or rejects with a `RequestFailure`. */
export type Requester = (path: string, call?: RequestCall) => Promise<unknown>;

/**
 * Base address for a page, by its exact host name: never by a part of it.
 *
 * @source R12.8
 */
export function hostFor(hosts: Readonly<Record<string, string>>, hostname: string, fallback = ''): string {
  return Object.hasOwn(hosts, hostname) ? (hosts[hostname] ?? fallback) : fallback;
}

type Body = { url: string; body?: BodyInit; contentType?: string };

/**
 * Makes the request helper: credentials included, cross-origin mode, the encodings and acceptance rules of R12.8.
 *
 * @source R12.8, seed section 7 (chat-kit request helper)
 */
export function createRequester(options: RequesterOptions = {}): Requester {
  const base = hostFor(options.hosts ?? {}, options.hostname ?? pageHostname(), options.base);
  return async (path, call = {}) => {
    const encryption = typeof options.encryption === 'function' ? options.encryption() : options.encryption;
    const limit = startLimit(call.timeoutMs ?? options.timeoutMs ?? 30_000, call.signal);
    try {
      const making = bodyOf(joinPath(base, path), { path, call, options, encryption });
      const { url, body, contentType } = await Promise.race([making, limit.end]);
      const reply = await (options.fetch ?? fetch)(url, {
        method: call.method ?? 'POST',
        mode: 'cors',
        credentials: 'include',
        headers: {
          ...options.headers,
          ...call.headers,
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
        body: body ?? null,
        signal: limit.signal,
      });
      return await Promise.race([readReply(reply, encryption), limit.end]);
    } catch (cause) {
      if (cause instanceof RequestFailure) throw cause;
      throw new RequestFailure(limit.endedBy() ?? 'network', 0, { cause });
    } finally {
      limit.stop();
    }
  };
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
  const isWrapped = (call.gateway ?? options.gateway ?? false) || encoding === 'multipart';
  const payload = isWrapped ? { reqEnvParams: await envParams(path, data, options), data } : data;
  if (encoding === 'multipart') return { url, body: await multipart(payload, call, encryption) };
  if (encoding === 'json' || (isWrapped && !isGet)) return { url, ...(await jsonBody(payload, encryption)) };
  const sealed = await seal(payload, encryption);
  const query = encodeForm(sealed ?? (isWrapped ? jsonParts(payload) : data));
  if (isGet) return { url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}` };
  return { url, body: query, contentType: 'application/x-www-form-urlencoded;charset=UTF-8' };
}

/** The envelope's head: the signature is over the data as it is sent. */
async function envParams(path: string, data: RequestData, { sign = '', channel = 'PUBCC' }: RequesterOptions) {
  return { channel, sign: typeof sign === 'function' ? await sign({ path, channel, data }) : sign };
}

/** An envelope where each part is a field of its own: a text, or the part as JSON. */
const jsonParts = (envelope: RequestData): Record<string, string> =>
  Object.fromEntries(
    Object.entries(envelope).map(([name, part]) => [name, typeof part === 'string' ? part : encodeJson(part)]),
  );

/** The one field that carries an encrypted payload, or undefined where nothing encrypts. */
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

/** The envelope's parts come before the file, so that a server can refuse the file unread. */
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
  /** Rejects when the signal ends the call: a signature or an encryption of the page's own hears no signal. */
  end: Promise<never>;
  endedBy: () => 'timeout' | 'aborted' | undefined;
  stop: () => void;
}

/** Joins the caller's signal and the time-out in one signal that remembers which of them came first. */
function startLimit(timeoutMs: number, signal: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  let ended: 'timeout' | 'aborted' | undefined;
  const end = (by: 'timeout' | 'aborted') => (): void => {
    ended ??= by;
    controller.abort();
  };
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  over.catch(() => {});
  const onAbort = end('aborted');
  const timer = timeoutMs > 0 ? setTimeout(end('timeout'), timeoutMs) : undefined;
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    end: over,
    endedBy: () => ended,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
