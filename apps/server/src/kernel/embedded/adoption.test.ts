import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { processState } from './postmaster-file.ts';
import { startEmbedded } from './start-embedded.ts';
import { clusterIn, makeFolders, serverPid, silent } from './testing/folders.ts';
import { type OwnerProcess, startOwner } from './testing/owner-process.ts';
import { visitEmbedded } from './visit-embedded.ts';

const folders = makeFolders();
const started: { kill(signal: NodeJS.Signals): unknown }[] = [];
afterAll(() => {
  for (const one of started) one.kill('SIGKILL');
  folders.remove();
});

const long = process.env['RONGHUI_LONG'] === '1';
const rounds = long ? 20 : 3;
vi.setConfig({ testTimeout: long ? 180_000 : 60_000, hookTimeout: 60_000 });
const rowsBeforeKill = 100;

/** The adminUrl of an owner that must have started. */
const urlOf = async (owner: OwnerProcess): Promise<string> => {
  const outcome = await owner.outcome;
  if ('refused' in outcome) throw new Error(outcome.refused);
  return outcome.url;
};

const missing = async (url: string, ids: readonly number[]): Promise<number[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const lost = await client.query<{ id: string }>(
    'select id from unnest($1::bigint[]) as reported(id) where not exists (select from acknowledged a where a.id = reported.id)',
    [ids],
  );
  await client.end();
  return lost.rows.map((row) => Number(row.id));
};

/** Kills an owner under write load, round after round; every next start must work without help and have every row. */
const surviveRounds = async (dataDir: string, kill: (owner: OwnerProcess) => Promise<void>): Promise<OwnerProcess> => {
  const acknowledged: number[] = [];
  for (let round = 1; ; round += 1) {
    const owner = startOwner(dataDir);
    expect(await missing(await urlOf(owner), acknowledged)).toEqual([]);
    if (round > rounds) return owner;
    await owner.more(rowsBeforeKill);
    await kill(owner);
    acknowledged.push(...owner.acknowledged);
  }
};

describe('killed with -9 under writes', () => {
  it('R14.6 Node alone: the next start adopts the living server, and no acknowledged row is lost', async () => {
    const dataDir = await folders.used();
    const pids = new Set<number>();
    const last = await surviveRounds(dataDir, async (owner) => {
      await owner.kill();
      pids.add(serverPid(dataDir));
    });
    expect(pids.size).toBe(1);
    expect(last.logged).toContain('databaseAdopted');
    await last.stop();
  });

  it('R14.6 everything: the next start needs no hand, and no acknowledged row is lost', async () => {
    const dataDir = await folders.used();
    const last = await surviveRounds(dataDir, async (owner) => {
      process.kill(serverPid(dataDir), 'SIGKILL');
      await owner.kill();
    });
    await last.stop();
  });

  it('R14.6 the database alone: it is restarted under the same address, its listeners are notified, and no acknowledged row is lost', async () => {
    const dataDir = await folders.used();
    const owner = startOwner(dataDir);
    const url = await urlOf(owner);
    for (let round = 1; round <= rounds; round += 1) {
      await owner.more(rowsBeforeKill);
      process.kill(serverPid(dataDir), 'SIGKILL');
      // Its processes outlive the first one for a moment, and go on acknowledging rows.
      await expect.poll(() => owner.logged.filter((line) => line === 'exitReported').length).toBe(round);
      await owner.more(rowsBeforeKill);
    }
    expect(await missing(url, owner.acknowledged)).toEqual([]);
    await owner.stop();
  });
});

describe('two on one folder', () => {
  it('R14.1 a second owner is refused, with the process id of the first one', async () => {
    const dataDir = await folders.used();
    const owner = startOwner(dataDir);
    await urlOf(owner);
    await expect(startEmbedded({ dataDir, log: silent })).rejects.toThrow(
      new RegExp(
        `正被另一个融惠进程使用（进程号 ${owner.pid}）[\\s\\S]*in use by another Ronghui process \\(pid ${owner.pid}\\)`,
      ),
    );
    expect(JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'))).toEqual({
      pid: owner.pid,
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      birth: expect.any(String),
      database: 'embedded',
    });
    await owner.more(1);
    await owner.stop();
  });

  it('R14.1 of two that start at a time on an empty folder one serves, and the other is refused', async () => {
    const dataDir = folders.empty();
    const pair = [startOwner(dataDir), startOwner(dataDir)];
    const outcomes = await Promise.all(pair.map((owner) => owner.outcome));
    expect(outcomes.filter((outcome) => 'url' in outcome)).toHaveLength(1);
    expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual([
      { refused: expect.stringContaining('DataFolderInUseError') },
    ]);
    await Promise.all(pair.map((owner) => owner.stop()));
    expect(serverPid(dataDir)).toBe(0);
  });
});

describe('a command', () => {
  it('R14.1 beside a running server is its guest: it sees the rows, and its end ends nothing', async () => {
    const dataDir = await folders.used();
    const owner = startOwner(dataDir);
    await urlOf(owner);
    await owner.more(1);
    const visit = await visitEmbedded({ dataDir, log: silent });
    expect(await missing(visit.adminUrl, owner.acknowledged)).toEqual([]);
    await visit.stop();
    await owner.more(1);
    await owner.stop();
  });

  it('R14.1 without a server starts one for itself, and stops it again', async () => {
    const dataDir = await folders.used();
    const visit = await visitEmbedded({ dataDir, log: silent });
    expect(serverPid(dataDir)).toBeGreaterThan(0);
    await visit.stop();
    expect(serverPid(dataDir)).toBe(0);
  });
});

describe('what a dead server left', () => {
  const leave = (dataDir: string, pid: number): void => {
    const lines = [pid, clusterIn(dataDir), 1_790_000_000, 25_432, '', '127.0.0.1', '  9999999         9', 'ready   '];
    writeFileSync(join(clusterIn(dataDir), 'postmaster.pid'), `${lines.join('\n')}\n`);
  };

  const hold = (script: string): ChildProcess & { stdout: NodeJS.ReadableStream } => {
    const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(child);
    return child;
  };

  it('R14.6 a process id that another program has now does not stand in the way', async () => {
    const dataDir = await folders.used();
    const other = hold('exec sleep 30');
    leave(dataDir, other.pid ?? 0);
    const database = await startEmbedded({ dataDir, log: silent });
    expect(processState(other.pid ?? 0)).toBe('alive');
    await database.stop();
  });

  it('R14.6 a zombie that nobody collects does not stand in the way', async () => {
    const dataDir = await folders.used();
    // It ends after its shell was replaced by a program that reaps no children.
    const parent = hold('sleep 0.5 & echo $!; exec sleep 30');
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const zombie = Number(line);
    await expect.poll(() => processState(zombie)).toBe('zombie');
    leave(dataDir, zombie);
    const database = await startEmbedded({ dataDir, log: silent });
    await database.stop();
  });

  it('R14.6 a server that is still stopping is waited for', async () => {
    const dataDir = await folders.used();
    const owner = startOwner(dataDir);
    await urlOf(owner);
    const before = serverPid(dataDir);
    await owner.kill();
    process.kill(before, 'SIGINT');
    const database = await startEmbedded({ dataDir, log: silent });
    expect(serverPid(dataDir)).not.toBe(before);
    await database.stop();
  });
});
