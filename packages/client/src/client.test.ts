import { afterEach, describe, expect, it, vi } from 'vitest';
import { base64UrlOfBytes } from './base64.ts';
import { CallError } from './call-error.ts';
import { callPath } from './call-path.ts';
import { type ClientParts, createClient } from './client.ts';
import { errorText } from './error-text.ts';
import { portalStartUp, type StartUp } from './key-ring.ts';
import { failure, makeStubGateway, openSealed, success } from './stub-gateway.fixture.ts';

const open = ({ shown }: Pick<ClientParts<StartUp>, 'shown'> = {}) => {
  const gateway = makeStubGateway();
  const failures: string[] = [];
  const starts: string[] = [];
  const client = createClient({
    startUp: portalStartUp,
    base: 'https://gate.example',
    shown,
    fetch: gateway.fetchStub,
    now: () => gateway.state.nowMs,
    hooks: {
      onStart: ({ sign }) => starts.push(sign.keyId),
      onFailure: (error) => failures.push(error.errCode ?? error.kind),
    },
  });
  return { ...gateway, client, failures, starts };
};

const caught = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error('the call did not fail with a CallError', { cause: error });
  return error;
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('calls', () => {
  it('R7.2 a call by id is a signed form POST to the gateway with channel OAPP', async () => {
    const { client, state } = open();
    state.answer = () => success({ products: [] });
    expect(await client.call('portal.recommendQueryList', { limit: 3 })).toEqual({ products: [] });
    const [call] = state.arrived;
    expect(call?.url).toBe('https://gate.example/ops?operationId=portal.recommendQueryList');
    expect(call?.fields['channel']).toBe('OAPP');
    expect(call?.fields['data']).toBe('{"limit":3}');
    expect(state.startUps).toBe(1);
  });

  it('R7.1 every call is a POST: at start-up, through the gateway and directly', async () => {
    const { fetchStub, state } = makeStubGateway();
    const methods: unknown[] = [];
    const client = createClient({
      startUp: portalStartUp,
      base: 'https://gate.example',
      now: () => state.nowMs,
      fetch: (input, init) => {
        methods.push(init?.method);
        return fetchStub(input, init);
      },
    });
    await client.call('portal.querySlideInfo', {});
    await callPath(client, '/elsewhere/unknown', {});
    expect(methods).toEqual(['POST', 'POST', 'POST']);
  });

  it('R3.1 sealed fields leave as ciphertext for this call, field and key, with the public key id', async () => {
    const { client, state } = open();
    await client.call('portal.login', { mobile: '13800000001', pwd: '密码🔑Demo-1' });
    const data = state.arrived[0]?.data ?? {};
    expect(data['kid']).toBe('rsa-1');
    expect(await openSealed(data['mobile'], 'portal.login\nmobile\nk-1')).toBe('13800000001');
    expect(await openSealed(data['pwd'], 'portal.login\npwd\nk-1')).toBe('密码🔑Demo-1');
  });

  it('R7.2 a path that maps goes through the gateway, another one directly and signed for itself', async () => {
    const { client, state } = open();
    await callPath(client, '/ftc/portal/querySlideInfo', {});
    await callPath(client, '/elsewhere/unknown', { a: 1 });
    expect(state.arrived.map((call) => [call.url, call.operationId])).toEqual([
      ['https://gate.example/ops?operationId=portal.querySlideInfo', 'portal.querySlideInfo'],
      ['https://gate.example/elsewhere/unknown', '/elsewhere/unknown'],
    ]);
  });

  it('R4.12 one idempotency key serves a call and its second try; the caller’s own is kept', async () => {
    const { client, state, refuse } = open();
    let refused = false;
    state.answer = () => {
      if (refused) return success({ ticketNo: 'T1' });
      refused = true;
      return refuse('REPLAY');
    };
    const trial = { pid: 'p', mobile: '13800000001', name: '王', company: '某公司', imageTicket: 't', agreements: [] };
    await client.call('customerContact.trial', trial);
    await client.call('customerContact.trial', { ...trial, idempotencyKey: 'own-key-0123456789' });
    const keys = state.arrived.map((call) => call.data['idempotencyKey']);
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(keys).toEqual([keys[0], keys[0], 'own-key-0123456789']);
  });

  it('R4.4 a login’s new signing key signs the next call', async () => {
    const { client, state } = open();
    await client.start();
    const key = new Uint8Array(32).fill(7);
    state.answer = () => {
      Object.assign(state, { keyId: 'k-login', key, answer: () => success({}) });
      return success({ sign: { keyId: 'k-login', key: base64UrlOfBytes(key), expiresAt: '' } });
    };
    await client.call('portal.login', { mobile: '13800000001', pwd: 'x' });
    await client.call('tenant.get', {});
    expect(state.arrived.at(-1)?.fields['keyId']).toBe('k-login');
    expect(state.startUps).toBe(1);
  });

  it('R5.7 an upload sends its envelope first and the file last, with name, size and digest in the payload', async () => {
    const { client, state } = open();
    const file = new File(['账,单\n'], '账单.csv', { type: 'text/csv' });
    const door = { operationId: 'file.upload', address: '/ops?operationId=file.upload', signedFor: 'file.upload' };
    await client.send({ ...door, direct: false }, {}, { file });
    const [call] = state.arrived;
    expect(call?.data).toMatchObject({ name: '账单.csv', size: file.size });
    expect(call?.data['sha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(await call?.file?.text()).toBe('账,单\n');
  });
});

describe('recovery', () => {
  it('R7.4 an expired key is renewed once and silently, and calls at the same time share the fetch', async () => {
    const { client, state, failures, starts } = open();
    await client.start();
    state.keyId = 'k-2';
    await Promise.all(Array.from({ length: 8 }, () => client.call('portal.querySlideInfo', {})));
    expect(state.startUps).toBe(2);
    expect(state.arrived).toHaveLength(8);
    expect(starts).toEqual(['k-1', 'k-2']);
    expect(failures).toEqual([]);
  });

  it('R7.4 a key of another tab (BAD_SIGN) is renewed too', async () => {
    const { client, state } = open();
    await client.start();
    state.key = new Uint8Array(32).fill(9);
    await client.call('portal.querySlideInfo', {});
    expect(state.startUps).toBe(2);
  });

  it('R7.4 a wrong clock is corrected at start-up, and again when it has jumped', async () => {
    const gateway = makeStubGateway();
    let localMs = gateway.state.nowMs - 3_600_000;
    const client = createClient({ base: '', startUp: portalStartUp, fetch: gateway.fetchStub, now: () => localMs });
    await client.call('portal.querySlideInfo', {});
    expect(gateway.state.startUps).toBe(1);
    localMs += 86_400_000;
    await client.call('portal.querySlideInfo', {});
    expect(gateway.state.startUps).toBe(1);
    expect(client.serverNow()).toBe(gateway.state.nowMs);
  });

  it('R7.4 a second refusal is an error: a client tries once more and no oftener', async () => {
    const { client, state, refuse, failures } = open();
    state.answer = () => refuse('REPLAY');
    const error = await caught(client.call('portal.querySlideInfo', {}));
    expect(error.errCode).toBe('UMDP00001');
    expect(state.arrived).toHaveLength(2);
    expect(failures).toEqual(['UMDP00001']);
  });

  it('R4.1 running 1.10 a start-up that fails is repeated twice, with a pause that doubles; after that the next call starts anew', async () => {
    const { client, state } = open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    state.startUpDown = true;
    const failed = caught(client.start());
    await vi.advanceTimersByTimeAsync(2_999);
    expect(state.startUps).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect((await failed).errCode).toBe('OPSB0002');
    expect(state.startUps).toBe(3);
    vi.useRealTimers();
    state.startUpDown = false;
    await client.call('portal.querySlideInfo', {});
    expect(state.startUps).toBe(4);
  });

  it('R4.1 a start-up call that the document sent serves the first start; its arrival is the time that the clock goes by', async () => {
    const gateway = makeStubGateway();
    const { state } = gateway;
    const response = await gateway.fetchStub('https://gate.example/ftc/api/sys/commonConfig');
    // The scripts arrive ten seconds after the reply.
    const localMs = state.nowMs + 10_000;
    const begun = Promise.resolve({ response, atMs: state.nowMs });
    const client = createClient({
      base: 'https://gate.example',
      startUp: portalStartUp,
      fetch: gateway.fetchStub,
      now: () => localMs,
      begun,
    });
    await client.call('portal.querySlideInfo', {});
    expect(state.startUps).toBe(1);
    expect(client.serverNow()).toBe(localMs);
    await client.start();
    expect(state.startUps).toBe(2);
  });

  it('R4.1 running 1.10 where the call that the document sent meets a node that is gone, the next one is the client’s own', async () => {
    const gateway = makeStubGateway();
    const begun = Promise.reject(new TypeError('no network'));
    const client = createClient({
      base: '',
      startUp: portalStartUp,
      fetch: gateway.fetchStub,
      now: () => gateway.state.nowMs,
      begun,
    });
    expect((await client.start()).sign.keyId).toBe('k-1');
    await client.call('portal.querySlideInfo', {});
    expect(gateway.state.startUps).toBe(1);
  });
});

/** Signs in as a member of 云栖商贸 or 海纳食品. */
const asUser = (userId: string, tenantId: 't1' | 't2') => ({
  userId,
  name: '王芳',
  mobileMasked: '138****0001',
  emailMasked: '',
  tenantId,
  role: 'owner' as const,
  tenants: [
    { tenantId: 't1', name: '云栖商贸', role: 'owner' as const },
    { tenantId: 't2', name: '海纳食品', role: 'owner' as const },
  ],
});
/** A write with one field. */
const order = { orderNo: 'DD20261120-00000001' };

describe('another tab', () => {
  it('R10.9 a call is not repeated for a tenant that another tab has switched to; the next one is made for it', async () => {
    const { client, state, failures } = open();
    state.user = asUser('u1', 't1');
    await client.start();
    Object.assign(state, { keyId: 'k-2', user: asUser('u1', 't2') });
    const error = await caught(client.call('order.cancel', order));
    expect([error.kind, errorText('order.cancel', error)]).toEqual(['switched', '已切换商户，请核对后重试']);
    expect(state.arrived).toEqual([]);
    expect(failures).toEqual(['switched']);
    await client.call('order.cancel', order);
    expect(state.arrived).toHaveLength(1);
  });

  it('R10.9 a call that begins while another call renews the keys is made for nobody else either', async () => {
    const { fetchStub, state } = makeStubGateway();
    let write: Promise<CallError> | undefined;
    const client = createClient({
      startUp: portalStartUp,
      base: '',
      now: () => state.nowMs,
      fetch: (input, init) => {
        if (state.startUps === 1 && typeof input === 'string' && input.endsWith('/commonConfig')) {
          write = caught(client.call('order.cancel', order));
        }
        return fetchStub(input, init);
      },
    });
    state.user = asUser('u1', 't1');
    await client.start();
    Object.assign(state, { keyId: 'k-2', user: asUser('u2', 't1') });
    const read = await caught(client.call('notice.unreadCount', {}));
    expect([read.kind, (await write)?.kind]).toEqual(['switched', 'switched']);
    expect(state.arrived).toEqual([]);
  });

  it('R7.4 a renewal that finds the same user, or nobody any more, repeats the call', async () => {
    const { client, state } = open();
    state.user = asUser('u1', 't1');
    await client.start();
    Object.assign(state, { keyId: 'k-2', user: asUser('u1', 't1') });
    await client.call('order.cancel', order);
    Object.assign(state, { keyId: 'k-3', user: null });
    await client.call('order.cancel', order);
    expect(state.arrived).toHaveLength(2);
  });

  it('R10.9 at a gateway of another origin a page that shows its tenant makes no call for another one, however often it tries', async () => {
    const { client, state } = open({ shown: () => ({ who: 'u1 t1', tenantId: 't1' }) });
    state.user = asUser('u1', 't1');
    await client.start();
    Object.assign(state, { keyId: 'k-2', user: asUser('u1', 't2') });
    for (const _ of [1, 2, 3]) expect((await caught(client.call('order.cancel', order))).kind).toBe('switched');
    expect(state.arrived).toEqual([]);
    Object.assign(state, { keyId: 'k-3', user: asUser('u1', 't1') });
    await client.start();
    await client.call('order.cancel', order);
    expect(state.arrived).toHaveLength(1);
  });

  it('R10.9 a call says which tenant its page shows, at the page’s own origin', async () => {
    const headers: Headers[] = [];
    const clientOf = (base: string) => {
      const { fetchStub, state } = makeStubGateway();
      state.user = asUser('u1', 't1');
      return createClient({
        startUp: portalStartUp,
        base,
        now: () => state.nowMs,
        fetch: (input, init) => {
          headers.push(new Headers(init?.headers));
          return fetchStub(input, init);
        },
        shown: (id) => (id === 'tenant.switch' ? undefined : { who: 'u1 t1', tenantId: 't1' }),
      });
    };
    for (const base of ['', 'https://gate.example']) {
      const client = clientOf(base);
      await client.start();
      await client.call('order.cancel', order);
      await client.call('tenant.switch', { tenantId: 't2' });
    }
    expect(headers.map((each) => each.get('x-tenant-id'))).toEqual([null, 't1', null, null, null, null]);
  });

  it('R10.9 one who switches in this tab goes on as the other tenant', async () => {
    const { client, state } = open();
    state.user = asUser('u1', 't1');
    await client.start();
    const key = new Uint8Array(32).fill(7);
    state.answer = () => {
      Object.assign(state, { keyId: 'k-2', key, user: asUser('u1', 't2'), answer: () => success({}) });
      const sign = { keyId: 'k-2', key: base64UrlOfBytes(key), expiresAt: '' };
      return success({ sign, user: state.user, auth: {} });
    };
    await client.call('tenant.switch', { tenantId: 't2' });
    state.keyId = 'k-3';
    await client.call('order.cancel', order);
    expect(state.arrived.at(-1)?.operationId).toBe('order.cancel');
  });
});

describe('failures', () => {
  it('R8.5 an error keeps code, status, trace id, data and fields', async () => {
    const { client, state } = open();
    const fields = [{ path: 'name', message: '请填写姓名' }];
    state.answer = () => failure(422, 'RHSY422', '填写内容有误，请检查标出的项', { fields });
    const error = await caught(client.call('portal.querySlideInfo', {}));
    expect(error).toMatchObject({ errCode: 'RHSY422', status: 422, traceId: 'trace-fail', fields });
  });

  it('R9.1 a call without an answer ends after 30 seconds', async () => {
    const gateway = makeStubGateway();
    const hangs = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const answers = { fetch: gateway.fetchStub };
    const client = createClient({
      startUp: portalStartUp,
      base: '',
      now: () => gateway.state.nowMs,
      fetch: ((url, init) => answers.fetch(url, init)) as typeof fetch,
    });
    await client.start();
    answers.fetch = hangs as typeof fetch;
    vi.useFakeTimers();
    const failed = caught(client.call('portal.querySlideInfo', {}));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), 15_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await failed).kind).toBe('unreachable');
  });

  it('R8.3 a caller that gives up gets an aborted error without a text', async () => {
    const { client, state } = open();
    const controller = new AbortController();
    state.answer = () => {
      controller.abort();
      return Promise.reject(controller.signal.reason);
    };
    const error = await caught(client.call('portal.querySlideInfo', {}, { signal: controller.signal }));
    expect([error.kind, errorText('portal.querySlideInfo', error)]).toEqual(['aborted', '']);
  });

  it('R7.4 without crypto.subtle the page asks for HTTPS, and nothing is sent', async () => {
    const { client, state } = open();
    vi.stubGlobal('crypto', {});
    const error = await caught(client.call('portal.querySlideInfo', {}));
    expect([error.kind, errorText('portal.querySlideInfo', error)]).toEqual(['insecure', '请使用 HTTPS 访问']);
    expect(state.startUps).toBe(0);
  });
});
