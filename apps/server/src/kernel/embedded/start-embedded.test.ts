import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processState } from './postmaster-file.ts';
import { startEmbedded } from './start-embedded.ts';
import { clusterIn, makeFolders, serverLog, serverPid, silent } from './testing/folders.ts';

vi.setConfig({ testTimeout: 60_000 });

let folders: Awaited<ReturnType<typeof makeFolders>>;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

const start = (dataDir: string) => startEmbedded({ dataDir, log: silent });

const ask = async (url: string, statement: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answer = await client.query<Record<string, unknown>>(statement);
    return Object.values(answer.rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
};

describe('a data folder', () => {
  it('R14.1 an empty one gets a cluster and the database ronghui, and keeps its rows over a restart', async () => {
    const dataDir = folders.empty();
    const first = await start(dataDir);
    expect(await ask(first.adminUrl, 'select current_database()')).toBe('ronghui');
    await ask(first.adminUrl, 'create table kept as select 7 as value');
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second.adminUrl, 'select value from kept')).toBe(7);
    await second.stop();
  });

  it('R14.6 the server is durable, without TLS of its own, and listens on the loopback alone', async () => {
    const database = await start(folders.used());
    const show = (name: string) => ask(database.adminUrl, `show ${name}`);
    expect(await show('fsync')).toBe('on');
    expect(await show('synchronous_commit')).toBe('on');
    expect(await show('full_page_writes')).toBe('on');
    expect(await show('ssl')).toBe('off');
    expect(await show('listen_addresses')).toBe('127.0.0.1');
    expect(await show('unix_socket_directories')).toBe('');
    expect(await show('password_encryption')).toBe('scram-sha-256');
    await database.stop();
  });

  it('R14.1 a login without the password is refused, and the password is readable by its owner alone', async () => {
    const dataDir = folders.used();
    const database = await start(dataDir);
    const url = new URL(database.adminUrl);
    url.password = 'guessed';
    await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await database.stop();
    expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
  });

  it('R14.1 a folder of mode 0700 is served, and nobody changes a mode that is not ours', async () => {
    chmodSync(folders.top, 0o700);
    const database = await start(folders.empty());
    expect(await ask(database.adminUrl, 'select 1')).toBe(1);
    await database.stop();
    expect(statSync(folders.top).mode & 0o777).toBe(0o700);
  });

  it('R14.1 a copy whose folders became readable by others is closed again and served', async () => {
    const dataDir = folders.used();
    chmodSync(clusterIn(dataDir), 0o755);
    chmodSync(join(dataDir, 'postgres/password'), 0o644);
    const database = await start(dataDir);
    await database.stop();
    expect(statSync(clusterIn(dataDir)).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
  });

  it('R14.6 what a process killed in the midst of making one left behind is cleared away', async () => {
    const dataDir = folders.empty();
    mkdirSync(join(dataDir, 'postgres.new-99999999-aa/cluster'), { recursive: true });
    const database = await start(dataDir);
    await database.stop();
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });
});

describe('the end', () => {
  it('R14.6 stop is clean, ends the server with connections open, and leaves no owner', async () => {
    const dataDir = folders.used();
    const database = await start(dataDir);
    const pid = serverPid(dataDir);
    const pool = new pg.Pool({ connectionString: database.adminUrl });
    pool.on('error', () => undefined);
    await pool.query('select 1');
    await database.stop();
    expect(processState(pid)).not.toBe('alive');
    expect(serverLog(dataDir).trimEnd()).toMatch(/database system is shut down$/);
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
    await pool.end();
  });
});

describe('a folder that cannot be served', () => {
  it('R14.1 made by another PostgreSQL: refused with both versions', async () => {
    const dataDir = folders.used();
    writeFileSync(join(clusterIn(dataDir), 'PG_VERSION'), '12\n');
    await expect(start(dataDir)).rejects.toThrow(/PostgreSQL 12.*18/);
  });

  it('R14.1 with a lost password: refused with the name of the file', async () => {
    const dataDir = folders.used();
    writeFileSync(join(dataDir, 'postgres/password'), 'another\n');
    await expect(start(dataDir)).rejects.toThrow(/postgres\/password/);
    process.kill(serverPid(dataDir), 'SIGQUIT');
  });

  it('R14.1 with a broken configuration: refused with the end of the server log', async () => {
    const dataDir = folders.used();
    writeFileSync(join(clusterIn(dataDir), 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(start(dataDir)).rejects.toThrow(/unrecognized configuration parameter "no_such_setting"/);
  });

  if (process.getuid?.() === 0) {
    it('R14.1 of another system user: refused with that user', async () => {
      const dataDir = folders.used();
      chownSync(join(dataDir, 'postgres'), 12345, 12345);
      await expect(start(dataDir)).rejects.toThrow(/uid 12345/);
    });
  }
});
