// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { createRequester, hostFor, type RequesterOptions } from './request.ts';
import { RequestFailure } from './request-reply.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

function setUp(reply: Response | ((sent: Sent) => Promise<Response>), options: RequesterOptions = {}) {
  const sent: Sent[] = [];
  const request = createRequester({
    hostname: 'shop.example.com',
    fetch: (input, init = {}) => {
      const one = { url: input instanceof Request ? input.url : input.toString(), init };
      sent.push(one);
      return typeof reply === 'function' ? reply(one) : Promise.resolve(reply);
    },
    ...options,
  });
  return { request, sent };
}

const bodyOf = (one: Sent | undefined): string => (typeof one?.init.body === 'string' ? one.init.body : '');

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown = {}): Response => json({ ret: '0', data });
const failureOf = (promise: Promise<unknown>): Promise<RequestFailure> =>
  promise.then(
    () => Promise.reject(new Error('the request was accepted')),
    (error: unknown) => (error instanceof RequestFailure ? error : Promise.reject(new Error('another error'))),
  );
const mirror = {
  encrypt: (text: string) => [...text].reverse().join(''),
  decrypt: async (text: string) => [...text].reverse().join(''),
};

test('R12.8 a call includes credentials, is cross-origin, and is form-encoded by default', async () => {
  const { request, sent } = setUp(ok({ id: 1 }));
  await expect(request('/chat/send', { data: { ids: [1, 2], text: '你好', none: null } })).resolves.toEqual({ id: 1 });
  expect(sent[0]).toMatchObject({
    url: '/chat/send',
    init: {
      method: 'POST',
      mode: 'cors',
      credentials: 'include',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: 'ids%5B%5D=1&ids%5B%5D=2&text=%E4%BD%A0%E5%A5%BD',
    },
  });
});

test('R12.8 a GET carries its parameters in the query string and no body', async () => {
  const { request, sent } = setUp(ok());
  await request('/chat/list?x=1', { method: 'GET', data: { page: 2, tags: ['a', 'b'], skip: null } });
  expect(sent[0]).toMatchObject({
    url: '/chat/list?x=1&page=2&tags%5B%5D=a&tags%5B%5D=b',
    init: { method: 'GET', body: null },
  });
});

test('R12.8 JSON goes as JSON, nulls skipped', async () => {
  const { request, sent } = setUp(ok());
  await request('/chat/send', { encoding: 'json', data: { a: 1, b: null } });
  expect(sent[0]?.init).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
});

test('R12.8 multipart holds the envelope, the data and one file, the file last', async () => {
  const { request, sent } = setUp(ok(), { sign: 's1' });
  await request('/chat/upload', {
    encoding: 'multipart',
    data: { dialogId: '7' },
    file: { content: new Blob(['x']), fileName: '截图.png' },
  });
  const form = sent[0]?.init.body;
  if (!(form instanceof FormData)) throw new Error('no form');
  expect([...form.keys()]).toEqual(['reqEnvParams', 'data', 'file']);
  expect(form.get('reqEnvParams')).toBe('{"channel":"PUBCC","sign":"s1"}');
  expect(form.get('data')).toBe('{"dialogId":"7"}');
  expect(form.get('file')).toMatchObject({ name: '截图.png', size: 1 });
  expect(sent[0]?.init.headers).toEqual({});
});

test('R12.8 R9.1 gateway mode wraps data and reqEnvParams with the channel PUBCC and a signature as JSON', async () => {
  const sign = vi.fn(async () => 'signed');
  const { request, sent } = setUp(ok(), { gateway: true, sign });
  await request('/chat/gateway/send', { data: { text: 'hi' } });
  expect(sign).toHaveBeenCalledWith({ path: '/chat/gateway/send', channel: 'PUBCC', data: { text: 'hi' } });
  expect(sent[0]?.init).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: '{"reqEnvParams":{"channel":"PUBCC","sign":"signed"},"data":{"text":"hi"}}',
  });
});

test('R12.8 a GET in gateway mode carries the signed envelope in the query string', async () => {
  const { request, sent } = setUp(ok(), { gateway: true, sign: ({ data }) => `over ${JSON.stringify(data)}` });
  await request('/chat/gateway/list?x=1', { method: 'GET', data: { page: 2, skip: null } });
  const { pathname, searchParams } = new URL(sent[0]?.url ?? '', 'https://shop.example.com');
  expect([pathname, ...searchParams.keys()]).toEqual(['/chat/gateway/list', 'x', 'reqEnvParams', 'data']);
  expect(JSON.parse(searchParams.get('reqEnvParams') ?? '')).toEqual({ channel: 'PUBCC', sign: 'over {"page":2}' });
  expect(searchParams.get('data')).toBe('{"page":2}');
  expect(sent[0]?.init).toMatchObject({ method: 'GET', body: null, headers: {} });
});

test.each([
  ['in gateway mode', true, '{"reqEnvParams":{"channel":"PUBCC","sign":""},"data":{"card":"6222"}}'],
  ['without', false, '{"card":"6222"}'],
])(
  'R12.8 where the page has an encryption function nothing of a GET %s is in clear text',
  async (_name, gateway, text) => {
    const { request, sent } = setUp(ok(), { gateway, encryption: mirror });
    await request('/chat/list', { method: 'GET', data: { card: '6222' } });
    const { searchParams } = new URL(sent[0]?.url ?? '', 'https://shop.example.com');
    expect([...searchParams]).toEqual([['encryptData', mirror.encrypt(text)]]);
  },
);

test.each(['json', 'multipart'] as const)(
  'R12.8 what is signed is what is sent, its nulls skipped: %s',
  async (encoding) => {
    const signed: string[] = [];
    const sign = ({ data }: { data: object }): string => `s${signed.push(JSON.stringify(data))}`;
    const { request, sent } = setUp(ok(), { gateway: true, sign });
    await request('/x', {
      encoding,
      data: { text: 'hi', none: null, list: [1, undefined, { gone: null, at: new Date(0) }] },
    });
    const body = sent[0]?.init.body;
    const data = body instanceof FormData ? body.get('data') : JSON.stringify(JSON.parse(bodyOf(sent[0])).data);
    expect(signed).toEqual([data]);
    expect(signed).toEqual(['{"text":"hi","list":[1,{"at":"1970-01-01T00:00:00.000Z"}]}']);
  },
);

test('R12.8 where the page has an encryption function the payload goes in one field and the reply is decrypted', async () => {
  const sealed = mirror.encrypt('{"ret":"0","data":{"secret":true}}');
  const { request, sent } = setUp(json({ encryptData: sealed }), { gateway: true, encryption: () => mirror });
  await expect(request('/chat/gateway/send', { data: { text: 'hi' } })).resolves.toEqual({ secret: true });
  const body: unknown = JSON.parse(bodyOf(sent[0]));
  expect(body).toEqual({
    encryptData: mirror.encrypt('{"reqEnvParams":{"channel":"PUBCC","sign":""},"data":{"text":"hi"}}'),
  });
});

test('R12.8 a form call is encrypted in one field too, and a clear reply to it is taken as it is', async () => {
  const { request, sent } = setUp(ok({ clear: 1 }), { encryption: { ...mirror, field: 'box' } });
  await expect(request('/x', { data: { a: 1 } })).resolves.toEqual({ clear: 1 });
  expect(new URLSearchParams(bodyOf(sent[0])).get('box')).toBe(mirror.encrypt('{"a":1}'));
});

test.each([
  ['a cipher text that does not open', { encryptData: 'nonsense' }],
  ['a field that is no text', { encryptData: { a: 1 } }],
])('R12.8 %s gives a body with ret 1', async (_name, body) => {
  const { request } = setUp(json(body), { encryption: mirror });
  await expect(failureOf(request('/x'))).resolves.toMatchObject({ reason: 'ret', status: 200, body: { ret: '1' } });
});

test('R12.8 another ret rejects with status plus body; a number 0 is another ret', async () => {
  for (const body of [{ ret: '4001', msg: '会话已结束' }, { ret: 0, data: 1 }, { data: 1 }, []]) {
    const failure = await failureOf(setUp(json(body)).request('/x'));
    expect(failure).toMatchObject({ reason: 'ret', status: 200, body });
  }
});

test.each([201, 204, 302, 401, 404, 500, 503])(
  'R12.8 HTTP %i rejects with the status, whatever the body says',
  async (status) => {
    const reply = new Response(status === 204 ? null : '{"ret":"0","data":1}', { status });
    await expect(failureOf(setUp(reply).request('/x'))).resolves.toMatchObject({ reason: 'status', status });
  },
);

test('R12.8 JSON sent as text counts as JSON; text and files are given as they are; broken JSON is refused', async () => {
  const typed = (body: string, type: string): Response => new Response(body, { headers: { 'content-type': type } });
  await expect(setUp(typed('{"ret":"0","data":5}', 'text/html')).request('/x')).resolves.toBe(5);
  await expect(setUp(typed('pong', 'text/plain')).request('/x')).resolves.toBe('pong');
  await expect(setUp(typed('abc', 'application/pdf')).request('/x')).resolves.toBeInstanceOf(Blob);
  await expect(failureOf(setUp(typed('{oops', 'application/json')).request('/x'))).resolves.toMatchObject({
    reason: 'ret',
    body: '{oops',
  });
});

test('R12.8 hosts go by the page’s exact host name, never by a part of it', async () => {
  const hosts = {
    'shop.example.com': 'https://chat.example.com/',
    'test.example.com': 'https://chat-test.example.com',
  };
  expect(hostFor(hosts, 'shop.example.com')).toBe('https://chat.example.com/');
  for (const unlisted of [
    'evil-shop.example.com',
    'shop.example.com.evil.org',
    'example.com',
    'toString',
    '__proto__',
  ]) {
    expect(hostFor(hosts, unlisted, 'fallback')).toBe('fallback');
  }
  const { request, sent } = setUp(ok(), { hosts });
  await request('/chat/gateway/send');
  expect(sent[0]?.url).toBe('https://chat.example.com/chat/gateway/send');
});

const hanging = ({ init }: Sent): Promise<Response> =>
  new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
  });

test('R12.8 a call ends after its time-out', async () => {
  vi.useFakeTimers();
  const { request } = setUp(hanging);
  const failure = failureOf(request('/x', { timeoutMs: 500 }));
  await vi.advanceTimersByTimeAsync(500);
  await expect(failure).resolves.toMatchObject({ reason: 'timeout', status: 0 });
  vi.useRealTimers();
});

test.each([
  ['a signature', { sign: () => new Promise<string>(() => {}), gateway: true }],
  ['an encryption', { encryption: { ...mirror, encrypt: () => new Promise<string>(() => {}) } }],
  ['a decryption', { encryption: { ...mirror, decrypt: () => new Promise<string>(() => {}) } }],
])('R12.8 %s that never comes ends by the time-out too', async (_name, options) => {
  vi.useFakeTimers();
  const { request } = setUp(json({ encryptData: 'x' }), options);
  const failure = failureOf(request('/x', { timeoutMs: 500 }));
  await vi.advanceTimersByTimeAsync(500);
  await expect(failure).resolves.toMatchObject({ reason: 'timeout', status: 0 });
  vi.useRealTimers();
});

test('R12.8 the caller can end a call, before it and during it', async () => {
  const controller = new AbortController();
  const { request, sent } = setUp(hanging);
  const failure = failureOf(request('/x', { signal: controller.signal }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  controller.abort();
  await expect(failure).resolves.toMatchObject({ reason: 'aborted', status: 0 });
  await expect(failureOf(request('/y', { signal: controller.signal }))).resolves.toMatchObject({ reason: 'aborted' });
  expect(sent).toHaveLength(1);
});

test('R12.8 no reply rejects as a network failure with its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  const failure = await failureOf(setUp(() => Promise.reject(cause)).request('/x'));
  expect(failure).toMatchObject({ reason: 'network', status: 0, cause });
});

test('R12.8 a time-out ends a call whose fetch or reply ignores the signal', async () => {
  vi.useFakeTimers();
  const silentBody = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  for (const reply of [() => new Promise<Response>(() => {}), silentBody]) {
    const failure = failureOf(setUp(reply).request('/x', { timeoutMs: 500 }));
    await vi.advanceTimersByTimeAsync(500);
    await expect(failure).resolves.toMatchObject({ reason: 'timeout', status: 0 });
  }
  vi.useRealTimers();
});

const refusing = (error: Error) => () => Promise.reject(error);
test.each<[string, RequesterOptions, Parameters<ReturnType<typeof createRequester>>[1]]>([
  ['data that cannot be carried', {}, { data: { a: new Map() } }],
  ['a signature that throws', { gateway: true, sign: refusing(new TypeError('no key')) }, {}],
  ['an encryption that throws', { encryption: { ...mirror, encrypt: refusing(new TypeError('no key')) } }, {}],
  ['an impossible header', { headers: { 'x-name': '张三' } }, {}],
  ['an impossible address', { base: 'https://:0' }, {}],
  ['a name that does not exist in the page’s own fetch', { fetch: refusing(new ReferenceError('x')) }, {}],
])('R12.8 %s rejects with its own error and not as a lost network', async (_name, options, call) => {
  const { request } = setUp(ok(), options);
  const error: unknown = await request('/x', call).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(RequestFailure);
});

test.each(['form', 'json', undefined] as const)('R12.8 a file with the encoding %s is refused', async (encoding) => {
  const { request, sent } = setUp(ok());
  const call = { file: { content: new Blob(['x']) }, ...(encoding === undefined ? {} : { encoding }) };
  await expect(request('/x', call)).rejects.toThrow('a file goes with the encoding multipart');
  expect(sent).toEqual([]);
});

test('R12.8 the parameters of a GET stand before the fragment of its address, which is not sent', async () => {
  const { request, sent } = setUp(async () => ok());
  await request('/chat/list#part', { method: 'GET', data: { page: 2 } });
  await request('/chat/list?a=1#part?b', { method: 'GET', data: { page: 2 } });
  expect(sent.map(({ url }) => url)).toEqual(['/chat/list?page=2', '/chat/list?a=1&page=2']);
});
