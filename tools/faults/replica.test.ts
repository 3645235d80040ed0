import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startThrowawayDatabase } from '../../apps/server/src/kernel/embedded/throwaway.ts';
import { startServer } from '../driver/server-process.ts';
import { Visitor } from '../driver/visitor.ts';
import { findStandbyPrograms, type PostgresPair, startPostgresPair } from '../servers/postgres-pair.ts';

const programs = findStandbyPrograms();
const folder = mkdtempSync(join(tmpdir(), 'ronghui-replica-'));
let pair: PostgresPair | null = null;
beforeAll(async () => {
  if (programs === null) return;
  pair = await startPostgresPair(programs);
  const client = new pg.Client({ connectionString: pair.primary.url('postgres') });
  await client.connect();
  await client.query('create database ronghui');
  await client.end();
}, 120_000);
afterAll(async () => {
  await pair?.remove();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const startOn = (primary: string, replica: string) =>
  startServer({
    dataDir: join(folder, 'data'),
    env: { DEMO: 'off', DATABASE_URL: primary, DATABASE_READ_URL: replica },
  });

describe('running 1.9 a node with a replica', () => {
  it('running 1.9 starts with it, shows how far it is, and goes on without it', { timeout: 180_000 }, async () => {
    if (pair === null) return;
    const [primary, replica] = [pair.primary.url('ronghui'), pair.standby.url('ronghui')];
    const server = await startOn(primary, replica);
    const shows = (sample: string) =>
      expect
        .poll(async () => (await fetch(`${server.url}/metrics`)).text(), { timeout: 30_000 })
        .toContain(`\n${sample}\n`);
    try {
      await shows('ronghui_replica_up 1');
      await shows('ronghui_replica_wrong 0');
      await pair.standby.stop();
      await shows('ronghui_replica_up 0');
      const visitor = await new Visitor(server.url).start();
      expect((await visitor.call('user.generateImageCode')).status).toBe(200);
      visitor.close();
      await pair.standby.start();
      await shows('ronghui_replica_up 1');
    } finally {
      await server.stop();
    }
    // One that is away keeps nobody from starting.
    await pair.standby.stop();
    const alone = await startOn(primary, replica);
    expect((await fetch(`${alone.url}/readyz`)).status).toBe(200);
    await alone.stop();
    expect(alone.lines.join('\n')).toContain('"event":"replicaGone"');
    await pair.standby.start();
  });

  it('running 1.9 is refused with the same server, or another system, in its place', { timeout: 180_000 }, async () => {
    if (pair === null) return;
    const primary = pair.primary.url('ronghui');
    const sameServer = primary.replace('127.0.0.1', 'localhost');
    await expect(startOn(primary, sameServer)).rejects.toThrow(/同一个服务器.*the same server/);
    const other = await startThrowawayDatabase();
    try {
      await expect(startOn(primary, other.adminUrl)).rejects.toThrow(/另一套数据库.*another database system/);
    } finally {
      await other.stop();
    }
  });
});
