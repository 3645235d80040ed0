import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePid, type ServerProcess, startServer } from '../driver/server-process.ts';
import { Visitor } from '../driver/visitor.ts';

/** The child processes of a process. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);

let server: ServerProcess;
const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-gone-'));
beforeAll(async () => {
  server = await startServer({ dataDir });
}, 90_000);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

describe('R14.6 the database goes away', () => {
  it('R14.6 the server says that it is busy, stays alive, and recovers by itself', { timeout: 90_000 }, async () => {
    const visitor = await new Visitor(server.url).start();
    const pid = databasePid(dataDir);
    if (pid === undefined) throw new Error('no database');
    process.kill(pid, 'SIGKILL');
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => visitor.call('user.generateImageCode').catch(() => null)),
    );
    for (const reply of replies) {
      if (reply === null || reply.status === 200) continue;
      expect(reply).toMatchObject({ status: 503, body: { errCode: 'OPSB0002' } });
      expect(reply.headers['retry-after']).toBeDefined();
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await expect
      .poll(async () => (await visitor.call('user.generateImageCode').catch(() => null))?.status, {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(200);
    expect(databasePid(dataDir)).not.toBe(pid);
    visitor.close();
  });

  it('R14.6 a database that says nothing any more is gone too, and is there again once it speaks', {
    timeout: 90_000,
  }, async () => {
    const visitor = await new Visitor(server.url).start();
    const pid = databasePid(dataDir);
    if (pid === undefined) throw new Error('no database');
    const family = [pid, ...childrenOf(pid)];
    for (const one of family) process.kill(one, 'SIGSTOP');
    try {
      const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.call('user.generateImageCode')));
      for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { errCode: 'OPSB0002' } });
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      const node = await fetch(`${server.url}/readyz?only=node`);
      expect([node.status, await node.json()]).toEqual([
        200,
        { status: 'degraded', node: 'serving', dependencies: { database: 'unavailable' } },
      ]);
    } finally {
      for (const one of family.toReversed()) process.kill(one, 'SIGCONT');
    }
    await expect
      .poll(async () => (await visitor.call('user.generateImageCode')).status, { timeout: 30_000, interval: 200 })
      .toBe(200);
    visitor.close();
  });

  it('R14.1 a second server on the folder is refused with a sentence that names the first', {
    timeout: 60_000,
  }, async () => {
    await expect(startServer({ dataDir })).rejects.toThrow(`${server.pid}`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
