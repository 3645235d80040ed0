import { afterEach, describe, expect, it, vi } from 'vitest';
import { base64UrlOfBytes } from './base64.ts';
import { beginReads } from './begun.ts';
import { createClient } from './client.ts';
import { portalStartUp } from './key-ring.ts';
import { makeStubGateway, success } from './stub-gateway.fixture.ts';

const part = { page: 1, pageSize: 20 };

/** A gateway to which the first part of the orders was sent for, and the client that comes later. */
const begun = async () => {
  const gateway = makeStubGateway();
  const { state } = gateway;
  state.nowMs = Date.now();
  state.answer = ({ operationId }) => success({ of: operationId, at: state.arrived.length });
  vi.stubGlobal('fetch', gateway.fetchStub);
  const sign = { keyId: state.keyId, key: base64UrlOfBytes(state.key), expiresAt: '2099-01-01T00:00:00.000Z' };
  const startUp = { sign, serverTime: new Date(state.nowMs).toISOString() };
  const takeBegun = beginReads({ base: '', startUp, atMs: state.nowMs }, [{ operationId: 'order.page', input: part }]);
  const client = createClient({
    base: '',
    startUp: portalStartUp,
    fetch: gateway.fetchStub,
    now: () => state.nowMs,
    takeBegun,
  });
  return { state, client };
};
const asked = ({ arrived }: Awaited<ReturnType<typeof begun>>['state']) =>
  arrived.map(({ operationId }) => operationId);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('reads that were sent before the script was there', () => {
  it('R7.4 are signed, and answer the call that asks the same, once', async () => {
    const { state, client } = await begun();
    await expect.poll(() => asked(state)).toEqual(['order.page']);
    expect(await client.call('order.page', { pageSize: 20, page: 1 })).toMatchObject({ at: 1 });
    expect(await client.call('order.page', part)).toMatchObject({ at: 2 });
  });

  it('R7.4 answer no other call', async () => {
    const { state, client } = await begun();
    await client.call('order.page', { ...part, status: 'active' });
    await expect.poll(() => asked(state)).toEqual(['order.page', 'order.page']);
  });

  it('R4.12 answer nothing after a write, and nothing under another key', async () => {
    const first = await begun();
    await expect.poll(() => asked(first.state)).toEqual(['order.page']);
    await first.client.call('order.cancel', { orderNo: 'DD20261120-00000001' });
    await first.client.call('order.page', part);
    expect(asked(first.state)).toEqual(['order.page', 'order.cancel', 'order.page']);
    // A write without a key of idempotency.
    const marked = await begun();
    await expect.poll(() => asked(marked.state)).toEqual(['order.page']);
    await marked.client.call('notice.read', {});
    await marked.client.call('order.page', part);
    expect(asked(marked.state)).toEqual(['order.page', 'notice.read', 'order.page']);
    const second = await begun();
    await expect.poll(() => asked(second.state)).toEqual(['order.page']);
    second.state.keyId = 'k-2';
    await second.client.call('order.page', part);
    expect(asked(second.state)).toEqual(['order.page', 'order.page']);
  });

  it('R9.1 answer nothing once a call would have run out of time', async () => {
    const { state, client } = await begun();
    await expect.poll(() => asked(state)).toEqual(['order.page']);
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] });
    await client.call('order.page', part);
    expect(asked(state)).toHaveLength(2);
  });
});
