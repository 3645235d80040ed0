import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeaders } from '#kernel/http/replies/headers';
import { createHttpServer } from '#kernel/http/server';
import { newNodeMark } from '#kernel/jobs/node-mark';
import { listLivingNodes } from '#kernel/nodes/node.sql';
import { type NodeRegistry, openNodeRegistry } from '#kernel/nodes/node-registry';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
const opened: NodeRegistry[] = [];
beforeEach(async () => {
  app = await testApp();
});
afterEach(async () => {
  for (const registry of opened.splice(0)) await registry.leave();
  await app.close();
});

/** A node in this process; `beat` has it find that it did not run for a while, and beat. */
const openNode = async (address: string, changed: { readonly limits?: string; readonly mark?: object } = {}) => {
  let atMs = 0;
  const onGone = vi.fn<() => void>();
  const mark = { ...newNodeMark(), ...changed.mark };
  const registry = await openNodeRegistry({
    database: app.database,
    log: app.ports.log,
    mark,
    version: '0.8.0',
    address,
    settings: { NODE_ENV: 'a', 限额: changed.limits ?? 'a' },
    onGone,
    nowMs: () => atMs,
    everyMs: 3_600_000,
  });
  opened.push(registry);
  const beat = () => {
    atMs += 21_000;
    return registry.awaken();
  };
  return { registry, beat, onGone, mark };
};
const living = async () => (await listLivingNodes(app.database.reading('service'))).map(({ address }) => address);

describe('running 1.6 nodes', () => {
  it('running 1.6 a node is entered while it runs, with where it listens, and gone once it has left', async () => {
    const [one, other] = [await openNode('http://one'), await openNode('http://other')];
    expect(await living()).toEqual(['http://one', 'http://other']);
    one.registry.listensAt('http://one:8080');
    await expect.poll(living).toEqual(['http://one:8080', 'http://other']);
    await other.registry.leave();
    expect(await living()).toEqual(['http://one:8080']);
  });

  it('running 1.6 one that is silent for thirty seconds is gone, and ends when it finds that; meanwhile it serves nothing', async () => {
    const [one, other] = [await openNode('http://one'), await openNode('http://other')];
    expect(one.registry.awaken()).toBeUndefined();
    for (const seconds of [12, 12, 12]) {
      await app.clock.advance({ seconds });
      expect(await one.beat()).toBe(true);
    }
    expect(await living()).toEqual(['http://one']);
    expect(await other.beat()).toBe(false);
    expect(await other.beat()).toBe(false);
    expect(other.onGone).toHaveBeenCalledOnce();
    expect(one.onGone).not.toHaveBeenCalled();
    expect(await app.rows('select node_id from node where gone_at is not null')).toEqual([{ node_id: other.mark.id }]);
  });

  it('running 1.6 after an outage of the database, in which all were silent, nobody is declared gone by who was away too', async () => {
    const [one, other] = [await openNode('http://one'), await openNode('http://other')];
    await app.clock.advance({ minutes: 10 });
    expect(await living()).toEqual([]);
    expect(await one.beat()).toBe(true);
    expect(await other.beat()).toBe(true);
    expect(await living()).toEqual(['http://one', 'http://other']);
  });

  it('running 1.6 a table that a crash has emptied is filled by the next beats', async () => {
    const one = await openNode('http://one');
    await app.rows('delete from node');
    expect(await one.beat()).toBe(true);
    expect(await living()).toEqual(['http://one']);
  });

  it('running 1.6 a process takes the place of the one before it on its data folder, which ends', async () => {
    const before = await openNode('http://before');
    const after = await openNode('http://after', { mark: { id: before.mark.id } });
    expect(await before.beat()).toBe(false);
    expect(await after.beat()).toBe(true);
    await before.registry.leave();
    expect(await living()).toEqual(['http://after']);
  });

  it('running 1.7 a start whose settings differ from those of a node that lives is refused by their names; of two at once one enters', async () => {
    await openNode('http://one');
    await expect(openNode('http://other', { limits: 'b' })).rejects.toThrow(
      /^与运行中的节点 http:\/\/one 的设置不同：限额。/,
    );
    expect(await living()).toEqual(['http://one']);
    await app.clock.advance({ minutes: 1 });
    const starts = await Promise.allSettled(['b', 'c'].map((limits) => openNode(`http://${limits}`, { limits })));
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await living()).toHaveLength(1);
  });

  it('running 1.6 a call to a node that was stopped waits for its beat, and is answered by none that is gone', async () => {
    let answer: Promise<boolean> | undefined;
    const http = createHttpServer({
      headers: createHeaders({ https: false }),
      tls: null,
      log: app.ports.log,
      isLeaving: () => false,
      awaken: () => answer,
    });
    http.get('/', async () => 'served');
    const url = await http.listen({ port: 0, host: '127.0.0.1' });
    const ask = () => fetch(url).then((reply) => reply.text());
    try {
      expect(await ask()).toBe('served');
      answer = Promise.resolve(true);
      expect(await ask()).toBe('served');
      answer = Promise.resolve(false);
      await expect(ask()).rejects.toThrow();
    } finally {
      await http.close();
    }
  });
});
