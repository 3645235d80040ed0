import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { birthOf, processState } from './postmaster-file.ts';
import { DataFolderInUseError } from './problem.ts';
import { productDatabase, superuser } from './settings.ts';

/** A connection whose advisory lock marks the cluster as owned. It stays open as long as the ownership lasts. */
export interface Ownership {
  /** Calls back when the connection ends, for whatever reason. */
  onLost(listener: () => void): void;
  release(): Promise<void>;
}

/** The address and login of a server. */
export interface Entry {
  readonly port: number;
  readonly password: string;
}

const lockKey = 0x726f6e67;
/** Time for an owner that is being killed to release its lock. */
const releaseTimeoutMs = 3000;

/** A connection string of the cluster's superuser. */
export const connectionString = ({ port, password }: Entry, database: string): string =>
  `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/**
 * Becomes the owner of a running server, or refuses and names the process that is.
 *
 * @param dataDir contains `owner.json`
 */
export const takeOwnership = async (entry: Entry, dataDir: string, startedAt: Date): Promise<Ownership> => {
  const client = new pg.Client({
    connectionString: connectionString(entry, 'postgres'),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'ronghui-owner',
  });
  const lost = new Set<() => void>();
  // Without a listener an error of the connection would end the process; `end` follows and is handled.
  client.on('error', () => undefined);
  client.on('end', () => {
    for (const listener of lost) listener();
  });
  await client.connect();
  try {
    await lock(client, dataDir);
    await ensureProductDatabase(client);
    writeOwner(dataDir, startedAt, 'embedded');
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    onLost: (listener) => void lost.add(listener),
    release: async () => {
      lost.clear();
      forget(dataDir);
      await client.end().catch(() => undefined);
    },
  };
};

const lock = async (client: pg.Client, dataDir: string): Promise<void> => {
  const deadline = Date.now() + releaseTimeoutMs;
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

/** The content of `owner.json`: the process that runs on a data folder. */
interface Owner {
  readonly pid: number;
  /** Distinguishes the process from a later one with the same id; empty where the system does not tell. */
  readonly birth: string;
  /** `elsewhere`: the database is not embedded, so no lock in it marks the owner. */
  readonly database: 'embedded' | 'elsewhere';
}

const writeOwner = (dataDir: string, startedAt: Date, database: Owner['database']): void => {
  const temporary = `${ownerFile(dataDir)}.${process.pid}`;
  const owner: Owner = { pid: process.pid, birth: birthOf(process.pid), database };
  const text = JSON.stringify({ ...owner, startedAt: startedAt.toISOString() });
  writeFileSync(temporary, `${text}\n`, { mode: 0o600 });
  renameSync(temporary, ownerFile(dataDir));
};

const readOwner = (dataDir: string): Owner | undefined => {
  try {
    const found: unknown = JSON.parse(readFileSync(ownerFile(dataDir), 'utf8'));
    if (typeof found !== 'object' || found === null || !('pid' in found)) return undefined;
    const birth = 'birth' in found && typeof found.birth === 'string' ? found.birth : '';
    const isElsewhere = 'database' in found && found.database === 'elsewhere';
    return { pid: Number(found.pid), birth, database: isElsewhere ? 'elsewhere' : 'embedded' };
  } catch {
    return undefined;
  }
};

const isLiving = ({ pid, birth }: Owner): boolean => {
  if (pid === process.pid || processState(pid) !== 'alive') return false;
  const now = birthOf(pid);
  return birth === '' || now === '' || birth === now;
};

const inUse = (dataDir: string): DataFolderInUseError => {
  const pid = readOwner(dataDir)?.pid ?? '?';
  return new DataFolderInUseError(
    `数据目录 ${dataDir} 正被另一个融惠进程使用（进程号 ${pid}）：请先停止它，或为本进程设置另一个 DATA_DIR。`,
    `The data folder ${dataDir} is in use by another Ronghui process (pid ${pid}): stop it first, or set another DATA_DIR.`,
  );
};

/** The process named in `owner.json`, if it is alive and not this one. */
export const livingOwner = (dataDir: string): number | undefined => {
  const owner = readOwner(dataDir);
  return owner !== undefined && isLiving(owner) ? owner.pid : undefined;
};

/** Refuses while the owner is alive: its server must not be stopped, even if it does not answer. */
export const refuseLivingOwner = (dataDir: string): void => {
  if (livingOwner(dataDir) !== undefined) throw inUse(dataDir);
};

/** Refuses a folder on which a process runs whose database is elsewhere; waits for one that is being killed. */
export const refuseOwnerElsewhere = async (dataDir: string): Promise<void> => {
  const deadline = Date.now() + releaseTimeoutMs;
  for (;;) {
    const owner = readOwner(dataDir);
    if (owner?.database !== 'elsewhere' || !isLiving(owner)) return;
    if (Date.now() > deadline) throw inUse(dataDir);
    await wait(50);
  }
};

/**
 * Becomes the owner of a folder whose database is elsewhere: keys, files and outbox belong to one process. No lock
 * decides here: of two that start in the same millisecond both may pass.
 */
export const ownFolder = async (dataDir: string): Promise<Pick<Ownership, 'release'>> => {
  const deadline = Date.now() + releaseTimeoutMs;
  while (livingOwner(dataDir) !== undefined) {
    if (Date.now() > deadline) throw inUse(dataDir);
    await wait(50);
  }
  writeOwner(dataDir, new Date(), 'elsewhere');
  return { release: async () => forget(dataDir) };
};

const forget = (dataDir: string): void => {
  if (readOwner(dataDir)?.pid === process.pid) rmSync(ownerFile(dataDir), { force: true });
};
