import { base64UrlOfBytes, bytesOfBase64 } from './base64.ts';
import vectors from './contract-vectors.json' with { type: 'json' };
import type { StartUp } from './key-ring.ts';

/** One call that the stub received. */
export interface Arrived {
  readonly url: string;
  readonly operationId: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: Record<string, unknown>;
  readonly file: File | undefined;
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });

/** A SUCCESS reply. */
export const success = (data: unknown) => json(200, { code: 'SUCCESS', data, traceId: 'trace-ok' });

/** A FAIL reply. */
export const failure = (status: number, errCode: string, errMsg: string, data?: unknown) =>
  json(status, { code: 'FAIL', errCode, errMsg, status, traceId: 'trace-fail', data });

/** An in-memory server that checks signatures by contract 1. */
export const makeStubGateway = () => {
  const state = {
    nowMs: Date.parse('2026-11-20T02:00:00Z'),
    keyId: 'k-1',
    key: crypto.getRandomValues(new Uint8Array(32)),
    startUps: 0,
    arrived: [] as Arrived[],
    startUpDown: false,
    user: null as StartUp['user'],
    answer: (_call: Arrived): Response | Promise<Response> => success({}),
  };
  const refuse = (reason: string) =>
    failure(403, 'UMDP00001', '网络环境异常', { reason, serverTime: new Date(state.nowMs).toISOString() });
  const startUp = () => {
    state.startUps += 1;
    if (state.startUpDown) return failure(503, 'OPSB0002', '系统繁忙，请稍后再试');
    return success({
      visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' },
      crypto: { kid: 'rsa-1', publicKey: vectors.sealed.publicKeySpki },
      sign: { keyId: state.keyId, key: base64UrlOfBytes(state.key), expiresAt: '2026-11-20T12:00:00.000Z' },
      serverTime: new Date(state.nowMs).toISOString(),
      user: state.user,
    });
  };
  const fetchStub = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const request = new Request(new URL(url, 'http://stub.example'), { ...init, signal: null });
    if (url.endsWith('/ftc/api/sys/commonConfig')) return startUp();
    const form = await request.formData();
    const file = form.get('file');
    form.delete('file');
    const fields = Object.fromEntries(
      [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    );
    const signedFor = new URL(request.url).searchParams.get('operationId') ?? new URL(request.url).pathname;
    if (fields['keyId'] !== state.keyId) return refuse('KEY_EXPIRED');
    if (Math.abs(Number(fields['timestamp']) - state.nowMs) > 300_000) return refuse('CLOCK_SKEW');
    if (!(await verifies(state.key, signedFor, fields))) return refuse('BAD_SIGN');
    const call: Arrived = {
      url,
      operationId: signedFor,
      fields,
      data: JSON.parse(fields['data'] ?? '{}'),
      file: file instanceof File ? file : undefined,
    };
    state.arrived.push(call);
    return state.answer(call);
  };
  return { state, fetchStub: fetchStub as typeof fetch, refuse };
};

const utf8 = new TextEncoder();

const verifies = async (bytes: Uint8Array<ArrayBuffer>, signedFor: string, fields: Arrived['fields']) => {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(fields['data'])));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const text = utf8.encode(`${signedFor}\n${fields['timestamp']}\n${fields['nonce']}\n${hex}`);
  return crypto.subtle.verify('HMAC', key, bytesOfBase64(fields['sign'] ?? ''), text);
};

/** Decrypts a sealed field with the private key of the test vectors. */
export const openSealed = async (ciphertext: unknown, label: string): Promise<string> => {
  const pkcs8 = bytesOfBase64(vectors.sealed.privateKeyPkcs8);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt']);
  const algorithm = { name: 'RSA-OAEP', label: utf8.encode(label) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytesOfBase64(String(ciphertext))));
};
