import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { processState } from './postmaster-file.ts';
import { DataFolderInUseError } from './problem.ts';
import { productDatabase, superuser } from './settings.ts';

/** The one connection whose advisory lock says that the cluster has an owner. It lives as long as the ownership. */
export interface Ownership {
  /** Calls back when the connection ends, whoever ended it. */
  onLost(listener: () => void): void;
  release(): Promise<void>;
}

/** Where a server is entered. */
export interface Entry {
  readonly port: number;
  readonly password: string;
}

const lockKey = 0x726f6e67;
/** An owner that is just being killed needs a moment to let go. */
const patienceMs = 3000;

/** A connection string for the cluster's superuser. */
export const connectionString = ({ port, password }: Entry, database: string): string =>
  `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/**
 * Becomes the owner of a running server, or refuses and names the process that is.
 *
 * @param dataDir holds `owner.json`
 */
export const takeOwnership = async (entry: Entry, dataDir: string, startedAt: Date): Promise<Ownership> => {
  const client = new pg.Client({
    connectionString: connectionString(entry, 'postgres'),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'ronghui-owner',
  });
  const lost = new Set<() => void>();
  // Without a listener an ended server would end us; `end` follows and tells.
  client.on('error', () => undefined);
  client.on('end', () => {
    for (const listener of lost) listener();
  });
  await client.connect();
  try {
    await lock(client, dataDir);
    await ensureProductDatabase(client);
    writeOwner(dataDir, startedAt);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    onLost: (listener) => void lost.add(listener),
    release: async () => {
      lost.clear();
      if (readOwnerPid(dataDir) === process.pid) rmSync(ownerFile(dataDir), { force: true });
      await client.end().catch(() => undefined);
    },
  };
};

const lock = async (client: pg.Client, dataDir: string): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (answer.rows[0]?.taken === true) return;
    if (Date.now() > deadline) throw inUse(dataDir);
    await wait(50);
  }
};

const ensureProductDatabase = async (client: pg.Client): Promise<void> => {
  const found = await client.query('select 1 from pg_database where datname = $1', [productDatabase]);
  if (found.rowCount === 0) await client.query(`create database ${productDatabase}`);
};

const ownerFile = (dataDir: string): string => join(dataDir, 'owner.json');

const writeOwner = (dataDir: string, startedAt: Date): void => {
  const temporary = `${ownerFile(dataDir)}.${process.pid}`;
  const text = JSON.stringify({ pid: process.pid, startedAt: startedAt.toISOString() });
  writeFileSync(temporary, `${text}\n`, { mode: 0o600 });
  renameSync(temporary, ownerFile(dataDir));
};

const inUse = (dataDir: string): DataFolderInUseError => {
  const pid = readOwnerPid(dataDir) ?? '?';
  return new DataFolderInUseError(
    `数据目录 ${dataDir} 正被另一个融惠进程使用（进程号 ${pid}）：请先停止它，或为本进程设置另一个 DATA_DIR。`,
    `The data folder ${dataDir} is in use by another Ronghui process (pid ${pid}): stop it first, or set another DATA_DIR.`,
  );
};

/** The process named in `owner.json`, when it lives and is not this one. */
export const livingOwner = (dataDir: string): number | undefined => {
  const pid = readOwnerPid(dataDir);
  return pid !== undefined && pid !== process.pid && processState(pid) === 'alive' ? pid : undefined;
};

/** Refuses when the owner lives: its server, though it does not answer us, is not ours to stop. */
export const refuseLivingOwner = (dataDir: string): void => {
  if (livingOwner(dataDir) !== undefined) throw inUse(dataDir);
};

const readOwnerPid = (dataDir: string): number | undefined => {
  try {
    const owner: unknown = JSON.parse(readFileSync(ownerFile(dataDir), 'utf8'));
    return typeof owner === 'object' && owner !== null && 'pid' in owner ? Number(owner.pid) : undefined;
  } catch {
    return undefined;
  }
};
