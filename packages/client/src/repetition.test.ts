import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError } from './call-error.ts';
import { createClient } from './client.ts';
import { portalStartUp } from './key-ring.ts';
import { failure, makeStubGateway, success } from './stub-gateway.fixture.ts';

/** What a node does with a call that is no start-up. `dies` does it and is gone before it answers. */
type Fate = 'serves' | 'dies' | 'is refused' | 502 | 503 | 504;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Nodes behind one address, by HTTP: each call meets the next fate, the last one for ever. */
const openNodes = async (...fates: readonly [Fate, ...Fate[]]) => {
  const gateway = makeStubGateway();
  const { state, fetchStub } = gateway;
  const left = [...fates];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = `http://stub.example${request.url}`;
    const isStart = url.endsWith('/commonConfig');
    const fate = isStart ? 'serves' : ((left.length > 1 ? left.shift() : left[0]) ?? 'serves');
    if (typeof fate === 'number') {
      response.writeHead(fate, { 'content-type': 'text/html' }).end('<h1>no node</h1>');
      return;
    }
    const reply = await fetchStub(url, {
      method: 'POST',
      body: Buffer.concat(chunks),
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    });
    if (fate === 'dies') {
      request.socket.destroy();
      return;
    }
    const { status, headers } = fate === 'is refused' ? failure(503, 'RHSY503', '系统维护中') : reply;
    const body = fate === 'is refused' ? '{"code":"FAIL","errCode":"RHSY503","status":503}' : await reply.text();
    response.writeHead(status, Object.fromEntries(headers)).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  state.answer = () => success({ ticketNo: 'T1' });
  const client = createClient({
    startUp: portalStartUp,
    base: `http://127.0.0.1:${port}`,
    now: () => state.nowMs,
  });
  return { client, state, server, port };
};

const trial = { pid: 'p', mobile: '13800000001', name: '王', company: '某公司', imageTicket: 't', agreements: [] };
const keysOf = ({ arrived }: Awaited<ReturnType<typeof openNodes>>['state']) =>
  arrived.map(({ data }) => data['idempotencyKey']);
const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'served',
    (error: unknown) => (error instanceof CallError ? [error.kind, error.status] : error),
  );

describe('running 1.10 a node that dies', () => {
  it('running 1.10 a write whose node died before its answer is sent once more under its key, signed anew', async () => {
    const { client, state } = await openNodes('dies', 'serves');
    expect(await client.call('customerContact.trial', trial)).toEqual({ ticketNo: 'T1' });
    const [first, second] = keysOf(state);
    expect(state.arrived).toHaveLength(2);
    expect(first).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(second).toBe(first);
    expect(state.arrived[0]?.fields['nonce']).not.toBe(state.arrived[1]?.fields['nonce']);
  });

  it.each([502, 503, 504] as const)('running 1.10 a write that a balancer answers with %i too', async (status) => {
    const { client, state } = await openNodes(status, 'serves');
    expect(await client.call('customerContact.trial', trial)).toEqual({ ticketNo: 'T1' });
    expect(state.arrived).toHaveLength(1);
  });

  it('running 1.10 a page that opens while nothing listens starts once another node does', async () => {
    const { client, server, port, state } = await openNodes('serves');
    await new Promise((resolve) => server.close(resolve));
    const started = client.start();
    server.listen(port, '127.0.0.1');
    await started;
    expect(state.startUps).toBe(1);
  });

  it('running 1.10 a write is sent twice and no oftener', async () => {
    const { client, state } = await openNodes('dies');
    expect(await refusalOf(client.call('customerContact.trial', trial))).toEqual(['unreachable', 0]);
    expect(state.arrived).toHaveLength(2);
  });

  it('running 1.10 what was refused is not sent again, nor a write without a key', async () => {
    const maintained = await openNodes('is refused');
    expect(await refusalOf(maintained.client.call('customerContact.trial', trial))).toEqual(['reply', 503]);
    expect(maintained.state.arrived).toHaveLength(1);
    const died = await openNodes('dies');
    expect(await refusalOf(died.client.call('portal.login', { mobile: '13800000001', pwd: 'x' }))).toEqual([
      'unreachable',
      0,
    ]);
    expect(died.state.arrived).toHaveLength(1);
  });

  it('running 1.10 one who leaves the page while it waits gets no answer, and nothing is sent', async () => {
    const { client, state } = await openNodes('dies', 'serves');
    const leaving = new AbortController();
    const call = refusalOf(client.call('customerContact.trial', trial, { signal: leaving.signal }));
    await expect.poll(() => state.arrived.length).toBe(1);
    leaving.abort();
    expect(await call).toEqual(['aborted', 0]);
    expect(state.arrived).toHaveLength(1);
  });
});
